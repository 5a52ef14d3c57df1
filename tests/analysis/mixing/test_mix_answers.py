"""Training of a mix as a whole, on the race at three seats, where who is alike is in the other's way."""

import json
import tomllib
from pathlib import Path

import pytest
from race.description import ENGINE

from conquestlab.analysis.bots.named_bots import find_bot
from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.mixing.mix_answers import Watcher, train_mix
from conquestlab.analysis.mixing.mix_plan import command_of, mix_plan_of
from conquestlab.analysis.playing.batches import Batch
from conquestlab.analysis.requests.searches import TrainRequest
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.analysis.training.recall import Recall
from conquestlab.analysis.training.state import line_of, open_state

RULES = "race"


@pytest.fixture(autouse=True)
def _in_a_folder_with_a_slow_bot(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "slow.toml").write_text('game = "race"\npolicy = "paced"\n')


def request(out="out.toml", **asked):
    usual = {"rules": (RULES,), "players": "3", "bot": "slow.toml", "mix": True, "rounds": 4}
    return TrainRequest(out=out, **usual | {"generations": 8, "population": 8, "games": 120} | asked)


def bot_file(path):
    return tomllib.loads(Path(path).read_text(encoding="utf-8"))


def wins_of(bot, others, games=6000):
    """The share that one bot wins in one seat, others in the two others, in games of a measurement."""
    batch = Batch(load(RULES), (bot, others, others), parse_seeds("77"), 0, games, True)
    rows = batch.rows()
    return sum(int(row["win"][list(row["bot"][:3]).index(0)]) for row in rows) / (60 * games)


def test_it_finds_a_mix_on_which_nobody_known_gains_much():
    """All bots of the game are known, as the pool; alone, each of the mix can be beaten.

    6,000 fresh games: the limit is four standard errors of 0.61 points, and one point that the mix may leave.
    """
    trained = train_mix(request(pool="bold,cautious,chaser,random"))
    assert trained.is_new
    assert not trained.interrupted
    assert trained.mix.gain < 0.01
    mix = find_bot("out.toml", ENGINE, load(RULES), 3)
    assert len(mix.mix) >= 2
    plain = [find_bot(name, ENGINE, load(RULES), 3) for name in ENGINE.plain_bots]
    known = [*plain, *mix.members]
    assert max(wins_of(one, mix) for one in known) < 1 / 3 + 4 * 0.0061 + 0.01
    for alone in mix.members:
        assert max(wins_of(one, alone, 1200) for one in known) > 1 / 3 + 0.15


def test_the_file_says_how_it_was_made_and_the_rows_tell_every_round():
    trained = train_mix(request())
    file = bot_file("out.toml")
    assert (file["game"], file["policy"], file["players"], file["rules"]) == ("race", "paced", 3, RULES)
    assert file["made_by"] == trained.made_by
    assert [share for share, _ in trained.mix.members] == [one["share"] for one in file["mix"]]
    assert sum(one["share"] for one in file["mix"]) == 100
    assert list(trained.rows[0]) == [
        *("rules", "players", "round", "response", "gain", "gain_low", "gain_high", "games", "added"),
        *("known_gain", "mix"),
    ]
    assert [row["round"] for row in trained.rows] == list(range(1, len(trained.rows) + 1))
    assert trained.rows[-1]["mix"] == trained.mix.said


def test_the_command_makes_the_same_file_with_any_number_of_threads():
    first = train_mix(request("a.toml").but(jobs=1))
    second = train_mix(request("b.toml").but(jobs=3))
    assert first.rows == second.rows
    one, other = bot_file("a.toml"), bot_file("b.toml")
    assert one.pop("made_by") == other.pop("made_by").replace("b.toml", "a.toml")
    assert one == other
    assert train_mix(request("c.toml", seed="2")).rows != first.rows


def kept(path="out.training"):
    lines = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    return [{key: value for key, value in line.items() if key not in ("seconds", "sum")} for line in lines]


@pytest.mark.parametrize("lines", [1, 2, 7, 25])
def test_a_training_that_was_stopped_ends_as_one_that_was_not(lines):
    """Stopped after any line of its state, while the next one was being written."""
    whole = train_mix(request("whole.toml"))
    content = Path("whole.training").read_bytes().split(b"\n")
    assert len(content) > lines
    Path("out.training").write_bytes(b"\n".join(content[:lines]) + b'\n{"question": ')
    went_on = train_mix(request().but(resume=True))
    assert went_on.rows == whole.rows
    assert kept() == kept("whole.training")
    stopped, all_ = bot_file("out.toml"), bot_file("whole.toml")
    assert stopped.pop("made_by") == all_.pop("made_by").replace("whole.toml", "out.toml")
    assert stopped == all_


def test_it_goes_on_with_more_rounds_and_tells_the_first_ones_again():
    train_mix(request(rounds=1))
    more = train_mix(request(rounds=2).but(resume=True))
    assert more.rows == train_mix(request("alone.toml", rounds=2)).rows
    assert train_mix(request(rounds=1).but(resume=True)).rows == more.rows[:1]


def test_ctrl_c_keeps_what_is_done_and_writes_nothing():
    def stop(done):
        raise KeyboardInterrupt

    stopped = train_mix(request(), watcher=Watcher(rounded=stop))
    assert stopped.interrupted
    assert not Path("out.toml").exists()
    went_on = train_mix(request().but(resume=True))
    assert went_on.rows == train_mix(request("whole.toml")).rows


def test_a_state_that_does_not_fit_is_refused():
    train_mix(request(rounds=1))
    head, *lines = kept()
    lines[3] |= {"question": "another"}
    Path("out.training").write_bytes(b"".join(line_of(line | {"seconds": 1.0}) for line in lines))
    Path("out.training").write_bytes(
        line_of(head) + b"".join(line_of(line | {"seconds": 1.0}) for line in lines)
    )
    with pytest.raises(Failed, match="goes another way from its line 5 on"):
        train_mix(request(rounds=1).but(resume=True))
    with pytest.raises(WrongUse, match="holds another training"):
        train_mix(request(rounds=1, members=2).but(resume=True))


def test_where_no_response_gains_nothing_is_written():
    """At two seats without jostling nothing is better than three dice."""
    text = 'game = "race"\npolicy = "paced"\n[weights]\nin_front = 89\nbehind = 89\n'
    Path("best.toml").write_text(text)
    trained = train_mix(request(rules=("race,jostle=off",), players="2", bot="best.toml"))
    assert not trained.is_new
    assert [row["added"] for row in trained.rows] == [False, False]  # and then it is over
    assert not Path("out.toml").exists()
    assert trained.mix.said == "best.toml 100"


def test_one_that_is_best_is_written_as_a_plain_bot():
    train_mix(request(rules=("race,jostle=off",), players="2"))
    file = bot_file("out.toml")
    assert "mix" not in file
    assert min(file["weights"].values()) >= 60


def test_a_mix_may_be_the_start_and_goes_on_from_its_members():
    train_mix(request("first.toml", rounds=2))
    first = find_bot("first.toml", ENGINE, load(RULES), 3)
    again = train_mix(request("again.toml", bot="first.toml", rounds=1))
    assert again.mix.members[0][1].name.startswith(("first.toml 1", "first.toml 2", "response_1"))
    assert len(again.mix.members) >= len(first.mix)


def test_bots_of_the_pool_are_members_from_the_beginning():
    trained = train_mix(request(pool="bold,cautious", rounds=1))
    said = trained.rows[0]["mix"]
    assert "bold" in said
    policies = {one.policy for one in find_bot("out.toml", ENGINE, load(RULES), 3).mix}
    assert policies >= {"bold", "paced"}


def test_responses_stay_in_their_manner():
    trained = train_mix(request(fix="in_front", between="behind=31..50", rounds=2))
    for done in trained.rounds:
        assert done.proof.bot.weights["in_front"] == 0
        assert 31 <= done.proof.bot.weights["behind"] <= 50


def test_minutes_end_it_after_a_whole_round():
    trained = train_mix(request(rounds=None, minutes=0.0001))
    assert len(trained.rows) == 1
    assert "--rounds 1 " in trained.made_by


def test_the_command_makes_it_again():
    asked = request(rounds=None, minutes=3.0, between="behind=3..9")
    assert command_of(asked, mix_plan_of(asked), 3) == (
        "conquest train --rules race --players 3 --mix --bot slow.toml --between behind=3..9 --rounds 3 "
        "--generations 8 --population 8 --games 120 --members 4 --least-gain 1 --seed 1 --save out.toml"
    )


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"rounds": 0}, "0 rounds: give a whole number from 1"),
        ({"members": 9}, "9 members: give a whole number from 1 to 8"),
        ({"least_gain": -1.0}, "points: give a number from 0 to 100"),
        ({"pool": "random,cautious,bold,chaser,a.toml,b.toml"}, "a.toml"),
        ({"between": "behind=9"}, "is no range"),
        ({"between": "behnd=1..9"}, "did you mean behind"),
        ({"between": "behind=9..1"}, "the lower first"),
        ({"between": "behind=0..90"}, "two numbers from 0 to 89"),
        ({"fix": "behind", "between": "behind=1..9"}, "fixed and has a range"),
        ({"fix": "behind,in_front"}, "all weights are fixed"),
    ],
)
def test_what_cannot_be_asked_is_refused(asked, words):
    with pytest.raises(WrongUse, match=words):
        mix_plan_of(request(**asked))


def test_a_mix_is_not_trained_as_one_bot():
    from conquestlab.analysis.training.plan import plan_of

    train_mix(request("first.toml", rounds=2))
    with pytest.raises(WrongUse, match=r"first\.toml is a mix: train it with --mix"):
        plan_of(request(bot="first.toml", mix=False, rounds=None))


def test_answers_are_told_again_in_their_order(tmp_path):
    state = open_state("kept", {"engine": "x"}, False)
    recall = Recall(state, 0.0)
    assert [recall.ask(str(number), lambda number=number: [number]) for number in range(3)] == [[0], [1], [2]]
    state.close()
    state = open_state("kept", {"engine": "x"}, True)
    again = Recall(state, 0.0)
    assert [again.ask(str(number), lambda: pytest.fail("played")) for number in range(3)] == [[0], [1], [2]]
    assert again.ask("3", lambda: 4) == 4
    state.close()
