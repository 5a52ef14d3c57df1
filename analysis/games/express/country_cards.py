"""The country cards of Risk Express and their continents, read from their file and checked."""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any

from msgspec import Meta, Struct

from conquestlab.analysis.rules.evidence import Entry, SourcedHead, kinds_of
from conquestlab.analysis.rules.faults import Fault, nearest, shown
from conquestlab.analysis.rules.listed_files import read_listed

FOLDER = "express"
SYMBOLS = ("general", "cavalry", "cannon")
MOST_SOLDIERS = 3  # on one die

Line = tuple[tuple[str, ...], int]  # the symbols that it needs, and the soldiers


class ExpressContinent(Entry, frozen=True, kw_only=True):
    """A continent: `back` is what its cards are worth together, once turned over."""

    back: Annotated[int, Meta(ge=0, le=100)]


class _Printed(Entry, frozen=True, kw_only=True):
    """A card as the file has it: a line is a list of symbols, or of one number of soldiers."""

    name_reconstructed: bool = False
    continent: str
    points: Annotated[int, Meta(ge=0, le=100)]
    lines: Annotated[
        tuple[Annotated[tuple[str | int, ...], Meta(min_length=1, max_length=6)], ...],
        Meta(
            min_length=1,
            max_length=6,
            description='1 to 6 lists of symbols or of one number, as in [["cannon", "cavalry"], [5]]',
        ),
    ]
    circled_general: bool = True


class CountryCard(Struct, frozen=True, kw_only=True):
    """A country card. `circled_general`: one general more has to be rolled where a player owns it."""

    id: str
    name: str
    name_fr: str
    name_reconstructed: bool
    continent: str
    points: int
    lines: tuple[Line, ...]
    circled_general: bool
    provenance: str


class CountryCards(Struct, frozen=True, kw_only=True, dict=True):
    """All cards and continents, in the order of the file; that order numbers them for the engine."""

    name: str
    title: str
    continents: tuple[ExpressContinent, ...]
    cards: tuple[CountryCard, ...]
    provenance: dict[str, str]
    sources: dict[str, str]
    evidence: dict[str, str]

    @cached_property
    def continent_cards(self) -> tuple[tuple[int, ...], ...]:
        """By continent, the numbers of its cards, from 0."""
        return tuple(
            tuple(i for i, card in enumerate(self.cards) if card.continent == continent.id)
            for continent in self.continents
        )


class _File(SourcedHead, frozen=True, kw_only=True):
    continents: tuple[ExpressContinent, ...]
    cards: tuple[_Printed, ...]


def fewest_dice(card: CountryCard) -> int:
    """Return the dice that it takes at least to fill every line of a card in the middle."""
    return sum(len(symbols) + -(-soldiers // MOST_SOLDIERS) for symbols, soldiers in card.lines)


def read_cards(text: str, asked_by: str, faults: list[Fault]) -> CountryCards | None:
    """Read country cards by their name or file; None if anything is wrong, which is then among the faults.

    `asked_by` is the rulebook, as the faults call it.
    """
    parts: dict[str, tuple[type[Struct], int]] = {
        "continents": (ExpressContinent, 16),
        "cards": (_Printed, 32),
    }
    read = read_listed(text, FOLDER, (asked_by, "cards"), _File, parts, _card_faults, faults)
    if read is None:
        return None
    return CountryCards(
        name=read.name,
        title=read.title or read.name,
        continents=read.continents,
        cards=tuple(_card(card) for card in read.cards),
        provenance=read.provenance,
        sources=read.sources,
        evidence=kinds_of(read.provenance, read.evidence),
    )


def _card(printed: _Printed) -> CountryCard:
    values = {field: getattr(printed, field) for field in CountryCard.__struct_fields__}
    values["lines"] = tuple(_line(line) for line in printed.lines)
    return CountryCard(**values)


def _line(line: tuple[str | int, ...]) -> Line:
    symbols = tuple(word for word in line if isinstance(word, str))
    return symbols, sum(number for number in line if isinstance(number, int))


def _card_faults(read: _File, file: str) -> Iterator[Fault]:
    continents = [continent.id for continent in read.continents]
    for card in read.cards:
        key = f"cards.{shown(card.id)}"
        if card.continent not in continents:
            value, wrong = shown(card.continent), f"continent: one of {shown(', '.join(continents))}"
            near = nearest(card.continent, continents)
            yield Fault(file=file, key=key, value=value, allowed=wrong, nearest=near)
        for line in card.lines:
            numbers = [word for word in line if isinstance(word, int)]
            strange = [word for word in line if isinstance(word, str) and word not in SYMBOLS]
            if strange:
                near = nearest(strange[0], SYMBOLS)
                wrong = f"lines: {', '.join(SYMBOLS)} or a number of soldiers"
                yield Fault(file=file, key=key, value=shown(strange[0]), allowed=wrong, nearest=near)
            elif numbers and (len(line) > 1 or not 1 <= numbers[0] <= 36):
                wrong = "lines: symbols, or one number of soldiers from 1 to 36"
                yield Fault(file=file, key=key, value=shown(line), allowed=wrong)
    filled = {card.continent for card in read.cards}
    for continent in read.continents:
        if continent.id not in filled:
            value, wrong = "no card", f"a card in {shown(continent.name)}"
            yield Fault(file=file, key=f"continents.{shown(continent.id)}", value=value, allowed=wrong)


def effective_cards(deck: CountryCards) -> dict[str, Any]:
    """Return what country cards do, in their order."""
    return {
        "continents": [[one.id, one.back] for one in deck.continents],
        "cards": [
            [card.id, card.continent, card.points, card.lines, card.circled_general] for card in deck.cards
        ],
    }
