"""Answers as tables for the eye, or as CSV, JSON, Markdown, Parquet or Arrow, on the screen or in a file."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from conquestlab.analysis.errors import Failed, WrongUse, why
from conquestlab.analysis.language import SPACE, THIN, marked, say, translated
from conquestlab.reports.digits import ShownNumber, plain, show_share, shown
from conquestlab.reports.files import check_place, write_whole
from conquestlab.reports.layout import Column, lay_out, one_line, wrapped

if TYPE_CHECKING:
    from conquestlab.reports.reading import Reading

FORMATS = ("table", "csv", "json", "markdown", "parquet", "arrow")
BINARY = ("parquet", "arrow")
NOTHING_TO_SHOW = marked("nothing to show")
PAGE = 80
_NARROWEST_PAGE = 20
_SUFFIXES = {
    "": "table",
    ".txt": "table",
    ".csv": "csv",
    ".json": "json",
    ".md": "markdown",
    ".markdown": "markdown",
    ".parquet": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
}
_PLAINER = str.maketrans({"–": "-", "−": "-", "×": "x", "±": "~", "’": "'", SPACE: " ", THIN: " "})

Rows = Sequence[Mapping[str, Any]]
Sheet = tuple[list[str], list[Column]]
"""The words above a table, and its columns."""


def check_output(output: str | None, format: str | None) -> str:
    """Settle the format of an answer, and refuse a file that cannot be written, before any work is done.

    Parameters
    ----------
    output
        File to write; None or `-` is standard output.
    format
        One of `FORMATS`, or None: what the end of the file's name says, else a table.

    Returns
    -------
    str
        One of `FORMATS`.

    Raises
    ------
    WrongUse, Failed
        See `conquestlab.reports.files.check_place`; WrongUse also for an unknown format.
    """
    if format is not None and format not in FORMATS:
        raise WrongUse(f"there is no format {format}; choose one of {', '.join(FORMATS)}")
    if _is_screen(output):
        if format in BINARY:
            raise WrongUse(f"{format} is not for a terminal: name a file with --output FILE.{format}")
        return format or "table"
    check_place(str(output))
    suffix = os.path.splitext(str(output))[1].lower()
    if format is None and suffix not in _SUFFIXES:
        raise WrongUse(
            f"no format of tables ends in {suffix}; end {output} in .csv, .json, .md, .txt, .parquet or "
            ".arrow, or add --format"
        )
    return format or _SUFFIXES[suffix]


def write_answer(
    rows: Rows,
    meta: Mapping[str, Any],
    *,
    format: str | None = None,
    output: str | None = None,
    columns: Sequence[str] | None = None,
    notes: Sequence[str] = (),
    lead: Sequence[str] = (),
    matrix: tuple[str, str, str] | None = None,
    split_by: str | None = None,
    quiet: bool = False,
    nothing: str = NOTHING_TO_SHOW,
) -> None:
    """Write the rows of an answer to standard output or, whole or not at all, to a file.

    Tables show the digits that mean something; all other formats keep the raw values, a row a row.

    Parameters
    ----------
    rows
        Flat mappings with the same keys.
    meta
        What the answer is about: command, version, rules, seed and so on. All of it goes into JSON, and into
        the metadata of Parquet and Arrow; tables and Markdown end with the seed, if there is one.
    format, output
        As `check_output`.
    columns
        Columns to show, in their order; all keys of the first row if not given.
    lead
        Paragraphs above the table, the answer in words; JSON has them in its meta.
    notes
        Sentences below the table. With CSV they go to standard error, else with the meta.
    matrix
        Names of three columns (down, across, value): tables show the value, a probability, crosswise.
    split_by
        Name of a column of text: tables show its rows in tables of their own, with that text as the heading.
    quiet
        Leave notes and seed away.
    nothing
        What tables and Markdown say where there are no rows.

    Raises
    ------
    WrongUse, Failed
        The answer cannot be written there; the message says how to mend it.
    """
    format = check_output(output, format)
    names = list(columns) if columns is not None else list(rows[0]) if rows else []
    kept = [{name: plain(row.get(name)) for name in names} for row in rows]
    words = [] if quiet else [*notes, *_seeded(meta.get("seed"))]
    meta = {**meta, **({"words": list(lead)} if lead else {})}
    about = {**meta, **({"notes": list(notes)} if notes and not quiet else {})}
    if format in BINARY:
        from conquestlab.reports.arrow_tables import arrow_bytes

        write_whole(str(output), arrow_bytes(kept, names, _finite(plain(about)), format))
        return
    if format == "json":
        text = _json(kept, about)
    elif format == "csv":
        text = _csv(kept, names)
    elif format == "markdown":
        text = _markdown(kept, names, words, nothing)
    else:
        text = _table(_sheets(kept, names, matrix, split_by, nothing), words, _page_width(output))
    if lead and format in ("table", "markdown"):
        text = _led(lead, min(_page_width(output), PAGE) if format == "table" else 0) + text
    if _is_screen(output):
        print_text(text, format)
    else:
        write_whole(str(output), _encoded(text, "utf-8", format))
    if format == "csv":
        for line in words:
            _say(line)


def _seeded(seed: Any) -> list[str]:
    return [] if seed is None else [say("seed {seed}", seed=plain(seed))]


def _led(paragraphs: Sequence[str], width: int) -> str:
    """Lay out the paragraphs above a table; without a width each is a line."""
    return "".join(
        "\n".join(wrapped(one_line(line), width) if width else [one_line(line)]) + "\n\n"
        for line in paragraphs
    )


def _json(rows: Rows, meta: Mapping[str, Any]) -> str:
    """Write one row a line, so that the file can be read, and compared line by line."""
    import json

    def line(value: Any) -> str:
        return json.dumps(_finite(plain(value)), ensure_ascii=False, allow_nan=False)

    body = ",".join(f"\n  {line(row)}" for row in rows)
    return f'{{"meta": {line(meta)},\n "rows": [{body}]}}\n'


def _finite(value: Any) -> Any:
    """Say the infinities, for which JSON has no number, in words."""
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return str(value)
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    return [_finite(item) for item in value] if isinstance(value, list) else value


def _csv(rows: Rows, names: Sequence[str]) -> str:
    import csv
    import io

    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(names)
    writer.writerows([raw(row[name]) for name in names] for row in rows)
    return text.getvalue()


def raw(value: Any) -> str:
    """Write a value with nothing lost: the shortest text that reads back as the same."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, dict)):
        import json

        return json.dumps(_finite(value), ensure_ascii=False)
    return str(value)


def _markdown(rows: Rows, names: Sequence[str], words: Sequence[str], nothing: str) -> str:
    lines = [] if rows or not nothing else [nothing, ""]
    if names:
        lines.append(_markdown_row(names))
        lines.append(_markdown_row("---:" if _is_number(rows, name) else "---" for name in names))
        lines += [_markdown_row(raw(row[name]) for name in names) for row in rows]
        lines.append("")
    lines += [line for word in words for line in (one_line(word), "")]
    return "\n".join(lines[:-1]) + "\n"


def _markdown_row(cells: Iterable[str]) -> str:
    escaped = (one_line(cell).strip().replace("\\", "\\\\").replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(escaped)} |"


def _table(sheets: Sequence[Sheet], words: Sequence[str], width: int) -> str:
    lines = []
    for heading, columns in sheets:
        if not heading and not columns:
            continue
        lines += [line for text in heading for line in wrapped(text, width)]
        lines += [*([""] if heading else []), *(lay_out(columns, width) if columns else []), ""]
    lines += [line for word in words for line in wrapped(one_line(translated(word)), width)]
    return "\n".join(lines).rstrip("\n") + "\n"


def table_lines(rows: Rows, width: int) -> list[str]:
    """Lay rows out as a table in lines; their keys are the headings."""
    kept = [{name: plain(value) for name, value in row.items()} for row in rows]
    kept = [{translated(name.replace("_", " ")): value for name, value in row.items()} for row in kept]
    ((_, columns),) = _sheets(kept, list(kept[0]) if kept else [], None, None)
    return lay_out(columns, width) if columns else []


def _sheets(
    rows: Rows,
    names: Sequence[str],
    matrix: tuple[str, str, str] | None,
    split_by: str | None,
    nothing: str = NOTHING_TO_SHOW,
) -> list[Sheet]:
    """Turn rows into the tables to show, each with the words above it."""
    if matrix and rows:
        return _matrices(rows, matrix)
    if split_by and rows:
        rest = [name for name in names if name != split_by]
        return [
            ([one_line(heading)], columns)
            for heading in dict.fromkeys(row[split_by] for row in rows)
            for _, columns in _sheets([row for row in rows if row[split_by] == heading], rest, None, None)
        ]
    cells = shown(rows, names)
    heading = [] if rows or not nothing else [translated(nothing)]
    return [
        (heading, [Column(one_line(name), _lines(cells[name]), _is_number(rows, name)) for name in names])
    ]


def _matrices(rows: Rows, matrix: tuple[str, str, str]) -> list[Sheet]:
    down, across, value = matrix
    sheets = []
    for rules in dict.fromkeys(row.get("rules") for row in rows):
        chosen = [row for row in rows if row.get("rules") == rules]
        shares = {(row[down], row[across]): row[value] for row in chosen}
        left = list(dict.fromkeys(row[down] for row in chosen))
        columns = [Column(down, [str(one) for one in left], True)]
        for top in dict.fromkeys(row[across] for row in chosen):
            cells = [shares.get((one, top)) for one in left]
            columns.append(
                Column(str(top), ["" if share is None else show_share(share) for share in cells], True)
            )
        about = say(
            "{value}, by {down} (down) and {across} (across)",
            **{
                key: translated(name.replace("_", " "))
                for key, name in (("value", value), ("down", down), ("across", across))
            },
        )
        sheets.append(([one_line(f"{rules}: {about}" if rules else about)], columns))
    return sheets


def _lines(cells: Sequence[str]) -> list[str]:
    return [one_line(cell) for cell in cells]


def _is_number(rows: Rows, name: str) -> bool:
    values = [row[name] for row in rows if row[name] is not None]
    return bool(values) and all(
        isinstance(value, (int, float, ShownNumber)) and not isinstance(value, bool) for value in values
    )


def _is_screen(output: str | None) -> bool:
    return output is None or str(output) == "-"


def is_read(format: str | None, output: str | None) -> bool:
    """Tell whether somebody reads the answer: it goes to a terminal, or a table is asked for by name."""
    if not _is_screen(output) or format not in (None, "table"):
        return False
    return format == "table" or (sys.stdout is not None and sys.stdout.isatty())


def print_reading(reading: Reading, notes: Sequence[str]) -> None:
    """Write to standard output what a person reads in a terminal; see `conquestlab.reports.reading`."""
    from conquestlab.reports.reading import reading_text

    encoding = getattr(sys.stdout, "encoding", None)
    print_text(reading_text(reading, notes, _page_width(None), encoding), "table")


def _page_width(output: str | None) -> int:
    """Return the width of the terminal, or what COLUMNS says; files are laid out alike everywhere."""
    if not _is_screen(output) or sys.stdout is None:
        return PAGE
    asked = os.environ.get("COLUMNS", "")
    if asked.isascii() and asked.isdigit() and int(asked) > 0:
        return max(_NARROWEST_PAGE, int(asked))
    if sys.stdout.isatty():
        with contextlib.suppress(OSError, ValueError):
            return max(_NARROWEST_PAGE, os.get_terminal_size(sys.stdout.fileno()).columns)
    return PAGE


def _encoded(text: str, encoding: str, format: str) -> bytes:
    """Encode, with what the encoding lacks escaped in JSON and replaced elsewhere."""
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        if format == "json":
            import json

            return "".join(sign if sign.isascii() else json.dumps(sign)[1:-1] for sign in text).encode(
                encoding
            )
        return text.translate(_PLAINER).encode(encoding, "replace")


def write_text(text: str, output: str | None) -> None:
    """Write a text as it is, to standard output or, whole or not at all, to a file."""
    if _is_screen(output):
        print_text(text, "table")
    else:
        write_whole(str(output), text.encode("utf-8"))


def print_text(text: str, format: str) -> None:
    """Write to standard output; a reader that left has what it wanted."""
    with standard_output() as stream:
        try:
            stream.write(text)
        except UnicodeEncodeError:
            stream.write(_encoded(text, stream.encoding, format).decode(stream.encoding))


@contextlib.contextmanager
def standard_output() -> Iterator[TextIO]:
    """Give standard output to write to; a reader that left has what it wanted."""
    stream = sys.stdout
    if stream is None:
        raise Failed("standard output is closed; give a file with --output")
    try:
        yield stream
        stream.flush()
    except OSError as error:
        forget(stream)
        if not isinstance(error, BrokenPipeError):
            reason = why(error, "give a file with --output")
            raise Failed(f"cannot write to standard output: {reason}") from error


def forget(stream: Any) -> None:
    """Point a broken standard output to nowhere, or the interpreter stumbles over it again at its end."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _say(line: str) -> None:
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            sys.stderr.write(f"{one_line(line)}\n")
