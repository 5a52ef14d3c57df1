"""What the designer of a map wants to know: its continents side by side, its size, its narrow points."""

from statistics import median
from typing import Any

from conquestlab.analysis.games.conquest.world_map import WorldMap
from conquestlab.analysis.language import say
from conquestlab.analysis.rules.narrow_points import narrow_borders, narrow_lands, near_of

Rows = list[dict[str, Any]]
FAR_OFF = 1.5  # times the median bonus for each land to guard, up or down, that is pointed out
MOST_NAMED = 6


def map_rows(world: WorldMap) -> Rows:
    """Return a row for each continent.

    Lands and bonus; `inner_borders` between its own lands; `entries`, the borders that lead into it;
    `lands_to_guard`, those of its lands that such a border leads to; `bonus_per_guard`.
    """
    continent_of = world.groups
    rows = []
    for continent, lands in zip(world.continents, world.continent_lands, strict=True):
        inner = [pair for pair in world.pairs if all(continent_of[id] == continent.id for id in pair)]
        leading = [pair for pair in world.pairs if sum(continent_of[id] == continent.id for id in pair) == 1]
        guards = {id for pair in leading for id in pair if continent_of[id] == continent.id}
        rows.append(
            {
                "continent": continent.name,
                "lands": len(lands),
                "bonus": continent.bonus,
                "inner_borders": len(inner),
                "entries": len(leading),
                "lands_to_guard": len(guards),
                "bonus_per_guard": continent.bonus / len(guards) if guards else None,
            }
        )
    return rows


def map_notes(world: WorldMap) -> tuple[str, ...]:
    """Say what of a map strikes the eye: its size, its narrow points, continents unlike the others."""
    by_sea = sum(border.kind == "sea" for border in world.borders)
    size = say(
        "{lands} lands in {continents} continents, {borders} borders, {by_sea} of them by sea; in one piece.",
        lands=len(world.lands),
        continents=len(world.continents),
        borders=len(world.borders),
        by_sea=by_sea,
    )
    degrees = [len(near) for near in world.neighbours]
    busiest, loneliest = degrees.index(max(degrees)), degrees.index(min(degrees))
    near = say(
        "A land has {mean} neighbours on average: {most} has {greatest}, {least} has {smallest}.",
        mean=f"{sum(degrees) / len(degrees):.1f}",
        most=world.lands[busiest].name,
        greatest=degrees[busiest],
        least=world.lands[loneliest].name,
        smallest=degrees[loneliest],
    )
    places = sum(point is None for point in world.places.values())
    laid = say(
        "{count} lands have no place on the drawing (at = [x, y]) and are laid out by their borders.",
        count=places,
    )
    return (size, near, *_narrow(world), *_unlike(world), *([laid] if places else []))


def _narrow(world: WorldMap) -> list[str]:
    names = {land.id: land.name for land in world.lands}
    near = near_of(names, world.pairs)
    found = [
        say(
            "Narrow point: {land}. Without it these are cut off: {lands}.",
            land=names[one.land],
            lands=_named([names[id] for id in one.cut_off]),
        )
        for one in narrow_lands(near)
    ]
    found += [
        say(
            "Narrow point: the border {a} – {b}. It is the only way to {lands}.",
            a=names[one.a],
            b=names[one.b],
            lands=_named([names[id] for id in one.cut_off]),
        )
        for one in narrow_borders(near, world.pairs)
    ]
    return found or [say("No narrow point: the loss of one land cuts no other off.")]


def _unlike(world: WorldMap) -> list[str]:
    """Say which continents bring much more, or much less, than the others for what has to be guarded."""
    rows = [row for row in map_rows(world) if row["bonus_per_guard"] is not None]
    closed = [
        say("No border leads into {continent}.", continent=row["continent"])
        for row in map_rows(world)
        if row["bonus_per_guard"] is None and len(world.continents) > 1
    ]
    usual = median(row["bonus_per_guard"] for row in rows) if len(rows) > 2 else 0.0
    if not usual:
        return closed
    dear = [row for row in rows if row["bonus_per_guard"] >= FAR_OFF * usual]
    cheap = [row for row in rows if row["bonus_per_guard"] <= usual / FAR_OFF]
    found = [
        say(
            "{continent} brings {armies} armies for each land to guard, {usual} is usual here: "
            "a smaller bonus or one more way in would level it.",
            continent=row["continent"],
            armies=f"{row['bonus_per_guard']:.1f}",
            usual=f"{usual:.1f}",
        )
        for row in dear
    ]
    found += [
        say(
            "{continent} brings {armies} armies for each land to guard, {usual} is usual here: "
            "a greater bonus or one way in less would level it.",
            continent=row["continent"],
            armies=f"{row['bonus_per_guard']:.1f}",
            usual=f"{usual:.1f}",
        )
        for row in cheap
    ]
    if found:
        found.append(
            say("That is a rule of thumb; conquest play --continents measures what a continent is worth.")
        )
    return closed + found


def _named(names: list[str]) -> str:
    if len(names) <= MOST_NAMED:
        return ", ".join(names)
    return say(
        "{names} and {count} more",
        names=", ".join(names[: MOST_NAMED - 1]),
        count=len(names) - MOST_NAMED + 1,
    )
