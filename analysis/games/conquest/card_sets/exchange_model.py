"""The table on which players only draw and exchange: its parameters, and what its kernels take.

docs/commands/cards.md lists the assumptions.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise, product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.card_sets.card_odds import sure_hand_size
from conquestlab.analysis.games.conquest.card_sets.card_rules import (
    JOKER,
    CardRules,
    Hand,
    must_exchange,
    scale_value,
    set_kinds,
    with_card,
    without,
)

if TYPE_CHECKING:
    import numpy as np

MOST_TURNS = 200
MOST_SMALL_HAND = 8  # up to here every hand is told apart
MOST_ARM_CARDS = 5  # beyond, further cards of an arm in one hand are taken no notice of
POLICIES = ("at_once", "when_forced", "wait_scale", "wait_sets", "solved")


class CardTable(NamedTuple):
    """What is asked: who sits at the table, for how long, and what armies are worth to them.

    `discount` is what an army of the next turn is worth now; under `aim` "lead" a player wants as many
    armies as possible beyond the mean of the others, under "armies" as many as possible; `conquests` is the
    chance that a turn takes a land, where a conquest is what brings a card.
    """

    players: int = 4
    turns: int = 20
    discount: float = 0.8
    aim: str = "lead"
    conquests: float = 0.8


class Policy(NamedTuple):
    """When a player exchanges: the name of a policy, and its number where it has one."""

    name: str
    waits_for: int = 0

    def __str__(self) -> str:
        return f"{self.name}:{self.waits_for}" if self.name.startswith("wait_") else self.name


def parse_policy(text: str) -> Policy:
    """Return the policy that a text like `at_once` or `wait_scale:12` names."""
    name, colon, number = text.partition(":")
    if name not in POLICIES:
        raise WrongUse(f"no policy is called {name!r}; take one of {', '.join(POLICIES)}")
    if name.startswith("wait_"):
        if not number.isdecimal() or not 1 <= int(number) <= 1_000_000:
            raise WrongUse(f"{name} waits for a number, as in {name}:{12 if name == 'wait_scale' else 2}")
        return Policy(name, int(number))
    if colon:
        raise WrongUse(f"{name} takes no number; leave out {colon + number!r}")
    return Policy(name)


def check_table(rules: CardRules, table: CardTable) -> None:
    """Refuse a table that cannot be played."""
    if not 2 <= table.players <= 6:
        raise WrongUse(f"2 to 6 players sit at a table, not {table.players}")
    if not 2 <= table.turns <= MOST_TURNS:
        raise WrongUse(f"--turns is 2 to {MOST_TURNS}, not {table.turns}")
    if not 0 < table.discount <= 1:
        raise WrongUse(f"--discount is above 0 and at most 1, not {table.discount}")
    if not 0 < table.conquests <= 1:
        raise WrongUse(f"--conquests is above 0 and at most 1, not {table.conquests}")
    if table.aim not in ("lead", "armies"):
        raise WrongUse(f"--aim is lead or armies, not {table.aim!r}")
    if rules.draw == "never":
        raise WrongUse("there is no time to exchange where no card is drawn: cards.draw is never")
    if rules.draw == "remainder" and rules.lands_per_army > 8:
        raise WrongUse(
            "the timing of exchanges is worked out for at most 7 cards a turn; take lands_per_army <= 8"
        )


def draw_chances(rules: CardRules, table: CardTable) -> list[float]:
    """Return the chances of 0, 1, 2 ... cards a turn.

    Where the remainder of a division of the lands decides, all remainders are taken as equally likely.
    """
    if rules.draw == "start":
        return [0.0, 1.0]
    if rules.draw == "remainder":
        return [1 / rules.lands_per_army] * rules.lands_per_army
    return [1 - table.conquests, table.conquests]


def whole_chances(chances: Sequence[float], one: int) -> list[int]:
    """Return chances as whole parts of `one` that add up to it."""
    edges = [round(sum(chances[:place]) * one) for place in range(len(chances) + 1)]
    edges[-1] = one
    return [high - low for low, high in pairwise(edges)]


def most_positions(rules: CardRules, table: CardTable) -> int:
    """Return a number of sets done that no usual game of this table reaches."""
    mean_draws = sum(cards * chance for cards, chance in enumerate(draw_chances(rules, table)))
    drawn = table.players * table.turns * mean_draws
    sets_a_card = (sum(rules.arms) / 3 + rules.jokers) / sum(rules.deck)
    return int(drawn * sets_a_card) + 8


@cache
def model_hands(rules: CardRules, most_draws: int) -> tuple[Hand, ...]:
    """Return the hands that the model tells apart, small ones first."""
    most = sum(rules.deck)
    if rules.must_exchange_at:
        # A turn ends below the obligation, or without a set.
        most = min(most, max(rules.must_exchange_at, sure_hand_size(rules)) - 1 + most_draws)
    cap = most if most <= MOST_SMALL_HAND else MOST_ARM_CARDS
    caps = [min(cap, arm) for arm in rules.arms]
    hands = product(*(range(cap + 1) for cap in caps), range(rules.jokers + 1))
    return tuple(sorted((hand for hand in hands if sum(hand) <= most), key=lambda hand: (sum(hand), hand)))


def nearest_hand(known: dict[Hand, int], hand: Hand) -> int:
    """Return the number of a hand, or of what is left of it without cards of its most frequent arm."""
    while hand not in known:
        most = max(range(JOKER + 1), key=lambda sort: (sort != JOKER and hand[sort] > 0, hand[sort]))
        hand = tuple(held - (sort == most) for sort, held in enumerate(hand))
    return known[hand]


def whole_discounts(table: CardTable, one: int) -> list[int]:
    """Return what an army of each turn is worth in the first, in parts of `one`."""
    discounts = [one]
    while len(discounts) < table.turns:
        discounts.append(discounts[-1] * round(table.discount * one) // one)
    return discounts


def set_values(rules: CardRules, positions: int) -> "np.ndarray":
    """Return the armies of the next set by the number of sets done; ones where values are fixed."""
    import numpy as np

    worth = [scale_value(rules, done + 1) if rules.has_scale else 1 for done in range(positions)]
    return np.array(worth, np.int64)


def model_arrays(rules: CardRules, table: CardTable) -> tuple["np.ndarray", "np.ndarray", "np.ndarray"]:
    """Return the setting, the hands and the values that the kernels of the best answer take."""
    import numpy as np

    from conquestlab.kernels.conquest import exchange_answer as kernel

    chances = draw_chances(rules, table)
    kinds = set_kinds(rules)
    hands = model_hands(rules, len(chances) - 1)
    known = {hand: place for place, hand in enumerate(hands)}
    numbers = np.zeros(len(hands), kernel.hand_dtype)
    for place, hand in enumerate(hands):
        here = numbers[place]
        here["size"], here["must"] = sum(hand), must_exchange(rules, hand)
        here["draws_to"] = [known.get(with_card(hand, card), place) for card in range(JOKER + 1)]
        here["weights"] = without(rules.deck, hand)
        here["unseen"] = sum(rules.deck) - sum(hand)
        rest = [known.get(without(hand, kind.takes), kernel.NO_HAND) for kind in kinds]
        here["rest"] = rest + [kernel.NO_HAND] * (kernel.MOST_KINDS - len(kinds))
    values = set_values(rules, most_positions(rules, table) if rules.has_scale else 1)
    setting = np.zeros(1, kernel.setting_dtype)
    setting["kinds"], setting["has_scale"] = len(kinds), rules.has_scale
    setting["armies"][0, : len(kinds)] = [kind.armies for kind in kinds]
    setting["most_draws"] = len(chances) - 1
    setting["draw_chances"][0, : len(chances)] = whole_chances(chances, kernel.CHANCE_ONE)
    setting["discount"] = round(table.discount * kernel.CHANCE_ONE)
    dearest = max(int(values[-1]), max(kind.armies for kind in kinds))
    bound = dearest * table.turns * MOST_SMALL_HAND
    setting["unit_bits"] = max(0, min(kernel.CHANCE_BITS, 42 - bound.bit_length()))
    return setting, numbers, values


def _play_numbers(rules: CardRules) -> "np.ndarray":
    """Return the record of a table, filled in as far as the rules go."""
    import numpy as np

    from conquestlab.kernels.conquest import exchange_table as kernel

    kinds = set_kinds(rules)
    numbers = np.zeros(1, kernel.table_dtype)
    play = numbers[0]
    play["kinds"], play["deck"] = len(kinds), rules.deck
    sizes = [held + 1 for held in rules.deck]
    play["strides"] = [prod(sizes[:sort]) for sort in range(len(sizes))]
    play["takes"][: len(kinds)] = [kind.takes for kind in kinds]
    play["armies"][: len(kinds)] = [kind.armies for kind in kinds]
    play["has_scale"], play["must_exchange_at"] = rules.has_scale, rules.must_exchange_at
    return numbers


def play_arrays(rules: CardRules, table: CardTable) -> tuple["np.ndarray", "np.ndarray", "np.ndarray"]:
    """Return the table, the values and the plan of every hand that the kernels of whole games take.

    The policies of the players are left for the caller to fill in.
    """
    from conquestlab.kernels.conquest import exchange_answer

    chances = draw_chances(rules, table)
    numbers = _play_numbers(rules)
    play = numbers[0]
    play["players"], play["turns"] = table.players, table.turns
    play["draw_chances"][: len(chances)] = whole_chances(chances, exchange_answer.CHANCE_ONE)
    play["always"] = chances.index(1) if 1 in chances else -1
    play["empty_start"] = rules.draw == "conquest"
    play["discounts"][: table.turns] = whole_discounts(table, exchange_answer.CHANCE_ONE)
    drawn = table.players * table.turns * (len(chances) - 1)
    values = set_values(rules, drawn if rules.has_scale else 1)
    return numbers, values, _plan(rules, len(chances) - 1)


@lru_cache(maxsize=16)
def _plan(rules: CardRules, most_draws: int) -> "np.ndarray":
    """Return what can be done with every hand, by its number; not to be changed."""
    import numpy as np

    from conquestlab.kernels.conquest import exchange_table as kernel

    numbers = _play_numbers(rules)
    sizes = [held + 1 for held in rules.deck]
    known = {hand: place for place, hand in enumerate(model_hands(rules, most_draws))}
    plan = np.zeros(prod(sizes), kernel.plan_dtype)
    every = product(*(range(size) for size in reversed(sizes)))  # the first sort moves fastest
    plan["model_hand"] = [nearest_hand(known, tuple(reversed(hand))) for hand in every]
    kernel.fill_plan(numbers[0], plan)
    plan.flags.writeable = False
    return plan
