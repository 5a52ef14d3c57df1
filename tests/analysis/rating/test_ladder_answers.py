"""Ladders of a small race of dice: every number is what the games of the experiments say."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from bots_outside import CHASER, program, running, wait_until

from conquestlab import analysis
from conquestlab.analysis.bots.external_bots import ExternalBotFailed
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.workers import Listener
from conquestlab.analysis.rating.contests import contests_of
from conquestlab.analysis.rating.ladder_answers import ladder
from conquestlab.analysis.requests.games import LadderRequest
from conquestlab.analysis.seeds import parse_seeds

COLUMNS = ["rules", "players", "measure", "of", "against", "value", "low", "high", "games"]
BOTS = ("random", "cautious", "bold", "chaser")
SHORT = "race,goal=12"  # so that the weak win too


def asked(rules=SHORT, **question):
    return ladder(
        LadderRequest(rules=(rules,), **{"games": 480, "players": "3", "bots": ",".join(BOTS), **question})
    )


def values(climbed, measure, players=None):
    return {
        (row["of"], row["against"]) if row["against"] else row["of"]: row
        for row in climbed.rows
        if row["measure"] == measure and players in (None, row["players"])
    }


def games_of(question, rules=SHORT):
    """The rows of every match, played again, each with its lineup."""
    for contest in contests_of(question.but(rules=(rules,))):
        for fixture in contest.fixtures:
            experiment = experiment_of(
                rules, contest.seats, fixture.lineup.bots, parse_seeds(question.seed), fixture.games
            )
            yield fixture.lineup.bots, experiment.play(fixture.first, fixture.games)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_every_share_is_what_the_rows_of_the_experiments_say(players):
    rules = f"{SHORT},max_rounds=3"  # some races are cut off
    question = LadderRequest(games=480, players=str(players), bots=",".join(BOTS))
    won, held, unfinished, total = dict.fromkeys(BOTS, 0.0), dict.fromkeys(BOTS, 0), 0, 0
    pairs = {}
    for bots, rows in games_of(question, rules):
        for row in rows:
            seated = [bots[place] for place in row["bot"][:players]]
            total += 1
            unfinished += row["how"] == 0
            if row["how"]:
                for bot, win in zip(seated, row["win"], strict=False):
                    won[bot] += win / 60
                    held[bot] += 1
        if players == 2:
            share = sum(row["win"][list(row["bot"]).index(0)] for row in rows) / sum(map(sum, rows["win"]))
            pairs[bots], pairs[bots[::-1]] = share, 1 - share
    climbed = ladder(question.but(rules=(rules,)))
    assert 0 < unfinished < total
    shares = values(climbed, "win_share")
    assert {bot: row["value"] for bot, row in shares.items()} == pytest.approx(
        {bot: won[bot] / held[bot] for bot in BOTS}
    )
    assert all(row["low"] < row["value"] < row["high"] for row in shares.values())
    assert values(climbed, "unfinished")[""]["value"] == unfinished
    assert values(climbed, "unfinished_share")[""]["value"] == unfinished / total
    assert values(climbed, "unfinished")[""]["games"] == total
    found = {pair: row["value"] for pair, row in values(climbed, "pair_share").items()}
    assert found == pytest.approx(pairs)


def test_rows_are_tidy_and_elo_is_a_rating_in_other_units():
    climbed = asked(players="2-3")
    assert all(list(row) == COLUMNS for row in climbed.rows)
    assert [row["measure"] for row in climbed.rows if row["players"] == 3] == [
        *["rating"] * 4,
        *["elo"] * 4,
        *["seat_rating"] * 3,
        *["win_share"] * 4,
        "unfinished",
        "unfinished_share",
    ]
    assert {row["measure"] for row in climbed.rows if row["players"] == 2} >= {
        "pair_share",
        "pair_p",
        "misfit",
        "misfit_p",
        "triples",
    }
    for players in (2, 3):
        elo = values(climbed, "elo", players)
        for bot, row in values(climbed, "rating", players).items():
            for key in ("value", "low", "high"):
                assert elo[bot][key] == pytest.approx(row[key] * 173.7178, rel=1e-6)
        assert sum(row["value"] for row in values(climbed, "rating", players).values()) == pytest.approx(0)
    assert not climbed.interrupted
    assert any("no three bots beat one another in a circle" in note for note in climbed.notes)


def test_the_strong_are_rated_above_the_weak():
    ratings = {bot: row["value"] for bot, row in values(asked(), "rating").items()}
    assert ratings["cautious"] < min(ratings["random"], ratings["bold"], ratings["chaser"])


def test_the_order_of_bots_and_the_number_of_threads_change_nothing():
    def rows(climbed):
        return sorted(climbed.rows, key=lambda row: (row["measure"], row["of"], row["against"]))

    def numbers(climbed):
        return np.array(
            [
                [np.nan if row[key] is None else row[key] for key in ("value", "low", "high", "games")]
                for row in rows(climbed)
                if row["measure"] not in ("pair_p", "misfit", "misfit_p")
            ]
        )

    for players in ("2", "3", "6"):
        plain = asked(players=players, lineups=10)
        turned = asked(players=players, lineups=10, bots=",".join(BOTS[::-1]))
        np.testing.assert_allclose(numbers(turned), numbers(plain), atol=1e-9)
        for jobs in (1, 3):
            question = LadderRequest(games=480, players=players, bots=",".join(BOTS), lineups=10)
            assert ladder(question.but(rules=(SHORT,), jobs=jobs)).rows == plain.rows


def test_another_seed_gives_other_games():
    assert asked(seed="2").rows != asked().rows


def test_matches_share_no_luck():
    for players in (2, 4):
        question = LadderRequest(games=480, players=str(players), bots=",".join(BOTS))
        lucks = [set(rows["luck"].tolist()) for _, rows in games_of(question)]
        assert all(one.isdisjoint(other) for one, other in combinations(lucks, 2))
        assert len(lucks) > 1


def test_every_bot_sits_in_every_seat_equally_often():
    question = LadderRequest(games=480, players="3", bots=",".join(BOTS))
    seated = {}
    for bots, rows in games_of(question):
        for row in rows:
            for seat, place in enumerate(row["bot"][:3]):
                seated[bots[place], seat] = seated.get((bots[place], seat), 0) + 1
    assert len(seated) == 12
    assert len(set(seated.values())) == 1


def test_a_bot_that_never_wins_is_told_in_a_note_and_has_a_bound():
    climbed = asked("race,goal=90", players="2", bots="cautious,chaser")
    weak = values(climbed, "rating")["cautious"]
    assert weak["value"] is None
    assert weak["low"] is None
    assert weak["high"] < -1
    bound = f"{weak['high']:.2f}".replace("-", "−")
    assert f"cautious never won against chaser: its rating is below {bound}" in climbed.notes[0]
    assert all(value == value for row in climbed.rows for value in (row["value"], row["low"], row["high"]))


def test_a_ladder_in_which_nobody_wins():
    climbed = asked("race,goal=500,max_rounds=2")
    assert values(climbed, "unfinished_share")[""]["value"] == 1
    assert all(row["value"] is None for row in values(climbed, "rating").values())
    assert all(row["value"] is None for row in values(climbed, "win_share").values())


def test_the_anchor_stands_in_the_column_against():
    climbed = asked(anchor="bold")
    ratings = [row for row in climbed.rows if row["measure"] == "rating"]
    assert {row["against"] for row in ratings} == {"bold"}
    assert {row["of"]: row["value"] for row in ratings}["bold"] == 0


def test_one_bot_against_others_all_alike():
    question = LadderRequest(one="bold,chaser", against=("random",), players="2-4", games=600)
    climbed = ladder(question.but(rules=(SHORT,)))
    by_seat = [row for row in climbed.rows if row["measure"] == "seat_win_share"]
    others = [row for row in climbed.rows if row["measure"] != "seat_win_share"]
    assert [(row["players"], row["of"], row["against"], row["measure"]) for row in others] == [
        (players, bot, "random", measure)
        for bot in ("bold", "chaser")
        for players in (2, 3, 4)
        for measure in ("win_share", "win_share_of_all", "unfinished", "unfinished_share")
    ]
    assert [(row["players"], row["of"]) for row in by_seat] == 2 * [
        (players, str(seat)) for players in (2, 3, 4) for seat in range(1, players + 1)
    ]
    played = experiment_of(SHORT, 4, ("chaser", *["random"] * 3), parse_seeds("1"), 600).play(0, 600)
    seat = (played["bot"][:, :4] == 0).argmax(axis=1)
    expected = played["win"][np.arange(600), seat].sum() / played["win"].sum()
    for place, one in enumerate(by_seat[-4:]):
        held = seat == place
        assert one["value"] == pytest.approx(played["win"][held, place].sum() / played["win"][held].sum())
        assert one["low"] < one["value"] < one["high"]
    row = others[-4]
    assert row["games"] == 600
    assert row["value"] == pytest.approx(expected)
    assert row["low"] < expected < row["high"]


def test_one_against_others_has_unfinished_games_counted():
    question = LadderRequest(one="bold", against=("cautious",), players="3", games=600)
    share, of_all, *by_seat, number, unfinished = ladder(question.but(rules=(f"{SHORT},max_rounds=1",))).rows
    assert 0 < number["value"] < 600
    assert isinstance(number["value"], int)
    assert unfinished["value"] == number["value"] / 600
    assert share["games"] == 600 - number["value"] == sum(row["games"] for row in by_seat)
    assert of_all["games"] == 600
    assert share["value"] > 1 / 3
    assert of_all["value"] == pytest.approx(share["value"] * share["games"] / 600)


def test_one_table_of_different_bots_in_all_orders():
    question = LadderRequest(one="bold", against=("cautious,random,chaser",), games=600)
    (contest,) = contests_of(question.but(rules=(SHORT,)))
    assert contest.seats == 4
    assert len({fixture.lineup.bots for fixture in contest.fixtures}) == 6
    rows = [row for row in ladder(question.but(rules=(SHORT,))).rows if row["measure"] == "win_share"]
    assert [row["of"] for row in rows] == ["bold", "cautious", "random", "chaser"]
    assert rows[0]["against"] == "cautious,random,chaser"
    assert sum(row["value"] for row in rows) == pytest.approx(1)


def test_several_tables_against_which_one_plays():
    climbed = ladder(
        LadderRequest(rules=(SHORT,), one="bold", against=("random", "cautious,chaser"), games=60)
    )
    tables = list(dict.fromkeys((row["players"], row["against"]) for row in climbed.rows))
    assert [table for table in tables if table[1] == "random"] == [(n, "random") for n in range(2, 7)]
    assert (3, "cautious,chaser") in tables


def test_an_interruption_keeps_what_was_done_and_hits_all_matches_alike():
    def interrupt(games):
        heard.append(games)
        if len(heard) == 13:
            raise KeyboardInterrupt

    heard = []
    question = LadderRequest(games=480, players="2-3", bots=",".join(BOTS))
    climbed = ladder(question.but(rules=(SHORT,), jobs=1), listener=Listener(played=interrupt))
    assert climbed.interrupted
    assert {row["players"] for row in climbed.rows} == {2}
    # Twelve pieces of ten games each were done: two of every pair.
    shares = values(climbed, "pair_share")
    assert {row["games"] for row in shares.values()} == {20}
    (contest, _) = contests_of(question.but(rules=(SHORT,)))
    wins = 0
    for fixture in contest.fixtures:
        if fixture.lineup.bots == ("bold", "chaser"):
            rows = fixture.experiment.play(fixture.first, 20)
            wins = rows["win"][np.arange(20), (rows["bot"][:, :2] == 0).argmax(axis=1)].sum()
    assert shares["bold", "chaser"]["value"] == wins / (20 * 60)


def test_an_interruption_before_the_first_game_leaves_nothing():
    def interrupt(seconds):
        raise KeyboardInterrupt

    question = LadderRequest(games=480, players="2", bots=",".join(BOTS))
    climbed = ladder(question.but(rules=(SHORT,), jobs=1), listener=Listener(played=interrupt))
    assert climbed.interrupted
    assert not climbed.rows


def test_all_bots_and_all_numbers_of_players_if_none_are_named():
    contests = contests_of(LadderRequest(rules=("race",), games=60))
    assert [contest.seats for contest in contests] == [2, 3, 4, 5, 6]
    assert all(contest.names == (*BOTS, "steady") for contest in contests)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (LadderRequest(bots="bold"), "two bots or more"),
        (LadderRequest(bots="bold,bold"), "two bots or more"),
        (LadderRequest(bots="bald,bold"), "did you mean bold"),
        (LadderRequest(bots="bold,,chaser"), "names between commas"),
        (LadderRequest(players="7"), "played by 2 to 6, not by 7"),
        (LadderRequest(anchor="bald"), "none of the bots"),
        (LadderRequest(one="bold"), "--one and --against go together"),
        (LadderRequest(against=("bold",)), "--one and --against go together"),
        (LadderRequest(bots="bold,chaser", one="bold", against=("chaser",)), "leave one of them out"),
        (LadderRequest(one="bold", against=("chaser",), anchor="bold"), "--anchor is for the ratings"),
        (LadderRequest(one="bold", against=("bold",)), "must be another bot"),
        (LadderRequest(one="bold", against=("chaser,random",), players="4"), "make 3 players, not 4"),
        (LadderRequest(one="bold", against=("chasr",)), "did you mean chaser"),
        (LadderRequest(games=0), "0 games"),
        (LadderRequest(lineups=0), "0 lineups"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(question, words):
    with pytest.raises(WrongUse, match=words) as refusal:
        contests_of(question.but(rules=("race",)))
    assert "\n" not in str(refusal.value)


def test_the_answers_in_python_are_those_of_the_command():
    frame = analysis.ladder(SHORT, bots=["bold", "chaser"], players=2, games=60, seed=7)
    rows = asked(bots="bold,chaser", players="2", games=60, seed="7").rows
    assert frame.astype(object).where(frame.notna(), None).to_dict("records") == rows
    one = analysis.ladder(SHORT, one="bold", against="chaser", players=3, games=60)
    assert isinstance(one, pd.DataFrame)
    seats = ["seat_win_share"] * 3
    assert one["measure"].tolist() == [
        "win_share", "win_share_of_all", *seats, "unfinished", "unfinished_share"
    ]  # fmt: skip


def test_a_program_on_the_ladder_does_as_the_bot_inside_that_plays_alike(tmp_path):
    outside = program(tmp_path, CHASER)
    for players in ("2", "3"):
        brought = asked(bots=f"bold,{outside},random", players=players, games=60)
        inside = asked(bots="bold,chaser,random", players=players, games=60)
        shares = values(inside, "win_share")
        for bot, row in values(brought, "win_share").items():
            assert row["games"] == shares["chaser" if bot == outside else bot]["games"]
        assert values(brought, "rating")[outside]["value"] is not None
    assert wait_until(lambda: not running(tmp_path))


def test_one_program_against_others_plays_the_games_of_the_bot_inside(tmp_path):
    outside = program(tmp_path, CHASER)
    brought = ladder(LadderRequest(rules=(SHORT,), one=outside, against=("bold",), players="3", games=60))
    inside = ladder(LadderRequest(rules=(SHORT,), one="chaser", against=("bold",), players="3", games=60))
    told = [row | {"of": "chaser"} if row["of"] == outside else row for row in brought.rows]
    assert told == inside.rows


def test_programs_of_one_match_alone_run_at_a_time(tmp_path):
    outside = program(tmp_path, CHASER)
    most = []
    question = LadderRequest(bots=f"bold,{outside},random,cautious", players="3", games=120)
    ladder(
        question.but(rules=(SHORT,), jobs=2),
        listener=Listener(played=lambda games: most.append(running(tmp_path))),
    )
    assert 1 <= max(map(len, most)) <= 2  # a thread each
    assert wait_until(lambda: not running(tmp_path))


def test_a_program_that_fails_leaves_the_games_before(tmp_path):
    failing = program(tmp_path, "import sys; sys.exit()")
    question = LadderRequest(bots=f"bold,chaser,{failing}", players="2", games=60)
    climbed = ladder(question.but(rules=(SHORT,)))
    assert failing in str(climbed.failed)
    assert not climbed.interrupted
    assert set(values(climbed, "pair_share")) == {("bold", "chaser"), ("chaser", "bold")}
    assert values(climbed, "rating")[failing]["value"] is None
    with pytest.raises(ExternalBotFailed):
        ladder(LadderRequest(rules=(SHORT,), one=failing, against=("bold",), players="2", games=60))
