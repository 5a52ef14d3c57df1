"""A table on which players only draw and exchange cards: policies against each other, many games per second.

A hand is one number that encodes the counts of each kind of card (in mixed radix), so what a hand can do is
found by one look-up. Draw pile, discard pile and reshuffling work as in the games; each seat draws from its
own stream of the purpose CARDS.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.exchange_answer import (
    BEGUN,
    CHANCE_ONE,
    KIND_BITS,
    KIND_MASK,
    MOST_DRAWS,
    MOST_KINDS,
    SORTS,
    STIRRED,
    SURE,
)
from conquestlab.kernels.shared.purposes import BOTS, CARDS
from conquestlab.kernels.shared.streams import below, open_stream, stream_dtype

MOST_SEATS = 6
MOST_TURNS = 200
AT_ONCE, WHEN_FORCED, WAIT_SCALE, WAIT_SETS, SOLVED = range(5)
NO_PROBE = -1

table_dtype = np.dtype(
    [
        ("players", np.int64),
        ("turns", np.int64),
        ("deck", np.int64, (SORTS,)),
        ("strides", np.int64, (SORTS,)),  # of one card in the number of a hand
        ("kinds", np.int64),
        ("takes", np.int64, (MOST_KINDS, SORTS)),
        ("armies", np.int64, (MOST_KINDS,)),
        ("has_scale", np.int64),
        ("must_exchange_at", np.int64),
        ("draw_chances", np.int64, (MOST_DRAWS,)),
        ("always", np.int64),  # the cards of every turn, or -1 where their number is drawn
        ("empty_start", np.int64),
        ("policy", np.int64, (MOST_SEATS,)),  # by player, who moves on by one seat from game to game
        ("waits_for", np.int64, (MOST_SEATS,)),  # the number of a policy: armies or sets
        ("discounts", np.int64, (MOST_TURNS,)),  # of an army of that turn, in parts of 2**20
        ("trembles", np.int64),  # the chance, in parts of 2**20, that a player does what he does not want
    ],
    align=True,
)

plan_dtype = np.dtype(
    [("kind", np.uint8), ("sets", np.uint8), ("size", np.uint8), ("model_hand", np.uint16)], align=True
)
"""Of a hand: the kind to exchange first and one, its sets, its cards, and its number in the model."""

play_dtype = np.dtype(
    [
        ("talon", np.int64, (SORTS,)),
        ("talon_left", np.int64),
        ("discard", np.int64, (SORTS,)),
        ("hand", np.int64, (MOST_SEATS,)),
        ("size", np.int64, (MOST_SEATS,)),
        ("sets_done", np.int64),
        ("sets_left", np.int64, (MOST_SEATS,)),  # sets done when the seat ended its last turn
        ("policy", np.int64, (MOST_SEATS,)),
        ("waits_for", np.int64, (MOST_SEATS,)),
        ("streams", stream_dtype, (MOST_SEATS,)),
        ("received", np.int64, (MOST_SEATS, MOST_TURNS)),
        ("toss", stream_dtype),
        ("watched", np.int64),  # 1: keep what follows, by seat and turn
        ("hand_before", np.int32, (MOST_SEATS, MOST_TURNS)),
        ("hand_after", np.int32, (MOST_SEATS, MOST_TURNS)),
        ("sets_after", np.int32, (MOST_SEATS, MOST_TURNS)),
        ("probe_turn", np.int64),
        ("probe_seat", np.int64),
        ("probe_exchanges", np.int64),
        ("probe_hand", np.int64),  # what the probe met, or NO_PROBE
        ("probe_sets_done", np.int64),
    ],
    align=True,
)


@jit
def fill_plan(table, plan):
    """Fill in what each hand can do: the sets that bring the most together, and of these which comes first.

    Parameters
    ----------
    table : record of table_dtype
    plan : records of plan_dtype, one for every number of a hand
        `kind`, `sets` and `size` are overwritten.
    """
    worth = np.zeros(len(plan), np.int64)
    for hand in range(len(plan)):
        best_now = np.int64(0)
        plan[hand]["kind"] = 0
        plan[hand]["sets"] = 0
        plan[hand]["size"] = 0
        for sort in range(SORTS):
            plan[hand]["size"] += hand // table["strides"][sort] % (table["deck"][sort] + 1)
        for kind in range(table["kinds"]):
            step = np.int64(0)
            covered = True
            for sort in range(SORTS):
                held = hand // table["strides"][sort] % (table["deck"][sort] + 1)
                covered = covered and held >= table["takes"][kind, sort]
                step += table["strides"][sort] * table["takes"][kind, sort]
            if not covered:
                continue
            now = np.int64(1) if table["has_scale"] else table["armies"][kind]
            whole = now + worth[hand - step]
            if plan[hand]["kind"] == 0 or whole > worth[hand] or (whole == worth[hand] and now > best_now):
                worth[hand], best_now = whole, now
                plan[hand]["kind"] = kind + 1
                plan[hand]["sets"] = plan[hand - step]["sets"] + 1


@jit
def play_game(table, values, plan, solved, play, seeds, game):
    """Play one game; what every seat received in every turn stands in `play` afterwards.

    Parameters
    ----------
    table : record of table_dtype
    values : int64 (positions,)
        Armies of the next set by the number of sets done; the last one goes on for ever.
    plan : records of plan_dtype, one for every number of a hand
    solved : uint16 (seats, turns, moods, positions, hands)
        The policy of the players that play SOLVED, by seat; entries as those of `exchange_answer.answer`.
    play : record of play_dtype
        Overwritten, but for what is asked of it: `watched` and the probe.
    seeds : uint64 (6,)
    game : int
        Its number. In game g player p has the seat (p + g) % players.
    """
    players = table["players"]
    play["talon"][:] = table["deck"]
    play["talon_left"] = table["deck"].sum()
    play["discard"][:] = 0
    play["sets_done"] = 0
    play["probe_hand"] = NO_PROBE
    for seat in range(players):
        play["hand"][seat] = 0
        play["size"][seat] = 0
        play["sets_left"][seat] = 0
        player = (seat - game) % players
        play["policy"][seat] = table["policy"][player]
        play["waits_for"][seat] = table["waits_for"][player]
        open_stream(play["streams"][seat], seeds[CARDS], game, CARDS, seat)
    open_stream(play["toss"], seeds[BOTS], game, BOTS, 0)
    for turn in range(table["turns"]):
        for seat in range(players):
            if turn > 0 or not table["empty_start"]:
                _draw_cards(table, play, seat)
            if play["watched"]:
                play["hand_before"][seat, turn] = play["hand"][seat]
            armies = np.int64(0)
            if plan[play["hand"][seat]]["kind"]:
                armies = _exchange_sets(table, values, plan, solved, play, seat, turn)
            play["received"][seat, turn] = armies
            play["sets_left"][seat] = play["sets_done"]
            if play["watched"]:
                play["hand_after"][seat, turn] = play["hand"][seat]
                play["sets_after"][seat, turn] = play["sets_done"]


@jit
def _draw_cards(table, play, seat):
    stream = play["streams"][seat]
    cards = table["always"]
    if cards < 0:
        chance = below(stream, CHANCE_ONE)
        cards = 0
        while chance >= table["draw_chances"][cards]:
            chance -= table["draw_chances"][cards]
            cards += 1
    for _ in range(cards):
        if play["talon_left"] == 0:
            play["talon"][:] = play["discard"]
            play["talon_left"] = play["discard"].sum()
            play["discard"][:] = 0
            if play["talon_left"] == 0:
                return
        place = below(stream, play["talon_left"])
        one = play["talon"][0]
        two = one + play["talon"][1]
        three = two + play["talon"][2]
        sort = np.int64(place >= one) + np.int64(place >= two) + np.int64(place >= three)
        play["talon"][sort] -= 1
        play["talon_left"] -= 1
        play["hand"][seat] += table["strides"][sort]
        play["size"][seat] += 1


@jit
def _exchange_sets(table, values, plan, solved, play, seat, turn):
    """Exchange what the policy of a seat exchanges in this turn; return the armies."""
    armies = np.int64(0)
    last = turn == table["turns"] - 1  # nothing is left to wait for
    opened = False
    mood = 0 if play["sets_done"] == play["sets_left"][seat] else STIRRED
    probing = turn == play["probe_turn"] and seat == play["probe_seat"]
    while plan[play["hand"][seat]]["kind"]:
        can = plan[play["hand"][seat]]
        done = play["sets_done"]
        kind = np.int64(can["kind"]) - 1
        now = values[min(done, len(values) - 1)] if table["has_scale"] else table["armies"][kind]
        forced = 0 < table["must_exchange_at"] <= play["size"][seat]
        policy = play["policy"][seat]
        if policy == SOLVED:
            entry = np.int64(solved[seat, turn, mood, min(done, solved.shape[3] - 1), can["model_hand"]])
            kind = (entry & KIND_MASK) - 1
            now = now if table["has_scale"] else table["armies"][kind]
            chance = entry >> KIND_BITS
            willing = chance == SURE or (chance > 0 and below(play["toss"], SURE) < chance)
        elif policy == WAIT_SCALE:
            willing = now >= play["waits_for"][seat]
        elif policy == WAIT_SETS:
            opened = opened or can["sets"] >= play["waits_for"][seat]
            willing = opened
        else:
            willing = policy == AT_ONCE
        if probing and not forced:
            play["probe_hand"], play["probe_sets_done"] = np.int64(can["model_hand"]), done
            willing = play["probe_exchanges"] == 1
            if not willing:
                break
        probing = False
        if table["trembles"] and below(play["toss"], CHANCE_ONE) < table["trembles"]:
            willing = not willing
        if not (willing or forced or last):
            break
        for sort in range(SORTS):
            taken = table["takes"][kind, sort]
            play["discard"][sort] += taken
            play["hand"][seat] -= taken * table["strides"][sort]
            play["size"][seat] -= taken
        play["sets_done"] = done + 1
        armies += now
        mood |= BEGUN
    return armies
