"""Exact answers about Manchots Barjots, as plain records: special cards, cards in play, sums of a zone."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.games.manchots.deal_law import at_least, number_drawn, sum_drawn
from conquestlab.analysis.games.manchots.names import special_kinds
from conquestlab.analysis.games.manchots.question import deck_of
from conquestlab.analysis.games.manchots.rules import VIRTUAL, ZONES, copies_of, manchots_rules

if TYPE_CHECKING:
    from conquestlab.analysis.games.manchots.simulation import Deals
    from conquestlab.analysis.games.trial import Trial
    from conquestlab.analysis.rules.rulebook import Rulebook

Row = dict[str, Any]
ANY = "any"


def specials_dealt(
    books: Sequence[Rulebook], *, exact: bool = False, trial: Trial | None = None
) -> list[Row]:
    """Return one row a rulebook, kind of special card and number: the chance to be dealt just so many.

    A player is dealt `dealt` cards for the whole game. `special` is `any` for all kinds together, and
    `at_least` the chance of this number or more. With a `trial` games are dealt besides; see `card_odds` of
    Risk Express for the columns.
    """
    rows = []
    for rulebook in books:
        spec = manchots_rules(rulebook)
        cards = sum(deck_of(spec).values())
        deals = _deals(rulebook, trial)
        kinds = special_kinds(spec)
        values = {name: {value} for name, value in kinds.items()} | {ANY: set(kinds.values())}
        for special, own in values.items():
            copies = len(ZONES) * sum(copies_of(spec, value) for value in own)
            law = number_drawn(cards, copies, spec.deal)
            for number, (chance, more) in enumerate(zip(law, at_least(law), strict=True)):
                row = {"rules": rulebook.label, "special": special, "copies": copies, "dealt": spec.deal}
                row |= {"number": number, "chance": _as(chance, exact), "at_least": _as(more, exact)}
                rows.append(row | _beside(deals, "specials", (frozenset(own), number), chance))
    return rows


def cards_in_play(
    books: Sequence[Rulebook], cards: Sequence[str], *, exact: bool = False, trial: Trial | None = None
) -> list[Row]:
    """Return one row a rulebook, card and number of players.

    `in_play` is the chance that some copy of the card is dealt to anybody, virtual players too, `all_in_play`
    that all copies are, `yours` that some copy is dealt to a given player.
    """
    rows = []
    for rulebook in books:
        spec = manchots_rules(rulebook)
        deck = deck_of(spec)
        total = sum(deck.values())
        seats = range(spec.players.min, spec.players.max + 1)
        dealt_to = {players: _deals(rulebook, trial, players) for players in seats}
        for card in cards:
            yours = 1 - number_drawn(total, deck[card], spec.deal)[0]
            for players in seats:
                dealt = spec.deal * players_of(players)
                law = number_drawn(total, deck[card], dealt)
                row = {"rules": rulebook.label, "card": card, "copies": deck[card], "players": players}
                some = sum(law[1:], Fraction(0))
                every = law[deck[card]] if dealt >= deck[card] else Fraction(0)
                row |= {"cards_dealt": dealt, "in_play": _as(some, exact)}
                row |= {"all_in_play": _as(every, exact), "yours": _as(yours, exact)}
                rows.append(row | _beside(dealt_to[players], "cards", card, some))
    return rows


def zone_sums(
    books: Sequence[Rulebook], zones: Sequence[str], *, exact: bool = False, trial: Trial | None = None
) -> list[Row]:
    """Return one row a rulebook, zone, way of playing and sum on the table.

    Two ways of playing have an exact law. `any`: a player lands one card a round, whichever comes, as a
    virtual player does. `all`: a player lands every card of the zone that it is dealt, which is the most that
    can come without gifts. No special card acts.
    """
    rows = []
    for rulebook in books:
        spec = manchots_rules(rulebook)
        deals = _deals(rulebook, trial)
        copies = [copies_of(spec, value) for value in range(1, len(spec.copies) + 1)]
        others = (len(ZONES) - 1) * sum(copies)
        for zone in zones:
            for play, landed in (("any", spec.rounds), ("all", spec.deal)):
                law = sum_drawn(copies, others, landed)
                chances = list(law.values())
                for (total, chance), more in zip(law.items(), at_least(chances), strict=True):
                    row = {"rules": rulebook.label, "zone": zone, "play": play, "cards": landed, "sum": total}
                    row |= {"chance": _as(chance, exact), "at_least": _as(more, exact)}
                    rows.append(row | _beside(deals, "sums", (zone, landed, total), chance))
    return rows


def players_of(seats: int) -> int:
    """Return how many players are dealt cards: two real ones have two virtual ones beside them."""
    return seats + VIRTUAL if seats == VIRTUAL else seats


def _as(chance: Fraction, exact: bool) -> Fraction | float:
    return chance if exact else float(chance)


def _deals(rulebook: Any, trial: Trial | None, players: int | None = None) -> tuple[Deals, Trial] | None:
    """Return games that are dealt beside the exact chances, if there is a trial."""
    if trial is None:
        return None
    from conquestlab.analysis.games.manchots.simulation import Deals

    return Deals(rulebook, players or rulebook.spec.players.max, trial), trial


def _beside(deals: tuple[Deals, Trial] | None, what: str, which: Any, chance: Fraction) -> Row:
    """Return the columns of what was dealt, none without a trial."""
    if deals is None:
        return {}
    from conquestlab.analysis.games.trial import share_beside

    dealt, trial = deals
    count = getattr(dealt, what)(which)
    return share_beside(count, trial.games, float(chance)) | {"games": trial.games}
