"""How well the standing after a round tells the winner: against single games, and against rows."""

import numpy as np
import pytest
from chance_games import coin_paths, noted_coins

from conquestlab.analysis.evidence.covered_beside import all_noted
from conquestlab.analysis.pace.pace_table import pace_table
from conquestlab.analysis.pace.standing_after import GOING_ON, snowball_numbers, standing_sums
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.kernels.shared.rows import WHOLE_WIN


def noted_of(rules, seats, bots, games=400):
    experiment = experiment_of(rules, seats, bots, parse_seeds("6"), games)
    return experiment, all_noted(experiment.batch(), 0, 10**6)


def by_hand(games):
    """By round, the halves and losers of each game, from its pauses one by one."""
    starts, found = np.cumsum(games.pauses) - games.pauses, {}
    for round in range(1, int(games.rounds.max())):
        going = [at for at in range(len(games.game)) if games.rounds[at] > round]
        if len(going) < GOING_ON * len(games.game):
            break
        shares = []
        for at in going:
            here = slice(starts[at], starts[at] + games.pauses[at])
            seen = games.standing[here][games.round[here] == round].sum(axis=0).tolist()
            if max(games.win[at]) < WHOLE_WIN:
                continue
            winner = games.win[at].tolist().index(WHOLE_WIN)
            others = [stood for seat, stood in enumerate(seen) if seat != winner]
            below = sum(1.0 if stood < seen[winner] else 0.5 * (stood == seen[winner]) for stood in others)
            shares.append(below / len(others))
        found[round] = np.mean(shares)
    return found


@pytest.mark.parametrize(
    ("rules", "seats", "bots"),
    [("risk-express", 3, ("points", "expert", "random")), ("risk-modern", 3, ("reckless",)), ("race", 2, ())],
)
def test_a_round_is_told_as_game_by_game(rules, seats, bots):
    _, noted = noted_of(rules, seats, bots, 120)
    expected = by_hand(noted.joined)
    told = {int(of): numbers for (_, of), numbers in snowball_numbers(noted.joined)}
    assert set(told) == {
        round for round in expected if round in (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30)
    }
    for round, numbers in told.items():
        assert numbers.number.sum() / numbers.weight.sum() == pytest.approx(expected[round])


@pytest.mark.parametrize("rules", ["risk-express", "risk-modern", "manchots-barjots"])
def test_standings_of_a_round_are_those_that_rows_keep(rules):
    experiment, noted = noted_of(rules, 3, (), 60)
    games, rows = noted.joined, experiment.play(0, 60)
    for at, number in enumerate(games.game):
        half = -(-int(games.rounds[at]) * 5 // 10)
        if half == games.rounds[at]:
            continue  # the last round may be cut short
        turns = np.count_nonzero(games.round[games.pauses[:at].sum() :][: games.pauses[at]] == half)
        mean = standing_sums(games, half)[at] / turns
        assert mean == pytest.approx(rows["tenth"][number, 4, :3], abs=1.0)


def test_coins_that_wander_tell_more_from_round_to_round():
    paths = coin_paths(800, [4, 4, 4], seed=2)
    told = [numbers for _, numbers in snowball_numbers(noted_coins(paths).joined)]
    shares = [one.number.sum() / one.weight.sum() for one in told]
    assert 0.5 < shares[0] < shares[4] < 1.0


def test_rows_have_an_even_baseline_and_an_interval():
    _, noted = noted_of("risk-express", 4, (), 400)
    rows = [row for row in pace_table(noted, {}).rows() if row["measure"] == "snowball_after"]
    assert len(rows) > 4
    for row in rows:
        assert row["baseline"] == 0.5
        assert 0.0 <= row["low"] < row["value"] < row["high"] <= 1.0
        assert row["kind"] == "after round"
