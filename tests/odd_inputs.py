"""Odd command lines and files, made from Click's own list of commands, and what must come of them.

`python tests/odd_inputs.py --inputs 100000 --seed 3` tries many, tests/test_odd_inputs.py a few hundred. An
input is a number; the same number is the same input.
"""

import argparse
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

from click.testing import CliRunner

from conquestlab.cli import main

SLOW = 10  # seconds, after which an input is a finding
STATUSES = {0, 1, 2, 130}
LONGEST_LINE = 2200
NAMES_OF_ERRORS = re.compile(r"\b[A-Z][A-Za-z]*(Error|Exception|Interrupt|Warning)\b|Traceback|^Aborted")
PROGRESS = re.compile(r"^(compiling the kernels|timing |missing: |.*\d+ (games|attacks|tries|generations))")

NUMBERS = [
    "0", "1", "2", "3", "5", "-1", "-0", "1e3", "1e999", "nan", "inf", "-inf", "0.5", "0.0", "1.5", "007",
    "٣", "²", "2147483647", "2147483648", "4294967296", "9223372036854775807", "9223372036854775808",
    "18446744073709551615", "18446744073709551616", "1" * 400, "0x10", "1_000", "1/3", "1/0", "50%", "+4",
]  # fmt: skip
WORDS = [
    "", " ", "-", "--", "---", "=", ",", ",,", "a", "é", "日本", "\U0001f3b2", "\udcff", "\0", "a\0b",
    "a\nb", "\t", "\x7f", "'", '"', "\\", "[", "]", "{", "(", "((((", "x" * 5000, "[" * 3000, "(" * 3000,
    "%s", "{}", "$HOME", "~", "..", "/", "/dev/null", "/proc/self/mem", "nowhere/x", "none", "null",
    "true", "off", "2x2", "3x0", "x3", "9999999x1", "2-6", "6-2", "1-999", "2,3,3", "2-", "3(2,4(1))",
    "3(2", "3()", "1,dice=9", "1,dice=", "dice=3", "1,dice=1,dice=2", "rounds=12", "seat_gap=0",
    "seat_gap", "win_share.1=0.5", "zero", "random", "expert", "random,reckless", "random,,random",
    "exec:", "exec:nothing", "exec:'", "exec:true", "bot.py:", "bot.py:None", "bot.py:Timid", "at_once",
    "wait_scale:", "wait_scale:0", "wait_sets:2", "wait_scale:²", "solved:1", "best", "most", "fewest",
    "wins", "length", "world", "battles", "cannon cavalry", "goal=1..2", "handicap.armies",
    "handicap.armies.2", "dice.sides=4..12", "dice.sides=12..4", "dice.sides=x..y", "handicap.armies.99",
    "United States",
]  # fmt: skip
RULEBOOKS = [
    "conquete-1957", "risk-modern", "risk-express", "risk-1970-duel", "risk-1970-objectives",
    "risk-moderm",
]  # fmt: skip
CHANGES = [
    "dice.sides=8", "dice.defender=3", "dice.sides=0", "dice.sides=99999999999999999999", "dice.sides=nan",
    "dice=3", "cards.scale=[6,8,10]", "cards.scale=[", "cards.scale=[]", 'map="x"', "map=odd.toml",
    "map=/", 'map="a\\"b,c"', "max_rounds=1", "max_rounds=-1", "players.max=7", "players.min=9",
    "fortify=connected", "x=1", "=", "dice.sides=", "dice.sides", "dice.sides=6,dice.sides=7",
    "setup.starting_armies={2=10,3=8}", "setup.starting_armies={a=1}", "handicap.armies=[1,2]",
    "objectives.deck=odd.toml", "cards.jokers=\udcff", "dice.ties=x" + "y" * 3000,
    "dice.sides=" + "[" * 2000, "dice.sides=" + "9" * 5000, "map=\0",
]  # fmt: skip
CONTENTS = [
    b"", b"\0", b"\xff\xfe", b"[", b"[[[[", b"=", b"a = [" + b"[" * 3000, b"name = 5", b"name = ['x']",
    b'extends = ["x"]', b'extends = "odd.toml"', b'extends = "nothing"', b'extends = "risk-modern"',
    b"extends = 3", b'game = ["conquest"]', b'game = "conquest"', b"game = {a = 1}",
    b'extends = "risk-modern"\nname = "odd"\nmap = 3', b"x" * 2_000_000,
    b'extends = "risk-modern"\n[dice]\nsides = "x"', b'extends = "risk-modern"\ndice = 3',
    b'extends = "risk-modern"\nmap = "odd.toml"',
    b'game = "conquest"\npolicy = "weighed"\n[weights]\nx = 1',
    b'game = "conquest"\npolicy = "expert"\nweights = 3', b'game = "conquest"\npolicy = ["x"]',
    b'game = "conquest"\npolicy = "random"\nlike = 3', b"lands = 3", b"[lands.a]",
    b'[lands.a]\nname = "a"\nby_land = ["b"]', b'name = "\\ud800"', b"a = 1e999", b"a = nan",
    b"a = " + b"9" * 5000, b'{"meta": {}, "rows": []}', b'{"meta": 3, "rows": 4}', b"[]", b"null",
    b"[" * 30_000, b'{"meta": {"command": "conquest compare"}, "rows": [3]}',
    b'{"meta": {"command": "conquest ladder"}, "rows": [{"measure": [], "of": {}}]}',
    b'{"meta": {"command": "conquest tune"}, "rows": [{"part": 1e999}]}', b"class Timid:\n    pass\n",
    b"def Timid(", b"import sys; sys.exit(3)\ndef Timid(): pass\n", b'{"games": "many"}',
]  # fmt: skip
FILES = [
    "odd.toml", "odd.json", "bot.py", "odd.txt", "folder", "run", "missing.toml", "link.toml",
]  # fmt: skip
PLACES = [
    "out.csv", "out.json", "out.png", "out.svg", "out.pdf", "out.html", "out.jsonl", "out.toml", "out.gif",
    "out", "folder", "no/out.csv",
]  # fmt: skip
# So that nothing is played for long.
CAPS = {
    "play": ["--games", "2"],
    "ladder": ["--games", "2", "--lineups", "2"],
    "compare": ["--games", "2"],
    "tune": ["--games", "1000", "--confirm", "2"],
    "train": [
        "--rules",
        "risk-express",
        "--players",
        "2",
        "--generations",
        "1",
        "--population",
        "4",
        "--games",
        "2",
    ],
    "learn": ["--rules", "risk-1970-duel", "--rounds", "1", "--games", "120", "--against", "greedy"],
    "exploit": ["--rules", "risk-express", "--players", "2", "--generations", "1", "--population", "4"],
    "report": ["--games", "2", "--sample", "0"],
    "verify": ["--games", "1", "--only", "published"],
    "replay": [],
    "cards": ["--turns", "3"],
}
LONG_WORK = {
    "games",
    "simulate",
    "within",
    "confirm",
    "minutes",
    "generations",
    "population",
    "sample",
    "lineups",
    "turns",
}
USUAL_WORDS = {
    "odds": ["5", "3"],
    "need": ["8", "--chance", "0.5"],
    "compare": ["risk-modern", "risk-modern,dice.sides=8"],
}


def commands():
    for name, command in main.commands.items():
        for word, each in getattr(command, "commands", {"": command}).items():
            if name != "bench":
                yield f"{name} {word}".split(), each


def odd_value(draw, option=""):
    """A value for an option, now and then one that makes sense."""
    if "rules" in option or option == "against":
        base = draw.choice([*RULEBOOKS * 3, *FILES, *WORDS])
        return ",".join([base, *draw.choices(CHANGES, k=draw.choice([0, 0, 1, 1, 2]))])
    if option in ("plot", "output", "out", "card", "state"):
        return draw.choice([*PLACES * 3, *WORDS])
    return draw.choice([draw.choice(NUMBERS), draw.choice(WORDS), draw.choice(FILES), draw.choice(NUMBERS)])


def odd_line(number):
    """The words of a command line, and the contents of the files beside it."""
    draw = random.Random(number)
    name, command = draw.choice(list(commands()))
    options = [one for one in command.params if one.param_type_name == "option"]
    words = list(name)
    if draw.random() < 0.7:
        words += USUAL_WORDS.get(name[0], [])
    else:
        words += [odd_value(draw, draw.choice(["", "rules"])) for _ in range(draw.choice([0, 1, 1, 2, 3]))]
    taken = Counter()
    for _ in range(draw.choice([0, 1, 1, 2, 2, 3, 5])):
        if draw.random() < 0.06:  # an option of any command
            options_there = [
                one for _, other in commands() for one in other.params if one.param_type_name == "option"
            ]
        else:
            options_there = options
        if not options_there:  # of a command that takes none
            break
        option = draw.choice(options_there)
        if option.name in LONG_WORK and name[0] != "odds" and draw.random() < 0.8:
            continue
        if taken[option.name] and draw.random() < 0.9:
            continue
        taken[option.name] += 1
        words.append(draw.choice(option.opts))
        if not option.is_flag and draw.random() < 0.97:
            choices = getattr(option.type, "choices", None)
            words.append(
                draw.choice(list(choices))
                if choices and draw.random() < 0.8
                else odd_value(draw, option.name)
            )
    for cap, value in zip(CAPS.get(name[0], [])[::2], CAPS.get(name[0], [])[1::2], strict=True):
        if taken[cap.removeprefix("--")]:
            words = without(words, cap)
        words += [cap, value]
    if name[0] == "ladder" and not {"bots", "one", "against"} & set(taken):
        words += ["--bots", "random,expert", "--players", "2"][: 2 if taken["players"] else 4]
    if name[0] in ("odds", "cards") and taken["simulate"]:
        words = [*without(words, "--simulate"), "--simulate", "20"]
    return words, {
        file: draw.choice(CONTENTS) for file in ("odd.toml", "odd.json", "bot.py", "odd.txt", "run/run.json")
    }


def without(words, option):
    """Words without an option and its value."""
    found, skip = [], False
    for word in words:
        if not skip and word not in (option, {"--games": "-g"}.get(option)):
            found.append(word)
        skip = word in (option, {"--games": "-g"}.get(option))
    return found


@contextmanager
def limited(seconds):
    """Raise TimeoutError when something takes too long."""

    def late(*_):
        raise TimeoutError(f"took more than {seconds} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def odd_folder(files):
    """A folder with odd files, in which the command is run."""
    there = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for place in ("folder", "run"):
                os.mkdir(place)
            os.symlink("nothing.toml", "link.toml")
            for name, content in files.items():
                Path(name).write_bytes(content)
            yield folder
        finally:
            os.chdir(there)


def fault_of(number, seconds=SLOW):
    """What is wrong with what came of an input; nothing if all is as it has to be."""
    words, files = odd_line(number)
    with odd_folder(files):
        try:
            with limited(seconds):
                result = CliRunner().invoke(main, words)
        except TimeoutError as late:
            return str(late)
        left = [str(path) for path in Path().rglob("*") if path.name.endswith((".part", ".tmp"))]
    if "TimeoutError" in result.stderr or isinstance(result.exception, TimeoutError):
        return f"took more than {seconds} s"
    return what_is_wrong(result, left)


def what_is_wrong(result, left):
    """Judge the status, what was said and what was left behind."""
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return f"raised {result.exception!r}"
    if result.exit_code not in STATUSES:
        return f"status {result.exit_code}"
    said = [line for line in result.stderr.splitlines() if line.strip() and not PROGRESS.match(line)]
    for line in said:
        if NAMES_OF_ERRORS.search(line):
            return f"an error by its name: {line[:300]}"
        if len(line) > LONGEST_LINE:
            return f"a line of {len(line)} characters: {line[:300]}"
    if result.exit_code == 2 and len(said) != 1:
        return f"status 2 with {len(said)} lines: {said[:3]}"
    if result.exit_code == 2 and result.stdout:
        return f"status 2 with words on standard output: {result.stdout[:200]}"
    if left:
        return f"left behind {left}"
    return ""


def shown(words):
    return [word if len(word) <= 60 else f"{word[:25]}…({len(word)})" for word in words]


def try_all(inputs, seed, minutes):
    """Try many inputs; returns how many were tried and how many were faults."""
    faults, tried, end = 0, 0, time.monotonic() + 60 * minutes
    kinds = Counter()
    for number in range(seed * 10**9, seed * 10**9 + inputs):
        if time.monotonic() > end:
            break
        fault = fault_of(number)
        tried += 1
        if fault:
            faults += 1
            kinds[re.sub(r"\d+", "N", fault)[:60]] += 1
            if kinds[re.sub(r"\d+", "N", fault)[:60]] <= 3:
                print(number, repr(shown(odd_line(number)[0])), "\n   ", fault, flush=True)
    return tried, faults


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--inputs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=600)
    asked = parser.parse_args()
    done, wrong = try_all(asked.inputs, asked.seed, asked.minutes)
    print(f"{done} inputs, {wrong} faults")
    sys.exit(bool(wrong))
