"""Every example of the README and of docs/ is run: as it stands where it is exact, with few games otherwise.

A page is run in one folder from top to bottom, so that a line finds what the lines before it have made: those
that answer at once each time, all of them in the long form of the test. Blocks marked `console` show what is
printed, and that is compared; docs/examples/make.py makes it anew.
"""

import importlib.util
import re
import shlex
import shutil
from pathlib import Path

import pytest
from command_line import run
from plain_python import too_many_games
from test_example_pages import first_difference

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```", re.S | re.M)
PAGES = ["README.md", *(path.relative_to(ROOT).as_posix() for path in sorted(ROOT.glob("docs/**/*.md")))]

PLACEHOLDERS = {
    "A",
    "ATTACKERS",
    "AxD",
    "B",
    "DIR",
    "FILE",
    "FILE.html",
    "FILE.pdf",
    "bash|zsh|fish",
    "N",
    "P",
    "PAGE",
    "RULEBOOK",
}
"""Words for which something else is typed: a line with one of them shows a form, and is no example."""

NOT_RUN = {
    "bench": "it times this machine, for minutes",
    "--cluster": "it needs a cluster; tests/analysis/test_cluster.py has one",
    "bots ask": "it asks a question that a failing bot left; tests/test_bots_command.py has one",
    "join --resume": "it goes on with a game that a person left; tests/test_join.py has one",
    "train --resume": "it goes on with a training of minutes; tests/test_train.py has one",
}
"""By a command or options, why examples with all of these are not run here."""

OF_PAGES = {"docs/examples/README.md": "tests/test_example_pages.py makes these pages"}
"""The same by page."""

FEW = {
    "--games": 60, "--simulate": 200, "--repetitions": 2, "--confirm": 60, "--replay": 2, "--within": 0.4,
    "--first-game": 60, "--alone": 300, "--ahead": 60,
}  # fmt: skip
"""Values that take the place of larger ones, which are only a matter of time."""

BESIDE = {
    "play": ("--games", 60),
    "ladder": ("--games", 60),
    "compare": ("--games", 60),
    "sweep": ("--games", 60),
    "tune": ("--games", 1000, "--confirm", 60),
    "train": ("--generations", 1, "--population", 4, "--games", 4),
    "learn": ("--rounds", 1, "--games", 120),
    "exploit": ("--generations", 1, "--population", 4, "--games", 4),
    "report": ("--games", 60, "--sample", 4),
    "verify": ("--games", 12),
}
"""By command, what is added where it is not given."""

COUNTED_OTHERWISE = {"run", "--within", "published"}
"""Words beside which there is no number of games to give."""

RUN = ("play", "--rules", "risk-express", "--seed", 7, "--games", 60, "--out")
BEFORE = {
    "docs/commands/replay.md": [(*RUN, "run")],
    "docs/commands/report.md": [
        (*RUN, "run"),
        (
            "compare",
            "risk-express",
            "risk-express,continue_failed=off",
            "--games",
            60,
            "-o",
            "differences.json",
        ),
        ("ladder", "--rules", "risk-express", "--games", 60, "-o", "ladder.json"),
    ],
    "docs/commands/runs.md": [(*RUN, "run"), (*RUN, "shard-1"), (*RUN, "shard-2", "--first-game", 60)],
}
"""By page, what its examples suppose to be there."""


def make():
    spec = importlib.util.spec_from_file_location("make", ROOT / "docs" / "examples" / "make.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKE = make()
PRINTED = [path.relative_to(ROOT).as_posix() for path in MAKE.printed_pages()]
LONG = {"docs/first_hour.md", "docs/house_rule.md", "docs/own_map.md"}
AT_ONCE = ("odds", "need", "cards", "rules", "docs")
"""Commands that play no games, if nothing is simulated or solved."""


def text_of(page):
    return (ROOT / page).read_text(encoding="utf-8")


ALONE = {"docs/commands/train.md"}
"""Pages each of whose examples is run in a folder of its own: they write the same files."""


def examples_of(page):
    """The examples of a page as words, without `conquest`; not those of blocks that show what is printed."""
    for kind, body in BLOCK.findall(text_of(page)):
        if kind.startswith("console"):
            continue
        for line in body.splitlines():
            if not line.startswith("conquest "):
                continue
            words = (line.split() if "$(" in line else shlex.split(line))[1:]
            if not any(word.strip("[]") in PLACEHOLDERS or "…" in word for word in words):
                yield words


def reason_not_to_run(page, words):
    whys = (why for what, why in NOT_RUN.items() if set(what.split()) <= set(words))
    return OF_PAGES.get(page) or next(whys, None)


def with_few_games(words):
    """The same example with few games."""
    few, beside = list(words), BESIDE.get(words[0], ())
    values = FEW | dict(zip(beside[::2], beside[1::2], strict=True))
    for place, word in enumerate(few[:-1]):
        if word in FEW:
            few[place + 1] = str(values[word])
    if "--minutes" in few:
        del few[few.index("--minutes") : few.index("--minutes") + 2]
    if "--coverage" in few and "--repetitions" not in few:
        few += ["--repetitions", str(FEW["--repetitions"])]
    for name in beside[::2]:
        if name not in few and not (name == "--games" and COUNTED_OTHERWISE & set(few)):
            few += [name, str(values[name])]
    return few


def put_files(page, folder):
    """Put what the examples name: files that the page quotes, and bots and rulebooks called "my"."""
    bots = ROOT / "docs" / "examples" / "bots"
    shutil.copyfile(bots / "timid.py", folder / "my_bots.py")
    shutil.copyfile(bots / "greedy_program.py", folder / "mybot")
    (folder / "mybot").chmod(0o755)
    for name in ("unlearned.toml", "builder-start.toml", "hoarder-start.toml"):
        shutil.copyfile(bots / name, folder / name)
    for file in (ROOT / "docs" / "examples" / "strategy").glob("*.toml"):
        shutil.copyfile(file, folder / file.name)
    for name in ("my-rules.toml", "my-table.toml", "thursday.toml"):
        (folder / name).write_text('extends = "risk-modern"\n[dice]\ndefender = 3\n', encoding="utf-8")
    (folder / "my-race.toml").write_text('extends = "race"\n', encoding="utf-8")
    shutil.copyfile(ROOT / "docs" / "pictures" / "odds.png", folder / "crown.png")
    (folder / "notes.md").write_text("# Of the playtests\n\nThey liked it.\n", encoding="utf-8")
    express = 'game = "express"\npolicy = "expert"\n[weights]\nharm = 13\n'
    (folder / "my-bot.toml").write_text(express, encoding="utf-8")
    (folder / "mine.toml").write_text('game = "conquest"\npolicy = "weighed"\n', encoding="utf-8")
    MAKE.write_files(text_of(page), folder)


EXAMPLES = [page for page in PAGES if list(examples_of(page))]


def answers_at_once(words):
    """Whether an example plays no games and solves nothing."""
    slow = {"--simulate", "--hand", "timing", "policies", "turns"}
    return words[0] in AT_ONCE and not slow & set(words)


@pytest.mark.parametrize("page", [page for page in EXAMPLES if any(map(answers_at_once, examples_of(page)))])
def test_the_examples_that_answer_at_once_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    put_files(page, tmp_path)
    for words in filter(answers_at_once, examples_of(page)):
        result = run(*words)
        assert result.exit_code == 0, f"{shlex.join(words)}\n{result.stderr}"


@too_many_games
@pytest.mark.thorough
@pytest.mark.parametrize("page", EXAMPLES)
def test_the_examples_of_a_page_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    put_files(page, tmp_path)
    for words in BEFORE.get(page, ()):
        assert run(*words).exit_code == 0
    for place, words in enumerate(examples_of(page)):
        if page in ALONE:
            (tmp_path / str(place)).mkdir()
            monkeypatch.chdir(tmp_path / str(place))
            put_files(page, Path())
        if not reason_not_to_run(page, words):
            result = run(*with_few_games(words))
            # A few games may not find what is looked for, or bear out what is tried: status 1, but no error.
            asked = words[0] in ("tune", "train") or "--coverage" in words
            searched = asked and "conquest:" not in result.stderr
            good = (0, 1) if searched else (0,)
            assert result.exit_code in good, f"{shlex.join(words)}\n{result.stderr}"


def test_whatever_is_not_run_has_a_reason():
    used = {reason_not_to_run(page, words) for page in EXAMPLES for words in examples_of(page)}
    assert used == {None, *NOT_RUN.values(), *OF_PAGES.values()}


@too_many_games
@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=pytest.mark.thorough if page in LONG else ()) for page in PRINTED]
)
def test_a_page_shows_what_its_commands_print(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", MAKE.WIDTH)
    MAKE.write_files(text_of(page), tmp_path)

    def ask(words):
        result = run(*words)
        assert result.exit_code == 0, result.stderr
        return result.stdout

    difference = first_difference(text_of(page), MAKE.printed(text_of(page), ask))
    assert difference is None, (
        f"{page} does not show what is printed: run docs/examples/make.py\n{difference}"
    )


def test_files_that_are_quoted_are_written(tmp_path):
    MAKE.write_files("```toml\n# a.toml\nx = 1\n```\n\n```\n# b.toml\n```\n", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["a.toml"]
    assert (tmp_path / "a.toml").read_text(encoding="utf-8") == "# a.toml\nx = 1\n"


def test_what_is_printed_is_cut_where_the_page_says():
    text = "```console 2\n$ conquest odds 1 1\nold\n```\n\n```console\n$ conquest odds 2 2\n```\n"
    made = MAKE.printed(text, lambda words: "\n".join([" ".join(words), "b", "c"]) + "\n")
    assert made == (
        "```console 2\n$ conquest odds 1 1\nodds 1 1\nb\n…\n```\n\n"
        "```console\n$ conquest odds 2 2\nodds 2 2\nb\nc\n```\n"
    )
