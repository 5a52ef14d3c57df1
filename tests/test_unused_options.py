"""Every option of every command does something to what is asked, or is refused: all of them are tried.

The options come from Click's own list of the commands, so that a new one without a value to try fails here.
"""

import html
import shlex
from pathlib import Path

import pytest
from bots_outside import CHASER, program
from command_line import check_refused, run
from position_files import position_of_eight
from small_worlds import EIGHT

from conquestlab.analysis.evidence import statistical
from conquestlab.analysis.evidence.checks import checked
from conquestlab.analysis.joining.join_answers import joined_game
from conquestlab.analysis.playing import cluster, pools, workers
from conquestlab.analysis.requests.games import JoinRequest
from conquestlab.benchmarks import bench
from conquestlab.cli import main
from conquestlab.reports.command_line.unused_options import TABLES

WORDS = {"output", "format", "quiet", "every"}  # say how an answer is written, and are taken with all
SMALL = f"risk-modern,map={EIGHT},players.max=3,setup.starting_armies={{2=10,3=8}},max_rounds=15"
GUEST = "GUEST"  # stands for a program that plays

PLAYED = ("--rules", "race", "--players", "2", "--games", "60")
TUNED = (*PLAYED[:-1], "1000", "--confirm", "200", "--vary", "goal=10..60")
TRAINED = ("--rules", "race,jostle=off", "--players", "2", "--bot", "slow.toml", "--out", "fast.toml")
REPORTED = ("--output", "page.html")

FORMS = {
    "odds": {
        "plain": ("5", "3"),
        "row": ("9", "3", "2"),
        "tree": ("9", "3(2,4(1))"),
        "table": ("--table", "4x3"),
        "distribution": ("5", "3", "--distribution"),
        "quantiles": ("5", "3", "--quantiles"),
        "policy": ("--policy", "3x3"),
        "card": ("--card", "card.pdf"),
        "page": ("--page", "page.html"),
        "against": ("5", "3", "--against", "conquete-1957-3v2"),
        "worth": ("5", "3", "--worth", "20"),
        "order": ("5", "3", "--order", "announced"),
        "exact": ("5", "3", "--exact"),
        "simulate": ("5", "3", "--simulate", "100"),
        "simulated row": ("9", "3", "2", "--simulate", "100"),
        "express": ("--rules", "risk-express"),
        "express simulate": ("--rules", "risk-express", "United States", "--simulate", "100"),
        "express card": ("--rules", "risk-express", "United States"),
        "express rolls": ("--rules", "risk-express", "United States", "--first-rolls"),
        "express roll": (
            "--rules", "risk-express", "--roll",
            "cannon cavalry general soldier1 soldier3 soldier3 cannon",
        ),
        "africa": ("--rules", "africa-1880"),
        "africa conflict": ("--rules", "africa-1880", "FR:war>DE DE: GB:"),
        "africa declarations": ("--rules", "africa-1880", "FR", "DE"),
        "manchots": ("--rules", "manchots-barjots"),
        "manchots card": ("--rules", "manchots-barjots", "desert_7"),
        "manchots zone": ("--rules", "manchots-barjots", "desert", "--simulate", "100"),
        "manchots hand": (
            "--rules", "manchots-barjots", "--hand", "desert_7,city_2,moon_5,moon_6", "--simulate", "4"
        ),
    },
    "need": {"plain": ("8", "--chance", "0.5"), "row": ("3", "2", "--chance", "0.5"),
        "tree": ("3(2,1)", "--chance", "0.5")},
    "cards": {
        show: ("--show", show, "--rules", "risk-modern", *more)
        for show, more in {
            "chance": (), "first": (), "kinds": (), "bonus": (), "scale": (), "worth": (),
            "timing": ("--turns", "7", "--players", "2"),
            "policies": ("--policy", "at_once", "--simulate", "20", "--turns", "4", "--players", "2"),
            "turns": ("--policy", "at_once", "--simulate", "20", "--turns", "4", "--players", "2"),
        }.items()
    }
    | {
        "hand": (
            "--hand", "inf,cav,art,wild", "--set", "4", "--rules", "risk-modern", "--players", "2",
            "--turns", "8",
        ),
        "dealt": ("--simulate", "50"),
        "solved": (
            "--show", "turns", "--policy", "solved", "--simulate", "20", "--turns", "8", "--players", "2",
            "--rules", "risk-modern",
        ),
    },
    "advise": {
        "words": ("--rules", "risk-modern", "--me", "Brazil 5, Peru 3", "--them", "Venezuela 2"),
        "file": ("--position", "position.toml", "--simulate", "8"),
        "game": ("--rules", SMALL, "--players", "2", "--game", "1", "--round", "1", "--simulate", "8"),
        "several bots": (
            "--rules", SMALL, "--game", "1", "--round", "1", "--simulate", "8", "--bots", "reckless,random",
        ),
        "example": ("--rules", "risk-modern", "--players", "2", "--bots", "expert", "--example"),
    },
    "play": {
        "one bot": (*PLAYED, "--bots", "bold"),
        "several bots": (*PLAYED, "--bots", "bold,chaser"),
        "outside": (*PLAYED[:-1], "2", "--bots", f"chaser,{GUEST}"),
        "kept": (*PLAYED, "--bots", "bold", "--out", "run"),
        "plot": (*PLAYED, "--bots", "bold", "--plot", "wins.svg"),
        "conquest": ("--rules", SMALL, "--players", "2", "--games", "60"),
        "conquest bots": ("--rules", SMALL, "--bots", "random,reckless", "--games", "60"),
    },
    "ladder": {
        "ladder": (*PLAYED, "--bots", "bold,chaser,random"),
        "three": ("--rules", "race", "--players", "3", "--games", "60", "--bots", "bold,chaser,random"),
        "one": (*PLAYED, "--one", "bold", "--against", "chaser"),
        "outside": (*PLAYED[:-1], "2", "--bots", f"chaser,{GUEST}"),
        "plot": (*PLAYED, "--bots", "bold,chaser,random", "--plot", "ladder.svg"),
    },
    "replay": {
        "rules": ("--rules", "race", "--players", "2", "--game", "3"),
        "several bots": ("--rules", "race", "--bots", "bold,chaser", "--game", "3"),
        "outside": ("--rules", "race", "--bots", f"chaser,{GUEST}", "--game", "3"),
        "kept": ("kept", "--game", "3"),
    },
    "join": {
        "new": ("--rules", "race", "--players", "3", "--game", "3"),
        "several bots": ("--rules", "race", "--players", "3", "--bots", "bold,chaser", "--game", "3"),
        "outside": ("--rules", "race", "--players", "2", "--bots", GUEST, "--game", "3", "--seat", "2"),
        "kept": ("--resume", "evening.json"),
    },
    "compare": {
        "one bot": ("race", "race,goal=40", *PLAYED[2:], "--bots", "bold"),
        "several bots": ("race", "race,goal=40", *PLAYED[2:], "--bots", "bold,chaser"),
        "robust": ("race", "race,goal=40", *PLAYED[2:], "--bots", "bold", "--robust"),
        "planned": ("race", "race,goal=40", *PLAYED[2:], "--bots", "bold", "--detect", "rounds=2"),
        "plot": ("race", "race,goal=40", *PLAYED[2:], "--bots", "bold", "--plot", "differences.svg"),
    },
    "sweep": {
        "rules": ("race", "--vary", "goal=20,30", *PLAYED[2:], "--bots", "bold"),
        "several bots": ("race", "--vary", "goal=20,30", "--bots", "bold,chaser", "--games", "60"),
        "players": ("race", "--bots", "bold", "--players", "2-3", "--games", "60"),
        "kept": ("race", "--vary", "goal=20,30", *PLAYED[2:], "--bots", "bold", "--out", "swept"),
        "plot": ("race", "--vary", "goal=20,30", *PLAYED[2:], "--bots", "bold", "--plot", "map.svg"),
    },
    "tune": {
        "length": (*TUNED, "--bots", "random", "--target", "rounds=6"),
        "seats": (*TUNED[:-1], "start.2", "--bots", "random"),
        "seats without a fresh run": (*TUNED[:6], "--confirm", "0", "--vary", "start.2", "--bots", "random"),
        "several bots": (*TUNED, "--bots", "random,bold", "--target", "rounds=6"),
    },
    "train": {
        "plain": (*TRAINED, "--generations", "2", "--population", "4", "--games", "4"),
        "mix": (
            *TRAINED, "--mix", "--rounds", "2", "--generations", "2", "--population", "4", "--games", "4",
        ),
    },
    "learn": {
        "plain": (
            *("--rules", SMALL, "--players", "2", "--bot", "deep.toml", "--against", "greedy"),
            *("--rounds", "2", "--games", "120", "--save", "learned.toml"),
        )
    },
    "exploit": {
        "plain": (
            *("--rules", "race", "--players", "2", "--bot", "slow.toml", "--generations", "2"),
            *("--population", "4", "--games", "4", "--save", "found.toml"),
        ),
        "thinking": (
            *("--rules", SMALL, "--players", "2", "--bot", "deep.toml", "--generations", "2"),
            *("--population", "4", "--games", "4", "--save", "found.toml"),
        ),
    },
    "report": {
        "rules": ("--rules", SMALL, "--players", "3", "--games", "40", "--sample", "4", *REPORTED),
        "several bots": (
            "--rules", SMALL, "--bots", "random,reckless,random", "--games", "40", "--sample", "4", *REPORTED
        ),
        "run": ("conquest", "--sample", "4", *REPORTED),
        "result": ("--compare", "compare.json", *REPORTED),
    },
    "bench": {"plain": ()},
    "docs": {"plain": (), "page": ("odds",), "site": ("--output", "site"), "text": ("odds", "--text")},
    "verify": {
        check: ("--only", check, *("--games", "1", "--rules", "risk-1970-duel") * (check != "published"))
        for check in ("published", "simulated", "referee")
    }
    | {
        "statistics": ("--only", "statistics", "--games", "1"),
        "coverage": (
            *("--coverage", "--rules", "race", "--bots", "random"), *("--games", "20", "--repetitions", "8"),
        ),
    },
    "config": {"plain": ()},
    "completion": {"plain": ("bash",)},
    "explain": {"rule": ("dice.defender",), "list": ()},
    "init": {"plain": ("my-game",)},
    "rules list": {"plain": ()},
    "rules show": {"plain": ("risk-modern",)},
    "rules check": {"plain": ("risk-modern",)},
    "rules diff": {"plain": ("risk-1970-world", SMALL)},
    "runs show": {"plain": ("kept",)},
    "runs check": {"plain": ("kept",)},
    "runs merge": {"plain": ("kept", "shard", "--out", "merged")},
    "runs rows": {"plain": ("kept",)},
    "runs extend": {"plain": ("long",)},
    "bots ask": {"plain": ("question.json", GUEST)},
    "bots list": {"plain": ()},
    "bots new": {"plain": ("begun.py",)},
    "bots check": {"plain": (GUEST, "--rules", "race")},
}  # fmt: skip
"""By command, the forms in which it is asked."""

VALUES = {
    "odds": {
        "attack_dice": "2", "defend_dice": "1", "leave": "2", "on_land": None, "stop_at": "2", "hold_at": "1",
        "order": "seen", "worth": "4", "table": "2x2", "distribution": None, "quantiles": None,
            "policy": "2x2",
        "card": "other.pdf", "page": "other.html", "against": "risk-modern", "exact": None,
        "simulate": "200", "dice": "4",
        "filled": "1", "another": None, "roll": "cannon cavalry general soldier1", "first_rolls": None,
        "hand": "desert_7,city_2,moon_5,moon_5", "plot": "plot.svg", "rules": "conquete-1957-3v2",
    },
    "need": {"rules": "conquete-1957-3v2", "attack_dice": "2", "defend_dice": "1", "leave": "2",
        "on_land": None, "chance": "0.9", "plot": "plot.svg"},
    "cards": {
        "show": "bonus", "players": "3", "policies": "when_forced", "turns": "6", "discount": "0.5",
        "aim": "armies", "conquests": "0.5", "simulate": "40", "plot": "plot.svg", "hand": "inf,inf,inf",
        "set": "3", "brings": "12", "rules": "risk-1970-world",
    },
    "advise": {
        "rules": f"{SMALL},dice.defender=1", "position": "other.toml", "me": "Brazil 9",
        "them": "Argentina 1", "game": "2", "folder": "conquest", "round": "2", "seat": "2",
        "simulate": "16", "example": None, "bots": "random",
    },
    "play": {
        "within": "0.4", "margin": "0.4", "skill": "reckless,random", "luck": None, "continents": None,
        "choices": None, "seconds": "turn=99",
        "lift_round": "1", "figure": "length", "out": "other", "resume": None, "plot": "plot.svg",
        "first_game": "120", "measures": "rounds", "debug": None,
    },
    "ladder": {
        "one": "random", "against": "random", "lineups": "1", "anchor": "chaser", "figure": "elo",
        "plot": "plot.svg", "measures": "win_share", "debug": None,
    },
    "replay": {"game": "4", "check": None, "bots": "bold", "debug": None},
    "join": {"game": "4", "seat": "2", "bots": "bold", "advise": None, "resume": "evening.json"},
    "compare": {
        "games": "3000", "within": "0.4", "margin": "0.4", "robust": None, "same_bots": None,
            "figure": "rounds", "apart": "9", "detect": "5points", "power": "0.9", "measures": "drama",
        "seconds": "turn=99", "plot": "plot.svg",
    },
    "sweep": {
        "vary": "jostle=on,off", "measure": "dice", "within": "0.05", "against": "goal=20", "margin": "0.4",
        "figure": "win_share.1", "out": "other", "resume": None, "plot": "plot.svg",
    },
    "tune": {
        "vary": "goal=20..50", "target": "rounds=5", "within": "40", "confirm": "300", "margin": "0.2",
        "response": None, "plot": "plot.svg", "rules": "race,jostle=off", "measures": "rounds",
    },
    "train": {
        "bot": "other.toml", "start": "zero", "fix": "in_front", "between": "behind=40..80",
        "pool": "chaser", "minutes": "0.0001",
        "generations": "1", "population": "5", "out": "other.toml", "state": "other.state", "resume": None,
        "plot": "plot.svg", "mix": None, "rounds": "1", "members": "1", "least_gain": "0.5",
    },
    "learn": {
        "bot": "deeper.toml", "against": "cautious", "rounds": "1", "games": "180", "minutes": "0.0001",
        "starts": "4", "alone": "120", "ahead": "2", "out": "other.toml",
    },
    "exploit": {
        "bot": "other.toml", "minutes": "0.0001", "generations": "1", "population": "5", "out": "other.toml",
        "same_time": None, "same_depth": None,
    },
    "report": {
        "compare": "compare.json", "sweep": "sweep.json", "ladder": "ladder.json", "tune": "tune.json",
            "margin": "0.4",
            "sample": "2",
        "rules": "risk-1970-duel", "title": "Mine", "author": "Me", "logo": "logo.svg", "notes": "notes.md",
        "summary": None,
    },
    "bench": {"quick": None}, "docs": {"text": None, "no_open": None, "check": None},
    "verify": {
        "only": "published", "games": "2", "rules": "risk-express", "coverage": None, "repetitions": "9",
    },
    "config": {"init": None}, "completion": {},
    "explain": {"rules": "conquete-1957-3v2"},
    "init": {"parent": "risk-express"},
    "rules list": {}, "rules show": {"plot": "plot.svg"}, "rules check": {}, "rules diff": {"all": None},
    "runs show": {}, "runs check": {"replay": "3"}, "runs merge": {"out": "other"}, "runs rows": {},
    "runs extend": {"within": "0.4"},
    "bots list": {}, "bots new": {"rules": "risk-express", "program": None},
    "bots check": {"games": "3"}, "bots ask": {},
}  # fmt: skip
"""By command,
    a value for each option that makes a difference where the option has an effect; None for none."""

SHARED = {
    "players": "3", "bots": "chaser", "bot_seconds": "0.000001", "rotate": None, "games": "120", "seed": "2",
    "jobs": "1", "processes": None, "cluster": "local:1", "rules_too": "race,goal=20",
}  # fmt: skip
"""The same for options that several commands have."""

JOBS = {
    ("odds", "simulate"), ("odds", "simulated row"), ("odds", "express simulate"), ("cards", "policies"),
    ("cards", "turns"), ("cards", "dealt"), ("cards", "solved"), ("verify", "simulated"), ("verify",
        "referee"), ("verify", "coverage"),
    ("report", "rules"), ("report", "several bots"), ("report", "run"), ("runs extend", "plain"),
    *((name, form) for name in ("play", "ladder", "compare", "tune", "train") for form in FORMS[name]),
    ("learn", "plain"), ("exploit", "plain"), ("exploit", "thinking"),
    *(("sweep", form) for form in FORMS["sweep"]),
}  # fmt: skip
"""Where something is played or read in chunks, so that cores are used; the answer never shows how many."""

ELSEWHERE = {each for each in JOBS if each[0] not in ("odds", "cards") and each != ("verify", "simulated")}
"""Where whole games are played, by workers of any kind; the answer never shows which."""


OF_THE_RACE = {
    ("play", form, option)
    for form in FORMS["play"]
    if form not in ("conquest", "conquest bots")
    for option in ("margin", "skill")
}
LIMITS = OF_THE_RACE | {
    ("play", "kept", "resume"), ("sweep", "kept", "resume"),  # a run that has not begun begins
    ("ladder", "ladder", "lineups"), ("ladder", "one", "lineups"), ("ladder", "plot", "lineups"),
    *(("docs", form, option) for form in FORMS["docs"] for option in ("no_open", "check")),
    ("ladder", "outside", "lineups"), *(("tune", form, "within") for form in FORMS["tune"]),
}  # fmt: skip
"""What these options say comes to nothing here: a limit that is not reached,
    a measure that the race has not, a browser where there is no terminal, links that all lead somewhere."""


def commands():
    """Every command that can be run, by its words."""
    for name, command in main.commands.items():
        inside = getattr(command, "commands", {"": command})
        for word, each in inside.items():
            yield f"{name} {word}".strip(), each


def options_of(command):
    return [one for one in command.params if one.param_type_name == "option" and one.name not in WORDS]


def value_of(name, option):
    if option.name == "rules":
        return VALUES[name].get("rules", "race,goal=20")
    return VALUES[name].get(option.name, SHARED.get(option.name))


def cases():
    """Every option with every form; those with the first form of a command are tried each time."""
    for name, command in commands():
        for form in FORMS.get(name, ()):
            marks = () if form == next(iter(FORMS[name])) else pytest.mark.thorough
            for option in options_of(command):
                if not is_asked_already(name, form, option) and (name, form, option.name) not in LIMITS:
                    yield pytest.param(name, form, option.name, marks=marks)


def is_asked_already(name, form, option):
    """Whether a form has the option already, with the value that would be tried."""
    words, written = FORMS[name][form], written_as(option)
    if written not in words:
        return False
    return option.is_flag or words[words.index(written) + 1] == value_of(name, option)


def written_as(option):
    return max(option.opts, key=len)


@pytest.fixture(autouse=True)
def _a_small_world(monkeypatch, tmp_path, kept):
    monkeypatch.chdir(kept)
    monkeypatch.setattr(
        bench, "bench_rows", lambda quick, progress: [{"value": quick, "reference_value": 1, "ratio": 1}]
    )
    monkeypatch.setattr(
        statistical,
        "statistics_rows",
        lambda games, seed, tried: [checked("statistics", seed, True, games=games)],
    )


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A folder with all that the forms name."""
    folder = tmp_path_factory.mktemp("kept")
    for name, armies in (("position", 3), ("other", 9)):
        told = f'rules = "{SMALL.replace(chr(34), chr(39))}"\n'
        (folder / f"{name}.toml").write_text(told + position_of_eight(armies), encoding="utf-8")
    begun = joined_game(JoinRequest(rules=("race",), players="2", game=3))
    (folder / "evening.json").write_text(begun.kept(), encoding="utf-8")
    (folder / "logo.svg").write_text("<svg/>", encoding="utf-8")
    (folder / "notes.md").write_text("# A note", encoding="utf-8")
    (folder / "slow.toml").write_text('game = "race"\npolicy = "paced"\n', encoding="utf-8")
    for name, searches in (("deep", 1), ("deeper", 3)):
        told = f'game = "conquest"\npolicy = "planner"\nlike = "expert"\n[weights]\nsearches = {searches}\n'
        (folder / f"{name}.toml").write_text(f"{told}rollouts = 1\nplans = 1023\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        made = [
            run("play", *PLAYED, "--bots", "bold,chaser", "--out", "kept"),
            run("play", *PLAYED, "--bots", "bold,chaser", "--first-game", "60", "--out", "shard"),
            run("play", *PLAYED, "--bots", "bold,chaser", "--out", "long"),
            run("play", "--rules", SMALL, "--players", "3", "--games", "40", "--out", "conquest"),
            run(
                "compare",
                SMALL,
                f"{SMALL},fortify=connected",
                *PLAYED[2:],
                "--bots",
                "random",
                "-o",
                "compare.json",
            ),
            run("ladder", "--rules", SMALL, *PLAYED[2:], "--bots", "random,reckless", "-o", "ladder.json"),
            run(
                "sweep",
                SMALL,
                "--vary",
                "dice.defender=1,2",
                *PLAYED[2:],
                "--bots",
                "random",
                "-o",
                "sweep.json",
            ),
        ]
        failing = program(folder, CHASER.replace('"choice": 0', '"choice": 9'), "failing")
        run("play", "--rules", "race", "--bots", f"failing={failing},bold", "--games", "2", "--debug")
        (question,) = folder.glob("failed-failing-*.json")
        question.rename(folder / "question.json")
    assert [result.exit_code for result in made] == [0] * len(made), [result.stderr for result in made]
    return folder


def answer_of(name, words, folder, monkeypatch):
    """Everything that a command says and writes, but for the words that were typed."""
    before = set(Path().rglob("*"))
    words = [word.replace(GUEST, program(folder, CHASER)) for word in (*name.split(), *words)]
    result = run(*words)
    typed = shlex.join(["conquest", *words])
    written = {}
    for path in sorted(set(Path().rglob("*")) - before, reverse=True):
        if path.is_dir():
            path.rmdir()
            continue
        content = path.read_bytes()
        for text in (typed, html.escape(typed), html.escape(typed, quote=False)):
            content = content.replace(text.encode(), b"")
        written[str(path)] = content
        path.unlink()
    return result, (result.exit_code, result.stdout, result.stderr, written)


PLAIN = {}


@pytest.mark.parametrize(("name", "form", "option"), list(cases()))
def test_an_option_does_something_or_is_refused(name, form, option, tmp_path, monkeypatch):
    (parameter,) = (one for one in options_of(dict(commands())[name]) if one.name == option)
    words, value = list(FORMS[name][form]), value_of(name, parameter)
    written = written_as(parameter)
    if written in words and not parameter.multiple:  # another value in its place
        place = words.index(written)
        del words[place : place + (1 if parameter.is_flag else 2)]
    if (name, form) not in PLAIN:
        PLAIN[name, form] = answer_of(name, FORMS[name][form], tmp_path, monkeypatch)[1]
        assert PLAIN[name, form][0] in (0, 1), PLAIN[name, form]
        assert "Error" not in PLAIN[name, form][2]
    opened = []
    monkeypatch.setattr(pools, "Processes", lambda jobs: opened.append("processes") or workers.Workers())
    monkeypatch.setattr(cluster, "open_cluster", lambda to: opened.append("cluster") or workers.Workers())
    result, answer = answer_of(
        name, (*words, written, *([] if value is None else [value])), tmp_path, monkeypatch
    )
    if option in ("processes", "cluster"):
        heeded = (name, form) in ELSEWHERE
        assert result.exit_code == (PLAIN[name, form][0] if heeded else 2), result.stderr
        assert opened == ([option] if heeded else [])
    elif option == "jobs":
        assert result.exit_code == (PLAIN[name, form][0] if (name, form) in JOBS else 2), result.stderr
    elif result.exit_code == 2:
        check_refused(result, 2)
    else:
        assert answer != PLAIN[name, form], f"{written} is passed over"


def test_every_option_is_tried():
    assert set(FORMS) == set(VALUES) == {name for name, _ in commands()}
    for name, command in commands():
        for option in options_of(command):
            known = option.name in VALUES[name] or option.name in SHARED or option.name == "rules"
            assert known, f"{name} --{option.name}: give a value to try"
    assert set(TABLES) <= set(FORMS)


def test_the_tables_name_options_only():
    for name, table in TABLES.items():
        options = {option.name for option in dict(commands())[name].params}
        for needs in table:
            assert set(needs.options.split()) <= options, (name, needs.options)
