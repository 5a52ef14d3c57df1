"""Mixed bots: who is drawn for which seat, and that all that plays a game agrees on it."""

from dataclasses import replace

import numpy as np
import pytest
from plain_python import too_many_games
from race.description import ENGINE as RACE
from scipy.stats import chi2

from conquestlab.analysis.bots.bot import Member, mixed
from conquestlab.analysis.bots.bot_files import BotHead, bot_file_text, read_bot_file
from conquestlab.analysis.bots.named_bots import find_bot
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.description import ENGINE as CONQUEST
from conquestlab.analysis.games.express.description import ENGINE as EXPRESS
from conquestlab.analysis.playing.batches import Batch
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.seating import seat
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.kernels.shared.contract import luck_of, place_of
from conquestlab.kernels.shared.deciding import member_of
from conquestlab.kernels.shared.purposes import BOTS, MEMBERS
from conquestlab.kernels.shared.streams import open_stream, stream_dtype

SEEDS = parse_seeds("5")
SHARES = (40, 35, 25)
SLOW, MIDDLE, FAST = ({"in_front": weight, "behind": weight} for weight in (0, 40, 89))
RUNNERS = mixed(
    "mix.toml",
    "race",
    [Member(*one) for one in zip(SHARES, ["paced"] * 3, (SLOW, MIDDLE, FAST), strict=True)],
)
HASTY = mixed("hasty.toml", "race", [Member(1, "paced", FAST), Member(2, "bold", {})])


def oracle(shares, luck, seat, seed=5):
    """The member that a seat plays, by numpy's Philox and the rule of docs/streams.md."""
    key, counter = np.array([seed, luck], np.uint64), np.array([0, MEMBERS + 8 * seat, 0, 0], np.uint64)
    left = int(np.random.Philox(key=key, counter=counter).random_raw(1)[0]) * sum(shares) >> 64
    return int(np.searchsorted(np.cumsum(shares), left, side="right"))


def drawn(shares, lucks, seat_number):
    """The members that the kernel draws."""
    members = [Member(share, "paced", SLOW) for share in shares]
    rules = RACE.compile(load("race"), 2)[0]
    records = seat([mixed("mix", "race", members)], RACE, load("race"), rules, 2)
    stream = np.zeros(1, stream_dtype)[0]
    found = []
    for luck in lucks:
        open_stream(stream, np.uint64(5), luck, np.int64(BOTS), seat_number)
        found.append(int(member_of(records, 0, stream, seat_number)) - 1)
    return np.array(found)


@pytest.mark.parametrize("shares", [SHARES, (1, 1), (1_000_000,) * 100])
def test_the_member_is_that_of_numpys_generator(shares):
    for seat_number in (0, 1, 5):
        expected = [oracle(shares, luck, seat_number) for luck in range(60)]
        assert drawn(shares, range(60), seat_number).tolist() == expected


@too_many_games
def test_members_come_as_often_as_their_shares_say_and_seats_draw_by_themselves():
    """20,000 draws in each of two seats; either statistic is above its limit once in 30,000 seeds."""
    number = 20_000
    seats = [drawn(SHARES, range(number), seat_number) for seat_number in (0, 1)]
    pairs = np.zeros((3, 3))
    np.add.at(pairs, tuple(seats), 1)
    shares = np.array(SHARES) / sum(SHARES)
    for counts in (pairs.sum(axis=0), pairs.sum(axis=1)):
        assert ((counts - number * shares) ** 2 / (number * shares)).sum() < chi2.isf(1 / 30_000, 2)
    expected = number * np.outer(shares, shares)
    assert ((pairs - expected) ** 2 / expected).sum() < chi2.isf(1 / 30_000, 8)


def test_shares_that_are_wrong_by_a_little_would_be_seen():
    counts = np.bincount([oracle((42, 33, 25), luck, 0) for luck in range(20_000)])
    expected = 20_000 * np.array(SHARES) / 100
    assert ((counts - expected) ** 2 / expected).sum() > chi2.isf(1 / 30_000, 2)


def by_oracle(batch):
    """The rows of a batch, each played by plain bots: those that the oracle draws."""
    plan, rows = batch.table._plan(batch.first, batch.games), []
    for game in range(batch.first, batch.first + batch.games):
        seated = list(batch.seated)
        luck = int(luck_of(plan, game))
        for number in range(batch.seats):
            place = int(place_of(plan, game, number))
            bot = batch.seated[place]
            if bot.mix:
                shares = [one.share for one in bot.mix]
                seated[place] = bot.members[oracle(shares, luck, number)]
        rows.append(replace(batch, seated=tuple(seated), first=game, games=1).rows())
    return np.concatenate(rows)


@pytest.mark.parametrize(
    ("bots", "shared"),
    [((RUNNERS,) * 3, False), ((RUNNERS, HASTY, "chaser"), True), (("bold", RUNNERS, RUNNERS), True)],
)
def test_a_game_of_mixes_is_the_game_of_the_members_that_were_drawn(bots, shared):
    seated = tuple(find_bot(bot, RACE, load("race"), 3) if isinstance(bot, str) else bot for bot in bots)
    batch = Batch(load("race"), seated, SEEDS, 6, 30, shared)
    rows = batch.rows()
    assert np.array_equal(rows, by_oracle(batch))
    assert np.array_equal(rows, batch.table.play(SEEDS.words, 6, 30))
    assert len({row.tobytes() for row in rows["win"]}) > 1


def test_a_game_that_is_left_and_entered_again_has_the_same_members():
    batch = Batch(load("race"), (RUNNERS, HASTY, HASTY), SEEDS, 0, 12, True)
    rows, table = batch.rows(), batch.table
    for game in range(12):
        seen = []

        def look(position, seen=seen):
            seen.append(str(position["bot"][:3].tolist()))

        played = table.play_logged(SEEDS.words, game, at_pause=look)
        assert played.row.tobytes() == rows[game].tobytes()
        assert len(seen) > 1
        assert len(set(seen)) == 1
    noted = table.play_noted(SEEDS.words, 0, 12)[0]
    assert np.array_equal(noted, rows)


def test_a_mix_of_one_is_the_plain_bot_and_a_mix_of_twins_plays_like_it():
    plain = mixed("fast.toml", "race", [Member(7, "paced", FAST)])
    twins = mixed("twins.toml", "race", [Member(3, "paced", FAST), Member(4, "paced", FAST)])
    assert not plain.mix
    assert (plain.policy, plain.weights, plain.members) == ("paced", FAST, (plain,))
    rows = [Batch(load("race"), (bot, bot, bot), SEEDS, 0, 30).rows() for bot in (plain, twins)]
    assert np.array_equal(*rows)
    assert plain.hash != twins.hash


def test_the_hash_and_the_settings_know_every_member_and_its_share():
    members = [Member(2, "paced", SLOW), Member(1, "paced", FAST)]
    bot = mixed("a.toml", "race", members)
    assert bot.hash == mixed("b.toml", "race", members).hash
    others = ([Member(3, "paced", SLOW), members[1]], members[::-1], [members[0], Member(1, "paced", MIDDLE)])
    assert len({bot.hash, *(mixed("a.toml", "race", other).hash for other in others)}) == 4
    assert bot.settings["mix"][1] == {"share": 1, "policy": "paced", "weights": FAST}
    assert (bot.policy, bot.weights) == ("paced", SLOW)  # of the largest


RECKLESS = '[[mix]]\nshare = 9\npolicy = "reckless"\n'
FILE = """game = "express"
policy = "expert"
[weights]
risk = 7
[[mix]]
share = 3
[mix.weights]
promise = 20
[[mix]]
share = 1
[mix.weights]
risk = 0
[[mix]]
share = 2
policy = "points"
[mix.weights]
rob = 48
"""


def found_in(tmp_path, text, engine=EXPRESS, rules="risk-express", seats=2):
    path = tmp_path / "mix.toml"
    path.write_text(text, encoding="utf-8")
    return find_bot(str(path), engine, load(rules), seats)


def test_a_file_gives_each_member_what_all_have_and_its_own(tmp_path):
    bot = found_in(tmp_path, FILE)
    nothing = dict.fromkeys(EXPRESS.policies["expert"], 0)
    assert bot.mix == (
        Member(3, "expert", nothing | {"risk": 7, "promise": 20}),
        Member(1, "expert", nothing),
        Member(2, "points", {"rob": 48}),
    )
    assert bot.policies == ("expert", "points")


def test_a_written_mix_reads_back(tmp_path):
    bot = found_in(tmp_path, FILE)
    head = BotHead(game="express", policy="expert", about="three in one")
    text = bot_file_text(head, {}, bot.mix)
    assert found_in(tmp_path, text).mix == bot.mix
    common = bot_file_text(head, {}, bot.mix[:1] * 2).partition("[[mix]]")[0]
    assert "risk = 7" in common
    assert "promise = 20" in common


def test_a_mix_like_a_built_in_bot_and_a_bot_like_a_mix(tmp_path, monkeypatch):
    """A weight of 0 that is named is 0, whatever the model has."""
    book = load("risk-modern")
    expert = find_bot("expert", CONQUEST, book, 4)
    text = 'game = "conquest"\npolicy = "weighed"\nlike = "expert"\n'
    text += "[[mix]]\nshare = 1\n[mix.weights]\nland = 0\n"
    bot = found_in(tmp_path, text + "[[mix]]\nshare = 2\n", CONQUEST, "risk-modern", 4)
    assert expert.weights["land"] != 0
    assert bot.mix[0].weights == {**expert.weights, "land": 0}
    assert bot.mix[1].weights == expert.weights
    folder = tmp_path / "conquest"
    folder.mkdir()
    (folder / "two.toml").write_text(
        (tmp_path / "mix.toml").read_text().replace('like = "expert"\n', "") + RECKLESS
    )
    monkeypatch.setattr("conquestlab.analysis.bots.shipped_bots.FOLDER", str(tmp_path))
    like = 'game = "conquest"\npolicy = "planner"\nlike = "two"\n[weights]\nrollouts = 3\ndepth = 1\n'
    planner = found_in(tmp_path, like, CONQUEST, "risk-modern", 4)
    assert [(one.share, one.policy, one.weights.get("rollouts")) for one in planner.mix] == [
        (1, "planner", 3),
        (2, "planner", 3),
        (9, "reckless", None),
    ]
    with pytest.raises(WrongUse, match=r"which is a mix: leave out \[\[mix\]\]"):
        found_in(tmp_path, text.replace("expert", "two"), CONQUEST, "risk-modern", 4)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("share = 3", "share = 0", ["mix[1].share = 0", "a whole number from 1 to 1000000"]),
        ("share = 1", "share = 2.5", ["mix[2].share = 2.5"]),
        ("share = 3\n", "", ["mix[1].share is missing"]),
        ("share = 3", "shore = 3", ["unknown key mix[1].shore", "nearest: mix[1].share"]),
        ("promise", "promis", ["unknown key mix[1].weights.promis", "nearest: mix[1].weights.promise"]),
        ("promise = 20", "promise = 2000", ["mix[1].weights.promise = 2000", "from 0 to 1024"]),
        ('"points"', '"pints"', ["mix[3].policy = pints", "nearest: points"]),
        ("rob", "risk", ["unknown key mix[3].weights.risk"]),
        ("[mix.weights]\npromise = 20", "weights = 4", ["mix[1].weights = 4", "a table [mix.weights]"]),
    ],
)
def test_what_is_wrong_with_a_mix_is_told_in_one_line(tmp_path, old, new, words):
    with pytest.raises(WrongUse) as refusal:
        found_in(tmp_path, FILE.replace(old, new))
    said = str(refusal.value)
    assert "\n" not in said
    for word in words:
        assert word in said, said


@pytest.mark.parametrize("mix", ["mix = 3", "mix = []", "mix = [1]", "[mix]\nshare = 3"])
def test_a_mix_is_a_list_of_tables(tmp_path, mix):
    with pytest.raises(WrongUse, match=r"mix = .*1 to 100 tables \[\[mix\]\]"):
        found_in(tmp_path, f'game = "express"\npolicy = "expert"\n{mix}\n')


def test_a_key_that_is_nearly_mix_is_told(tmp_path):
    with pytest.raises(WrongUse, match=r"unknown key mixx = |unknown key mixx, nearest: mix"):
        found_in(tmp_path, 'game = "express"\npolicy = "expert"\n[[mixx]]\nshare = 1\n')


def test_the_file_says_what_it_is(tmp_path):
    found_in(tmp_path, FILE)
    file = read_bot_file(str(tmp_path / "mix.toml"), EXPRESS)
    assert file.weights == {"risk": 7}
    assert [one.share for one in file.mix] == [3, 1, 2]


@pytest.mark.parametrize(
    ("rules", "seats", "game", "policy", "changed"),
    [
        ("risk-express", 3, "express", "expert", {"finish": 0}),
        ("manchots-barjots", 3, "manchots", "expert", {"own": 0}),
        ("africa-1880", 4, "africa", "expert", {"war": 900}),
        ("risk-modern", 3, "conquest", "weighed", {"rest_rounds": 6, "rest": 2434}),
    ],
)
@too_many_games
def test_every_game_with_weights_plays_mixes(tmp_path, rules, seats, game, policy, changed):
    weights = "".join(f"{name} = {value}\n" for name, value in changed.items())
    path = tmp_path / "mix.toml"
    path.write_text(
        f'game = "{game}"\npolicy = "{policy}"\nlike = "expert"\n[[mix]]\nshare = 1\n'
        f"[[mix]]\nshare = 1\n[mix.weights]\n{weights}"
    )
    bots = (str(path), *["expert"] * (seats - 1))
    batch = experiment_of(rules, seats, bots, SEEDS, 4 * seats).batch()
    assert np.array_equal(batch.rows(), by_oracle(batch))


def test_what_is_like_planner_has_what_planner_has_of_strategist(tmp_path):
    like = 'game = "conquest"\npolicy = "planner"\nlike = "planner"\n[weights]\nrollouts = 3\n'
    planner = find_bot("planner", CONQUEST, load("risk-modern"), 4)
    found = found_in(tmp_path, like, CONQUEST, "risk-modern", 4)
    assert found.weights == {**planner.weights, "rollouts": 3}
    strategist = find_bot("strategist", CONQUEST, load("risk-modern"), 4)
    assert planner.weights["land"] == strategist.weights["land"] != 0


def test_a_mix_that_ships_is_listed_and_explained(tmp_path, monkeypatch):
    from conquestlab.analysis.bots.bot_list import said_mix
    from conquestlab.analysis.explaining.game_explanations import _weights

    bot = found_in(tmp_path, FILE)
    assert said_mix(bot) == "a mix of 3: expert, points"
    folder = tmp_path / "express"
    folder.mkdir()
    (folder / "three.toml").write_text(FILE)
    monkeypatch.setattr("conquestlab.analysis.bots.shipped_bots.FOLDER", str(tmp_path))
    assert _weights("express", "three") == (
        "expert: risk 7; 3 of 6 play by promise 20; 1 of 6 play by no others; 2 of 6 play by points: rob 48"
    )
