"""When to exchange, solved: the policy that is the best answer to a table that plays by it."""

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.card_sets.card_rules import CardRules, Hand
from conquestlab.analysis.games.conquest.card_sets.exchange_model import (
    POLICIES,
    CardTable,
    check_table,
    draw_chances,
    model_arrays,
    model_hands,
    play_arrays,
)

if TYPE_CHECKING:
    import numpy as np

MOST_SOLVED_TURNS = 30
ROUNDS = 20  # of answers to each other's habits until the solved policy
WATCHED_TURNS = 1_500_000  # of players, in each round
LAST_ROUND = 5  # times as many
TREMBLES = 0.01  # the chance of a slip while habits are watched, so that rare cases are seen too
MOST_SIZES = 16  # of hands, in habits
WATCH_SEED = 1957
MIX_BITS = 20  # of the chances of a policy while it is being solved


class Solution(NamedTuple):
    """The policy that answers best to a table which plays by it, and what waiting gains under it.

    `policy` (seats, turns, moods, positions, hands) is what the kernel plays; it may mix, where exchanging
    and waiting are worth the same. `gains` (seats, turns, stirred, positions, hands) are the armies that
    waiting a turn brings beyond exchanging, `met` (the same) is how often a player decides there in a game;
    stirred is whether others have exchanged since his last turn. `others` (sizes, positions, sets) counts
    how many sets the others exchanged until a player's next turn, where he left a position and a hand of a
    size without having exchanged anything.
    """

    hands: tuple[Hand, ...]
    policy: "np.ndarray"
    gains: "np.ndarray"
    met: "np.ndarray"
    others: "np.ndarray"


class _Watch:
    """What is seen of a table, and the best answers to it."""

    def __init__(self, rules: CardRules, table: CardTable) -> None:
        import numpy as np

        from conquestlab.kernels.conquest.exchange_answer import MOODS

        self.table = table
        self.setting, self.hands, self.values = model_arrays(rules, table)
        self.play_table, self.play_values, self.plan = play_arrays(rules, table)
        largest = int(self.hands["size"].max())
        most_sets = int(self.plan["sets"][self.plan["size"] <= largest].max())
        by_case = (table.players, table.turns, MOODS, min(largest + 1, MOST_SIZES), len(self.values))
        by_hand = (table.players, table.turns, 2, len(self.values), len(self.hands))
        by_choice = (table.players, table.turns, MOODS, len(self.values), len(self.hands))
        self.moves = np.zeros((*by_case, (table.players - 1) * most_sets + 1), np.int32)
        self.receipts, self.decisions = np.zeros(by_case, np.int64), np.zeros(by_hand, np.int64)
        self.gains, self.answer = np.zeros(by_choice, np.int64), np.zeros(by_choice, np.uint16)
        self.play = play_scratch()
        self.games = 0

    def watch(self, policy: "np.ndarray", name: str, games: int, trembles: float) -> None:
        """Play games of a policy for all players, and count what follows what."""
        import numpy as np

        from conquestlab.kernels.conquest import exchange_answer, exchange_runs

        self.play_table[0]["policy"] = POLICIES.index(name)
        self.play_table[0]["trembles"] = round(trembles * exchange_answer.CHANCE_ONE)
        seeds = np.full(6, WATCH_SEED, np.uint64)
        seen = (self.moves, self.receipts, self.decisions)
        exchange_runs.watch_games(
            self.play_table, self.play_values, self.plan, policy, self.play, seeds, self.games, games, seen
        )
        self.games += games

    def forget(self, bits: int) -> None:
        """Let what was seen count less by a part of 2**bits; 0 forgets all of it."""
        for counts in (self.moves, self.receipts, self.decisions):
            counts -= counts >> bits

    def answers(self, policy: "np.ndarray | None" = None) -> None:
        """Answer what was seen, seat by seat: by the best policy, kept in `answer`, or by a given one.

        What waiting gains under that policy is kept in `gains`.
        """
        import numpy as np

        from conquestlab.kernels.conquest import exchange_answer as kernel

        moves, receipts = np.zeros_like(self.moves[0]), np.zeros_like(self.receipts[0])
        self.setting["follow"] = policy is not None
        answer = self.answer if policy is None else policy
        for seat in range(self.table.players):
            kernel.habits_seen(self.moves[seat], self.receipts[seat], moves, receipts)
            receipts >>= kernel.CHANCE_BITS - int(self.setting[0]["unit_bits"])
            if self.table.aim == "armies":
                receipts[:] = 0
            setting, gains = self.setting[0], self.gains[seat]
            kernel.answer(setting, self.hands, self.values, moves, receipts, answer[seat], gains)


@lru_cache(maxsize=16)
def solve(rules: CardRules, table: CardTable) -> Solution:
    """Return the policy of a table where each player answers best to the habits of the others.

    Habits are how many sets the others exchange between two turns of a player, by his seat, the turn, the
    size of his hand and the position of the scale. They are watched over whole games, first of players who
    exchange at once. Then the policy is moved, round after round and by smaller and smaller steps, towards
    the best answer to the habits of players who play by it (fictitious play).
    """
    import numpy as np

    from conquestlab.kernels.conquest.exchange_answer import KIND_BITS, KIND_MASK, STIRRED, SURE

    check_table(rules, table)
    if table.turns > MOST_SOLVED_TURNS:
        raise WrongUse(f"policies are solved for at most {MOST_SOLVED_TURNS} turns, not {table.turns}")
    watch = _Watch(rules, table)
    games = WATCHED_TURNS // (table.players * table.turns)
    policy = np.zeros(watch.answer.shape, np.uint16)
    watch.watch(policy, "at_once", games, TREMBLES)
    sure = 1 << MIX_BITS
    mixed = np.full(policy.shape, sure, np.int64)
    for step in range(1, ROUNDS + 1):
        watch.answers()
        mixed += ((watch.answer >> KIND_BITS).astype(np.int64) * (sure // SURE) - mixed) * 2 // (step + 1)
        kinds = watch.answer & np.uint16(KIND_MASK)
        policy = kinds | ((mixed * SURE + sure // 2 >> MIX_BITS) << KIND_BITS).astype(np.uint16) * (kinds > 0)
        watch.forget(1 if step < ROUNDS else 0)
        watch.watch(policy, "solved", games if step < ROUNDS else LAST_ROUND * games, TREMBLES)
    watch.answers(policy)
    watch.decisions[:] = 0
    watch.moves[:] = 0
    watch.watch(policy, "solved", LAST_ROUND * games, 0.0)
    at_start = [0, STIRRED]  # the moods in which a turn begins
    gains = watch.gains[:, :, at_start] / float(1 << int(watch.setting[0]["unit_bits"]))
    met = watch.decisions / (LAST_ROUND * games)
    others = watch.moves[:, :-1, at_start].sum(axis=(0, 1, 2), dtype=np.int64)
    hands = model_hands(rules, len(draw_chances(rules, table)) - 1)
    return Solution(hands, policy, gains, met, others)


def play_scratch() -> "np.ndarray":
    """Return the scratch space of the kernels of whole games."""
    import numpy as np

    from conquestlab.kernels.conquest import exchange_table

    play = np.zeros(1, exchange_table.play_dtype)
    play["probe_turn"] = exchange_table.NO_PROBE
    return play
