"""Some hundred odd command lines and files, of which each has an answer or a clear line."""

import odd_inputs
import pytest
from click.testing import CliRunner
from command_line import check_refused, run
from hypothesis import given, settings
from hypothesis import strategies as st

from conquestlab.analysis.rules.rulebook import load
from conquestlab.cli import main


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.integers(0, 10**8))
def test_an_odd_input_has_an_answer_or_a_clear_line(number):
    assert not odd_inputs.fault_of(number, seconds=30), odd_inputs.odd_line(number)[0]


def test_every_command_is_tried():
    tried = {" ".join(odd_inputs.odd_line(number)[0]).split()[0] for number in range(500)}
    assert tried >= set(main.commands) - {"bench"}


@pytest.mark.parametrize("words", [(), ("rules",)])
def test_a_bare_command_shows_its_help(words):
    result = run(*words)
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage:")
    assert not result.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("odds", 5, 3, "--rules", "risk-modern,x=" + "y" * 5000),
        ("odds", 5, 3, "--rules", "y" * 5000),
        ("odds", 5, 3, "--stop-at", "9" * 5000),
        ("odds", 5, 3, "--leave", "9" * 5000),
        ("odds", 5, "x" * 5000),
        ("play", "--seed", "x" * 5000),
        ("play", "--bots", "x" * 5000),
        ("play", "--players", "x" * 5000),
    ],
)
def test_long_values_are_shortened_in_messages(words):
    result = run(*words)
    check_refused(result, 2)
    assert len(result.stderr) < 600


def test_a_file_name_too_long_for_the_disk_is_shortened_too():
    result = run("play", "--rules", "race", "--games", 2, "--out", "x" * 5000)
    check_refused(result, 1, "file name too long")
    assert len(result.stderr) < 600


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--stop-at", 99), "give at most 4"),
        (("--hold-at", 3), "give at most 2"),
        (("--stop-at", 2147483648, "--quantiles"), "from 0 to 100000"),
        (("--simulate", 10**13), "from 1 to 1000000000000"),
        (("--simulate", 10, "--jobs", 10**9), "from 1 to 1024"),
        ((2, "--leave", 2**64), "give 1 to 100000"),
        (("--worth", "inf"), "from 0 to 1000000000"),
        (("--worth", "nan"), "from 0 to 1000000000"),
    ],
)
def test_numbers_out_of_this_world_are_refused_with_their_range(words, told):
    check_refused(run("odds", 5, 3, *words), 2, told)


@pytest.mark.parametrize(
    ("words", "most"),
    [
        ((100_000, 100_000, 5), "at most 1341 attackers"),
        ((100_000, 100_000, "--stop-at", 99_999), "at most 670"),
    ],
)
def test_what_takes_too_much_memory_is_refused_before_it_is_tried(words, most):
    check_refused(run("odds", *words), 2, "1 GB at most", most)


def test_a_rulebook_without_its_ending_is_the_file_that_lies_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "crown.toml").write_text('extends = "risk-modern"\n', encoding="utf-8")
    result = run("odds", 5, 3, "--rules", "crown", "--format", "csv")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "\ncrown.toml,5,3," in result.stdout


@pytest.mark.parametrize("head", ['game = ["conquest"]', "game = {a = 1}", "game = 3"])
def test_a_game_that_is_no_word_is_a_fault(tmp_path, head):
    place = tmp_path / "odd.toml"
    place.write_text(head, encoding="utf-8")
    check_refused(run("odds", 5, 3, "--rules", place), 2, "game = ", "conquest or express")
    assert run("rules", "check", place).exit_code == 1


@pytest.mark.parametrize("command", ["replay --rules risk-express --game 0"])
def test_a_game_is_told_in_a_file_for_text_or_json_lines(tmp_path, command):
    check_refused(run(*command.split(), "--output", tmp_path / "game.png"), 2, ".png", ".jsonl")
    assert not list(tmp_path.iterdir())


# Labels -----------------------------------------------------------------------------------------

CHANGES = {
    "dice.sides": st.integers(2, 20),
    "cards.scale": st.lists(st.integers(1, 99), min_size=1, max_size=6),
    "max_rounds": st.integers(1, 300),
    "dice.ties": st.sampled_from(["attacker", "defender"]),
}


@pytest.mark.parametrize("place", ["mine.toml", "a folder/mine's.toml", 'it"s.toml', "ü.toml", "[x].toml"])
def test_the_label_of_a_file_may_be_typed_again(tmp_path, monkeypatch, place):
    monkeypatch.chdir(tmp_path)
    (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / place).write_text('extends = "risk-modern"\nmax_rounds = 7\n', encoding="utf-8")
    book = load(f"{place},dice.sides=8")
    assert load(book.label).label == book.label
    assert load(book.label).hash == book.hash != load(place).hash


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(st.fixed_dictionaries({}, optional=CHANGES))
def test_a_label_may_be_typed_again(changes):
    book = load(",".join(["risk-modern", *(f"{key}={value}" for key, value in changes.items())]))
    again = load(book.label)
    assert (again.label, again.hash, again.options) == (book.label, book.hash, book.options)


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20))
def test_text_in_a_label_may_be_typed_again(text):
    from conquestlab.analysis.rules.rulebook_changes import change, label, pieces

    typed = label("risk-modern", "conquest", {"map": text, "max_rounds": 3})
    name, of_map, of_rounds = pieces(typed)
    assert (name, change(of_map), of_rounds) == ("risk-modern", ("map", text), "max_rounds=3")


def test_the_runner_is_that_of_the_command_line():
    assert CliRunner().invoke(main, ["odds"]).exit_code == 2
