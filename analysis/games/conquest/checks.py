"""What the values of a rulebook cannot be together, and which of them have no effect beside the others."""

from collections.abc import Iterator
from typing import Any

from conquestlab.analysis.games.conquest.objective_deck import ObjectiveDeck
from conquestlab.analysis.games.conquest.rules import ConquestRules
from conquestlab.analysis.games.conquest.world_map import WorldMap
from conquestlab.analysis.rules.clashes import PLAYERS, Clash, Gate
from conquestlab.analysis.rules.faults import nearest, shown, toml_text

FACES = 6  # of the die that deals lands, whatever the dice of combat


def unused_keys(rules: ConquestRules) -> dict[str, Gate]:
    """Return the keys that have no effect beside the other values, each with the value that bars it."""
    cards, setup = rules.cards, rules.setup
    idle: dict[str, Gate] = {}

    def bars(gate: str, value: object, *keys: str) -> None:
        for key in keys:
            idle.setdefault(key, (gate, toml_text(value)))

    fixed_values = [f"cards.fixed.{name}" for name in cards.fixed.__struct_fields__]
    if cards.sets != "three_arms":
        bars("cards.sets", cards.sets, "cards.joker")
    if cards.sets == "fixed":
        bars("cards.sets", cards.sets, "cards.scale", "cards.scale_step")
    else:
        bars("cards.sets", cards.sets, "cards.joker_fixed", *fixed_values)
    if cards.jokers == 0:
        bars(
            "cards.jokers",
            0,
            "cards.joker",
            "cards.joker_fixed",
            "cards.fixed.joker_pair",
            "setup.deal_jokers",
        )
    of_the_bonus = ("cards.land_bonus_limit", "cards.capture_bonus")
    if cards.land_bonus == 0:
        bars("cards.land_bonus", 0, "cards.world_card_bonus", *of_the_bonus)
    elif not cards.world_card_bonus:
        bars("cards.world_card_bonus", False, "cards.land_bonus", *of_the_bonus)
    if rules.combat.protected_rounds == 0:
        bars("combat.protected_rounds", 0, "combat.early_elimination")
    elif rules.combat.early_elimination == "allow":
        bars("combat.early_elimination", "allow", "combat.protected_rounds")
    if rules.movement.kind == "simultaneous":
        bars("movement.kind", "simultaneous", "movement.fortify", "ally.duel_moves")
    else:
        bars("movement.kind", rules.movement.kind, "movement.tired")
    if setup.dealing == "dice":
        bars("setup.dealing", "dice", "setup.deal_jokers")
    if not setup.starting_armies and not any(rules.handicap.armies):
        bars("setup.starting_armies", {}, "setup.initial_placement", "setup.placement_round")
    if not rules.objectives.dealt:
        bars("objectives.dealt", False, "objectives.deck", "objectives.absent_colour")
    if not rules.ally.present:
        names = [name for name in rules.ally.__struct_fields__ if name != "present"]
        bars("ally.present", False, *(f"ally.{name}" for name in names))
    return idle


def clashes(rules: ConquestRules) -> Iterator[Clash]:
    """Yield the values that cannot stand together, whatever the map."""
    yield from _clashes_of_armies(rules)
    yield from _ally_clashes(rules)


def _clashes_of_armies(rules: ConquestRules) -> Iterator[Clash]:
    setup, cards, least, most = rules.setup, rules.cards, rules.players.min, rules.players.max
    if cards.sets != "fixed" and not cards.scale:
        yield Clash(("cards.scale", "cards.sets"), (), "at least one number of armies")
    starting = setup.starting_armies
    if starting and not all(n in starting for n in range(least, most + 1)):
        wrong = f"armies for every number of players from {least} to {most}, or {{}}"
        yield Clash(("setup.starting_armies", *PLAYERS), starting, wrong)
    if starting and setup.initial_placement == "none":
        wrong = "simultaneous or in_turn_order, to place the starting armies"
        yield Clash(("setup.initial_placement", "setup.starting_armies"), "none", wrong)
    armies = max((starting.get(n, 0) for n in range(least, most + 1)), default=0)
    armies += max(rules.handicap.armies, default=0)
    if not starting and min(rules.handicap.armies, default=0) < 0:
        wrong = "none below 0 where setup.starting_armies is {}"
        yield Clash(("handicap.armies", "setup.starting_armies"), rules.handicap.armies, wrong)
    if 0 < rules.piece_limit < armies:
        keys = ("piece_limit", "setup.starting_armies", "handicap.armies", *PLAYERS)
        yield Clash(keys, rules.piece_limit, f"at least the {armies} starting armies, or off")


def _ally_clashes(rules: ConquestRules) -> Iterator[Clash]:
    needs: list[tuple[str, Any, Any]] = [
        ("players.min", rules.players.min, 2),
        ("players.max", rules.players.max, 2),
        ("setup.dealing", rules.setup.dealing, "cards"),
        ("setup.deal_jokers", rules.setup.deal_jokers, False),
        ("objectives.dealt", rules.objectives.dealt, False),
    ]
    for key, value, needed in needs:
        if rules.ally.present and value != needed:
            yield Clash((key, "ally.present"), value, f"{toml_text(needed)} where ally.present is on")


def map_clashes(rules: ConquestRules, world: WorldMap) -> Iterator[Clash]:
    """Yield the values that the map cannot bear."""
    lands, continents = len(world.lands), [continent.id for continent in world.continents]
    starting = rules.setup.starting_armies
    if _fewest_dealt(rules, lands) < 1:
        keys = ("players.max", "map", "cards.jokers", "setup.dealing", "setup.deal_jokers")
        yield Clash(
            keys, rules.players.max, f"so few that each is sure of one of the {lands} lands of the map"
        )
    for n in range(rules.players.min, rules.players.max + 1):
        most = _most_dealt(rules, lands, n)
        wrong = f"at least {most}, as many as the lands that one of {n} players may get"
        if n in starting and starting[n] < most:
            yield Clash(("setup.starting_armies", "map", *PLAYERS), {n: starting[n]}, wrong)
        if 0 < rules.piece_limit < most:
            yield Clash(("piece_limit", "map", *PLAYERS), rules.piece_limit, wrong)
            break
    for name in rules.reinforcement.continents:
        if name not in continents:
            wrong = f"continents of the map ({', '.join(continents)})"
            yield Clash(("reinforcement.continents", "map"), name, wrong, nearest(name, continents))
    yield from clashes_of_given(rules, world)
    talon = lands + rules.cards.jokers
    if sum(rules.handicap.cards) > talon:
        wrong = f"no more together than the {talon} cards of the talon"
        yield Clash(("handicap.cards", "map", "cards.jokers"), rules.handicap.cards, wrong)


def clashes_of_given(rules: ConquestRules, world: WorldMap) -> Iterator[Clash]:
    """Yield the continents that no seat can be given: a seat has no more lands than it is dealt."""
    sizes = dict(zip((one.id for one in world.continents), map(len, world.continent_lands), strict=True))
    given, players = rules.handicap.given, rules.players.max
    yield from _clashes_of_seats(rules, "handicap.given", given, list(sizes))
    yield from _clashes_of_seats(rules, "handicap.bonus", rules.handicap.bonus, list(sizes))
    most = _evenly_dealt(rules, len(world.lands))
    for seat in sorted(set(given.values())):
        lands = sum(sizes.get(name, 0) for name, its in given.items() if its == seat)
        if seat <= players and lands > most:
            wrong = f"at most {most} lands for a seat, which is what one of {players} players is dealt"
            yield Clash(("handicap.given", "map", "setup.dealing", *PLAYERS), f"{lands} lands", wrong)


def _clashes_of_seats(
    rules: ConquestRules, key: str, seats: dict[str, int], continents: list[str]
) -> Iterator[Clash]:
    """Yield the continents that the map does not have, and the seats that nobody can hold."""
    for name in seats:
        if name not in continents:
            wrong = f"continents of the map ({', '.join(continents)})"
            yield Clash((key, "map"), name, wrong, nearest(name, continents))
    for seat in sorted(set(seats.values())):
        if seat > rules.players.max:
            yield Clash((key, *PLAYERS), seat, f"one of the seats 1 to {rules.players.max}")


def _evenly_dealt(rules: ConquestRules, lands: int) -> int:
    """Return how many lands a seat is sure to be dealt where the most play; by dice, on average."""
    if rules.setup.dealing == "dice" and not rules.ally.present:
        return lands // rules.players.max
    return _fewest_dealt(rules, lands)


def _fewest_dealt(rules: ConquestRules, lands: int) -> int:
    """Return the fewest lands that a seat may get where the most play."""
    players = rules.players.max
    if rules.ally.present:
        return lands // 3
    if rules.setup.dealing == "dice":
        return lands - FACES * (players - 1)
    jokers = rules.cards.jokers if rules.setup.deal_jokers else 0
    return (lands + jokers) // players - jokers


def _most_dealt(rules: ConquestRules, lands: int, players: int) -> int:
    """Return the most lands that a seat may get: the first one, with all the luck."""
    if rules.ally.present:
        return lands // 3
    if rules.setup.dealing == "cards":
        jokers = rules.cards.jokers if rules.setup.deal_jokers else 0
        return min(lands, -(-(lands + jokers) // players))
    rounds, left = divmod(lands, FACES + players - 1)
    return rounds * FACES + min(left, FACES)


def objective_clashes(rules: ConquestRules, deck: ObjectiveDeck, world: WorldMap) -> Iterator[Clash]:
    """Yield why these objectives cannot be played on this map by so many."""
    lands, continents, players = len(world.lands), [one.id for one in world.continents], rules.players.max
    keys = ("objectives.deck", "map", "players.max", "objectives.absent_colour")
    for objective in deck.objectives:
        strange = [name for name in objective.continents if name not in continents]
        wrong = ""
        if strange:
            wrong = f"continents of the map: {objective.id} names {shown(strange[0])}"
        elif objective.lands > lands:
            wrong = f"at most the {lands} lands of the map: {objective.id} asks for {objective.lands}"
        elif len(objective.continents) + objective.extra > len(continents):
            wrong = f"at most {len(continents)} continents: {objective.id} asks for more"
        if wrong:
            near = nearest(strange[0], continents) if strange else ""
            yield Clash(keys, rules.objectives.deck, wrong, near)
    destroy = sum(objective.kind == "destroy" for objective in deck.objectives)
    cards = len(deck.objectives)
    if rules.objectives.absent_colour == "remove_cards":
        cards -= max(0, destroy - players)
    if cards < players:
        wrong = f"an objective for each of {players} players: there are {cards}"
        yield Clash(keys, rules.objectives.deck, wrong)
    if destroy and len(deck.colours) < players:
        yield Clash(keys, rules.objectives.deck, f"a colour for each of {players} players")
