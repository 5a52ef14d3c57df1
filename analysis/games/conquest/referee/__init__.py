"""The referee of conquest: follows a transcript with nothing but the rules, and reports what breaks them.

It implements rules.md, sections 2 to 5, by itself. It shares no code with the engine or with the exact
answers, so that they can be checked against one another.
"""

from collections.abc import Iterable
from typing import Any

from conquestlab.analysis.games.conquest.referee.ending import read_end
from conquestlab.analysis.games.conquest.referee.script import Script
from conquestlab.analysis.games.conquest.referee.setup import open_game, set_up
from conquestlab.analysis.games.conquest.referee.table import names_of
from conquestlab.analysis.games.conquest.referee.turn import next_turn, read_turn
from conquestlab.analysis.games.conquest.rules import conquest_rules
from conquestlab.analysis.games.findings import RECORD, Finding, Stop

__all__ = ["Finding", "check"]


def check(events: Iterable[dict[str, Any]], rulebook: Any) -> list[Finding]:
    """Play a record through and return what breaks the rules, in the order of the events.

    After an error that leaves the position in doubt the reading stops, so the last finding may hide others.

    Parameters
    ----------
    events
        The events of docs/records.md, as dictionaries.
    rulebook
        The rulebook of the game, with the changes that its first event names.
    """
    script = Script(events, names_of(rulebook), _homes(rulebook))
    try:
        table = open_game(script, rulebook)
        set_up(script, table)
        ended = None
        while ended is None:
            ended = read_turn(script, table) or next_turn(table)
        read_end(script, table, ended)
    except Stop:
        pass
    return script.findings


def _homes(rulebook: Any) -> dict[str, str]:
    """Return, by kind of event, the paragraph that says where it stands."""
    rules = conquest_rules(rulebook)
    old = rules.setup.dealing == "dice"
    drawn = {"start": "3.4.1a", "remainder": "4", "conquest": "5.0.2", "never": "5.0.2"}[rules.cards.draw]
    step1, step2 = ("3.4.1", "3.4.2") if old else ("5.0.1", "5.0.2")
    return {
        "game": RECORD,
        "roll_order": "3.2" if rules.setup.order == "rolled" else "5A",
        "objective": "5A",
        "deal": "3.3" if old else "5B" if rules.ally.present else "5A",
        "draw": drawn,
        "reinforce": step1,
        "exchange": "3.4.1d" if old else "5.0.1",
        "place": step1,
        "attack": step2,
        "occupy": step2,
        "eliminate": step2,
        "ally": "5B",
        "move": "3.4.3" if rules.movement.kind == "simultaneous" else "5.0.3",
    }
