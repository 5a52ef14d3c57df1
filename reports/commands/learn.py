"""`conquest learn`: its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conquestlab.reports.command_line.command import command
from conquestlab.reports.command_line.kinds import FILE, Count
from conquestlab.reports.command_line.option import option, options
from conquestlab.reports.command_line.shared_options import (
    ABOUT_FOUR_PLAYERS,
    ONE_RULES,
    SEEDS_ANYWHERE,
    WRITTEN,
)

if TYPE_CHECKING:
    from conquestlab.analysis.requests.searches import LearnRequest
    from conquestlab.reports.answer import Answer, Output


@command(asks="searches.LearnRequest")
@options(
    ONE_RULES,
    ABOUT_FOUR_PLAYERS,
    option("--bot -b NAME", "The bot that learns: a name or a bot file.", named="bot"),
    option("--against NAME[,NAME…]", "Bots to play with and be measured against.  [default: expert]"),
    option("--rounds N", "Rounds of games and learning.  [default: 3]", Count()),
    option("--games -g N", "Games to learn from in each round.  [default: 16000]", Count()),
    option("--starts DEALS", "Learn on so many deals where to put starting armies, in the end.", Count()),
    option("--alone N", "In the end, learn on from twice N games of the bot alone.", Count()),
    option("--ahead N", "Beside --alone, learn in twice N games what comes of plans a round later.", Count()),
    option("--minutes -m M", "Begin no further round that would take longer.", float),
    option("--save FILE.toml", "The bot file to write.", FILE, required=True, named="out", old="--out"),
    SEEDS_ANYWHERE,
    WRITTEN,
)
def learn(request: LearnRequest, output: Output) -> Answer:
    """Let a bot learn what positions are worth, from games with other bots, itself and its earlier selves.

    The bot judges its turns by what it has learned. Each round plays games, learns a small network from them,
    and checks its chances in games held out. Fresh games then tell the share of the wins against the bot as
    it was before, and against the others. The file is written after every round. With --starts it also learns
    where to put its starting armies, and with --alone what positions are worth at tables of itself; with
    --rounds 0 nothing else.

    \b
    conquest learn --rules risk-modern --players 4 --bot strategist --save mine.toml
    conquest learn --rules risk-1970-duel --bot strategist --against expert,greedy --rounds 2 --save duel.toml
    conquest learn --rules risk-modern --players 4 --bot mine.toml --rounds 1 --seed 2 --save better.toml
    """
    from conquestlab.reports.learn_commands import learn_answer

    return learn_answer(request, output)
