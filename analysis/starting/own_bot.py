"""A bot of one's own to begin with: a commented Python file that plays at once."""

from __future__ import annotations

import os
import re

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.rules.rulebook import load

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\.py")
OF_LANDS = "conquest"  # the game whose choices the longer beginning knows

HEAD = '''"""{title}, {what} for conquestlab.

Try it:
    conquest bots check {spelled}
    conquest play --rules {rules} --bots mine={spelled},{other} --games 60

What a bot is told, and what it may answer: conquest docs bots --text
"""
'''

CLASS = '''

class {title}:
    """One object plays one seat of one game."""

    # What the bot wants to be told; leave this out to be asked everything, with the whole view each time.
    wants = ["decided", "changes"]

    def __init__(self, game):
        # What lies on the table from the beginning: rules, players, and for most games a map or cards.
        self.game = game

    def choose(self, view, choices, draw):
        """Return the number of a choice, or a dictionary with `choice` and `amount`.

        `view` is what your seat sees: change nothing in it. `draw` is a random number below 2**64; use no
        other, so that games can be played again.
        """
        game = self.game
{body}
'''

PROGRAM = '''
import json
import sys


def choose(game, view, choices, draw):
    """Return the number of a choice, or a dictionary with `choice` and `amount`.

    `view` is what your seat sees: change nothing in it. `draw` is a random number below 2**64; use no other,
    so that games can be played again.
    """
{body}


def main():
    greeted, game, view = False, None, None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "game":
            game, view = message, None
        elif message["type"] == "ask" and not greeted:
            # The first question is answered with what the program wants; it then comes again.
            greeted = True
            say({{"hello": 2, "wants": ["decided", "changes"]}})
        elif message["type"] == "ask":
            view = seen(view, message)
            say(choose(game, view, message["choices"], message["draw"]))
        # Other messages tell something: decided, over. They are not answered.


def seen(view, message):
    """The first view of a game comes whole; then come the changes."""
    if "view" in message:
        return message["view"]
    view.update(message["changes"])
    for key, entries in message["within"].items():
        view[key].update(entries)
    return view


def say(answer):
    print(json.dumps(answer), flush=True)


main()
'''

LANDS = """
owner, armies, kind = view["owner"], view["armies"], choices[0]["kind"]
if kind == "place":
    # All armies on one land: where they are most ahead of an enemy beside them.
    borders = {land["id"]: land["borders"] for land in game["map"]["lands"]}

    def lead(choice):
        land = choice["land"]
        enemies = [armies[other] for other in borders[land] if owner[other] != owner[land]]
        return (1, armies[land] - min(enemies)) if enemies else (0, 0)

    return max(choices, key=lead)
if kind == "attack":
    # The first choice is to stop. Attack only with more armies than the defender has.
    good = [choice for choice in choices[1:] if armies[choice["from"]] > armies[choice["to"]] + 1]
    if not good:
        return 0
    ahead = {choice["choice"]: armies[choice["from"]] - armies[choice["to"]] for choice in good}
    return max(good, key=lambda choice: (ahead[choice["choice"]], choice["dice"]))
if kind == "defend":
    return len(choices) - 1  # the most dice
if kind == "occupy":
    return 0  # without an amount: as many as may go
if kind == "exchange":
    return len(choices) - 1  # a set, if there is one
return 0  # a move: the first choice is to stay
"""

ANY = """
# Any choice, each as likely as the others. See what there is: print(choices); it shows with --debug.
return draw * len(choices) // 2**64
"""


def own_bot(path: str, rules: str, is_program: bool) -> str:
    """Return the text of a Python file with a bot that plays the game of a rulebook.

    Parameters
    ----------
    path : str
        Where it is to be written; the name of the file names the bot.
    rules : str
        The rulebook.
    is_program : bool
        Whether it is a program that speaks the protocol by itself, rather than a class.
    """
    file = os.path.basename(path)
    if not NAME.fullmatch(file):
        raise WrongUse(f"{path} cannot name a bot: give a file of letters, digits and _, such as my_bot.py")
    engine = engine_for(load(rules))
    title = "".join(part.capitalize() for part in file[:-3].split("_")) or "Bot"
    body = (LANDS if engine.name == OF_LANDS else ANY).strip("\n")
    indent = " " * (4 if is_program else 8)
    body = "\n".join(indent + line if line else "" for line in body.splitlines())
    spelled = f"'exec:python {path}'" if is_program else f"{path}:{title}"
    what = "a bot as a program" if is_program else "a bot"
    head = HEAD.format(title=title, what=what, spelled=spelled, rules=rules, other=engine.fast_bot)
    return head + (PROGRAM if is_program else CLASS).format(title=title, body=body)
