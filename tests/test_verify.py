"""`conquest verify`: it passes as things stand, and anything false makes it differ."""

import json
import shlex
from dataclasses import replace

import pytest
from command_line import answered, check_refused, rows, run

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.evidence import published, refereed
from conquestlab.analysis.games.conquest import evidence as conquest_evidence
from conquestlab.analysis.games.conquest.battles import battle_simulation
from conquestlab.analysis.games.express import description as express
from conquestlab.analysis.games.express import evidence as express_evidence
from conquestlab.analysis.playing.batches import Batch
from conquestlab.analysis.rules.rulebook import load

COLUMNS = ["check", "of", "games", "events", "value", "low", "high", "expected", "z", "p", "verdict"]
SMALL = ("verify", "--games", "4", "--rules", "risk-1970-duel", "--rules", "risk-express")


def differing(*words):
    """The rows that differ, of a run that has to end with status 1."""
    result = run(*words, "--format", "json")
    assert result.exit_code == 1, result.stderr
    return [row for row in json.loads(result.stdout)["rows"] if row["verdict"] == "differs"]


def test_everything_agrees():
    answer = answered(*SMALL)
    assert answer["meta"]["rules"] == ["risk-1970-duel", "risk-express"]
    assert answer["meta"]["seed"] == "1"
    found = answer["rows"]
    assert all(list(row) == COLUMNS for row in found)
    assert {row["verdict"] for row in found} == {"ok"}
    games = {row["of"]: row["games"] for row in found if row["check"] == "referee"}
    assert games == {"risk-1970-duel": 4, "risk-express": 4}
    simulated = [row for row in found if row["check"] == "simulated"]
    assert len(simulated) == 7 + 14 + 13  # attacks, cards in the middle, cards before another player
    assert {row["games"] for row in simulated} == {4000}
    assert max(abs(row["value"] - row["expected"]) for row in simulated) > 0
    assert sum(row["check"] == "published" for row in found) == 24


def test_one_check_alone():
    assert {row["check"] for row in rows("verify", "--only", "published")} == {"published"}


@pytest.mark.parametrize(
    ("game", "break_it", "of"),
    [
        (
            conquest_evidence,
            lambda values: values["battles"]["chances"][4].__setitem__(6, "0.298"),
            "Osborne",
        ),
        (
            conquest_evidence,
            lambda values: values["rolls"][1]["throws"].__setitem__(0, 2891),
            "3 dice against 2",
        ),
        (
            conquest_evidence,
            lambda values: values["cards"][1]["set_in"].update({"3": "0.4227"}),
            "a set in 3 cards",
        ),
        (
            conquest_evidence,
            lambda values: values["cards"][1].update(cards_to_set="3.761"),
            "cards until a set",
        ),
        (express_evidence, lambda values: values["conquer"].update(asia_4="0.9228"), "asia_4"),
    ],
)
def test_a_false_published_value_differs(monkeypatch, game, break_it, of):
    values = published.read_published(game.FOLDER)
    break_it(values)
    monkeypatch.setattr(game, "read_published", lambda folder: values)
    (row,) = differing("verify", "--only", "published")
    assert of in row["of"]


def test_dice_that_fall_otherwise_differ(monkeypatch):
    honest = battle_simulation.count_losses
    monkeypatch.setattr(
        battle_simulation, "count_losses", lambda i, j, sides, _ties: honest(i, j, sides, "attacker")
    )
    found = differing("verify", "--only", "simulated", "--games", "4", "--rules", "risk-modern")
    assert len(found) == 7
    assert all(row["p"] < 1e-4 for row in found)


def test_a_false_record_differs_and_is_told_with_its_command(monkeypatch):
    honest = express.ENGINE.transcript

    def cheat(lines, rulebook, head):
        record = honest(lines, rulebook, head)
        if head["game"] == 1:
            next(event for event in record if event["event"] == "roll")["player"] += 1
        return record

    cheating = replace(express.ENGINE, transcript=cheat)
    words = ("verify", "--only", "referee", "--games", "20", "--rules", "risk-express")
    with monkeypatch.context() as patched:
        patched.setattr(express, "ENGINE", cheating)
        (row,) = differing(*words)
        told = run(*words).stderr.splitlines()[0]
    assert (row["games"], row["expected"]) == (20, 0)
    assert row["value"] > 0
    assert told.startswith("event ")
    assert "(rules " in told
    command = told.partition("; see: conquest ")[2]
    assert run(*shlex.split(command)).exit_code == 0  # the true record has nothing against it


def test_a_row_that_is_not_the_game_differs(monkeypatch):
    honest = Batch.rows

    def rows(self):
        kept = honest(self)
        kept["rounds"] += 1
        return kept

    monkeypatch.setattr(Batch, "rows", rows)
    (row,) = differing("verify", "--only", "referee", "--games", "4", "--rules", "risk-express")
    assert row["value"] == 4


def test_games_are_spread_over_players_and_bots():
    for name, random_rules in (("risk-1970-world", "risk-1970-world,max_rounds=12"), ("risk-express",) * 2):
        jobs = list(refereed.readings_of(3, name, load(name), 1000, "7"))
        found = [(job.reduce.rules, batch) for job in jobs for batch in job.batches]
        assert {job.of for job in jobs} == {3}
        assert sum(batch.games for _, batch in found) == 1000
        assert max(batch.games for _, batch in found) <= refereed.PART
        players = {batch.seats for _, batch in found}
        assert players == ({3, 4, 5, 6} if name == "risk-1970-world" else {2, 3, 4, 5, 6})
        alike = [(rules, batch) for rules, batch in found if set(batch.bots) == {"random"}]
        assert sum(batch.games for _, batch in alike) == 100
        assert {rules for rules, _ in alike} == {random_rules}
        assert sum(batch.games for _, batch in found if len(set(batch.bots)) > 1) == 100


def test_the_number_of_processes_changes_nothing(monkeypatch):
    alone = refereed.referee_rows(["risk-express"], 30, "5", jobs=1)
    monkeypatch.setattr(refereed, "WORTH_PROCESSES", 0)
    assert refereed.referee_rows(["risk-express"], 30, "5", jobs=2) == alone
    assert alone.rows[0]["games"] == 30


def test_ctrl_c_keeps_what_was_read(monkeypatch):
    honest = refereed.Read.__call__
    read = []

    def two_parts(self, played):
        if len(read) == 3:  # the first is read to compile
            raise KeyboardInterrupt
        read.append(played.batch)
        return honest(self, played)

    monkeypatch.setattr(refereed.Read, "__call__", two_parts)
    result = run(
        "verify", "--only", "referee", "--games", "40", "--rules", "risk-express", "--format", "json"
    )
    assert result.exit_code == 130
    (row,) = json.loads(result.stdout)["rows"]
    assert row["games"] == sum(batch.games for batch in read[1:]) < 40
    assert "interrupted" in result.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--games", "0"), "--games"),
        (("--only", "luck"), "luck"),
        (("--rules", "risk-expres"), "risk-express"),
        (("--seed", "x"), "seed"),
    ],
)
def test_wrong_uses_are_one_line(words, told):
    check_refused(run("verify", *words), 2, told)


def test_the_answers_in_python_are_the_same():
    from conquestlab.analysis import verify

    frame = verify("risk-modern", only=["referee", "published"], games=2, jobs=1)
    words = ("verify", "-r", "risk-modern", "--only", "published", "--only", "referee", "-g", 2)
    found = rows(*words)
    assert list(frame.columns) == list(found[0])
    for column in ("check", "of", "value", "expected", "verdict"):
        assert frame[column].tolist() == [row[column] for row in found]
    with pytest.raises(WrongUse, match="there are published"):
        verify(only="luck")
