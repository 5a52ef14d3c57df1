"""Makes docs/strategy.md: fills the figures of page.md in from the answers of the commands in commands.toml.

`python docs/examples/strategy/make.py` gives all commands again, which takes about a quarter of an hour,
keeps what the page needs of their answers in answers.json, and writes the page. `make.py --page` writes the
page alone.
A test compares the page with the kept answers, and gives some of the commands again.
"""

import json
import re
import shlex
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "strategy.md"
ANSWERS = HERE / "answers.json"
MEASURES = (
    "win_share", "win_share_of_all", "unfinished_share", "rounds", "continent_kept", "continent_worth",
    "income_share",
)  # fmt: skip
WIDTH = 118
HOLDS = re.compile(r"\[\[(.+?)\]\]")


def commands():
    """Return the commands by name."""
    return tomllib.loads((HERE / "commands.toml").read_text(encoding="utf-8"))


def kept(answer):
    """Return what the page needs of an answer: its notes, and rows by measure or as they are."""
    rows = answer["rows"]
    notes = answer["meta"].get("notes", [])
    if not rows or "measure" not in rows[0]:
        return {"notes": notes, "rows": rows if len(rows) < 30 else []}
    found = {}
    for row in rows:
        if row["measure"] in MEASURES and row.get("kind") != "bot":
            is_of_bot = row["measure"].startswith("win_share_")
            name = row["measure"] if is_of_bot else f"{row['measure']} {row['of']}".strip()
            found[name] = [row["value"], row["low"], row["high"]]
    return {"shares": found}


def asked(name):
    """Give a command again, and return what is kept of its answer."""
    words = ["-m", "conquestlab.cli", *shlex.split(commands()[name]), "--format", "json"]
    done = subprocess.run([sys.executable, *words], cwd=HERE, capture_output=True, text=True, check=True)
    return kept(json.loads(done.stdout))


def page(answers):
    """Return the page with its figures."""
    told = commands()

    def figure(match):
        kind, _, rest = match[1].partition(" ")
        if kind == "commands":
            return "\n".join(["```", *(f"conquest {told[name]}" for name in rest.split()), "```"])
        if kind == "need":
            name, defenders = rest.split()
            rows = answers[name]["rows"]
            return str(next(row["attackers"] for row in rows if str(row["defenders"]) == defenders))
        if kind == "set":
            name, rules, players = rest.split()
            return turning_point(answers[name]["notes"], rules, players)
        name, _, measure = rest.partition(" ")
        return FORMS[kind](*answers[name]["shares"][measure])

    text = HOLDS.sub(figure, (HERE / "page.md").read_text(encoding="utf-8"))
    return "\n\n".join(map(wrapped, text.strip().split("\n\n"))) + "\n"


def wrapped(part):
    """Break the lines of a paragraph or a list anew; headings, tables and commands stay as they are."""
    if part.startswith(("#", "|", "```")):
        return part
    items = [" ".join(item.split()) for item in re.split(r"^\* ", part, flags=re.MULTILINE) if item.strip()]
    if not part.startswith("* "):
        return textwrap.fill(items[0], WIDTH, break_long_words=False, break_on_hyphens=False)
    look = {"initial_indent": "* ", "subsequent_indent": "  ", "break_on_hyphens": False}
    return "\n".join(textwrap.fill(item, WIDTH, break_long_words=False, **look) for item in items)


def turning_point(notes, rules, players):
    """Return from which set on exchanging at once is better, as a note of `cards --show timing` says."""
    (note,) = [note for note in notes if note.startswith(f"{rules}, {players} players")]
    found = re.search(r"from set (\d+) on", note)
    return found[1] if found else "1" if "throughout" in note else "none"


def share(value, low, high):
    """Write a share in per cent."""
    return f"{100 * value:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def points(value, low, high):
    """Write a difference of shares in points."""
    return f"{100 * value:+.1f} ({100 * low:+.1f} to {100 * high:+.1f})"


def number(value, low, high):
    """Write a number."""
    return f"{value:.1f} ({low:.1f} to {high:.1f})"


FORMS = {"share": share, "points": points, "number": number}


def main():
    """Give the commands again unless the page alone is asked for, and write the page."""
    if "--page" not in sys.argv[1:]:
        answers = {}
        for name, command in commands().items():
            print(f"conquest {command}", flush=True)
            answers[name] = asked(name)
        ANSWERS.write_text(json.dumps(answers, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(json.loads(ANSWERS.read_text(encoding="utf-8"))), encoding="utf-8")


if __name__ == "__main__":
    main()
