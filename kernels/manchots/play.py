"""Plays Manchots Barjots: a game that can be entered again at every decision. See docs/kernels.md.

A round is three steps: everybody draws, all choose in secret what to give, all choose in secret what to land.
Secret choices are asked of one seat after the other and kept in `chosen`; when nobody is left in `waiting`
they are carried out at once. Those who landed a Lookout in the round before land after the others have shown.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.manchots.choices import list_choices, why_not
from conquestlab.kernels.manchots.noting import note_dtype, note_features
from conquestlab.kernels.manchots.round import ask_next, exchange, keep_choice, open_round, tell_deal
from conquestlab.kernels.manchots.rules import NOTHING, best_sum, players_of, stand, winners, zone_points
from conquestlab.kernels.manchots.showing import majorities, show_step
from conquestlab.kernels.manchots.state import (
    DONE,
    GIVE,
    GIVING,
    KINDS,
    LAND,
    LANDING,
    OPEN_ROUND,
    PLAYERS,
    SPECIALS,
    TELL_DEAL,
    VIRTUAL,
    ZONES,
    position_dtype,
    row_dtype,
)
from conquestlab.kernels.manchots.stocks import shuffle_deck
from conquestlab.kernels.shared.bits import holds, popcount
from conquestlab.kernels.shared.contract import FULL, LEGAL, NOT_ASKED, OVER, PAUSED, open_position
from conquestlab.kernels.shared.course import close_row, note_round
from conquestlab.kernels.shared.deciding import answer, call_user_policy, get_up, lay, sit_down
from conquestlab.kernels.shared.games import loop_over_games
from conquestlab.kernels.shared.log import has_room
from conquestlab.kernels.shared.notes import loop_with_notes
from conquestlab.kernels.shared.purposes import CARDS, DEAL
from conquestlab.kernels.shared.rows import SEATS, WHOLE_WIN
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

ROUND_OVER = -1  # why `play_on` came back, beside the reasons of `advance`


@jit
def begin(rules, seeds, luck, seats, position):
    """Set up a game: the deck is shuffled and dealt; nothing is drawn yet.

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
    position["doing"] = TELL_DEAL
    position["players"] = players_of(seats)
    position["decisions"] = 0 if luck < rules["counted"] else -1
    position["waiting"] = NOTHING
    position["watching"] = NOTHING
    position["next_watching"] = NOTHING
    position["step"] = 0
    position["gifts"] = 0
    position["harm"] = 0
    position["destroyed"] = 0
    position["seen_count"] = 0
    for player in range(PLAYERS):
        position["kinds"][player] = NOTHING
        position["need"][player] = 1
        position["next_need"][player] = 1
        position["hand_size"][player] = 0
        position["landed_count"][player] = 0
        position["score"][player] = 0
        for zone in range(ZONES):
            position["hand_sum"][player, zone] = 0
            position["table_sum"][player, zone] = 0
        for special in range(SPECIALS):
            position["landed_specials"][player, special] = 0
        for kind in range(KINDS):
            position["copies"][player, kind] = 0
            position["table"][player, kind] = 0
    for zone in range(ZONES):
        position["seen_sum"][zone] = 0
    for kind in range(KINDS):
        position["seen"][kind] = 0
        position["gone"][kind] = 0
    for virtual in range(VIRTUAL):
        position["given_count"][virtual] = 0
        open_stream(position["remaking"][virtual], seeds[CARDS], luck, np.int64(CARDS), np.int64(2 + virtual))
    open_stream(position["deal"], seeds[DEAL], luck, np.int64(DEAL), np.int64(0))
    shuffle_deck(rules, position)


@jit
def advance(rules, bots, position, events, course):
    """Play on until somebody outside is asked (ASK), the game is over (OVER) or the log is full (FULL).

    It also comes back where a policy that somebody else wrote chose what is not legal (REFUSED), and where
    the position pauses, after the deal and after each round (PAUSED).
    """
    sit_down(position, bots, events)
    why = ROUND_OVER
    while why == ROUND_OVER:
        why = play_on(rules, position)
        if why == ROUND_OVER:
            stand(rules, position)
            note_round(course, position["round"], position["standings"])
            if position["pauses"]:
                why = PAUSED
    return get_up(position, why)


@jit
def play_on(rules, position):
    """Play until a round is over (ROUND_OVER), the deal being round 0, or `advance` has to come back."""
    while position["doing"] != DONE:
        if not has_room(position):
            return FULL
        doing = position["doing"]
        if doing == OPEN_ROUND:
            open_round(rules, position)
        elif doing == TELL_DEAL:
            tell_deal(rules, position)
            return ROUND_OVER
        elif position["waiting"]:
            ask_next(position, GIVE if doing == GIVING else LAND)
            why = answer(rules, position)
            if why != 0:
                return why
            keep_choice(position)
        elif doing == GIVING:
            exchange(rules, position)
        else:
            show_step(rules, position)
            if position["doing"] != LANDING:
                return ROUND_OVER
    return OVER


@jit
def call_checked(rules, position):
    """Have the policy of somebody else choose, and note why that is not legal."""
    call_user_policy(rules, position, np.empty(1, position_dtype))
    position["refused"] = why_not(position, position["choice"])


@jit
def choose(rules, position, choice):
    """Lay down the choice that was asked for; return 0, or why it is not legal (then nothing changes)."""
    if position["asked"] == 0 or position["answered"]:
        return NOT_ASKED
    wrong = why_not(position, choice)
    if wrong == LEGAL:
        lay(position, choice)
    return wrong


@jit
def legal(rules, position, choices):
    """Write the legal choices of the one who is asked into `choices`, a row each; return how many.

    Gifts stand by the card to the left, then by the one to the right; landings by their cards.
    """
    if position["asked"] == 0 or position["answered"]:
        return 0
    return list_choices(position, choices)


@jit
def finish(rules, position, course, row):
    """Write the row of a game that is over, but for what `open_row` writes."""
    seats = np.int64(position["seats"])
    row["decisions"] = position["decisions"]
    row["gifts"] = position["gifts"]
    row["harm"] = position["harm"]
    row["destroyed"] = position["destroyed"]
    for seat in range(SEATS):
        row["out"][seat] = 0
        playing = seat < seats
        row["score"][seat] = position["score"][seat] if playing else 0
        row["majorities"][seat] = majorities(position, seat) if playing else NOTHING
        row["majority_points"][seat] = 0
        row["lowest_points"][seat] = 0
        row["twins"][seat] = position["landed_specials"][seat, 0] if playing else 0
        row["kamikaze"][seat] = position["landed_specials"][seat, 1] if playing else 0
        row["lookout"][seat] = position["landed_specials"][seat, 2] if playing else 0
        if playing:
            for zone in range(ZONES):
                points = zone_points(rules, position, seat, zone, best_sum(position, zone))
                if holds(majorities(position, seat), zone):
                    row["majority_points"][seat] += points
                else:
                    row["lowest_points"][seat] += points
    victors = winners(rules, position)
    row["virtual_win"] = 0
    for virtual in range(VIRTUAL):
        row["virtual_score"][virtual] = position["score"][seats + virtual] if seats == 2 else 0
        if holds(victors, SEATS + virtual):
            row["virtual_win"] += WHOLE_WIN // popcount(victors)
    close_row(row, position, victors, course)


simulate = loop_over_games(begin, advance, finish, position_dtype)
simulate_noted = loop_with_notes(begin, advance, finish, note_features, position_dtype)
