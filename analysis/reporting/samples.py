"""Numbers counted in the first games of a run, each told event by event, and made into measures by thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from conquestlab.analysis.row import Row

if TYPE_CHECKING:
    from conquestlab.analysis.playing.experiment import Experiment


def sample_size(experiment: Experiment, games: int, there: int) -> int:
    """Return how many games are told: so many, whole blocks of shared luck, and none that is not there."""
    block = experiment.seats if experiment.shared else 1
    return min(-(-games // block) * block, there)


def sample_rows(experiment: Experiment, games: int) -> list[Row]:
    """Return a row for each thing and measure of a game's sample: of, measure, value, low, high, games.

    Parameters
    ----------
    experiment : Experiment
    games : int
        How many, from the first on; whole blocks.
    """
    import numpy as np

    from conquestlab.analysis.measures.moments import moments
    from conquestlab.analysis.measures.ratio_measures import ratio_record
    from conquestlab.analysis.measures.ratios import ratio
    from conquestlab.analysis.playing.replay_answers import replay

    sample = experiment.facts.sample
    if sample is None:
        return []
    things = sample.things(experiment.rulebook)
    place_of = {thing: place for place, thing in enumerate(things)}
    counted: dict[str, list[Any]] = {}
    luck = []
    for game in range(games):
        replayed = replay(experiment, game)
        luck.append(int(replayed.row["luck"]))
        wins = (
            replayed.row["win"][: experiment.seats].tolist()
            if replayed.row["how"]
            else [0] * experiment.seats
        )
        for measure, columns in sample.count_game(replayed.transcript, place_of, wins).items():
            counted.setdefault(measure, []).append(columns)
    starts = None
    if len(set(luck)) < len(luck):
        starts = np.flatnonzero(np.diff(luck, prepend=luck[0] - 1))
    rows: list[Row] = []
    for measure, of_games in counted.items():
        numbers = np.array(of_games, np.int64)  # games, number or weight, things
        for place, thing in enumerate(things):
            sums = ratio(moments([numbers[:, 0, place], numbers[:, 1, place]], starts))
            rows.append({**ratio_record(measure, thing, sums, measure in sample.shares)})
    return rows
