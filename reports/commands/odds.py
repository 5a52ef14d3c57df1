"""`conquest odds`: its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from conquestlab.reports.command_line.command import command
from conquestlab.reports.command_line.kinds import ARMIES, FILE, SOME_GAMES, Count
from conquestlab.reports.command_line.option import option, options
from conquestlab.reports.command_line.shared_options import DICE, DRAWN, RULES_OF_ODDS

if TYPE_CHECKING:
    from conquestlab.analysis.requests.exact import OddsRequest
    from conquestlab.reports.answer import Answer, Output


@command(asks="exact.OddsRequest")
@options(
    click.argument("of", metavar="[ATTACKERS DEFENDERS… | CARD…]", nargs=-1),
    RULES_OF_ODDS,
    DICE,
    option("--stop-at N", "Stop attacking with N attackers left.", ARMIES),
    option("--hold-at N", "Stop with N defenders left, and count it as won.", ARMIES),
    option(
        "--order [announced|together|seen]",
        "Find the best number of dice: the attacker announces first, both choose together, "
        "or the defender has seen the roll.",
    ),
    option("--worth C", "Stop when that is best, for a land worth C armies.", float),
    option("--table AxD", "One row for each battle up to A attackers and D defenders."),
    option("--distribution", "One row for each way the battle can end."),
    option("--quantiles", "Mean, standard deviation and quantiles of losses and rolls."),
    option("--best-dice AxD", "The best number of dice in each position.", named="policy", old="--policy"),
    option(
        "--card FILE.pdf", "Print an A5 page: the odds of 1 to 15 against 1 to 15, with rules of thumb.", FILE
    ),
    option(
        "--page FILE.html",
        "Make a calculator for phone and table: one page that answers any attack, without a network.",
        FILE,
    ),
    option("--against RULEBOOK", "Show the difference from the odds under another rulebook."),
    option("--exact", "Exact fractions instead of decimals."),
    option("--simulate N", "Also simulate N battles, beside the exact result.", SOME_GAMES),
    option("--dice N", "Risk Express: dice left to roll.", Count(1, 100)),
    option("--filled I[,J…]", "Risk Express: lines of the card that are already filled."),
    option("--another", "Risk Express: the card belongs to another player."),
    option("--roll FACES", "Risk Express: the choices after this roll, best first."),
    option("--first-rolls", "Risk Express: every first roll with its best target."),
    option("--hand CARD,…", "Manchots Barjots: what to give and to land of this first hand."),
    option("--players -n N", "For --hand: how many play.", Count(1, 6)),
    DRAWN,
)
def odds(request: OddsRequest, output: Output) -> Answer:
    """What are the odds of an attack? The exact answer.

    ATTACKERS are the armies that may attack; the one that stays behind is not counted. DEFENDERS are the
    armies on the land, on several lands taken one after the other, or on a tree of lands: "3(2,4(1))" is a
    land of 3 from which go a land of 2, and a land of 4 with a land of 1 behind it.

    For Risk Express CARD… are the names of its cards, all of them if none is given. For Manchots Barjots
    they are cards or zones; without any the answer is about its special cards.

    For Africa 1880 a word is a nation on one territory with what it declares, in quotation marks; nations
    alone ask what they should declare.

    \b
    conquest odds 10 8
    conquest odds 10 8 --rules conquete-1957 --rules risk-modern
    conquest odds 12 3 2 4 --leave 2
    conquest odds 15 "3(2,4(1))"
    conquest odds 10 8 --distribution --plot end.png
    conquest odds --table 10x10 --plot odds.png
    conquest odds --table 10x10 --rules conquete-1957 --against risk-modern --plot difference.png
    conquest odds --card card.pdf --rules risk-modern
    conquest odds --page calculator.html
    conquest odds 10 10 --order seen --rules risk-modern
    conquest odds 8 5 --worth 4
    conquest odds 5 3 --exact --format json
    conquest odds 10 8 --simulate 1000000 --seed 7
    conquest odds --rules risk-express
    conquest odds --rules risk-express "United States" --filled 1 --dice 5
    conquest odds --rules risk-express --roll "cannon cavalry general soldier1 soldier3 soldier3 cannon"
    conquest odds --rules manchots-barjots desert_7
    conquest odds --rules manchots-barjots --hand desert_7,city_2,moon_5,jungle_9 --players 3
    conquest odds --rules africa-1880 "FR:war>DE,ally>GB DE: GB:war>DE"
    conquest odds --rules africa-1880 FR DE
    """
    if request.page:
        from conquestlab.reports.calculator_commands import calculator_answer

        return calculator_answer(request, output)
    from conquestlab.reports.games.pages import exact_answer

    return exact_answer("odds", request, output)
