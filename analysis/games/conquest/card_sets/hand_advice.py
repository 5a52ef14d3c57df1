"""What to do with a hand of cards: which set to give, what it brings now and next turn, exchange or wait.

What a set brings, what must be exchanged and what the next card does is exact. What waiting is worth is that
of the table of exchange_model.py, where everybody plays the solved policy.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.card_sets.card_question import card_tables, read_rules
from conquestlab.analysis.games.conquest.card_sets.card_rules import (
    CardRules,
    Hand,
    SetKind,
    holds_set,
    kind_armies,
    kinds_in,
    land_bonus,
    must_exchange,
    next_set,
    scale_value,
    with_card,
    without,
)
from conquestlab.analysis.games.conquest.card_sets.exchange_model import draw_chances
from conquestlab.analysis.games.conquest.card_sets.named_hand import Card, NamedHand, read_hand

if TYPE_CHECKING:
    from conquestlab.analysis.games.conquest.card_sets.exchange_model import CardTable
    from conquestlab.analysis.games.conquest.card_sets.exchange_solution import Solution
    from conquestlab.analysis.requests.exact import CardsRequest
    from conquestlab.analysis.rules.rulebook import Rulebook

Row = dict[str, Any]

EXCHANGE, WAIT = "exchange", "wait"
FEWEST_SEEN = 1000  # turns of the model, for habits of the others after a hand of this size
MOST_NUMBER = 1000


class SetChoice(NamedTuple):
    """One of the sets that a hand can give.

    Attributes
    ----------
    kind : SetKind
    given, kept : list of Card
        The cards to give for it, and those that stay.
    armies, bonus : int
        What it brings by scale or value, and for own lands on its cards.
    after : int
        What the best set of the cards that are left would bring next; 0 where there is none.
    """

    kind: SetKind
    given: list[Card]
    kept: list[Card]
    armies: int
    bonus: int
    after: int


class Waiting(NamedTuple):
    """What waiting a turn comes to at a table where everybody plays the solved policy.

    Attributes
    ----------
    gain : float
        Armies, counted now, that waiting brings beyond exchanging; the rest of the game is counted too.
    others : dict of float
        By number, how likely the others exchange so many sets until the player's next turn.
    armies : float
        What the same set brings then, on average.
    met : float
        How often in a game a player has this hand at this point.
    """

    gain: float
    others: dict[int, float]
    armies: float
    met: float


class HandAdvice(NamedTuple):
    """The answer for one rulebook and number of players.

    Attributes
    ----------
    rulebook : Rulebook
    rules : CardRules
    table : CardTable
    hand : NamedHand
    number : int or None
        Of the next set of the game; None where values are fixed.
    choices : tuple of SetChoice
        Every set that the hand can give, the one to give first.
    forced : bool
        Whether the rules force an exchange, as the turn begins.
    waiting : Waiting or None
        None where there is no choice.
    sooner : dict of Fraction
        Without a set: the chance to hold one after so many cards more.
    """

    rulebook: Rulebook
    rules: CardRules
    table: CardTable
    hand: NamedHand
    number: int | None
    choices: tuple[SetChoice, ...]
    forced: bool
    waiting: Waiting | None
    sooner: dict[int, Fraction]

    @property
    def better(self) -> str:
        """What to do: exchange or wait; empty where the hand holds no set, or the table cannot tell."""
        if not self.choices or (self.waiting is None and not self.forced):
            return ""
        if self.waiting is None:
            return EXCHANGE
        return WAIT if self.waiting.gain > 0 else EXCHANGE


def hand_advice(request: CardsRequest) -> Iterator[HandAdvice]:
    """Yield what to do with the hand that is asked about, for each rulebook and number of players."""
    assert request.hand is not None
    for book in request.named_books.values():
        read_rules(book)
    for rulebook, rules, table in card_tables(request):
        hand = read_hand(request.hand, rulebook, rules)
        number = set_number(request, rulebook, rules) if holds_set(rules, hand.counts) else None
        choices = set_choices(rules, hand, number or 1)
        forced = must_exchange(rules, hand.counts)
        waiting = None
        if choices and not forced:
            waiting = worth_of_waiting(rules, table, hand, number or 1)
        yield HandAdvice(
            rulebook, rules, table, hand, number, choices, forced, waiting, set_soon(rules, table, hand)
        )


def set_number(request: CardsRequest, rulebook: Rulebook, rules: CardRules) -> int | None:
    """Return which set of the game is the next, from its number or from what it brings."""
    if not rules.has_scale:
        neither = request.set is None and request.brings is None
        if neither or any(read_rules(book)[1].has_scale for book in request.books):
            return None
        raise WrongUse(
            f"{rulebook.label} has fixed values, whichever set of the game it is: leave out --set and "
            f"--brings"
        )
    if request.set is not None and request.brings is not None:
        raise WrongUse("--set and --brings say the same in two ways: leave out one")
    if request.set is not None:
        if not 1 <= request.set <= MOST_NUMBER:
            raise WrongUse(f"--set counts the sets of the game from 1 to {MOST_NUMBER}, not {request.set}")
        return request.set
    if request.brings is None:
        raise WrongUse(
            "a set brings more the more sets were exchanged: name the next set of the game with --set 7, or "
            "what it brings with --brings 20"
        )
    first = next((n for n in range(1, MOST_NUMBER) if scale_value(rules, n) >= request.brings), None)
    if first is None or scale_value(rules, first) != request.brings:
        begin = ", ".join(str(scale_value(rules, number)) for number in range(1, 11))
        raise WrongUse(f"no set of {rulebook.label} brings {request.brings} armies: they bring {begin} …")
    return first


def set_choices(rules: CardRules, hand: NamedHand, number: int) -> tuple[SetChoice, ...]:
    """Return every set that a hand can give, the one to give first.

    It brings the most armies together with the best set that is left; then the most itself; then it has the
    fewest jokers.
    """
    found = []
    for kind in kinds_in(rules, hand.counts):
        rest = without(hand.counts, kind.takes)
        after = max((kind_armies(rules, one, number + 1) for one in kinds_in(rules, rest)), default=0)
        given = hand.given(kind.takes, rules.land_bonus_limit == "one_a_turn")
        armies, bonus = kind_armies(rules, kind, number), land_bonus(rules, kind.takes, hand.owned)
        found.append(SetChoice(kind, given, hand.kept(given), armies, bonus, after))
    best = next_set(rules, hand.counts, number, hand.owned)
    found.sort(
        key=lambda one: (one.kind != best, -(one.armies + one.bonus + one.after), -one.armies - one.bonus)
    )
    return tuple(found)


def set_soon(rules: CardRules, table: CardTable, hand: NamedHand) -> dict[int, Fraction]:
    """Return, for a hand without a set, the chance to hold one after so many cards more, up to five.

    All cards that are not in the hand are equally likely; which of them were exchanged before is not asked.
    """
    if holds_set(rules, hand.counts):
        return {}
    chances: dict[int, Fraction] = {}
    for cards in range(1, 6):
        chances[cards] = _chance_of_set(rules, hand.counts, cards)
        if chances[cards] == 1:
            break
    return chances


def _chance_of_set(rules: CardRules, hand: Hand, cards: int) -> Fraction:
    if holds_set(rules, hand):
        return Fraction(1)
    unseen = without(rules.deck, hand)
    if cards == 0 or not sum(unseen):
        return Fraction(0)
    chance = Fraction(0)
    for sort, left in enumerate(unseen):
        if left:
            chance += Fraction(left, sum(unseen)) * _chance_of_set(rules, with_card(hand, sort), cards - 1)
    return chance


def worth_of_waiting(rules: CardRules, table: CardTable, hand: NamedHand, number: int) -> Waiting | None:
    """Return what waiting a turn comes to, on average over the turns at which the position is met.

    None where no game of this table comes to decide on that set.
    """
    from conquestlab.analysis.games.conquest.card_sets.exchange_model import nearest_hand
    from conquestlab.analysis.games.conquest.card_sets.exchange_solution import solve

    solution = solve(rules, table)
    done = number - 1 if rules.has_scale else 0
    if done >= solution.met.shape[3]:
        return None
    known = {one: place for place, one in enumerate(solution.hands)}
    place = nearest_hand(known, hand.counts)
    met = solution.met[:, :-1, :, done, place]
    # Where this very hand is rare, the turns at which any set could be exchanged there are the weights.
    weights = met if met.sum() > 0 else solution.met[:, :-1, :, done].sum(axis=-1)
    if not weights.sum() > 0:
        return None
    gain = float((weights * solution.gains[:, :-1, :, done, place]).sum() / weights.sum())
    others = habits(solution, sum(hand.counts), done)
    kind = next_set(rules, hand.counts, number, hand.owned)
    assert kind is not None
    armies = sum(
        chance * kind_armies(rules, kind, number + sets if rules.has_scale else number)
        for sets, chance in others.items()
    )
    return Waiting(gain, others, armies, float(met.sum()) / table.players)


def habits(solution: Solution, cards: int, done: int) -> dict[int, float]:
    """Return, by number, how likely the others exchange so many sets until a player's next turn."""
    sizes, positions, _ = solution.others.shape
    seen = solution.others[min(cards, sizes - 1), min(done, positions - 1)]
    if seen.sum() < FEWEST_SEEN:
        seen = solution.others[:, min(done, positions - 1)].sum(axis=0)
    total = int(seen.sum())
    return {sets: int(count) / total for sets, count in enumerate(seen) if count} if total else {0: 1.0}


def hand_rows(advice: HandAdvice) -> list[Row]:
    """Return a row for each set that can be given, the best first, and one for waiting.

    `then` is the best set of the cards that are left, `others` how many sets the others exchange on average
    until the next turn; `gain` is what waiting brings beyond exchanging, in armies counted now; `next_card`
    is the chance to hold a set with one card more.
    """
    hand = ", ".join(map(str, advice.hand.cards))
    about: Row = {
        "rules": advice.rulebook.label,
        "players": advice.table.players,
        "number": advice.number,
        "hand": hand,
    }
    rows = []
    for place, choice in enumerate(advice.choices):
        row = about | {
            "choice": EXCHANGE,
            "give": ", ".join(map(str, choice.given)),
            "armies": choice.armies,
            "bonus": choice.bonus,
            "left": ", ".join(map(str, choice.kept)),
            "then": choice.after,
            "others": None,
            "gain": None,
            "next_card": None,
            "better": "yes" if place == 0 and advice.better == EXCHANGE else "",
        }
        rows.append(row)
    waiting = advice.waiting
    if not advice.forced:
        row = about | {"choice": WAIT, "give": "", "armies": None, "bonus": None, "left": hand, "then": None}
        row |= {"others": None, "gain": None, "next_card": float(advice.sooner.get(1, 1))}
        row["better"] = "yes" if advice.better == WAIT or not advice.choices else ""
        if waiting is not None:
            row["armies"] = waiting.armies
            row["gain"] = waiting.gain
            if advice.rules.has_scale:
                row["others"] = sum(sets * chance for sets, chance in waiting.others.items())
        rows.append(row)
    return rows


def hand(request: CardsRequest) -> list[Row]:
    """Return the rows of every rulebook and number of players asked about."""
    return [row for advice in hand_advice(request) for row in hand_rows(advice)]


def draws(advice: HandAdvice) -> dict[int, float]:
    """Return, by number, how likely a turn of the table brings so many cards."""
    chances = draw_chances(advice.rules, advice.table)
    return {cards: chance for cards, chance in enumerate(chances) if chance}
