"""Training as a whole, on the race: it learns, goes on as if never stopped, and claims only what is shown."""

import json
import tomllib
from pathlib import Path

import pytest
from race.description import ENGINE

from conquestlab.analysis.bots.named_bots import find_bot
from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.requests.searches import TrainRequest
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.training.plan import command_of, plan_of
from conquestlab.analysis.training.state import line_of
from conquestlab.analysis.training.train_answers import Watcher, state_of, train


@pytest.fixture(autouse=True)
def _in_a_folder_with_a_slow_bot(monkeypatch, tmp_path):
    """`slow.toml` takes one die wherever it is; `best.toml` three, which wins where nobody jostles."""
    monkeypatch.chdir(tmp_path)
    for name, weight in (("slow", 0), ("best", 89)):
        text = f'game = "race"\npolicy = "paced"\n[weights]\nin_front = {weight}\nbehind = {weight}\n'
        (tmp_path / f"{name}.toml").write_text(text)


def request(out="out.toml", **asked):
    usual = {"rules": ("race,jostle=off",), "players": "2", "bot": "slow.toml", "pool": "chaser"}
    return TrainRequest(out=out, **usual | {"generations": 12, "population": 12, "games": 16} | asked)


def bot_file(path):
    return tomllib.loads(Path(path).read_text(encoding="utf-8"))


def kept_lines(path="out.training"):
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]


def write_lines(lines, path="out.training"):
    for line in lines:
        line.pop("sum", None)
    Path(path).write_bytes(b"".join(map(line_of, lines)))


def lines_without_times(path="out.training"):
    lines = kept_lines(path)
    return [{key: value for key, value in line.items() if key not in ("seconds", "sum")} for line in lines]


@pytest.mark.parametrize("players", ["2", "4"])
def test_it_learns_to_run_and_shows_it(players):
    trained = train(request(players=players))
    assert trained.is_better
    assert not trained.interrupted
    together, slow, chaser = trained.rows
    assert [row["against"] for row in trained.rows] == ["all", "slow.toml", "chaser"]
    assert slow["value"] > 0.95
    assert chaser["low"] > 1 / int(players)
    assert 0.0 < together["gain_low"] < together["gain"] <= together["gain_high"]
    assert together["games"] == slow["games"] + chaser["games"]


def test_the_file_loads_as_a_bot_and_says_how_it_was_made():
    trained = train(request())
    file = bot_file("out.toml")
    assert (file["game"], file["policy"], file["players"]) == ("race", "paced", 2)
    assert file["rules"] == "race,jostle=off"
    assert file["made_by"] == trained.made_by
    book = load("race,jostle=off")
    bot = find_bot("out.toml", ENGINE, book, 2)
    assert all(weight >= 60 for weight in bot.weights.values()), bot.weights
    assert bot.tuned_for == "race,jostle=off, 2 players"


def test_the_same_command_makes_the_same_file_with_any_number_of_threads():
    made = []
    for out, jobs in (("a.toml", 1), ("b.toml", 3)):
        trained = train(request(out).but(jobs=jobs))
        file = bot_file(out)
        values = [row["value"] for row in trained.rows]
        made.append((file["weights"], values, lines_without_times(state_of(request(out)))))
    assert made[0] == made[1]
    other = train(request("c.toml", seed="2"))
    assert [row["value"] for row in other.rows] != made[0][1]
    assert lines_without_times("c.training")[1:] != made[0][2][1:]


def test_a_training_that_was_stopped_ends_as_one_that_was_not():
    """Stopped before and after the mean is looked at for the second time, and while a line was written."""
    train(request("whole.toml", generations=24))
    for stop in (5, 20, 21):
        train(request(generations=stop).but(resume=stop > 5))
        with open("out.training", "ab") as file:
            file.write(b'{"generation": ')
    went_on = train(request(generations=24).but(resume=True))
    assert lines_without_times() == lines_without_times("whole.training")
    whole, stopped = (bot_file(name) for name in ("whole.toml", "out.toml"))
    assert stopped.pop("made_by") == whole.pop("made_by").replace("whole.toml", "out.toml")
    assert stopped == whole
    assert [point["generation"] for point in went_on.curve[::2]] == [0, 20, 24]


def test_fewer_generations_than_are_kept_are_those_that_came_first():
    train(request(generations=8))
    first = train(request(generations=3).but(resume=True))
    alone = train(request("alone.toml", generations=3))
    assert first.rows[0]["value"] == alone.rows[0]["value"]
    assert len(lines_without_times()) == 9


@pytest.mark.parametrize(
    "damage", [{"mean": [0, 1]}, {"worth": [1.0] * 3}, {"generation": 7}, {"watched": 3}]
)
def test_a_state_that_does_not_fit_is_refused(damage):
    train(request(generations=2))
    head, first, second = kept_lines()
    write_lines([head, first | damage, second])
    with pytest.raises(Failed, match="kept training"):
        train(request(generations=3).but(resume=True))


def test_what_is_not_shown_to_be_better_is_not_written(tmp_path):
    """Nobody runs faster than the best."""
    trained = train(request(bot="best.toml", pool=None, generations=3))
    assert not trained.is_better
    assert trained.rows[0]["gain_low"] <= 0.0
    assert not (tmp_path / "out.toml").exists()
    assert (tmp_path / "out.training").exists()


def test_a_weight_that_is_fixed_stays():
    train(request(fix="in_front", pool="bold"))
    assert "in_front" not in bot_file("out.toml")["weights"]  # it is 0


def test_it_begins_where_it_is_told():
    plan = plan_of(request(bot="best.toml"))
    assert (plan.start.name, plan.start.weights) == ("best.toml", {"in_front": 89, "behind": 89})
    plan = plan_of(request(bot="best.toml", start="zero", pool="slow.toml,chaser,chaser"))
    assert (plan.start.name, plan.start.weights) == ("zero", {"in_front": 0, "behind": 0})
    assert [bot.name for bot in plan.given] == ["chaser"]  # slow.toml is zero itself
    plan = plan_of(request(bot="best.toml", start="slow.toml"))
    assert plan.start.name == "slow.toml"


def test_the_command_makes_it_again_without_what_a_machine_decides():
    asked = request(minutes=3.0, generations=None, start="zero", fix="behind")
    words = command_of(asked, plan_of(asked), 17)
    assert words == (
        "conquest train --rules race,jostle=off --players 2 --bot slow.toml --from zero --fix behind "
        "--pool chaser --generations 17 --population 12 --games 16 --seed 1 --save out.toml"
    )


def test_minutes_end_it_and_the_time_of_an_earlier_sitting_counts():
    trained = train(request(generations=None, minutes=0.02))
    assert trained.generations >= 1
    with pytest.raises(WrongUse, match="already"):
        train(request(generations=None, minutes=0.02))
    head, *kept = kept_lines()
    kept[-1]["seconds"] = 60.0
    write_lines([head, *kept])
    assert train(request(generations=None, minutes=0.5).but(resume=True)).generations == len(kept)


def test_who_listens_is_told_of_every_generation_and_of_the_mean():
    done, looked, begun = [], [], []
    watcher = Watcher(
        begun=begun.append,
        learned=lambda generation, expected: done.append((generation, expected)),
        watched=lambda generation, shares: looked.append((generation, [name for name, _ in shares])),
    )
    train(request(generations=21), watcher=watcher)
    assert begun == [0]
    assert done == [(number, 21) for number in range(1, 22)]
    assert looked == [(0, ["slow.toml", "chaser"]), (20, ["slow.toml", "chaser"])]


def test_ctrl_c_keeps_what_is_done_and_claims_nothing():
    def stop(generation, expected):
        if generation == 4:
            raise KeyboardInterrupt

    trained = train(request(), watcher=Watcher(learned=stop))
    assert trained.interrupted
    assert not trained.rows
    assert (trained.generations, len(lines_without_times())) == (4, 5)
    train(request().but(resume=True))
    train(request("whole.toml"))
    assert bot_file("out.toml")["weights"] == bot_file("whole.toml")["weights"]


def test_a_game_without_a_bot_of_weights_needs_a_file(monkeypatch):
    monkeypatch.setitem(vars(ENGINE), "bots", ENGINE.plain_bots)
    with pytest.raises(WrongUse, match="no bot of race has weights"):
        plan_of(request(bot=None))


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"out": "bot.json"}, "a bot file ends in .toml"),
        ({"bot": "chaser"}, "chaser has no weights"),
        ({"bot": "slow"}, "no bot of race is called 'slow'"),
        ({"start": "chaser"}, "of the same policy"),
        ({"pool": "chaser,nobody"}, "'nobody'"),
        ({"pool": "exec:true"}, "is brought along"),
        ({"fix": "behnd"}, "did you mean behind"),
        ({"fix": "behind,in_front"}, "leave one that may change"),
        ({"players": "2-3"}, "one number of players"),
        ({"players": "9"}, "is played by 2 to 6"),
        ({"minutes": 0.0}, "above 0"),
        ({"minutes": float("nan")}, "above 0"),
        ({"generations": 0}, "from 1 to"),
        ({"population": 3}, "from 4 to"),
        ({"games": 0}, "from 1 to"),
        ({"seed": "x"}, "seed"),
    ],
)
def test_what_cannot_be_trained_is_refused(asked, words):
    with pytest.raises(WrongUse, match=words):
        plan_of(request(**asked))
