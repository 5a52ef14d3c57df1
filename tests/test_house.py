"""The house stands as it was drawn: floors, packages, light starts, and a page and help for every command."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from importlib import resources
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FLOORS = {"kernels": 0, "analysis": 1, "reports": 2, "benchmarks": 2, "cli": 3}
KERNELS_MAY_IMPORT = {"numpy", "numba", "llvmlite", "math", "conquestlab"}
COMPILING = "compiling"  # the folder on how kernels are compiled, which holds no kernels
COMPILING_MAY_IMPORT = set(sys.stdlib_module_names)


def modules():
    for floor in FLOORS:
        if floor == "cli":
            yield floor, ROOT / "cli.py"
        else:
            for path in sorted((ROOT / floor).rglob("*.py")):
                yield floor, path


def imports(path):
    """Every module named in an import anywhere in a file, with whether it stands at the top."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: relative import"
            names = [node.module]
            if node.module == "conquestlab":
                names = [f"conquestlab.{alias.name}" for alias in node.names]
        for name in names:
            yield name, node in tree.body


def test_imports_go_one_way():
    seen = 0
    for floor, path in modules():
        for name, _ in imports(path):
            if name.startswith("conquestlab."):
                seen += 1
                other = name.split(".")[1]
                assert FLOORS[other] <= FLOORS[floor], f"{path.relative_to(ROOT)} reaches up into {name}"
    assert seen > 30


def test_kernels_are_closed():
    for floor, path in modules():
        if floor == "kernels":
            allowed = KERNELS_MAY_IMPORT | (COMPILING_MAY_IMPORT if path.parent.name == COMPILING else set())
            for name, _ in imports(path):
                assert name.split(".")[0] in allowed, f"{path.relative_to(ROOT)} imports {name}"


def test_kernels_never_use_hidden_randomness():
    for floor, path in modules():
        if floor == "kernels":
            assert "np.random" not in re.sub(r"`[^`]*`", "", path.read_text(encoding="utf-8")), path


def test_whoever_reads_rulebooks_knows_no_game():
    games = {path.name for path in (ROOT / "analysis" / "games").iterdir() if (path / "game.py").exists()}
    assert games >= {"conquest", "express", "manchots"}
    for path in sorted((ROOT / "analysis" / "rules").glob("*.py")):
        for name, _ in imports(path):
            assert not games & set(name.split(".")), f"{path.relative_to(ROOT)} imports {name}"
        assert not re.search(f'"({"|".join(games)})"', path.read_text(encoding="utf-8")), path


WHEN_STARTING = (
    "command_line",
    "commands",
)  # folders of reports/ that are loaded before a command needs more
WAITING = {
    "completions",
    "help_pages",
    "option_values",
    "unused_options",
}  # modules there that are loaded later


def test_the_commands_import_click_and_the_words_alone_at_the_top():
    allowed = set(sys.stdlib_module_names) | {"click"}
    own = (
        "conquestlab.analysis.language",
        "conquestlab.analysis.version",
        *(f"conquestlab.reports.{room}." for room in WHEN_STARTING),
    )
    rooms = [ROOT / "reports" / room for room in WHEN_STARTING]
    starting = [ROOT / "cli.py", *(path for room in rooms for path in room.glob("*.py"))]
    assert len(starting) > 30
    for path in starting:
        if path.stem not in WAITING:
            at_once = [name for name, at_top in imports(path) if at_top]
            others = {name.split(".")[0] for name in at_once if not name.startswith(own)}
            assert others <= allowed, f"{path.relative_to(ROOT)} imports {others - allowed}"
            assert not {name.rpartition(".")[2] for name in at_once} & WAITING, path.relative_to(ROOT)
    words = {name.split(".")[0] for name, at_top in imports(ROOT / "analysis" / "language.py") if at_top}
    assert words <= set(sys.stdlib_module_names)


def test_every_module_says_what_it_is_for():
    for _, path in modules():
        assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), path.relative_to(ROOT)


def test_every_folder_of_source_is_packaged():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    listed = set(project["tool"]["setuptools"]["packages"])
    found = {"conquestlab"}
    for floor, path in modules():
        if floor != "cli":
            found.add(".".join(["conquestlab", *path.parent.relative_to(ROOT).parts]))
    assert listed == found


def loaded(*words):
    """Modules that a fresh process has loaded after running a command."""
    script = (
        "import sys, json\n"
        "from conquestlab.cli import main\n"
        f"try: main({list(words)!r})\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        "sys.stderr.write('LOADED' + json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr.rpartition("LOADED")[2]))


HEAVY = {"numba", "pandas", "matplotlib", "scipy", "pyarrow", "rich", "jinja2", "llvmlite", "dask"}


def test_help_loads_nothing_of_weight():
    assert not loaded("--help") & (HEAVY | {"numpy", "msgspec"})


@pytest.mark.parametrize(
    ("words", "built"), [(["--help"], set()), (["odds", "--help"], {"odds"}), (["config"], {"config"})]
)
def test_no_command_is_built_but_the_one_that_is_asked_for(words, built):
    below = "conquestlab.reports.commands."
    assert {name.removeprefix(below) for name in loaded(*words) if name.startswith(below)} == built


@pytest.mark.parametrize(
    "words",
    [
        ("odds", "10", "8"),
        ("odds", "--rules", "manchots-barjots", "desert_7"),
        ("need", "8", "--chance", "0.5"),
        ("rules", "list"),
    ],
)
def test_small_answers_load_nothing_of_weight(words):
    assert not loaded(*words) & (HEAVY | {"numpy"})


def test_the_package_has_a_version_and_loads_nothing_of_weight():
    script = (
        "import conquestlab, sys, json; print(conquestlab.__version__); print(json.dumps([*sys.modules]))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    version, modules_loaded = done.stdout.splitlines()
    assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    assert not set(json.loads(modules_loaded)) & (HEAVY | {"numpy", "msgspec", "click"})


def commands():
    from conquestlab.cli import main

    return main.commands


def test_every_command_has_a_page_and_examples():
    for name, command in commands().items():
        page = ROOT / "docs" / "commands" / f"{name}.md"
        assert page.exists(), f"docs/commands/{name}.md is missing"
        assert f"conquest {name}" in page.read_text(encoding="utf-8")
        assert f"conquest {name}" in (command.help or ""), f"{name} --help has no example"


def test_every_option_says_what_it_does():
    for name, command in commands().items():
        for each in [command, *getattr(command, "commands", {}).values()]:
            for option in each.params:
                if option.param_type_name == "option":
                    assert option.help, f"{name}: {option.name} has no help"


def test_the_rulebooks_are_in_the_package():
    folder = resources.files("conquestlab.analysis") / "rulebooks"
    assert {"conquete-1957.toml", "risk-modern.toml"} <= {item.name for item in folder.iterdir()}


def test_the_readme_names_only_commands_that_exist():
    named = set(
        re.findall(r"^\s*(?:\$ )?conquest ([a-z]+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.M)
    )
    assert named
    assert named <= set(commands())
