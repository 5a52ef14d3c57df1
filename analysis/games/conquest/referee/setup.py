"""Before the first turn: the order of play, the objectives, the dealing of lands, the first placing."""

from typing import Any

from conquestlab.analysis.games.conquest.referee.cards import draw
from conquestlab.analysis.games.conquest.referee.form import ALLY
from conquestlab.analysis.games.conquest.referee.script import Event, Script
from conquestlab.analysis.games.conquest.referee.table import Table
from conquestlab.analysis.games.conquest.rules import conquest_rules
from conquestlab.analysis.games.findings import RECORD

FACES = 6  # of the die that settles the order and deals the lands, whatever the dice of combat


def open_game(script: Script, rulebook: Any) -> Table:
    """Check the first event and return the table for so many seats."""
    event = script.take("game", RECORD)
    seats, players = len(event["players"]), conquest_rules(rulebook).players
    script.same(RECORD, "rules", event["rules"], rulebook.name)
    script.same(RECORD, "options", event["options"], rulebook.options)
    script.same(RECORD, "rules_hash", event["rules_hash"], rulebook.hash)
    table = Table(rulebook, seats)
    if not players.min <= seats <= players.max:
        where = table.paragraph("3.2", "5D" if not table.spec.setup.deal_jokers else "5A")
        script.stop(where, f"{players.min} to {players.max} players, not {seats}")
    script.names = script.names._replace(seats=seats)
    if table.objective_deck is None:
        if "colours" in event:
            script.note(RECORD, "colours are told only where objectives are in play")
    else:
        _read_colours(script, table, event)
    return table


def set_up(script: Script, table: Table) -> None:
    """Read all that comes before the first turn."""
    setup = table.spec.setup
    first = _read_order(script, table) if setup.order == "rolled" else None
    if table.objective_deck is not None:
        _read_objectives(script, table)
    if setup.dealing == "dice":
        _read_deal_by_dice(script, table, first)
    else:
        _read_deal_of_cards(script, table, first)
    _check_given(script, table)
    _read_first_placing(script, table)


def _read_colours(script: Script, table: Table, event: Event) -> None:
    known = [colour.id for colour in table.objective_deck.colours]
    colours = event.get("colours")
    if colours is None:
        script.stop(RECORD, "'game' lacks 'colours'")
    wanted = len(table.seats) if len(known) >= len(table.seats) else 0
    if len(colours) != wanted or len(set(colours)) != wanted or not set(colours) <= set(known):
        script.stop("5A", f"each seat has a colour of its own among {', '.join(known)}, not {colours}")
    table.colours = colours


def _read_order(script: Script, table: Table) -> int:
    """Check the rolls for the order of play; return the seat that is dealt to first."""
    event = script.take("roll_order", "3.2")
    rolls = dict(zip(table.seats, event["rolls"], strict=True))
    for seat, own in rolls.items():
        if not all(1 <= face <= FACES for face in own):
            script.stop("3.2", f"no die of {FACES} sides shows what seat {seat} rolled: {own}")
        others = (other for one, other in rolls.items() if one != seat)
        due = 1 + max(_alike(own, other) for other in others)
        if len(own) < due:
            script.stop("3.2", f"seat {seat} is tied after {len(own)} rolls and rolls again")
        if len(own) > due:
            script.stop("3.2", f"seat {seat} is tied with nobody after {due} rolls and rolls no more")
    order = sorted(table.seats, key=lambda seat: rolls[seat], reverse=True)
    first = order[0]
    script.same("3.2", "first_dealt", event["first_dealt"], first)
    if order != table.seats_from(first):
        script.stop("3.2", f"the seats rolled in the order {order}, and they play in descending order")
    return first


def _alike(one: list[int], other: list[int]) -> int:
    """Return how many first rolls of two seats are the same."""
    many = 0
    while many < min(len(one), len(other)) and one[many] == other[many]:
        many += 1
    return many


def _read_objectives(script: Script, table: Table) -> None:
    cards = {card.id: card for card in table.objective_deck.objectives}
    for _ in table.seats:
        event = script.take("objective", "5A", "each seat gets one objective")
        card, seat = cards.get(event["objective"]), event["player"]
        if card is None:
            script.stop("5A", f"there is no objective '{event['objective']}'")
        if seat in table.goals:
            script.stop("5A", f"seat {seat} has an objective already")
        if card in table.goals.values():
            script.stop("5A", f"the objective '{card.id}' is dealt already")
        removed = table.spec.objectives.absent_colour == "remove_cards"
        if removed and card.kind == "destroy" and card.colour not in table.colours:
            script.stop("5.1 R10", f"'{card.id}' was taken out: nobody plays {card.colour}")
        table.goals[seat] = card


def _read_deal_by_dice(script: Script, table: Table, first: int | None) -> None:
    """Read hand-outs of as many lands as the die shows, from the highest roller on, until no land is left."""
    seat, left = first, len(table.arm)
    while left:
        event = script.take("deal", "3.3", f"{left} lands are still to be dealt")
        if seat is None:
            seat = event["player"]
        roll = event.get("roll", 0)
        if not 1 <= roll <= FACES:
            script.stop("3.3", f"a hand-out goes by the roll of a die of {FACES} sides, not {roll}")
        many = min(roll, left)
        for i in range(many):
            if i:
                event = script.take("deal", "3.3", f"{left} lands are still to be dealt")
            if event["player"] != seat or event.get("roll") != roll:
                wrong = f"land {i + 1} of the {many} that seat {seat} takes with a roll of {roll}"
                script.stop("3.3", f"this should be {wrong}")
            _deal_land(script, table, event, seat, 1, ("roll",))
            left -= 1
        last, seat = seat, seat % len(table.seats) + 1
    if last != len(table.seats):
        script.stop("3.3", f"seat {last} took the last land, so that seat {seat} would open, not seat 1")


def _read_deal_of_cards(script: Script, table: Table, first: int | None) -> None:
    """Read cards dealt one by one; in the game for two, the ally's lands after them."""
    ally, setup = table.spec.ally, table.spec.setup
    where = "5B" if ally.present else "5A"
    jokers = {card for card in table.talon if card not in table.arm} if setup.deal_jokers else set()
    many = 2 * (len(table.arm) // 3) if ally.present else len(table.arm) + len(jokers)
    seat = first
    for i in range(many):
        event = script.take("deal", where, f"{many - i} cards are still to be dealt")
        if seat is None:
            seat = event["player"]
        if event["player"] != seat:
            script.stop(where, f"the cards are dealt one by one: seat {seat} is next")
        if event["land"] is not None:
            _deal_land(script, table, event, seat, 1, ())
        elif event.get("card") in jokers and event["armies"] == 0 and "side" not in event:
            jokers.remove(event["card"])
        else:
            script.stop(where, "a card without a land is a joker that is in the deal, with no armies")
        seat = seat % len(table.seats) + 1
    if ally.present:
        for _ in range(len(table.arm) - many):
            event = script.take("deal", "5B", "the lands left are the ally's")
            _deal_land(script, table, event, None, ally.armies_each, ("side",))


def _deal_land(
    script: Script, table: Table, event: Event, seat: int | None, armies: int, more: tuple[str, ...]
) -> None:
    """Give a dealt land to its owner; `more` are the keys that this deal has beside the usual ones."""
    where = "3.3" if table.of_1957 else "5A" if seat else "5B"
    land = event["land"]
    if tuple(key for key in ("roll", "card", "side") if key in event) != more:
        script.stop(RECORD, f"this 'deal' should have {more or 'no key'} beside player, land and armies")
    if event["player"] != seat:
        script.stop(where, f"this land goes to {seat or 'the ally'}, not to seat {event['player']}")
    if land is None or table.owner[land] is not None:
        script.stop(where, f"{land} is dealt already")
    script.same(where, f"armies on {land}", event["armies"], armies)
    table.owner[land] = seat or ALLY
    table.armies[land] = armies


def _check_given(script: Script, table: Table) -> None:
    """See that each seat was dealt the continents that it is given, as far as its lands suffice."""
    for seat in table.seats:
        given = [one for one, its in table.spec.handicap.given.items() if its == seat]
        lands = {land for continent in given for land in table.continents[continent]}
        own = set(table.lands_of(seat))
        if given and lands - own and own - lands:
            script.stop("handicap", f"seat {seat} is given {' and '.join(given)}, and lacks some of it")


def _read_first_placing(script: Script, table: Table) -> None:
    """Read the cards of handicaps, and the placing of the starting armies that are not on the board yet."""
    setup, handicap = table.spec.setup, table.spec.handicap
    starting = setup.starting_armies.get(len(table.seats), 0)
    armies, cards = {}, {}
    for seat in table.seats:
        due = max(0, max(0, starting - len(table.lands_of(seat))) + _of_seat(handicap.armies, seat))
        armies[seat] = table.within_room(seat, due)
        cards[seat] = _of_seat(handicap.cards, seat)
    of_round: dict[int, int] = {}
    while any(cards.values()) or any(armies.values()):
        if any(cards.values()) and (script.next_is("draw") or not any(armies.values())):
            event = draw(script, table, "start", "handicap")
            if not cards[event["player"]]:
                script.stop("handicap", f"seat {event['player']} has no more cards before the first turn")
            cards[event["player"]] -= 1
        else:
            if not any(of_round.values()):
                of_round = {seat: min(due, setup.placement_round or due) for seat, due in armies.items()}
            _read_first_place(script, table, armies, of_round)
    script.refuse(("place",), _of_placing(table), "all starting armies are placed already")


def _read_first_place(script: Script, table: Table, due: dict[int, int], of_round: dict[int, int]) -> None:
    """Read an event of the first placing; by seat, what is due in all and what is due in this round."""
    where = _of_placing(table)
    event = script.take("place", where, f"starting armies are still to be placed: {due} by seat")
    seat, land, armies = event["player"], event["land"], event["armies"]
    if "side" in event:
        script.stop("5B", "the ally places nothing before the first turn")
    if armies > due[seat]:
        script.stop(where, f"seat {seat} has {due[seat]} armies left to place, not {armies}")
    if table.spec.setup.initial_placement == "in_turn_order":
        turn = next(one for one in table.seats if of_round[one])
        if seat != turn:
            script.stop("5.1 R1", f"seat {turn} places {of_round[turn]} more armies before seat {seat} does")
    if armies > of_round[seat]:
        script.stop(
            "5.1 R1", f"seat {seat} has {of_round[seat]} armies left to place in this round, not {armies}"
        )
    if table.owner[land] != seat:
        script.stop(where, f"{land} is not seat {seat}'s")
    due[seat] -= armies
    of_round[seat] -= armies
    table.armies[land] += armies


def _of_placing(table: Table) -> str:
    """Return the paragraph of the first placing."""
    if table.spec.ally.present:
        return "5B"
    return "5A" if table.spec.setup.starting_armies else "handicap"


def _of_seat(given: tuple[int, ...], seat: int) -> int:
    """Return what a handicap gives to a seat."""
    return given[seat - 1] if seat <= len(given) else 0
