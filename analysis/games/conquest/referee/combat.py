"""The second step of a turn: attacks roll by roll, occupation, and the capture of cards."""

from conquestlab.analysis.games.conquest.referee.ending import Ending, ending_now
from conquestlab.analysis.games.conquest.referee.forces import (
    of_player,
    owner_text,
    read_captured_exchanges,
    read_placing,
)
from conquestlab.analysis.games.conquest.referee.form import ALLY
from conquestlab.analysis.games.conquest.referee.script import Event, Script
from conquestlab.analysis.games.conquest.referee.table import Owner, Table


def read_combat(
    script: Script, table: Table, commander: int, attacker: Owner, *, opponent_only: bool = False
) -> Ending | None:
    """Read attacks until they stop; return how the game ended, if it did.

    `attacker` is the player of the turn, or the ally, whom then the other player commands.
    """
    where = _of_combat(table)
    while script.next_is("attack") and (attacker != ALLY or script.next_value("side") == ALLY):
        event = script.take("attack", where)
        _belongs(script, table, event, commander, attacker)
        _may_attack(script, table, event, attacker, opponent_only)
        _roll(script, table, event)
        if table.armies[event["to"]] == 0:
            ended = _conquer(script, table, event, commander, attacker)
            if ended is not None:
                return ended
        else:
            script.refuse(("occupy",), where, f"{event['to']} is not empty, so nobody occupies it")
    script.refuse(("occupy",), where, "only a land just emptied is occupied")
    script.refuse(("eliminate",), where, "nobody has just lost a last land")
    script.refuse(("exchange",), where, "in combat sets are exchanged only after an elimination")
    return None


def _of_combat(table: Table) -> str:
    return table.paragraph("3.4.2", "5.0.2")


def losses(attack: list[int], defend: list[int], ties: str) -> tuple[int, int]:
    """Return what attacker and defender lose in a roll, the highest dice compared pair by pair."""
    attacker_lost = defender_lost = 0
    for ours, theirs in zip(sorted(attack, reverse=True), sorted(defend, reverse=True), strict=False):
        if ours > theirs or (ours == theirs and ties == "attacker"):
            defender_lost += 1
        else:
            attacker_lost += 1
    return attacker_lost, defender_lost


def _belongs(script: Script, table: Table, event: Event, commander: int, attacker: Owner) -> None:
    """Check who acts, and for which side."""
    if event.get("side") != (ALLY if attacker == ALLY else None):
        script.stop("5B.2", f"{owner_text(attacker)} acts in this part of the turn")
    of_player(script, table, event, "5B.2" if attacker == ALLY else _of_combat(table), commander)


def _may_attack(script: Script, table: Table, event: Event, attacker: Owner, opponent_only: bool) -> None:
    """Check that this attack is allowed, with so many dice."""
    where, start, goal = _of_combat(table), event["from"], event["to"]
    victim = table.owner[goal]
    if table.owner[start] != attacker:
        script.stop(where, f"{start} is not {owner_text(attacker)}'s")
    if attacker == ALLY and victim != table.player:
        script.stop("5B.2", f"the ally attacks lands of seat {table.player}, not of {owner_text(victim)}")
    if victim == attacker:
        script.stop(where, f"{goal} is {owner_text(attacker)}'s own land")
    if opponent_only and victim == ALLY:
        script.stop("5.1 R13", "in part 1 only the opponent's lands are attacked")
    if goal not in table.near[start]:
        script.stop(where, f"{start} and {goal} have no border")
    if isinstance(victim, int) and _protected(table, victim):
        paragraph = table.paragraph("3.5", "5.0")
        script.stop(
            paragraph, f"{goal} is the last land of seat {victim}, which is protected in round {table.round}"
        )
    rules = table.spec.dice
    most = min(rules.attacker, table.armies[start] - 1)
    if not 1 <= len(event["attack_dice"]) <= most:
        script.stop(where, f"{start} attacks with 1 to {most} dice, not {len(event['attack_dice'])}")
    most = min(rules.defender, table.armies[goal])
    if not 1 <= len(event["defend_dice"]) <= most:
        script.stop(where, f"{goal} is defended with 1 to {most} dice, not {len(event['defend_dice'])}")


def _protected(table: Table, victim: int) -> bool:
    rules = table.spec.combat
    forbidden = rules.early_elimination == "forbid_attack" and table.round <= rules.protected_rounds
    return forbidden and len(table.lands_of(victim)) == 1


def _roll(script: Script, table: Table, event: Event) -> None:
    """Compare the dice pair by pair, and take the losses off."""
    where, rules = _of_combat(table), table.spec.dice
    for face in event["attack_dice"] + event["defend_dice"]:
        if not 1 <= face <= rules.sides:
            script.stop(where, f"no die of {rules.sides} sides shows {face}")
    attacker_lost, defender_lost = losses(event["attack_dice"], event["defend_dice"], rules.ties)
    script.same(where, "attacker_lost", event["attacker_lost"], attacker_lost)
    script.same(where, "defender_lost", event["defender_lost"], defender_lost)
    start, goal = event["from"], event["to"]
    table.fought.add(start)
    table.tired[start] = max(table.tired[start], len(event["attack_dice"])) - attacker_lost
    table.armies[start] -= attacker_lost
    table.armies[goal] -= defender_lost


def _conquer(script: Script, table: Table, attack: Event, commander: int, attacker: Owner) -> Ending | None:
    """Read what follows a conquest: the occupation, and an elimination with all that it brings."""
    where, start, goal = _of_combat(table), attack["from"], attack["to"]
    victim = table.owner[goal]
    event = script.take("occupy", where, f"{goal} is empty and has to be occupied")
    _belongs(script, table, event, commander, attacker)
    if (event["from"], event["to"]) != (start, goal):
        script.stop(where, f"{goal} is occupied from {start}, where the last roll came from")
    least, most = len(attack["attack_dice"]), table.armies[start] - 1
    if not least <= event["armies"] <= most:
        script.stop(where, f"{least} to {most} armies go to {goal}, not {event['armies']}")
    along = min(table.tired[start], event["armies"])
    table.tired[start] -= along
    table.tired[goal] = along
    table.fought.add(goal)
    table.armies[start] -= event["armies"]
    table.armies[goal] = event["armies"]
    table.owner[goal] = attacker
    if attacker != ALLY:
        table.conquered = True
    if isinstance(victim, int) and not table.lands_of(victim):
        return _eliminate(script, table, victim, commander, attacker)
    script.refuse(("eliminate",), table.paragraph("3.4.2", "5.0"), "nobody has lost a last land here")
    return ending_now(table)


def _eliminate(script: Script, table: Table, victim: int, commander: int, attacker: Owner) -> Ending | None:
    """Read an elimination, the exchange of the captured cards and the placing of their armies."""
    where = table.paragraph("3.4.2", "5.0")
    event = script.take("eliminate", where, f"seat {victim} has lost its last land")
    _belongs(script, table, event, commander, attacker)
    script.same(where, "victim", event["victim"], victim)
    cards = set() if attacker == ALLY else table.hands[victim]  # nobody gets a card through the ally
    script.same("5B.3" if attacker == ALLY else where, "cards", sorted(event["cards"]), sorted(cards))
    table.alive.remove(victim)
    table.beaten_by[victim] = commander
    ended = ending_now(table)
    if ended is not None:
        return ended
    hand = table.hands[commander]
    hand |= cards
    table.hands[victim] = set()
    gains = read_captured_exchanges(script, table, len(hand))
    bound = gains.bonus if table.spec.cards.capture_bonus == "bound" else type(gains.bonus)()
    read_placing(script, table, commander, table.within_room(commander, gains.total), bound, where)
    return ending_now(table)
