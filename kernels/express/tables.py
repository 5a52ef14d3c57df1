"""What every roll can fill on every card, computed once for a rulebook."""

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.express.rules import BYTE, dice_to_fill, number_of
from conquestlab.kernels.express.state import FACES, LINES


@jit
def fill_tables(rules):
    """Write `uses` and `fresh`, for rolls of up to all dice of the rulebook; the rest has to be there."""
    for dice in range(1, rules["dice"] + 1):
        counts, more = dice, True  # all dice show the first face
        while more:
            _fill_row(rules, number_of(counts), counts, dice)
            more, counts = _next_counts(counts)


@jit
def _next_counts(counts):
    """Return whether there is a next multiset of as many dice, and what it shows."""
    for face in range(FACES - 1):
        here = (counts >> BYTE * face) & 0xFF
        if here:
            # One die goes on to the next face, the others of this face back to the first.
            counts += (1 << BYTE * (face + 1)) - (here << BYTE * face) + here - 1
            return True, counts
    return False, counts


@jit
def _fill_row(rules, number, counts, dice):
    for card in range(rules["cards"]):
        word = 0
        for line in range(LINES):
            if rules["symbols"][card, line] + rules["soldiers"][card, line]:
                word |= dice_to_fill(rules, counts, card, line) << 4 * line
        rules["uses"][number, card] = word
        for owned in range(2):
            left = rules["printed"][card] | (rules["general"][card] if owned else 0)
            best = 0
            for line in range(LINES):
                used = (word >> 4 * line) & 15
                if used and left >> line & 1:
                    best = max(best, rules["chance"][card, left & ~(1 << line), dice - used])
            rules["fresh"][number, owned, card] = best
