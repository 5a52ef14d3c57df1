"""The row that is kept of a game."""

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.notes import sum_up_rolls
from conquestlab.kernels.conquest.state import BY_OBJECTIVE, CONTINENTS, NO_LANDS, NOTHING
from conquestlab.kernels.shared.bits import popcount, single
from conquestlab.kernels.shared.course import close_row, show_end
from conquestlab.kernels.shared.rows import SEATS


@jit
def finish(rules, position, course, row):
    """Write the row of a game that is over, without what `open_row` writes.

    See docs/architecture.md and docs/records.md.

    Parameters
    ----------
    rules : record of rules_dtype
    position : record of position_dtype
        Of a game that is over.
    course : int32 (rounds + 1, seats)
    row : record of conquest_row_dtype
        Overwritten, except for what `open_row` writes.
    """
    row["first_dealt"] = position["first_dealt"]
    for seat in range(SEATS):
        row["dealt"][seat] = position["dealt"][seat]
        row["score"][seat] = popcount(position["owned"][seat])
        row["armies"][seat] = position["armies_of"][seat]
        row["out"][seat] = position["out"][seat]
        row["income_lands"][seat] = position["income_lands"][seat]
        row["income_continents"][seat] = position["income_continents"][seat]
        row["income_cards"][seat] = position["income_cards"][seat]
        row["kills"][seat] = position["kills"][seat]
        row["conquests"][seat] = position["conquests"][seat]
        row["rolls"][seat] = position["rolls"][seat]
        row["lost_attacking"][seat] = position["lost_attacking"][seat]
        row["lost_defending"][seat] = position["lost_defending"][seat]
        row["sets"][seat] = position["sets"][seat]
        row["set_delay"][seat] = position["set_delay"][seat]
        row["noted_lands"][seat] = position["noted_lands"][seat]
        row["noted_armies"][seat] = position["noted_armies"][seat]
        row["objective"][seat] = position["objective"][seat] if seat < position["seats"] else 0
    for continent in range(rules["continents"]):
        row["held"][continent] = position["held"][continent]
        row["kept"][continent] = position["kept"][continent]
    for continent in range(CONTINENTS):
        row["noted_holder"][continent] = position["noted_holder"][continent]
    went_on = position["round"] > rules["noted_round"]
    row["noted_round"] = rules["noted_round"] if went_on else 0
    sum_up_rolls(rules, position, row)
    row["swung_by"] = position["swung_by"]
    row["leader_attacks"] = position["leader_attacks"]
    row["leader_hits"] = position["leader_hits"]
    row["leader_expected"] = position["leader_expected"]
    row["decisions"] = position["decisions"]
    row["winner_objective"] = NOTHING
    if position["how"] == BY_OBJECTIVE:
        row["winner_objective"] = position["objective"][position["winner"]]
    winners = single(position["winner"]) if position["winner"] != NOTHING else NO_LANDS
    close_row(row, position, winners, course)
    show_end(row, course, position["standings"])
