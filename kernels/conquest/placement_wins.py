"""What placements of the starting armies of a seat are worth: how many games each wins, played to the end."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.start_worths import deal_to
from conquestlab.kernels.conquest.starting_plans import draw_placements, place_for_others, put_down
from conquestlab.kernels.conquest.state import position_dtype
from conquestlab.kernels.conquest.trials import play_out, prepare


@jit
def placement_wins(rules, bot, seeds, luck, seat, lots, wins):
    """Count the wins of the usual placement and of others that are drawn, in games of one deal.

    Parameters
    ----------
    rules : record of rules_dtype
        All starting armies are placed at one go.
    bot : record of bot_dtype
        A planner; all seats play by its weights alone, and the others place by them.
    seeds : uint64 (6,)
        By purpose.
    luck : int
        Which deal it is.
    seat : int
        Who places.
    lots : int64 array, (3,)
        How many games each placement plays, how many the usual and the best play again, and how many players.
    wins : int64 array, (placements + 2,)
        Added to: the wins of each placement, the usual one first; then, in games with fresh luck, those of
        the usual one and of the best.
    """
    games, again, seats = lots
    trials = np.zeros(3, position_dtype)  # with no log
    position = trials[2]
    deal_to(rules, bot, seeds, luck, seat, seats, position)
    number = len(wins) - 2
    placements = draw_placements(rules, position, number, trials)
    best = np.int64(0)
    for game in range(games + again):
        trials[1] = position
        prepare(rules, trials[1], seat, np.uint64(game), np.uint64(game))
        place_for_others(rules, trials[1], seat)
        for place in range(number if game < games else 2):
            placement = place if game < games or place == 0 else best
            trials[0] = trials[1]
            put_down(rules, trials[0], placements[placement])
            play_out(rules, trials[0])
            wins[place if game < games else number + place] += trials[0]["winner"] == seat
        if game == games - 1:
            best = np.int64(np.argmax(wins[:number]))
