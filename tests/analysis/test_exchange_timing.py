"""When to exchange: the solved policy, policies against each other, and what one choice changes."""

import numpy as np
import pytest
from card_rulebooks import FIRST_1957, FIXED_1970, MODERN, SECOND_1957
from numba import config

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.card_sets import exchange_solution, exchange_timing
from conquestlab.analysis.games.conquest.card_sets.card_odds import first_set_law, mean_hand_armies
from conquestlab.analysis.games.conquest.card_sets.exchange_model import (
    CardTable,
    Policy,
    check_table,
    draw_chances,
    parse_policy,
    whole_chances,
)
from conquestlab.analysis.games.conquest.card_sets.exchange_solution import solve
from conquestlab.analysis.games.conquest.card_sets.exchange_timing import (
    Probe,
    TimingGames,
    play_match,
    play_probes,
    play_turns,
    pooled,
)

SEEDS = np.full(6, 11, np.uint64)
AT_ONCE, WHEN_FORCED, SOLVED = Policy("at_once"), Policy("when_forced"), Policy("solved")
TABLE = CardTable(3, 14)
compiled = pytest.mark.skipif(config.DISABLE_JIT, reason="too many games for plain Python")


@pytest.fixture(scope="module", autouse=True)
def _quick_solutions():
    """Watch fewer games than a user would."""
    given = exchange_solution.ROUNDS, exchange_solution.WATCHED_TURNS
    exchange_solution.ROUNDS, exchange_solution.WATCHED_TURNS = 14, 300_000
    solve.cache_clear()
    yield
    exchange_solution.ROUNDS, exchange_solution.WATCHED_TURNS = given
    solve.cache_clear()


def test_policies_are_read_and_written():
    for text in ("at_once", "when_forced", "wait_scale:12", "wait_sets:2", "solved"):
        assert str(parse_policy(text)) == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("later", "take one of at_once"),
        ("wait_scale", "wait_scale:12"),
        ("wait_sets:0", "wait_sets:2"),
        ("wait_sets:²", "wait_sets:2"),
        ("at_once:3", "leave out ':3'"),
    ],
)
def test_policies_that_are_none_are_refused(text, told):
    with pytest.raises(WrongUse, match=told):
        parse_policy(text)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"players": 7}, "2 to 6 players"),
        ({"turns": 1}, "2 to 200"),
        ({"discount": 0.0}, "above 0"),
        ({"conquests": 1.5}, "at most 1"),
        ({"aim": "fun"}, "lead or armies"),
    ],
)
def test_tables_that_cannot_be_played_are_refused(changed, told):
    with pytest.raises(WrongUse, match=told):
        check_table(MODERN, CardTable()._replace(**changed))


def test_long_tables_are_played_but_not_solved():
    check_table(MODERN, CardTable(turns=100))
    with pytest.raises(WrongUse, match="at most 30 turns"):
        solve(MODERN, CardTable(turns=100))
    with pytest.raises(WrongUse, match="lands_per_army <= 8"):
        check_table(SECOND_1957._replace(lands_per_army=9), CardTable())


def test_chances_of_cards_a_turn():
    assert draw_chances(FIRST_1957, CardTable()) == [0, 1]
    assert draw_chances(SECOND_1957, CardTable()) == [0.25] * 4
    assert draw_chances(MODERN, CardTable(conquests=0.75)) == [0.25, 0.75]
    assert whole_chances([1 / 3] * 3, 1000) == [333, 334, 333]


def test_the_first_exchange_comes_when_the_exact_law_says():
    """Hands are dealt from one talon, so that of each player is as if dealt alone."""
    games = 400 if config.DISABLE_JIT else 40_000
    table = CardTable(4, 7, conquests=1.0)
    armies = play_turns(FIXED_1970, table, AT_ONCE, TimingGames(games, SEEDS))
    law = first_set_law(FIXED_1970)
    for cards in (3, 4, 5):
        # The card of turn 1 can be used in turn 2.
        came = int(((armies[:, cards] > 0) & (armies[:, cards - 1] == 0)).sum())
        chance = float(law[cards])
        assert abs(came - games * chance) < 4 * (games * chance * (1 - chance)) ** 0.5
    mean, deviation = armies[:, 3].mean(), armies[:, 3].std()
    assert abs(mean - float(mean_hand_armies(FIXED_1970, 3))) < 4 * deviation / games**0.5


def test_armies_by_turn_never_shrink():
    armies = play_turns(FIRST_1957, TABLE, Policy("wait_sets", 2), TimingGames(50, SEEDS))
    assert armies.shape == (50, 14)
    assert (np.diff(armies, axis=1) >= 0).all()
    assert armies[:, -1].min() > 0


@compiled
def test_equal_policies_are_equal():
    match = play_match(MODERN, TABLE, AT_ONCE, AT_ONCE, TimingGames(40_000, SEEDS))
    assert abs(match.lead) < 4 * match.error
    assert abs(match.worth - match.others) < 4 * match.error
    assert match.worth < match.armies


@compiled
@pytest.mark.parametrize("rules", [MODERN, FIXED_1970, FIRST_1957], ids=["modern", "fixed", "first"])
def test_the_solved_policy_is_not_beaten(rules):
    asked = TimingGames(20_000, SEEDS)
    for policy in (AT_ONCE, WHEN_FORCED, Policy("wait_scale", 15), Policy("wait_sets", 2)):
        against = play_match(rules, TABLE, policy, SOLVED, asked)
        assert against.lead < 4 * against.error, policy
    clearly = play_match(rules, TABLE, SOLVED, WHEN_FORCED, asked)
    assert clearly.lead > 4 * clearly.error


@compiled
def test_gains_of_waiting_are_what_a_coin_finds():
    """Under the modern rules: z-scores of the common cases, and the side on which clear cases fall."""
    probes = play_probes(MODERN, TABLE, TimingGames(200_000, SEEDS))
    solution = solve(MODERN, TABLE)
    met = solution.met[:, :-1].sum(axis=(0, 1, 2))
    gains = (solution.met * solution.gains)[:, :-1].sum(axis=(0, 1, 2)) / np.maximum(met, 1e-12)
    scores, sides = [], []
    for (hand, done), probe in probes.items():
        place = solution.hands.index(hand)
        if probe.games < 400:
            continue
        gain = gains[done, place]
        scores.append((probe.gain - gain) / probe.error)
        if abs(gain) > 3 * probe.error:
            sides.append((gain > 0) == (probe.gain > 0))
    assert len(scores) > 30
    assert np.mean(np.square(scores)) < 2.5
    assert max(map(abs, scores)) < 5
    assert len(sides) > 6
    assert all(sides)


@compiled
def test_jobs_and_chunks_change_nothing(monkeypatch):
    asked = TimingGames(3000, SEEDS, jobs=1)
    whole = play_match(MODERN, TABLE, AT_ONCE, SOLVED, asked)
    turns = play_turns(MODERN, TABLE, SOLVED, asked)
    probes = play_probes(MODERN, TABLE, asked)
    monkeypatch.setattr(exchange_timing, "CHUNK", 700)
    again = asked._replace(jobs=2)
    assert play_match(MODERN, TABLE, AT_ONCE, SOLVED, again) == whole
    assert np.array_equal(play_turns(MODERN, TABLE, SOLVED, again), turns)
    found = play_probes(MODERN, TABLE, again)
    assert found.keys() == probes.keys()
    assert all(found[case].games == probe.games for case, probe in probes.items())
    assert np.allclose(
        [found[case].gain for case in probes], [p.gain for p in probes.values()], equal_nan=True
    )


def test_same_numbers_with_and_without_compiling():
    """Written down once: what two players of two policies get in three games."""
    table = CardTable(2, 9)
    match = play_match(SECOND_1957, table, AT_ONCE, Policy("wait_scale", 10), TimingGames(3, SEEDS))
    assert round(match.armies * 3) == 157
    assert match.lead == pytest.approx(5.130700429280599, abs=1e-12)


def test_progress_is_told_of_all_games():
    told = []
    play_match(MODERN, TABLE, AT_ONCE, AT_ONCE, TimingGames(40, SEEDS, progress=told.append))
    assert sum(told) == 40


def test_probes_are_pooled_by_their_games():
    probes = [Probe(1.0, 0.3, 100), Probe(4.0, 0.6, 50), Probe(float("nan"), float("nan"), 1)]
    both = pooled(probes)
    assert both.gain == pytest.approx(2.0)
    assert both.error == pytest.approx((30**2 + 30**2) ** 0.5 / 150)
    assert both.games == 150
    assert pooled(probes[2:]).games == 1
