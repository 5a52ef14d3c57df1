"""What the values of a rulebook of Africa 1880 cannot be together, and which of them have no effect."""

from collections.abc import Iterator
from itertools import pairwise

from conquestlab.analysis.games.africa.africa_map import AfricaMap
from conquestlab.analysis.games.africa.rules import AfricaRules
from conquestlab.analysis.rules.clashes import PLAYERS, Clash, Gate
from conquestlab.analysis.rules.faults import toml_text


def clashes(rules: AfricaRules) -> Iterator[Clash]:
    """Yield the values that cannot stand together, whatever the map."""
    if not rules.years:
        yield Clash(("years",), (), "at least one year, that of the only round")
    if any(later <= year for year, later in pairwise(rules.years)):
        yield Clash(("years",), rules.years, "years that go up from round to round")


def unused_keys(rules: AfricaRules) -> dict[str, Gate]:
    """Return the keys that have no effect beside the other values, each with the value that bars it."""
    if rules.historical:
        return dict.fromkeys(("placing", "share_first"), ("historical", toml_text(True)))
    return {}


def map_clashes(rules: AfricaRules, world: AfricaMap) -> Iterator[Clash]:
    """Yield what the map has too little of."""
    most, nations = rules.players.max, len(world.nations)
    if most > nations:
        yield Clash(("players.max", "map"), most, f"at most {nations}, the nations of the map {world.name}")
    homeless = [nation.name for nation in world.nations if not nation.start]
    if rules.historical and homeless:
        wrong = f"off, for the map {world.name} has no start for {', '.join(homeless)}"
        yield Clash(("historical", "map"), True, wrong)
    coasts = sum(territory.coast for territory in world.territories)
    if not (rules.historical or rules.share_first) and coasts < most:
        wrong = f"on, where up to {most} nations begin on {coasts} coasts of the map {world.name}"
        yield Clash(("share_first", "map", *PLAYERS), False, wrong)
