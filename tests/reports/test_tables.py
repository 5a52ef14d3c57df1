"""Answers written as tables, CSV, JSON and Markdown."""

import csv
import io
import json
import math
import os
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.reports import tables
from conquestlab.reports.digits import ShownNumber
from conquestlab.reports.tables import check_output, write_answer

ODDS = {"rules": "conquete-1957", "attackers": 10, "defenders": 8, "win": 0.2917123, "lose": 0.7082877}
ODDS |= {"attackers_left": 1.23456, "defenders_left": 3.45678, "rounds": 7.65432}

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    words,
    st.fractions(),
    st.floats(allow_nan=False).map(np.float64),
    st.integers(-(2**63), 2**63 - 1).map(np.int64),
)


@st.composite
def answers(draw):
    names = draw(st.lists(words, min_size=1, max_size=5, unique=True))
    return names, draw(st.lists(st.fixed_dictionaries(dict.fromkeys(names, values)), max_size=5))


def written(rows, meta=(), **how):
    """Catch what is printed, without the fixture that hypothesis cannot use."""
    caught, sys.stdout = sys.stdout, io.StringIO()
    try:
        write_answer(rows, dict(meta), **how)
        return sys.stdout.getvalue()
    finally:
        sys.stdout = caught


def same(value, back):
    """Compare a value with what JSON gave back: numbers to the last bit, and of their kind."""
    if isinstance(value, Fraction):
        return isinstance(back, str) and Fraction(back) == value
    if isinstance(value, float) and math.isinf(value):
        return isinstance(back, str) and float(back) == value
    if isinstance(value, np.integer):
        value = int(value)
    if isinstance(value, float):
        value = float(value)
    return type(value) is type(back) and value == back


def same_text(value, back):
    """Compare a value with what CSV gave back."""
    if value is None:
        return back == ""
    if isinstance(value, bool):
        return back == ("true" if value else "false")
    if isinstance(value, str):
        return back == value
    return type(value)(back) == value


@given(answers())
def test_json_gives_the_raw_values_back(answer):
    names, rows = answer
    back = json.loads(written(rows, {"rules": "x", "hash": 2**60}, format="json", columns=names))
    assert back["meta"] == {"rules": "x", "hash": 2**60}
    assert len(back["rows"]) == len(rows)
    for row, row_back in zip(rows, back["rows"], strict=True):
        assert list(row_back) == names
        assert all(same(row[name], row_back[name]) for name in names)


@given(answers())
def test_csv_gives_the_raw_values_back(answer):
    names, rows = answer
    back = list(csv.reader(io.StringIO(written(rows, format="csv", columns=names), newline="")))
    assert back[0] == names
    assert len(back) == len(rows) + 1
    for row, row_back in zip(rows, back[1:], strict=True):
        assert all(same_text(row[name], text) for name, text in zip(names, row_back, strict=True))


@given(answers())
def test_tables_and_markdown_take_any_row(answer):
    names, rows = answer
    for format in ("table", "markdown"):
        text = written(rows, format=format, columns=names)
        assert text.endswith("\n")
        assert all(sign.isprintable() or sign == "\n" for sign in text)


def test_missing_and_infinite_values():
    rows = [{"a": math.nan, "b": np.float64("nan"), "c": None, "d": math.inf}]
    assert json.loads(written(rows, format="json"))["rows"] == [{"a": None, "b": None, "c": None, "d": "inf"}]
    assert written(rows, format="csv") == "a,b,c,d\r\n,,,inf\r\n"
    assert written(rows).splitlines()[-1].split() == ["–", "–", "–", "inf"]


def test_meta_is_made_plain():
    meta = {"seed": np.int64(7), "scale": (np.float64(0.5), math.nan, Fraction(1, 3))}
    assert json.loads(written([], meta, format="json"))["meta"] == {"seed": 7, "scale": [0.5, None, "1/3"]}


def test_odds_at_a_table():
    assert written([ODDS], {"seed": 7}, notes=["Nobody rolls the same dice twice."]).splitlines() == [
        "rules: conquete-1957",
        "",
        "attackers  defenders      win     lose  attackers left  defenders left  rounds",
        "---------  ---------  -------  -------  --------------  --------------  ------",
        "       10          8  0.29171  0.70829          1.2346          3.4568  7.6543",
        "",
        "Nobody rolls the same dice twice.",
        "seed 7",
    ]


def test_columns_choose_and_order():
    assert written([ODDS], format="csv", columns=["win", "attackers"]) == "win,attackers\r\n0.2917123,10\r\n"


def test_markdown():
    rows = [{"of": "a|b\\|c", "value": 0.5, "low": 0.4, "high": 0.6}]
    assert written(rows, {"seed": 1}, format="markdown", notes=["A note."]).splitlines() == [
        "| of | value | low | high |",
        "| --- | ---: | ---: | ---: |",
        "| a\\|b\\\\\\|c | 0.5 | 0.4 | 0.6 |",
        "",
        "A note.",
        "",
        "seed 1",
    ]


def test_markdown_keeps_what_csv_keeps():
    rows = [
        {"of": "a", "value": 1 / 3, "n": 10**20, "sure": True, "much": float("inf"), "list": [1, 0.1]},
        {"of": "b", "value": 5e-324, "n": None, "sure": False, "much": float("nan"), "list": []},
    ]
    lines = written(rows, format="markdown").splitlines()
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in (lines[0], *lines[2:])]
    assert table == list(csv.reader(io.StringIO(written(rows, format="csv"))))
    assert float(table[1][1]) == 1 / 3
    assert lines[1] == "| --- | ---: | ---: | --- | ---: | --- |"


def test_quiet_leaves_words_away(capsys):
    for format in set(tables.FORMATS) - set(tables.BINARY):
        write_answer([ODDS], {"seed": 7}, format=format, notes=["Note."], quiet=True)
    caught = capsys.readouterr()
    assert "Note" not in caught.out + caught.err
    assert "seed 7" not in caught.out + caught.err


def test_words_of_csv_stand_on_standard_error(capsys):
    write_answer([ODDS], {"seed": 7}, format="csv", notes=["Note."])
    caught = capsys.readouterr()
    assert caught.err == "Note.\nseed 7\n"
    assert len(caught.out.splitlines()) == 2


def test_notes_of_json_stand_in_meta():
    assert json.loads(written([], {}, format="json", notes=["Note."]))["meta"] == {"notes": ["Note."]}


def test_an_empty_answer_says_so():
    assert written([]) == "nothing to show\n"
    assert written([], columns=["win"]) == "nothing to show\n\nwin\n---\n"
    assert written([], columns=["win"], format="csv") == "win\r\n"
    assert written([], format="markdown") == "nothing to show\n"


def test_matrix_of_odds():
    rows = [
        {"rules": rules, "attackers": attackers, "defenders": defenders, "win": win}
        for rules in ("first", "second")
        for attackers, defenders, win in [(1, 1, 0.41666), (1, 2, 0.0001), (2, 1, 1.0)]
    ]
    crosswise = ("attackers", "defenders", "win")
    expected = [
        "first: win, by attackers (down) and defenders (across)",
        "",
        "attackers      1      2",
        "---------  -----  -----",
        "        1  0.417  <.001",
        "        2  1",
    ]
    assert written(rows, matrix=crosswise).splitlines()[:7] == [*expected, ""]
    assert "second: win" in written(rows, matrix=crosswise)
    for format in ("csv", "json", "markdown"):
        assert written(rows, matrix=crosswise, format=format) == written(rows, format=format)


@pytest.mark.parametrize(
    ("name", "format", "settled"),
    [
        ("odds.csv", None, "csv"),
        ("odds.JSON", None, "json"),
        ("odds.md", None, "markdown"),
        ("odds.txt", None, "table"),
        ("odds", None, "table"),
        ("odds.csv", "json", "json"),
        ("odds.xyz", "markdown", "markdown"),
        ("-", None, "table"),
        (None, None, "table"),
        (None, "csv", "csv"),
    ],
)
def test_format_from_the_name(tmp_path, monkeypatch, name, format, settled):
    monkeypatch.chdir(tmp_path)
    assert check_output(name, format) == settled


@pytest.mark.parametrize(
    ("name", "format", "refusal"),
    [
        ("odds.xlsx", None, "no format of tables ends in .xlsx"),
        (None, "yaml", "table, csv, json, markdown"),
        ("missing/odds.csv", None, "make it first"),
    ],
)
def test_wrong_outputs_are_refused(tmp_path, monkeypatch, name, format, refusal):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(WrongUse, match=refusal):
        write_answer([ODDS], {}, output=name, format=format)
    assert os.listdir(tmp_path) == []


def test_file_holds_what_the_screen_shows(tmp_path):
    for suffix, format in ((".csv", "csv"), (".json", "json"), (".md", "markdown"), (".txt", "table")):
        place = tmp_path / f"odds{suffix}"
        write_answer([ODDS], {"seed": 7}, output=str(place))
        assert place.read_bytes().decode() == written([ODDS], {"seed": 7}, format=format)


def test_file_with_signs_that_no_encoding_has(tmp_path):
    place = tmp_path / "odds.json"
    write_answer([{"rules": "\ud800 é"}], {}, output=str(place))
    assert json.loads(place.read_bytes())["rows"] == [{"rules": "\ud800 é"}]
    write_answer([{"rules": "\ud800 é"}], {}, output=str(place), format="csv")
    assert place.read_bytes() == "rules\r\n? é\r\n".encode()


def run(code, shell="{}", **environment):
    """Run code that writes an answer in a Python of its own."""
    code = "from conquestlab.reports.tables import write_answer; " + code
    command = shell.format(f'"{sys.executable}" -c "{code}"')
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        capture_output=True,
        env={**os.environ, **environment},
        timeout=60,
    )


def test_a_reader_that_stops_early_is_no_error():
    ended = run("write_answer([{'a': n} for n in range(100000)], {}, format='csv')", "{} | head -n 2")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"a\r\n0\r\n", b"")


def test_an_old_terminal_gets_replacements():
    code = "write_answer([{'land': 'Br\\xe9sil', 'win': None}], {}, format='%s')"
    old = {"PYTHONIOENCODING": "ascii"}
    assert run(code % "table", **old).stdout.split() == [b"land", b"win", b"------", b"---", b"Br?sil", b"-"]
    assert run(code % "csv", **old).stdout == b"land,win\r\nBr?sil,\r\n"
    assert json.loads(run(code % "json", **old).stdout)["rows"] == [{"land": "Brésil", "win": None}]


def test_a_closed_or_full_standard_output_is_told(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(Failed, match="--output"):
        write_answer([ODDS], {})
    with open("/dev/full", "w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        with pytest.raises(Failed, match="no space left on device; make room"):
            write_answer([ODDS], {})


def test_a_small_answer_imports_nothing_heavy():
    code = "import sys; write_answer([{'a': 0.5}], {}); print(*sys.modules, file=sys.stderr)"
    loaded = set(run(code).stderr.decode().split())
    assert not loaded & {
        "numpy",
        "pandas",
        "rich",
        "matplotlib",
        "json",
        "csv",
        "shutil",
        "fractions",
        "decimal",
    }
    assert "conquestlab.reports.layout" in loaded


def test_a_terminal_is_used_in_its_whole_width(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

        def fileno(self):
            return 1

    wide = Terminal()
    monkeypatch.setattr(sys, "stdout", wide)
    monkeypatch.setattr(os, "get_terminal_size", lambda number: os.terminal_size((200, 50)))
    write_answer([ODDS], {})
    assert len(wide.getvalue().splitlines()) == 3


def test_a_column_that_heads_tables_of_its_own():
    rows = [
        {"about": "one", "measure": "rounds", "value": 1.5},
        {"about": "two", "measure": "rounds", "value": 22.25},
        {"about": "one", "measure": "drama", "value": 3.25},
    ]
    lines = written(rows, split_by="about").splitlines()
    assert [line for line in lines if line in ("one", "two")] == ["one", "two"]
    assert [line.split() for line in lines if line.startswith(("rounds", "drama"))] == [
        ["rounds", "1.50"],
        ["drama", "3.25"],
        ["rounds", "22.25"],
    ]
    assert not any("about" in line for line in lines)
    for format in ("csv", "json", "markdown"):
        assert written(rows, split_by="about", format=format) == written(rows, format=format)


def test_numbers_that_are_shown_already_stand_like_numbers():
    rows = [{"value": ShownNumber("1.5")}, {"value": ShownNumber("22.25")}]
    assert written(rows).splitlines()[2:] == [" 1.5", "22.25"]
    assert json.loads(written(rows, format="json"))["rows"] == [{"value": "1.5"}, {"value": "22.25"}]


def test_the_screen_is_as_wide_as_columns_says(monkeypatch, capsys):
    row = {
        "rules": "conquete-1957",
        "attackers": 10,
        "defenders": 8,
        "win": 0.341,
        "lose": 0.659,
        "rounds": 5.1,
    }
    for columns, widest in (("60", 60), ("200", 80), ("many", 80)):
        monkeypatch.setenv("COLUMNS", columns)
        write_answer([row, row], {})
        assert max(map(len, capsys.readouterr().out.splitlines())) <= widest


# Parquet and Arrow ------------------------------------------------------------------------------

MIXED = [
    {"name": "a", "count": 3, "share": 0.25, "sure": True, "either": 1, "exact": Fraction(1, 3), "list": [1]},
    {"name": None, "count": None, "share": 1, "sure": None, "either": "x", "exact": None, "list": None},
]


@pytest.mark.parametrize("ending", ["parquet", "arrow", "feather"])
def test_columns_keep_their_types_and_the_file_says_what_it_is_about(tmp_path, ending):
    import pyarrow.feather
    import pyarrow.parquet

    place = tmp_path / f"odds.{ending}"
    meta = {"command": "conquest odds 10 8", "seed": 7, "bound": math.inf}
    write_answer(MIXED, meta, output=str(place), notes=("a note",))
    table = (pyarrow.parquet if ending == "parquet" else pyarrow.feather).read_table(place)
    assert [str(field.type) for field in table.schema] == [
        "string", "int64", "double", "bool", "string", "string", "string"
    ]  # fmt: skip
    assert table.to_pylist() == [
        {"name": "a", "count": 3, "share": 0.25, "sure": True, "either": "1", "exact": "1/3", "list": "[1]"},
        {"name": None, "count": None, "share": 1.0, "sure": None, "either": "x", "exact": None, "list": None},
    ]
    known = {"command": "conquest odds 10 8", "seed": 7, "bound": "inf", "notes": ["a note"]}
    assert json.loads(table.schema.metadata[b"conquestlab"]) == known


def test_pandas_reads_what_a_parquet_file_is_about(tmp_path):
    pandas = pytest.importorskip("pandas")
    place = str(tmp_path / "odds.parquet")
    write_answer([ODDS], {"seed": 7}, output=place)
    frame = pandas.read_parquet(place)
    assert frame.attrs == {"seed": 7}
    assert frame.to_dict("records") == [ODDS]


def test_whole_numbers_that_no_column_holds_become_text(tmp_path):
    import pyarrow.parquet

    place = str(tmp_path / "odds.parquet")
    write_answer([{"large": 2**64, "near": 2**53 + 1}, {"large": 1, "near": 0.5}], {}, output=place)
    assert pyarrow.parquet.read_table(place).to_pylist() == [
        {"large": str(2**64), "near": str(2**53 + 1)}, {"large": "1", "near": "0.5"}
    ]  # fmt: skip


@given(answers())
def test_every_answer_becomes_a_parquet_file(answer):
    import pyarrow
    import pyarrow.parquet

    from conquestlab.reports.arrow_tables import arrow_bytes
    from conquestlab.reports.digits import plain

    names, rows = answer
    rows = [{name: plain(value) for name, value in row.items()} for row in rows]
    back = pyarrow.parquet.read_table(pyarrow.BufferReader(arrow_bytes(rows, names, {}, "parquet")))
    assert back.column_names == names
    assert len(back) == len(rows)
    for name in names:
        for row, value in zip(rows, back[name].to_pylist(), strict=True):
            assert (value is None) == (row[name] is None)


@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_a_file_for_programs_is_not_for_the_terminal(format):
    with pytest.raises(WrongUse, match=f"name a file with --output FILE.{format}"):
        check_output(None, format)
