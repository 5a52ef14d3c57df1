"""The sums of a cell are kept as plain values, and read again with all that the tally had."""

import json

from conquestlab.analysis.measures.table import measure_rows
from conquestlab.analysis.playing.batches import PlayedBatch
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.reducers import tallied
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.analysis.sweeping.plain_sums import plain_tally, read_tally


def test_a_tally_that_is_read_again_tells_the_same():
    experiment = experiment_of("risk-express", 2, ("points", "random"), parse_seeds("1"), 60)
    batch = experiment.batch()
    tally = tallied(PlayedBatch(batch, batch.rows()))
    again = read_tally(json.loads(json.dumps(plain_tally(tally))), experiment)
    assert again.statistics == tally.statistics
    assert len(again.statistics) == len(again.grouped) > 0
    assert [one.measure for one in again.quantities] == [one.measure for one in tally.quantities]
    assert measure_rows(again, ["snowball_auc", "rounds_spread", "win_share"]) == measure_rows(
        tally, ["snowball_auc", "rounds_spread", "win_share"]
    )
