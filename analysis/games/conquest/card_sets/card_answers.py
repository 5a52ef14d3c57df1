"""Answers to questions about cards, as plain records: the exact tables of `conquest cards`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.card_sets import card_odds
from conquestlab.analysis.games.conquest.card_sets.card_question import books_of, dealt_hands
from conquestlab.analysis.games.conquest.card_sets.card_rules import CardRules, scale_total, set_kinds
from conquestlab.analysis.requests.exact import CardsRequest

if TYPE_CHECKING:
    from conquestlab.analysis.games.conquest.card_sets.card_simulation import Dealt, SetTally

Row = dict[str, Any]

MOST_CARDS = 12  # in a hand of the table of chances
HAND_SIZES = (3, 4, 5)
WORTH_SIZES = (1, 2, 3, 4, 5, 6)
WORTH_NUMBERS = (1, 4, 8, 12, 16, 20)
MOST_NUMBER = 20
LANDS_A_STEP = 3


def chance(request: CardsRequest) -> list[Row]:
    """Return one row a hand size: the chance of a set, that this card brings the first, the mean of sets."""
    read, dealt = books_of(request), dealt_hands(request)
    most = max(min(card_odds.sure_hand_size(card_rules), MOST_CARDS) for _, card_rules in read)
    rows = []
    for rulebook, card_rules in read:
        law = card_odds.first_set_law(card_rules)
        tally = _dealt_sets(card_rules, most, dealt)
        for cards in range(1, min(most, sum(card_rules.deck)) + 1):
            exact = card_odds.set_chance(card_rules, cards)
            row = {"rules": rulebook.label, "cards": cards, "chance": float(exact)}
            row["first"] = float(law[cards]) if cards < len(law) else 0.0
            row["sets"] = float(card_odds.mean_sets(card_rules, cards))
            if tally and dealt:
                row |= _share(int(tally.holding[cards]), dealt.hands, float(exact))
            rows.append(row)
    return rows


def _dealt_sets(card_rules: CardRules, most: int, dealt: Dealt | None) -> SetTally | None:
    """Deal hands of up to so many cards, where hands are dealt."""
    if dealt is None:
        return None
    from conquestlab.analysis.games.conquest.card_sets.card_simulation import deal_sets

    return deal_sets(card_rules, most, dealt)


def _share(count: int, hands: int, exact: float) -> Row:
    from conquestlab.analysis.games.trial import share_beside

    return share_beside(count, hands, exact) | {"hands": hands}


def first(request: CardsRequest) -> list[Row]:
    """Return one row a kind of set, and one for any: its share of first sets, and the mean cards until then.

    What is simulated is the mean number of cards.
    """
    dealt = dealt_hands(request)
    rows = []
    for rulebook, card_rules in books_of(request):
        kinds = card_odds.first_set_kinds(card_rules)
        tally = _dealt_sets(card_rules, 0, dealt)
        mean = card_odds.mean_cards_to_set(card_rules)
        for name, (share, cards) in {"any": (1, mean), **kinds}.items():
            row = {"rules": rulebook.label, "set": name, "share": float(share), "cards": float(cards)}
            if tally:
                from conquestlab.analysis.games.conquest.card_sets.card_simulation import mean_beside

                places = range(len(tally.names)) if name == "any" else [tally.names.index(name)]
                hands, total, squares = (sum(int(tally.firsts[i, j]) for i in places) for j in range(3))
                row |= mean_beside(total, squares, hands, float(cards)) | {"hands": hands}
            rows.append(row)
    return rows


def kinds(request: CardsRequest) -> list[Row]:
    """Return one row a kind of set and hand size: the chance that the hand holds such a set."""
    dealt = dealt_hands(request)
    rows = []
    for rulebook, card_rules in books_of(request):
        tally = _dealt_sets(card_rules, max(HAND_SIZES), dealt)
        chances = {cards: card_odds.kind_chances(card_rules, cards) for cards in HAND_SIZES}
        for place, name in enumerate(chances[HAND_SIZES[0]]):
            for cards in HAND_SIZES:
                exact = float(chances[cards][name])
                row = {"rules": rulebook.label, "set": name, "cards": cards, "chance": exact}
                if tally and dealt:
                    row |= _share(int(tally.kinds[cards, place]), dealt.hands, exact)
                rows.append(row)
    return rows


def bonus(request: CardsRequest) -> list[Row]:
    """Return one row a number of lands and hand size: the mean bonus of the set exchanged, the chance of one.

    Only rulebooks that give a bonus, and hands that hold a set.
    """
    dealt = dealt_hands(request)
    rows = []
    for rulebook, card_rules in books_of(request):
        if not card_rules.land_bonus:
            continue
        lands = tuple(range(LANDS_A_STEP, sum(card_rules.arms) + 1, LANDS_A_STEP))
        sums = None
        if dealt:
            from conquestlab.analysis.games.conquest.card_sets.card_simulation import (
                deal_bonuses,
                mean_beside,
            )

            sums = deal_bonuses(card_rules, max(HAND_SIZES), lands, dealt)
        for place, held in enumerate(lands):
            for cards in HAND_SIZES:
                if not card_odds.set_chance(card_rules, cards):
                    continue
                law = card_odds.bonus_law(card_rules, cards, held)
                mean = float(card_odds.mean_bonus(card_rules, cards, held))
                row = {"rules": rulebook.label, "lands": held, "cards": cards, "bonus": mean}
                row["chance"] = float(1 - law.get(0, 0))
                if sums is not None:
                    hands, total, squares = (int(sums[place, cards, i]) for i in range(3))
                    row |= mean_beside(total, squares, hands, mean) | {"hands": hands}
                rows.append(row)
    if not rows:
        raise WrongUse(
            "no land bonus under these rules: name one with cards.land_bonus above 0, as risk-modern"
        )
    return rows


def scale(request: CardsRequest) -> list[Row]:
    """Return one row a set of the game: its armies, how many more than the set before, and all so far.

    Where values are fixed there is one row a kind of set.
    """
    rows: list[Row] = []
    for rulebook, card_rules in books_of(request):
        if not card_rules.has_scale:
            names = dict.fromkeys((kind.name, kind.armies) for kind in set_kinds(card_rules))
            for name, armies in names:
                row: Row = {"rules": rulebook.label, "number": None, "set": name, "armies": armies}
                rows.append(row | {"more": None, "total": None})
            continue
        before = 0
        for number in range(1, MOST_NUMBER + 1):
            armies = scale_total(card_rules, number, 1)
            row = {"rules": rulebook.label, "number": number, "set": "any", "armies": armies}
            rows.append(row | {"more": armies - before, "total": scale_total(card_rules, 1, number)})
            before = armies
    return rows


def worth(request: CardsRequest) -> list[Row]:
    """Return one row a number of the next set and hand size: mean armies of the last card and of the hand.

    All sets of the hand are exchanged at once, without land bonus.
    """
    dealt = dealt_hands(request)
    rows = []
    for rulebook, card_rules in books_of(request):
        numbers = WORTH_NUMBERS if card_rules.has_scale else (1,)
        sums = None
        if dealt:
            from conquestlab.analysis.games.conquest.card_sets.card_simulation import (
                deal_armies,
                mean_beside,
            )

            sums = deal_armies(card_rules, max(WORTH_SIZES), numbers, dealt)
        for place, number in enumerate(numbers):
            for cards in WORTH_SIZES:
                armies = float(card_odds.mean_hand_armies(card_rules, cards, number))
                next_set = number if card_rules.has_scale else None
                row: Row = {"rules": rulebook.label, "number": next_set, "cards": cards}
                row |= {"last_card": float(card_odds.card_worth(card_rules, cards, number)), "armies": armies}
                if sums is not None and dealt:
                    total, squares = (int(sums[place, cards, i]) for i in range(2))
                    row |= mean_beside(total, squares, dealt.hands, armies) | {"hands": dealt.hands}
                rows.append(row)
    return rows
