"""What the designer of a map of Africa 1880 wants to know: its nations, its size, its narrow points."""

from typing import Any

from conquestlab.analysis.games.africa.africa_map import AfricaMap
from conquestlab.analysis.language import say
from conquestlab.analysis.rules.narrow_points import narrow_lands, near_of


def map_rows(world: AfricaMap) -> list[dict[str, Any]]:
    """Return a row for each territory: coast, squares, neighbours, and the nation that starts there."""
    starts = {nation.start: nation.name for nation in world.nations}
    return [
        {
            "territory": one.name,
            "coast": one.coast,
            "squares": one.squares,
            "neighbours": len(one.neighbours),
            "start_of": starts.get(one.id, ""),
        }
        for one in world.territories
    ]


def map_notes(world: AfricaMap) -> tuple[str, ...]:
    """Say how large a map is and where it is narrow."""
    names = {one.id: one.name for one in world.territories}
    size = say(
        "{territories} territories, {coasts} of them with a coast, {squares} squares, {borders} borders, "
        "{nations} nations, in one piece.",
        territories=len(world.territories),
        coasts=sum(one.coast for one in world.territories),
        squares=sum(one.squares for one in world.territories),
        borders=len(world.pairs),
        nations=len(world.nations),
    )
    narrow = [
        say(
            "Narrow point: {land}. Without it these are cut off: {lands}.",
            land=names[one.land],
            lands=", ".join(names[id] for id in one.cut_off),
        )
        for one in narrow_lands(near_of(names, world.pairs))
    ]
    made = "reconstructed" in world.evidence.values()
    return (size, *narrow, *([say("Much of this map is reconstructed, not attested.")] if made else []))
