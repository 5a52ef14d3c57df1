"""Options that several commands share: each family stands once, and reads the same wherever it is offered."""

from __future__ import annotations

from conquestlab.reports.command_line.kinds import FILE, JOBS_AT_MOST, SOME_GAMES, Count
from conquestlab.reports.command_line.option import option, options

# Rulebooks ----------------------------------------------------------------------------------------

RULEBOOK = "A rulebook by name or file, with changes if you like: risk,dice.defender=3."
ONE_RULES = option("--rules -r RULEBOOK", RULEBOOK)
RULES = option("--rules -r RULEBOOK", RULEBOOK, several=True)
RULES_TOO = option("--rules -r RULEBOOK", RULEBOOK, named="rules_too", several=True, hidden=True)
RULES_OF_ODDS = option(
    "--rules -r RULEBOOK", f"{RULEBOOK}  [default: conquete-1957 and risk-modern]", several=True
)
RULES_OF_PLAY = option("--rules -r RULEBOOK", "As for play.")

# An attack ----------------------------------------------------------------------------------------

DICE = options(
    option("--on-land", "ATTACKERS include the army that has to stay behind."),
    option("--leave N[,N…]", "Armies to leave on each land of a row."),
    option(
        "--attack-dice N",
        "Dice the attacker rolls: most, fewest, best or a number.  [default: most, or as --order]",
    ),
    option("--defend-dice N", "Dice the defender rolls, in the same way."),
)

# Who plays ----------------------------------------------------------------------------------------

PLAYERS = option(
    "--players -n N", "Number of players: 4, 2-6 or 2,3,5.  [default: the number of bots, or about 4]"
)
ABOUT_FOUR_PLAYERS = option("--players -n N", "Number of players.  [default: about 4]")
BOTS = "One bot for every seat, or one for each: a name, a bot file, FILE.py:NAME or exec:PROGRAM."
QUICKER = "In games of conquest expert plays many times as fast as strategist, but others can exploit it."
USUAL_BOTS = f"{BOTS} {QUICKER}  [default: strategist in games of conquest, expert in the others]"
BOTS_OF_TABLE = option("--bots -b NAME[,NAME…]", USUAL_BOTS)
BOT_SECONDS = option("--bot-seconds S", "Time limit for each decision of your own bot.", float)
SEATING = options(
    option(
        "--no-rotate",
        "Keep each bot in its seat. Otherwise different bots move one seat on after each game.",
        named="rotate",
        flag_value=False,
        default=True,
    ),
    BOT_SECONDS,
)
TABLE = options(PLAYERS, BOTS_OF_TABLE, SEATING)
SEVERAL_TABLES = options(
    PLAYERS,
    option("--bots -b NAME[,NAME…]", f"{BOTS}  [default: some that play differently]", several=True),
    SEATING,
)
DEBUG = option(
    "--debug", "Show what your own bot prints, and save the question it fails at: see conquest bots ask."
)

# How much, and what is measured -------------------------------------------------------------------

GAMES = option("--games -g N", "Games for each rulebook and number of players.  [default: 10000]", SOME_GAMES)
GENERATIONS = option("--generations G", "Stop after G generations.", Count())
MARGIN_OF_DIFFERENCES = option(
    "--margin M",
    "A difference of shares too small to matter; for other measures 2 M standard deviations of a game.",
    float,
)
SECONDS = option(
    "--seconds ACT=S[,…]", "How long acts take at your table, such as turn=30,rolls=8: for minutes and waits."
)
EVERY = option(
    "--all", "Every row in the terminal, not only verdicts and the numbers that matter.", named="every"
)
MEASURED = options(
    EVERY, option("--measure NAME", "This measure alone, such as rounds.", several=True, named="measures")
)

# Chance and machine -------------------------------------------------------------------------------

SEED = option("--seed N", "Random seed; 7,dice=9 gives one source of chance its own.")
SEED_OF_PLAY = option("--seed N", "As for play.")
JOBS = option("--jobs N", "Number of cores to use.  [default: all]", JOBS_AT_MOST)
SEEDS = options(SEED, JOBS)
ELSEWHERE = options(
    option("--processes", "Play in processes instead of threads: for bots in Python on many cores."),
    option("--cluster ADDRESS", "Play on a Dask cluster: tcp://host:8786, or local:4 on this machine."),
)
SEEDS_ANYWHERE = options(SEEDS, ELSEWHERE)

# What comes out -----------------------------------------------------------------------------------

QUIET = option("--quiet -q", "No progress bar and no notes.")
WRITTEN = options(
    option("--format -f [table|csv|json|markdown|parquet|arrow]", "Output format.  [default: table]"),
    option("--output -o FILE", "Write the answer to FILE; its suffix decides the format.", FILE),
    QUIET,
)
PLOTTED = options(option("--plot FILE", "Draw the answer: FILE.png, FILE.svg or FILE.pdf.", FILE), WRITTEN)
DRAWN = options(SEEDS, PLOTTED)
DRAWN_ANYWHERE = options(SEEDS_ANYWHERE, PLOTTED)
