"""The fourteen cards of Risk Express as the rules print them, and rulebooks for tests."""

from types import SimpleNamespace

from conquestlab.analysis.rules.rulebook import load

RULES = "risk-express"
LINES = {
    "asia_1": "cannon / 2 cavalry / 5 soldiers",
    "asia_2": "cannon / cannon / 7 soldiers",
    "asia_3": "10 soldiers",
    "asia_4": "general / cannon / cavalry",
    "north_america_1": "cannon+cavalry / cannon+cavalry / 3 soldiers",
    "north_america_2": "general / cannon / cavalry / 3 soldiers",
    "north_america_3": "general / 2 cannon",
    "europe_1": "2 cannon / 2 cavalry",
    "europe_2": "general / cannon+cavalry / 6 soldiers",
    "africa_1": "2 cavalry / 5 soldiers / 2 soldiers",
    "africa_2": "general / 8 soldiers",
    "south_america_1": "general / 4 soldiers / 4 soldiers",
    "south_america_2": "2 general / cavalry",
    "australia": "2 general / cavalry / cannon / 4 soldiers",
}
POINTS = dict(zip(LINES, (3, 2, 1, 1, 3, 2, 1, 4, 3, 2, 2, 2, 1, 3), strict=True))
BACKS = {"asia": 10, "north_america": 8, "europe": 8, "africa": 5, "south_america": 4, "australia": 3}


def read_lines(text: str) -> tuple:
    """Read "cannon / 2 cavalry / 5 soldiers" as ((symbols, soldiers), ...)."""
    return tuple(_read_line(line) for line in text.split(" / "))


def _read_line(text: str) -> tuple:
    symbols, soldiers = [], 0
    for part in text.split("+"):
        *number, word = part.split()
        many = int(number[0]) if number else 1
        if word == "soldiers":
            soldiers += many
        else:
            symbols += [word] * many
    return tuple(symbols), soldiers


def card(name: str) -> SimpleNamespace:
    """Return one card."""
    continent = name.rstrip("_1234")
    return SimpleNamespace(
        id=name,
        continent=continent,
        points=POINTS[name],
        lines=read_lines(LINES[name]),
        circled_general=name != "australia",
    )


def rulebook(**changes):
    """Return the rulebook of Risk Express with some values changed; `__` stands for a dot."""
    return load(
        ",".join([RULES, *(f"{key.replace('__', '.')}={shown(value)}" for key, value in changes.items())])
    )


def shown(value):
    return str(value).lower() if isinstance(value, bool) else str(value).replace(" ", "")


def small_table(*names, **changes):
    """Return the rulebook with a few cards only."""
    book = rulebook(**changes)
    cards = tuple(card for card in book.cards.cards if card.id in names)
    continents = tuple(c for c in book.cards.continents if c.id in {card.continent for card in cards})
    few = SimpleNamespace(cards=cards, continents=continents)
    return SimpleNamespace(name=book.name, label=book.label, spec=book.spec, cards=few)
