"""The fourteen cards of Risk Express as a rulebook holds them, for tests that need no file."""

from types import SimpleNamespace

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


def rulebook(**changes) -> SimpleNamespace:
    """Return the rulebook of Risk Express with some values of its spec changed."""
    spec = {"max_turns": 10000, "voluntary_sacrifice": False, "tie": "shared", "continue_failed": True}
    return SimpleNamespace(
        name=RULES,
        spec=SimpleNamespace(
            **(spec | changes), dice=SimpleNamespace(count=7), handicap=SimpleNamespace(points=())
        ),
        cards=SimpleNamespace(
            cards=tuple(card(name) for name in LINES),
            continents=tuple(SimpleNamespace(id=name, back=back) for name, back in BACKS.items()),
        ),
    )
