"""The referee of Manchots Barjots: plays through a record with nothing but the rules.

It names what breaks them. It reads section 7 of docs/rules.md on its own and shares no code with the engine,
so that the two can be set against one another. `form.py` knows what an event may hold, `script.py` reads the
events in their order, `table.py` keeps the cards; the other modules read the parts of a game.
"""

from collections.abc import Iterable
from typing import Any

from conquestlab.analysis.games.findings import Finding, Stop
from conquestlab.analysis.games.manchots.referee.form import Names
from conquestlab.analysis.games.manchots.referee.landing import land
from conquestlab.analysis.games.manchots.referee.opening import read_deals, read_game
from conquestlab.analysis.games.manchots.referee.recruiting import infiltrate, recruit
from conquestlab.analysis.games.manchots.referee.scoring import read_end, read_scores
from conquestlab.analysis.games.manchots.referee.script import Script


def check(events: Iterable[dict[str, Any]], rulebook: Any) -> list[Finding]:
    """Play a record through and return what breaks the rules, in the order of the events.

    After an error that leaves the position in doubt the reading stops, so the last finding may hide others.
    What happens at the same time at the table, such as the draws of one round, may stand in any order.

    Parameters
    ----------
    events
        The events of docs/records.md, as dictionaries.
    rulebook
        The rulebook of the game, with the changes that its first event names.
    """
    script = Script(events, Names.of(rulebook))
    try:
        table = read_game(script, rulebook)
        read_deals(script, table)
        for number in range(1, table.rules.rounds + 1):
            table.round = number
            script.same("7A", "round", script.take("round")["round"], number)
            recruit(script, table, "7A.1", table.rules.draw)
            infiltrate(script, table)
            land(script, table)
        read_scores(script, table)
        read_end(script, table)
        script.close()
    except Stop:
        pass
    return script.findings
