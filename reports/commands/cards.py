"""`conquest cards`: its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conquestlab.reports.command_line.command import command
from conquestlab.reports.command_line.kinds import SOME_GAMES, Chance, Count
from conquestlab.reports.command_line.option import option, options
from conquestlab.reports.command_line.shared_options import DRAWN, RULES

if TYPE_CHECKING:
    from conquestlab.analysis.requests.exact import CardsRequest
    from conquestlab.reports.answer import Answer, Output


@command(asks="exact.CardsRequest")
@options(
    RULES,
    option(
        "--show [chance|first|kinds|bonus|scale|worth|timing|policies|turns]",
        "Which table: chance of a set by hand size, the first set, kinds of sets, land bonus, the scale, "
        "what a card is worth; when to exchange, policies against each other, armies by turn.",
    ),
    option("--players -n N", "Number of players, or several: 4, 2-6 or 2,3,5."),
    option(
        "--policy NAME",
        "at_once, when_forced, wait_scale:X, wait_sets:K or solved.",
        named="policies",
        several=True,
    ),
    option("--turns N", "Number of turns to look at.", Count(1, 200)),
    option("--discount Q", "What an army is worth one turn later.", float),
    option("--aim [lead|armies]", "What players maximise: their lead or their own armies."),
    option(
        "--conquests Q", "Chance to conquer a land in a turn, where that brings a card.", Chance(ends=True)
    ),
    option(
        "--hand CARD,…",
        "Your cards: exchange now or wait, and what to give. inf, cav, art, wild or the land on a card; a + "
        "behind it: you own its land.",
    ),
    option("--set N", "With --hand: which set of the game is the next.", Count(1, 1000)),
    option("--brings N", "With --hand, instead of --set: the armies that the next set brings.", int),
    option("--simulate N", "Also simulate N deals or games, beside the exact result.", SOME_GAMES),
    DRAWN,
)
def cards(request: CardsRequest, output: Output) -> Answer:
    """Cards: the chance of a set, what exchanges bring, and when to exchange.

    \b
    conquest cards
    conquest cards --rules conquete-1957 --rules risk-modern --simulate 100000
    conquest cards --show scale --rules risk-modern --plot scale.png
    conquest cards --show worth --rules risk-1970-objectives
    conquest cards --show timing --rules risk-modern --players 4
    conquest cards --show policies --policy at_once --policy wait_scale:15 --policy solved
    conquest cards --hand inf,cav,art,wild --set 7 --rules risk-modern --players 4
    """
    from conquestlab.reports.games.pages import exact_answer

    return exact_answer("cards", request, output)
