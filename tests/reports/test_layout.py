"""Tables laid out for a width."""

from hypothesis import given
from hypothesis import strategies as st

from conquestlab.reports.digits import NOTHING
from conquestlab.reports.layout import Column, lay_out, one_line, wrapped

text = st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=60).map(one_line)
number = st.one_of(
    st.integers(-(10**9), 10**9).map(str), st.floats(-1e3, 1e3).map("{:.4f}".format), st.just("–")
)


@st.composite
def tables(draw):
    depth = draw(st.integers(1, 5))
    columns = []
    for place in range(draw(st.integers(1, 12))):
        is_number = draw(st.booleans())
        cells = draw(st.lists(number if is_number else text, min_size=depth, max_size=depth))
        columns.append(Column(f"column_{place}", cells, is_number))
    return columns


@given(tables(), st.integers(60, 120))
def test_every_line_fits(columns, width):
    assert max(len(line) for line in lay_out(columns, width)) <= width


@given(tables(), st.integers(60, 120))
def test_every_number_is_there(columns, width):
    words = " ".join(lay_out(columns, width)).split()
    for column in columns:
        if column.is_number and set(column.cells) != {NOTHING}:
            assert set(column.cells) <= set(words)


def grid(columns, width=80):
    return lay_out([Column(*column) for column in columns], width)


def test_points_stand_below_each_other():
    assert grid([("win", ["12.5", "0.25", "3", "1.5e-07"], True)]) == [
        "     win",
        "--------",
        "12.5",
        " 0.25",
        " 3",
        " 1.5e-07",
    ]


def test_headings_wrap_before_anything_else():
    lines = grid([("attackers_left", ["1"], True), ("defenders_left", ["2"], True)], width=24)
    assert lines == [
        "attackers  defenders",
        "     left       left",
        "---------  ---------",
        "        1          2",
    ]


def test_room_left_over_goes_to_the_deepest_heading():
    columns = [("one_two_three_four", ["1", "2"], True), ("five_six", ["0.25", "0.50"], True)]
    assert grid(columns, width=15)[:3] == ["one two", "  three  five", "   four   six"]
    assert grid(columns, width=16)[:2] == ["   one two  five", "three four   six"]
    assert grid(columns, width=30)[:1] == ["one two three four  five six"]


def test_constants_are_said_once():
    rules = ("rules", ["conquete-1957", "conquete-1957"], False)
    lines = grid([rules, ("games", ["50", "50"], True), ("win", ["0.25", "0.75"], True)], width=16)
    assert lines == [
        "rules:",
        "conquete-1957",
        "",
        "games   win",
        "-----  ----",
        "   50  0.25",
        "   50  0.75",
    ]
    lines = grid([rules, ("games", ["50", "50"], True), ("win", ["0.25", "0.75"], True)], width=8)
    assert "games:" in lines
    assert lines[-4:] == [" win", "----", "0.25", "0.75"]


def test_a_row_too_wide_is_listed_downwards():
    lines = grid([(f"column_{place}", [str(place)], True) for place in range(10)], width=40)
    assert lines == [f"column {place}  {place}" for place in range(10)]


def test_long_text_is_wrapped_after_commas():
    rules = ("rules", ["conquete-1957,dice.defender=2", "x"], False)
    lines = grid([rules, ("win", ["0.25", "0.75"], True)], width=24)
    assert lines == [
        "rules             win",
        "---------------  ----",
        "conquete-1957,   0.25",
        "dice.defender=2",
        "x                0.75",
    ]


def test_text_is_wrapped_no_more_than_needed():
    names = ("rules", ["conquete-1957", "risk-1970-objectives"], False)
    title = ("title", ["La Conquête du Monde, first rule", "Risk"], False)
    assert grid([names, title], width=39)[2:] == [
        "conquete-1957         La Conquête du",
        "                      Monde, first rule",
        "risk-1970-objectives  Risk",
    ]


def test_a_wrapped_name_stands_alike_in_all_blocks():
    names = ("rules", ["conquete-1957,dice.defender=2", "x"], False)
    lines = grid([names, *((f"m{place}", ["0.25", "0.75"], True) for place in range(5))], width=36)
    assert sum(line.startswith("dice.defender=2") for line in lines) == 2
    assert max(map(len, lines)) <= 36


def test_a_row_of_long_texts_is_listed_downwards():
    fractions = [(name, ["1/" + "3" * 20], False) for name in ("win", "lose")]
    lines = grid([("rules", ["conquete-1957"], False), *fractions], width=24)
    assert lines == [
        "rules  conquete-1957",
        "win    1/",
        "       33333333333333333",
        "       333",
        "lose   1/",
        "       33333333333333333",
        "       333",
    ]


def test_blocks_repeat_what_names_the_rows():
    columns = [("seat", ["1", "2"], True)] + [(f"m{place}", ["0.5", "0.25"], True) for place in range(6)]
    lines = grid(columns, width=20)
    assert [line.split()[0] for line in lines if line and line[0] == "s"] == ["seat"] * 3
    assert max(map(len, lines)) <= 20


def test_wide_signs_count_twice_and_marks_not_at_all():
    lines = grid([("a", ["日本", "e\u0301"], False), ("b", ["x", "y"], False)])
    assert lines[2:] == ["日本  x", "e\u0301     y"]


def test_no_sign_can_steer_the_terminal():
    assert one_line("a\x1b[31mb\nc\u202ed") == "a [31mb c d"


def test_wrapped():
    assert wrapped("one two three", 7) == ["one two", "three"]
    assert wrapped("abcdefghij", 4) == ["abcd", "efgh", "ij"]
    assert wrapped("", 4) == [""]


def test_blocks_repeat_columns_until_they_name_every_row():
    names = [
        ("check", ["a", "a", "b"], False),
        ("of", ["one thing that was tried", "another thing", "x"], False),
    ]
    measures = [(f"m{place}", ["0.25", "0.75", "0.5"], True) for place in range(9)]
    lines = grid([*names, *measures], width=44)
    assert [line.split()[:2] for line in lines if line.startswith("check")] == [["check", "of"]] * 3
    assert sum("another thing" in line for line in lines) == 3
    assert max(map(len, lines)) <= 44
    named = [
        ("check", ["a", "b"], False),
        ("of", ["one", "two"], False),
        *((n, c[:2], b) for n, c, b in measures),
    ]
    heads = [line.split()[:2] for line in grid(named, width=30) if line.startswith("check")]
    assert heads[0] == ["check", "of"]
    assert ["check", "of"] not in heads[1:]


def test_a_column_of_nothing_is_left_away_where_room_is_short():
    columns = [("of", ["a", "b"], False), ("low", ["–", "–"], False), ("value", ["1", "2"], True)]
    assert "low" in grid(columns, width=40)[0]
    assert grid(columns, width=10)[0].split() == ["of", "value"]
