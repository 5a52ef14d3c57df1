"""`conquest play`: its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conquestlab.reports.command_line.command import command
from conquestlab.reports.command_line.kinds import FIRST_GAME, FOLDER, ROUND
from conquestlab.reports.command_line.option import option, options
from conquestlab.reports.command_line.shared_options import (
    DEBUG,
    DRAWN_ANYWHERE,
    GAMES,
    MEASURED,
    RULES,
    SECONDS,
    TABLE,
)

if TYPE_CHECKING:
    from conquestlab.analysis.requests.games import PlayRequest
    from conquestlab.reports.answer import Answer, Output


@command(asks="games.PlayRequest")
@options(
    RULES,
    TABLE,
    GAMES,
    option("--within H", "Play until every win share is known to within ±H, such as 0.005.", float),
    option("--margin M[,M…]", "How far from an even share still counts as balanced.  [default: 0.02]"),
    option(
        "--skill WEAK,STRONG", "The two bots that skill_gap compares.  [default: those that play, if two]"
    ),
    option(
        "--luck", "Also measure luck_share, luck_swing and luck_total; each game is played about seven times."
    ),
    option("--continents", "Also measure continent_worth and bonus_worth; games are played again for each."),
    option("--choices", "Also measure what there is to choose in a turn, as planner sees it; takes a while."),
    option(
        "--lift-round R", "The round after which continent_lift looks who holds what.  [default: 3]", ROUND
    ),
    SECONDS,
    option(
        "--figure NAME",
        "What --plot draws: wins, edges, standings, spread, length, in_play, eliminated, continents, "
        "continent_held; on the map battles, taken, kept, half_time_wins; or any measure.  [default: wins]",
    ),
    option("--first-game N", "Begin with game N: play a part of a run by itself.", FIRST_GAME),
    option("--out DIR", "Save one row per game in DIR (Parquet); resumable.", FOLDER),
    option("--resume", "Continue the run in DIR; with a larger --games it gets more games."),
    DEBUG,
    MEASURED,
    DRAWN_ANYWHERE,
)
def play(request: PlayRequest, output: Output) -> Answer:
    """Simulate many games, and measure them; every measure has an interval.

    One row for each measure; `of` is a seat (1, 2 …), a bot or a tenth of the game. Different bots move one
    seat on after each game, and the games of such a block share their luck.

    \b
    conquest play --rules risk-express
    conquest play --rules risk-express --players 2-6 --games 20000
    conquest play --rules risk-express --bots points,expert,points,expert --plot wins.png
    conquest play --rules risk-modern --players 3 --plot world.svg --figure battles
    conquest play --rules risk-modern --rules conquete-1957 --plot curve.pdf --figure snowball_auc
    conquest play --rules risk-modern --bots 'my_bots.py:Timid,exec:"./mybot --level 3",reckless'
    conquest play --rules risk-express --rules risk-express,continue_failed=off --within 0.005
    conquest play --rules risk-modern --players 3 --games 5000 --luck
    conquest play --rules risk-modern --players 3 --games 1000 --continents
    conquest play --rules risk-express --games 1000000 --out run --seed 7
    conquest play --rules risk-express --games 2000000 --out run --seed 7 --resume
    conquest play --rules risk-express --games 1000000 --first-game 2000000 --out shard --seed 7
    conquest play --rules risk-modern --bots my_bots.py:Timid,reckless --jobs 4 --processes
    conquest play --rules risk-modern --players 4 --games 1000000 --cluster local:4
    conquest play --rules risk-modern --players 4 --games 1000000 --cluster tcp://host:8786
    """
    from conquestlab.reports.play_commands import play_answer

    return play_answer(request, output)
