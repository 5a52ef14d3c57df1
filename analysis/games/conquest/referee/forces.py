"""The first step of a turn: cards drawn at the start, armies received, sets exchanged, armies placed."""

from collections import Counter

from conquestlab.analysis.games.conquest.referee.cards import armies_of_set, card_to_be_had, draw, has_set
from conquestlab.analysis.games.conquest.referee.form import ALLY
from conquestlab.analysis.games.conquest.referee.script import Event, Script
from conquestlab.analysis.games.conquest.referee.table import Table

LEFT_AFTER_CAPTURE = 4  # cards down to which a capture forces to exchange (5D)
FORCED_AFTER_CAPTURE = 6


class Gains:
    """Armies of a step of exchanging: how many, and the bonus by land."""

    def __init__(self) -> None:
        self.armies = 0
        self.bonus: Counter[str] = Counter()
        self.passed_by: set[str] = set()  # owned lands shown on sets that took no bonus

    @property
    def total(self) -> int:
        """All armies of the step."""
        return self.armies + self.bonus.total()


def read_forces(script: Script, table: Table) -> None:
    """Read the first step of a turn, to the last army placed."""
    lands = len(table.lands_of(table.player))
    read_start_cards(script, table, lands)
    received = _read_reinforcement(script, table, lands)
    gains = _read_own_exchanges(script, table)
    table.received = table.within_room(table.player, received + gains.total)
    where = table.paragraph("3.4.1", "5.0.1")
    read_placing(script, table, table.player, table.received, gains.bonus, where)


def read_start_cards(script: Script, table: Table, lands: int) -> None:
    """Read the cards that are drawn at the start of a turn."""
    rules = table.spec.cards
    many, where = {
        "start": (1, "3.4.1a"),
        "remainder": (lands % table.spec.reinforcement.lands_per_army, "4"),
        "conquest": (0, "5.0.2"),
        "never": (0, "5.0.2"),
    }[rules.draw]
    for _ in range(many):
        if not card_to_be_had(table):
            script.refuse(("draw",), "3.6 A12", "no card is to be had: talon and discard are empty")
            return
        of_player(script, table, draw(script, table, "start", where), where)
    script.refuse(("draw",), where, f"{many} cards are drawn at the start of this turn")


def _read_reinforcement(script: Script, table: Table, lands: int) -> int:
    """Check the armies from lands and continents; return them, the handicap of the first turn included."""
    rules, handicap = table.spec.reinforcement, table.spec.handicap.first_reinforcement
    where = "4" if table.spec.cards.draw == "remainder" else table.paragraph("3.4.1b", "5.0.1")
    event = script.take("reinforce", where)
    of_player(script, table, event, where)
    script.same(where, "lands", event["lands"], lands)
    from_lands = lands // rules.lands_per_army
    if from_lands < rules.min_reinforcement:
        from_lands, where = rules.min_reinforcement, "5D" if rules.min_reinforcement == 3 else "3.6 A6"
    script.same(where, "from_lands", event["from_lands"], from_lands)
    paid = {*table.owned_continents(table.player), *_granted(table)}
    worth = {name: table.continent_worth[name] for name in paid}
    told = event["from_continents"]
    if _paying(told) != _paying(worth) or not told.keys() <= worth.keys():
        where = table.paragraph("3.4.1c", "5.0.1")
        script.same(where, "from_continents", dict(sorted(told.items())), dict(sorted(worth.items())))
    extra = handicap[table.player - 1] if table.round == 1 and table.player <= len(handicap) else 0
    return max(0, from_lands + sum(worth.values()) + extra)


def _granted(table: Table) -> list[str]:
    """Return the continents whose armies the player gets whoever holds them."""
    return [name for name, seat in table.spec.handicap.bonus.items() if seat == table.player]


def _paying(worth: dict[str, int]) -> dict[str, int]:
    return {name: armies for name, armies in worth.items() if armies}


def _read_own_exchanges(script: Script, table: Table) -> Gains:
    """Read the sets exchanged before combat, and check that those were that had to be."""
    gains, limit = Gains(), table.spec.cards.must_exchange_at
    where = table.paragraph("3.4.1d", "5.0.1")
    while script.next_is("exchange"):
        read_exchange(script, table, gains, where)
    _bonus_taken_when_due(script, table, gains)
    hand = table.hands[table.player]
    if limit and len(hand) >= limit and has_set(table, hand):
        script.owed("5.0", f"with {len(hand)} cards a set must be exchanged until fewer than {limit} remain")
    return gains


def read_captured_exchanges(script: Script, table: Table, before: int) -> Gains:
    """Read the sets exchanged in mid-combat; `before` is the number of cards right after the capture."""
    gains, hand = Gains(), table.hands[table.player]
    forced = table.spec.cards.capture_exchange == "forced_from_six"
    where = "5D" if forced else table.paragraph("3.4.2", "5.0")
    while script.next_is("exchange"):
        if forced and (before < FORCED_AFTER_CAPTURE or len(hand) <= LEFT_AFTER_CAPTURE):
            script.refuse(("exchange",), where, f"with {len(hand)} cards nothing is exchanged in mid-combat")
        read_exchange(script, table, gains, where)
    _bonus_taken_when_due(script, table, gains)
    must = forced and before >= FORCED_AFTER_CAPTURE and len(hand) > LEFT_AFTER_CAPTURE
    if must and has_set(table, hand):
        script.owed(where, f"after a capture a set must be exchanged until {LEFT_AFTER_CAPTURE} cards remain")
    return gains


def read_exchange(script: Script, table: Table, gains: Gains, where: str) -> None:
    """Read one set, and add what it brings."""
    event = script.take("exchange", where)
    of_player(script, table, event, where)
    cards, hand = set(event["cards"]), table.hands[table.player]
    if not cards <= hand:
        script.stop(where, f"{', '.join(sorted(cards - hand))} not in the hand of seat {table.player}")
    of_sets = {"fixed": "5.0", "alike_or_different": "5C"}.get(table.spec.cards.sets, "3.4.1d")
    of_scale = "4" if table.spec.cards.draw == "remainder" else of_sets
    number = table.sets_done + 1
    armies = armies_of_set(table, cards, number)
    if armies is None:
        script.stop(of_sets, f"{', '.join(event['cards'])} are no set")
    script.same(of_scale, "number", event["number"], number)
    script.same(of_scale, "armies", event["armies"], armies)
    gains.bonus.update(_true_bonus(script, table, gains, event))
    gains.armies += armies
    table.sets_done = number
    hand -= cards
    table.discard |= cards


def _true_bonus(script: Script, table: Table, gains: Gains, event: Event) -> dict[str, int]:
    """Check the bonus of a set for the lands on its cards, and return it."""
    rules, told = table.spec.cards, event["bonus"]
    each = rules.land_bonus if rules.world_card_bonus else 0
    if not each:
        where = "5.1 R8" if rules.land_bonus else table.paragraph("3.4.1d", "5.0")
        script.same(where, "bonus", told, {})
        return {}
    shown = {card for card in event["cards"] if table.owner.get(card) == table.player}
    if rules.land_bonus_limit == "every_card":
        script.same("5.0", "bonus", told, dict.fromkeys(sorted(shown), each))
        return dict.fromkeys(shown, each)
    if not told:
        gains.passed_by |= shown
        return {}
    if table.bonus_taken or len(told) > 1:
        script.stop("5D", "only one land a turn gets a bonus")
    if not told.keys() <= shown:
        script.stop("5D", f"the bonus goes to a land on a card of the set that the player owns, not {told}")
    script.same("5D", "bonus", list(told.values()), [each])
    table.bonus_taken = True
    return dict.fromkeys(told, each)


def _bonus_taken_when_due(script: Script, table: Table, gains: Gains) -> None:
    if gains.passed_by and not table.bonus_taken:
        script.owed("5D", f"the bonus of the turn was due on one of {', '.join(sorted(gains.passed_by))}")


def read_placing(
    script: Script,
    table: Table,
    seat: int,
    due: int,
    bound: Counter[str],
    where: str,
    side: str | None = None,
) -> None:
    """Read the placing of all armies due; the ally's lands take them where `side` is the ally.

    Each land of `bound` gets at least its part. Where the supply of pieces leaves room for less than all of
    these, no other land gets anything.
    """
    placed: Counter[str] = Counter()
    owner = side or seat
    while placed.total() < due:
        event = script.take("place", where, f"{due - placed.total()} armies are still to be placed")
        of_player(script, table, event, where, seat)
        if event.get("side") != side:
            script.stop("5B", f"these armies are {'the ally' if side else f'seat {seat}'}'s")
        if table.owner[event["land"]] != owner:
            script.stop(where, f"{event['land']} belongs to {owner_text(table.owner[event['land']])}")
        placed[event["land"]] += event["armies"]
        if placed.total() > due:
            limited = side is None and due == table.room(seat)
            script.stop("2 C3" if limited else where, f"{due} armies are to be placed, not {placed.total()}")
    for land, armies in bound.items():
        if due >= bound.total() and placed[land] < armies:
            script.note("5.1 R7", f"{land} gets its bonus of {armies} armies, not {placed[land]}")
        if due < bound.total() and placed[land] > armies:
            script.note("2 C3", f"{land} gets no more than its bonus of {armies} while pieces run short")
    if due < bound.total() and placed.keys() - bound.keys():
        script.note("2 C3", "while pieces run short, the bonus lands come first")
    script.refuse(("place",), where, f"all {due} armies are placed already")
    for land, armies in placed.items():
        table.armies[land] += armies


def of_player(script: Script, table: Table, event: Event, where: str, seat: int | None = None) -> None:
    """Check that an event is of the seat that acts, which is the player of the turn where none is given."""
    acting = seat or table.player
    if event["player"] != acting:
        script.stop(where, f"seat {acting} acts here, not seat {event['player']}")


def owner_text(owner: int | str | None) -> str:
    """Return an owner in words."""
    return "the ally" if owner == ALLY else f"seat {owner}"
