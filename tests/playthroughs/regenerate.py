"""Writes the golden playthroughs anew: whole games told by `conquest replay`, to be read by people.

    python tests/playthroughs/regenerate.py

A difference to the files that are kept means that the same seed gives another game (then the version of the
engine goes up) or that games are told in other words. Read the difference before it is committed.
"""

# ruff: noqa: E402 - the folder of the race has to be known first

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "outside"))

from click.testing import CliRunner

from conquestlab.cli import main

GAMES = {
    "express-two": "--rules risk-express --players 2 --bots points --game 0",
    "express-mixed": "--rules risk-express --bots random,points,expert --game 1",
    "express-options": "--rules risk-express,voluntary_sacrifice=on,tie=more_continents,continue_failed=off "
    "--players 4 --bots expert --seed 7,dice=9 --game 2",
    "manchots-two": "--rules manchots-barjots --players 2 --bots hoarder,saboteur --game 3",
    "manchots-mixed": "--rules manchots-barjots --bots random,hoarder,saboteur,random --game 1",
    "manchots-options": "--rules manchots-barjots,twins_stack=on,lowest_card=highest,kamikaze_from=6,"
    "rounds=6 --players 5 --bots saboteur --seed 7,deal=9 --game 2",
    "conquete-1957": "--rules conquete-1957 --players 2 --bots reckless --game 4",
    "conquete-1957-second": "--rules conquete-1957-second --players 2 --bots reckless --game 45",
    "risk-1970-objectives": "--rules risk-1970-objectives --players 3 --bots reckless --game 12",
    "risk-1970-duel": "--rules risk-1970-duel --players 2 --bots reckless --game 50",
    "risk-1970-world": "--rules risk-1970-world --players 3 --bots reckless --game 48",
    "risk-modern": "--rules risk-modern --players 2 --bots reckless --game 58",
    "africa-three": "--rules africa-1880 --players 3 --bots tit_for_tat,traitor,random --game 1",
    "africa-mixed": "--rules africa-1880 --bots expert,planner,traitor,tit_for_tat --game 1",
    "africa-six": "--rules africa-1880,historical=on "
    "--bots settler,grabber,faithful,tit_for_tat,traitor,balancer --game 2",
    "africa-options": "--rules africa-1880,presences=5,alphabetical=target,landing_empty=execution,"
    "share_first=off,last_colony=9 --bots random,grabber,faithful,balancer --seed 7 --game 3",
    "race": "--rules race,goal=20 --bots random,bold,chaser --seed 5 --game 1",
}
"""By name of the file, the words of `conquest replay`."""

FORMATS = {"txt": "text", "jsonl": "jsonl"}


def playthrough(name, suffix):
    """Return a game as its file should be."""
    words = ["replay", *GAMES[name].split(), "--format", FORMATS[suffix]]
    result = CliRunner().invoke(main, words, catch_exceptions=False)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def regenerate():
    """Write all files."""
    for name in GAMES:
        for suffix in FORMATS:
            (HERE / f"{name}.{suffix}").write_text(playthrough(name, suffix), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    regenerate()
