"""A turn from its first event to its last, including the three parts that it has beside an ally."""

from collections import Counter

from conquestlab.analysis.games.conquest.referee.cards import card_to_be_had, draw
from conquestlab.analysis.games.conquest.referee.combat import read_combat
from conquestlab.analysis.games.conquest.referee.ending import Ending, ending_now, paragraph_of
from conquestlab.analysis.games.conquest.referee.forces import of_player, read_forces, read_placing
from conquestlab.analysis.games.conquest.referee.form import ALLY
from conquestlab.analysis.games.conquest.referee.movement import read_movement, read_one_move
from conquestlab.analysis.games.conquest.referee.script import Script
from conquestlab.analysis.games.conquest.referee.table import Table


def read_turn(script: Script, table: Table) -> Ending | None:
    """Read the turn of `table.player`; return how the game ended, if it did."""
    _open(script, table)
    read_forces(script, table)
    ended = ending_now(table) or _read_parts(script, table)
    if ended is not None:
        return ended
    _read_earned_card(script, table)
    read_movement(script, table)
    return ending_now(table)


def next_turn(table: Table) -> Ending | None:
    """Pass play to the next living seat; return that the game is unfinished where the cap is reached."""
    following = table.seats_from(table.player)[1]
    if following < table.player:
        if table.round == table.spec.max_rounds:
            return Ending(None, "unfinished")
        table.round += 1
    table.player = following
    return None


def _open(script: Script, table: Table) -> None:
    where = table.paragraph("3.2", "5.0")
    script.refuse(("end",), paragraph_of(table, script.next_value("how")), "the game is not over yet")
    event = script.take("turn", where)
    of_player(script, table, event, where)
    script.same(table.paragraph("3.5", "5.0"), "round", event["round"], table.round)
    table.tired = dict.fromkeys(table.tired, 0)
    table.fought = set()
    table.conquered = table.bonus_taken = False


def _read_parts(script: Script, table: Table) -> Ending | None:
    """Read the combat of a turn; where the ally's part opens, that of all three parts."""
    rules, me = table.spec.ally, table.player
    opens = rules.present and (table.received > 0 or rules.ally_opens == "always")
    opponent_only = opens and rules.duel_part1 == "opponent_only" and bool(table.lands_of(ALLY))
    ended = read_combat(script, table, me, me, opponent_only=opponent_only)
    if ended is not None:
        return ended
    if opens and table.lands_of(ALLY):
        if rules.duel_moves == 2 and table.spec.movement.kind == "one":
            read_one_move(script, table)
        script.refuse(("move",), "5.1 R15", f"{rules.duel_moves} in a turn, and the last in part 3")
        return _read_ally_part(script, table) or read_combat(script, table, me, me)
    where = "5.1 R14" if table.lands_of(ALLY) else "5B"
    script.refuse(("ally",), where, "the ally has no part in this turn")
    return None


def _read_ally_part(script: Script, table: Table) -> Ending | None:
    """Read the second part: the opponent places the ally's armies and attacks with them."""
    commander = 3 - table.player
    event = script.take("ally", "5B.2", "the ally has its part in this turn")
    of_player(script, table, event, "5B.2", commander)
    read_placing(script, table, commander, table.received // 2, Counter(), "5B.2", ALLY)
    return read_combat(script, table, commander, ALLY)


def _read_earned_card(script: Script, table: Table) -> None:
    """Read the card for a conquest, at the end of combat."""
    due = table.spec.cards.draw == "conquest" and table.conquered
    if due and card_to_be_had(table):
        of_player(script, table, draw(script, table, "end", "5.0.2"), "5.0.2")
        script.refuse(("draw",), "5.1 R4", "only one card is drawn, however many lands were conquered")
    elif due:
        script.refuse(("draw",), "3.6 A12", "no card is to be had: talon and discard are empty")
    else:
        script.refuse(("draw",), script.homes["draw"], "no card is due at the end of this turn")
