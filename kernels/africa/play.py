"""Plays Africa 1880: a game that can be entered again at every decision. See docs/kernels.md."""

import numpy as np

from conquestlab.kernels.africa.features import ACTS
from conquestlab.kernels.africa.noting import note_dtype, note_features
from conquestlab.kernels.africa.rules import (
    NONE,
    crowded,
    first_coasts,
    free_coasts,
    open_to_develop,
    stand,
    targets_of,
)
from conquestlab.kernels.africa.state import (
    ALLIANCE,
    DECLARE,
    DEVELOP,
    DO_NOTHING,
    DONE,
    EXECUTING,
    EXPLORE,
    LAND,
    NEXT_ROUND,
    NO_FREE_COAST,
    NO_SUCH_CHOICE,
    NOT_TO_BE_DEVELOPED,
    NOT_TO_BE_EXPLORED,
    NOT_TO_BE_LANDED,
    NOWHERE,
    ORDER,
    ORDERING,
    PLACE_FIRST,
    PLACING,
    PLANES,
    WAR,
    position_dtype,
    row_dtype,
)
from conquestlab.kernels.africa.turn import (
    draw_nations,
    end_round,
    open_round,
    place_first,
    reveal,
    tell_end,
    write_orders,
)
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.shared.bits import holds, lowest, popcount, single, without_lowest
from conquestlab.kernels.shared.contract import FULL, LEGAL, MOST, NOBODY, NOT_ASKED, OVER, open_position
from conquestlab.kernels.shared.course import close_row, note_round
from conquestlab.kernels.shared.deciding import call_user_policy, get_up, lay, offer, pause, sit_down
from conquestlab.kernels.shared.games import loop_over_games
from conquestlab.kernels.shared.log import has_room
from conquestlab.kernels.shared.notes import loop_with_notes
from conquestlab.kernels.shared.purposes import ORDER as ORDER_OF_SEATS
from conquestlab.kernels.shared.rows import SEATS
from conquestlab.kernels.shared.streams import open_stream

__all__ = [
    "advance",
    "begin",
    "call_checked",
    "choose",
    "finish",
    "legal",
    "note_dtype",
    "note_features",
    "position_dtype",
    "row_dtype",
    "simulate",
    "simulate_noted",
]

NATIONS_TO_DRAW = -1  # the player, before anything has happened


@jit
def begin(rules, seeds, luck, seats, position):
    """Set up a game; no nation is drawn yet.

    Parameters
    ----------
    rules : record of rules_dtype
    seeds : uint64 (6,)
    luck : int
    seats : int
    position : record of position_dtype
        Overwritten.
    """
    open_position(position, seeds, luck, seats)
    position["doing"] = PLACING
    position["player"] = NATIONS_TO_DRAW
    position["other"] = 0
    position["landed"] = 0
    position["whole"] = 0
    position["winner"] = NOBODY
    position["colonies"] = NONE
    position["to_order"] = NONE
    position["allied"] = 0
    position["at_war"] = 0
    for act in range(len(ACTS)):
        position["acts"][act] = 0
    position["decisions"] = 0 if luck < rules["counted"] else -1
    for plane in range(PLANES):
        position["free"][plane] = rules["free_planes"][plane]
    for seat in range(SEATS):
        position["nation"][seat] = 0
        position["landing"][seat] = NOWHERE
        position["presence"][seat] = NONE
        position["develop"][seat] = NONE
        position["explore"][seat] = NONE
        position["written_war"][seat] = NONE
        position["war"][seat] = NONE
        position["mood"][seat] = NONE
        position["score"][seat] = 0
        position["removed"][seat] = 0
        position["wars"][seat] = 0
        for other in range(SEATS):
            position["war_rounds"][seat, other] = NONE
    open_stream(position["order"], seeds[ORDER_OF_SEATS], luck, np.int64(ORDER_OF_SEATS), np.int64(0))


@jit
def advance(rules, bots, position, events, course):
    """Play on until somebody outside is asked (ASK), the game is over (OVER) or the log is full (FULL).

    It also comes back where a policy that somebody else wrote chose what is not legal (REFUSED), and where
    the position pauses, after the first presences and after each round (PAUSED).
    """
    sit_down(position, bots, events)
    why = 0
    while why == 0:
        doing = position["doing"]
        if doing == DONE:
            why = OVER
        elif not has_room(position):
            why = FULL
        elif doing == ORDERING:
            why = write_orders(rules, position)
        elif doing == EXECUTING:
            end_round(rules, position)
            why = _stand_after_round(rules, position, course)
            if position["how"]:
                tell_end(rules, position)
        elif doing == NEXT_ROUND:
            open_round(rules, position)
        elif doing != PLACING:
            reveal(position)
        elif position["player"] == NATIONS_TO_DRAW:
            draw_nations(rules, position)
            position["player"] = 0
        else:
            why = place_first(rules, position)
            if position["doing"] == NEXT_ROUND:
                why = _stand_after_round(rules, position, course)
    return get_up(position, why)


@jit
def _stand_after_round(rules, position, course):
    """Keep the standings; return why `advance` has to come back, or 0."""
    stand(rules, position)
    note_round(course, position["round"], position["standings"])
    return pause(position)


@jit
def call_checked(rules, position):
    """Have the policy of somebody else choose, and note why that is not legal."""
    call_user_policy(rules, position, np.empty(1, position_dtype))
    position["refused"] = _why_not(rules, position, position["choice"])


@jit
def choose(rules, position, choice):
    """Lay down the choice that was asked for; return 0, or why it is not legal (then nothing changes)."""
    if position["asked"] == 0 or position["answered"]:
        return NOT_ASKED
    wrong = _why_not(rules, position, choice)
    if wrong == LEGAL:
        lay(position, choice)
    return wrong


@jit
def _why_not(rules, position, choice):
    """Return LEGAL, or why a choice is not."""
    kind, first, second, third = choice[0], choice[1], choice[2], choice[3]
    if kind != position["asked"]:
        return NO_SUCH_CHOICE
    for part in range(4, MOST):
        if choice[part] != 0:
            return NO_SUCH_CHOICE
    if kind == ORDER:
        return _wrong_order(rules, position, first, second, third)
    if third != 0 or (kind != DECLARE and second != 0):
        return NO_SUCH_CHOICE
    if kind == PLACE_FIRST:
        return LEGAL if _is_among(first_coasts(rules, position), first) else NO_FREE_COAST
    if kind == LAND:
        free = first == NOWHERE or _is_among(free_coasts(rules, position), first)
        return LEGAL if free else NOT_TO_BE_LANDED
    return LEGAL if first == position["other"] and ALLIANCE <= second <= WAR else NO_SUCH_CHOICE


@jit
def _is_among(territories, territory):
    return 0 <= territory < 64 and holds(territories, territory)


@jit
def _wrong_order(rules, position, source, what, target):
    if source != lowest(position["to_order"]):
        return NO_SUCH_CHOICE
    if what == EXPLORE:
        targets = targets_of(rules, position, np.int64(position["player"]), source)
        return LEGAL if _is_among(targets, target) else NOT_TO_BE_EXPLORED
    if target != NOWHERE:
        return NO_SUCH_CHOICE
    if what == DEVELOP:
        return LEGAL if holds(open_to_develop(position), source) else NOT_TO_BE_DEVELOPED
    return LEGAL if what == DO_NOTHING else NO_SUCH_CHOICE


@jit
def legal(rules, position, choices):
    """Write the legal choices of the one who is asked into `choices`, a row each; return how many.

    Nothing stands first, then to develop, then territories to explore; not to land before coasts; alliance
    before war.
    """
    if position["asked"] == 0 or position["answered"]:
        return 0
    if position["asked"] == PLACE_FIRST:
        return _offer_each(choices, 0, PLACE_FIRST, first_coasts(rules, position))
    if position["asked"] == LAND:
        count = offer(choices, 0, LAND, NOWHERE, 0, 0, 0)
        return _offer_each(choices, count, LAND, free_coasts(rules, position))
    if position["asked"] == DECLARE:
        count = offer(choices, 0, DECLARE, position["other"], ALLIANCE, 0, 0)
        return offer(choices, count, DECLARE, position["other"], WAR, 0, 0)
    source = lowest(position["to_order"])
    count = offer(choices, 0, ORDER, source, DO_NOTHING, NOWHERE, 0)
    if holds(open_to_develop(position), source):
        count = offer(choices, count, ORDER, source, DEVELOP, NOWHERE, 0)
    targets = targets_of(rules, position, np.int64(position["player"]), source)
    while targets:
        count = offer(choices, count, ORDER, source, EXPLORE, lowest(targets), 0)
        targets = without_lowest(targets)
    return count


@jit
def _offer_each(choices, count, kind, territories):
    while territories:
        count = offer(choices, count, kind, lowest(territories), 0, 0, 0)
        territories = without_lowest(territories)
    return count


@jit
def finish(rules, position, course, row):
    """Write the row of a game that is over, but for what `open_row` writes."""
    several = crowded(position)
    for seat in range(SEATS):
        held = position["presence"][seat] & position["colonies"]
        row["alone"][seat] = popcount(held & ~several)
        row["shared"][seat] = popcount(held & several)
        row["nation"][seat] = position["nation"][seat]
        row["removed"][seat] = position["removed"][seat]
        row["wars"][seat] = position["wars"][seat]
        row["score"][seat] = position["score"][seat]
        row["out"][seat] = 0
    row["colonies"] = popcount(position["colonies"])
    row["allied"] = position["allied"]
    row["at_war"] = position["at_war"]
    row["decisions"] = position["decisions"]
    winner = np.int64(position["winner"])
    close_row(row, position, NONE if winner == NOBODY else single(winner), course)


simulate = loop_over_games(begin, advance, finish, position_dtype)
simulate_noted = loop_with_notes(begin, advance, finish, note_features, position_dtype)
