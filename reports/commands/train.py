"""`conquest train`: its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conquestlab.reports.command_line.command import command
from conquestlab.reports.command_line.kinds import FILE, Count
from conquestlab.reports.command_line.option import option, options
from conquestlab.reports.command_line.shared_options import (
    ABOUT_FOUR_PLAYERS,
    DRAWN_ANYWHERE,
    ONE_RULES,
)

if TYPE_CHECKING:
    from conquestlab.analysis.requests.searches import TrainRequest
    from conquestlab.reports.answer import Answer, Output


@command(asks="searches.TrainRequest")
@options(
    ONE_RULES,
    ABOUT_FOUR_PLAYERS,
    option(
        "--bot -b NAME",
        "The bot to train: a name or a bot file.  [default: the strongest fast bot of the game]",
        named="bot",
        old="--bots",
    ),
    option("--from START", "Weights to start from: zero, or another bot.  [default: its own]", named="start"),
    option("--fix WEIGHT[,WEIGHT…]", "Weights to leave as they are."),
    option("--between WEIGHT=LOW..HIGH[,…]", "Weights to keep between two numbers."),
    option("--pool NAME[,NAME…]", "Bots to train against, besides its earlier selves."),
    option("--mix", "Train a mix of several bots, on which no response gains much."),
    option("--rounds K", "With --mix: stop after K responses.", Count()),
    option("--members M", "With --mix: members of the mix at most.  [default: 4]", Count()),
    option(
        "--least-gain POINTS",
        "With --mix: stop when a response gains fewer points.  [default: 1]",
        float,
        named="least_gain",
    ),
    option("--minutes -m M", "Time for the whole training.  [default: 10]", float),
    option(
        "--generations G",
        "Stop after G generations; with --mix, for each response.  [default there: 40]",
        Count(),
    ),
    option(
        "--population P",
        "Candidates in each generation.  [default: 4 per weight, at least 24; with --mix 16]",
        Count(),
    ),
    option(
        "--games -g N", "Games for each candidate, to begin with.  [default: 32; with --mix 800]", Count()
    ),
    option("--save FILE.toml", "The bot file to write.", FILE, required=True, named="out", old="--out"),
    option(
        "--state FILE",
        "Where to keep the training, so that it can be continued.  [default: beside --save]",
        FILE,
    ),
    option("--resume", "Continue a training that was kept."),
    DRAWN_ANYWHERE,
)
def train(request: TrainRequest, output: Output) -> Answer:
    """Improve a bot's weights by games against other bots and its own earlier selves.

    The bot file is written if fresh games show the trained bot to be better than its start; if not, the
    status is 1. One row for each opponent: the share of the wins, and the gain over the start.

    With --mix, an opponent is trained against the bot, then one against the best mix of the two, and so on.
    The file holds the last mix. One row for each opponent: what it gained on the mix before it.

    \b
    conquest train --rules risk-express --players 2 --bot expert --from zero --pool points --save mine.toml
    conquest train --rules risk-express --players 4 --bot points --minutes 1 --save mine.toml --plot curve.png
    conquest train --rules risk-express --players 2 --bot mine.toml --pool expert --save better.toml
    conquest train --rules risk-express --players 4 --bot points --minutes 5 --save mine.toml --resume
    conquest train --rules risk-modern --players 3 --save mine.toml --minutes 60 --cluster tcp://host:8786
    conquest train --rules risk-modern --players 4 --bot expert --mix --minutes 120 --save mixed.toml
    """
    from conquestlab.reports.train_commands import train_answer

    return train_answer(request, output)
