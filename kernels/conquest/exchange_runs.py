"""Many games of the card table: armies by player and by turn, habits, and what one choice changes.

The parameters `table` (an array of one table_dtype), `values`, `plan`, `solved`, `play` (an array of one
play_dtype, for scratch) and `seeds` are those of `exchange_table.play_game`; games `first`, `first + 1` ...
are played.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.exchange_answer import BEGUN, STIRRED
from conquestlab.kernels.conquest.exchange_table import NO_PROBE, play_game
from conquestlab.kernels.shared.purposes import BOTS
from conquestlab.kernels.shared.streams import below, open_stream


@jit
def play_games(table, values, plan, solved, play, seeds, first, totals):
    """Keep what each player got in each game.

    Parameters
    ----------
    totals : int64 (games, players, 2)
        Overwritten: armies, and armies discounted to the first turn in parts of 2**20. In game g player p
        has the seat (p + g) % players.
    """
    players, turns = table[0]["players"], table[0]["turns"]
    for row in range(len(totals)):
        game = first + row
        play_game(table[0], values, plan, solved, play[0], seeds, game)
        for player in range(players):
            seat = (player + game) % players
            armies, discounted = np.int64(0), np.int64(0)
            for turn in range(turns):
                armies += play[0]["received"][seat, turn]
                discounted += play[0]["received"][seat, turn] * table[0]["discounts"][turn]
            totals[row, player, 0] = armies
            totals[row, player, 1] = discounted


@jit
def keep_turns(table, values, plan, solved, play, seeds, first, rows):
    """Keep the armies of every turn of player 0.

    Parameters
    ----------
    rows : int64 (games, turns)
        Overwritten.
    """
    players = table[0]["players"]
    for row in range(len(rows)):
        game = first + row
        play_game(table[0], values, plan, solved, play[0], seeds, game)
        for turn in range(table[0]["turns"]):
            rows[row, turn] = play[0]["received"][game % players, turn]


@jit
def probe_games(table, values, plan, solved, play, seeds, first, rows):
    """Play games in which one player, once, exchanges or waits by the toss of a coin; keep what came of it.

    Which seat, which turn but the last, and the coin are drawn from a stream of their own. Where that player
    then holds no set, or must exchange, nothing is met.

    Parameters
    ----------
    rows : int64 (games, 4)
        Overwritten: the number of the hand in the model (or NO_PROBE), sets done before, 1 if it was
        exchanged, and the player's armies beyond the mean of the others from that decision on, discounted
        to that turn in parts of 2**20.
    """
    players, turns = table[0]["players"], table[0]["turns"]
    toss = play[0]["toss"]
    for row in range(len(rows)):
        game = first + row
        open_stream(toss, seeds[BOTS], game, BOTS, 1)
        seat, turn, exchanges = below(toss, players), below(toss, turns - 1), below(toss, 2)
        play[0]["probe_seat"], play[0]["probe_turn"], play[0]["probe_exchanges"] = seat, turn, exchanges
        play_game(table[0], values, plan, solved, play[0], seeds, game)
        own, theirs = np.int64(0), np.int64(0)
        for later in range(turn, turns):
            discount = table[0]["discounts"][later - turn]
            for other in range(players):
                if other == seat:
                    own += play[0]["received"][other, later] * discount
                elif later > turn or other > seat:
                    theirs += play[0]["received"][other, later] * discount
        rows[row, 0], rows[row, 1] = play[0]["probe_hand"], play[0]["probe_sets_done"]
        rows[row, 2], rows[row, 3] = exchanges, own - theirs // (players - 1)
    play[0]["probe_turn"] = NO_PROBE


@jit
def watch_games(table, values, plan, solved, play, seeds, first, games, seen):
    """Count what follows each decision, and from which hands and positions it is made.

    Parameters
    ----------
    games : int
        How many.
    seen : tuple of three arrays, one int32 and two int64, added to
        Moves (seats, turns, moods, sizes, positions, most sets): how often the others exchanged so many
        sets between a turn of a seat and its next, by the mood, by the size of its hand and by the position
        that it leaves. Receipts (seats, turns, moods, sizes, positions): what the others got in that time,
        the mean of them, discounted to that turn, in parts of 2**20. Decisions (seats, turns, stirred,
        positions, hands): how often a seat had a set to exchange when its turn began.
    """
    players, turns = table[0]["players"], table[0]["turns"]
    play[0]["watched"] = 1
    for game in range(first, first + games):
        play_game(table[0], values, plan, solved, play[0], seeds, game)
        for seat in range(players):
            for turn in range(turns):
                _count_turn(table[0], plan, play[0], seat, turn, seen)
    play[0]["watched"] = 0


@jit
def _count_turn(table, plan, play, seat, turn, seen):
    moves, receipts, decisions = seen
    players = table["players"]
    _, _, _, sizes, positions, most = moves.shape
    before = _sets_before(play, players, seat, turn)
    left = np.int64(play["sets_after"][seat, turn])
    last = turn == table["turns"] - 1
    sets = np.int64(0) if last else _sets_before(play, players, seat, turn + 1) - left
    theirs = np.int64(0)
    for other in range(players):
        if other > seat:
            theirs += play["received"][other, turn] * table["discounts"][0]
        elif other < seat and not last:
            theirs += play["received"][other, turn + 1] * table["discounts"][1]
    left_before = np.int64(play["sets_after"][seat, turn - 1]) if turn > 0 else np.int64(0)
    stirred = 1 if before != left_before else 0
    mood = stirred * STIRRED + (BEGUN if left > before else 0)
    size = min(np.int64(plan[play["hand_after"][seat, turn]]["size"]), sizes - 1)
    done = min(left, positions - 1)
    moves[seat, turn, mood, size, done, min(sets, most - 1)] += 1
    receipts[seat, turn, mood, size, done] += theirs // (players - 1)
    can = plan[play["hand_before"][seat, turn]]
    if can["kind"]:
        decisions[seat, turn, stirred, min(before, positions - 1), can["model_hand"]] += 1


@jit
def _sets_before(play, players, seat, turn):
    """Return the sets done when a seat's turn began."""
    if seat > 0:
        return np.int64(play["sets_after"][seat - 1, turn])
    return np.int64(play["sets_after"][players - 1, turn - 1]) if turn > 0 else np.int64(0)
