"""Columns of text laid out to fit a width.

In this order, as far as needed: headings are wrapped, columns that hold nothing left away, constants lifted
out, long text wrapped, blocks made.
"""

from collections.abc import Sequence
from typing import NamedTuple

from conquestlab.analysis.language import ENGLISH, SPACE, THIN, language, numerals
from conquestlab.reports.digits import NOTHING

GAP = 2
_NARROWEST_TEXT = 16


class Column(NamedTuple):
    """A column of a table as it is shown; neither name nor cells hold signs that break a line."""

    name: str
    cells: list[str]
    is_number: bool


def lay_out(columns: Sequence[Column], width: int) -> list[str]:
    """Lay a table out in lines of at most `width` characters.

    Parameters
    ----------
    columns
        At least one, all with as many cells.
    width
        Of the terminal or page. Only headings and numbers that are wider by themselves go beyond it.

    Returns
    -------
    list of str
        The lines, without line ends or blanks at their ends.
    """
    columns = [
        column._replace(cells=_align_points(column.cells)) if column.is_number else column
        for column in columns
    ]
    if len(columns[0].cells) > 1 and _width(columns) > width:
        columns = [column for column in columns if not _is_empty(column)] or columns[:1]
    lifted, rest = _lift(columns, width, numbers=False)
    if len(rest[0].cells) == 1 and (len(lifted) > 1 or _width(rest) > width):
        return _listing(columns, width)
    if _width(rest) > width:
        lifted, rest = _lift(columns, width, numbers=True)
    lines = [*_preface(lifted, width), ""] if lifted else []
    narrowed = _narrow(rest, width)
    if _width(narrowed) <= width:
        return lines + _grid(narrowed, width)
    return lines + _blocks(rest, width)


def wrapped(text: str, width: int) -> list[str]:
    """Break text at blanks, and a word that is wider than a line after a comma or dash or anywhere."""
    lines = [""]
    for word in filter(None, text.replace("\n", " ").replace("\t", " ").split(" ")):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if _text_width(joined) <= width:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        while _text_width(word) > width:
            cut = _cut(word, width)
            lines[-1] = word[:cut]
            lines.append("")
            word = word[cut:]
        lines[-1] = word
    return lines


def one_line(text: str) -> str:
    """Replace what would break a line or steer a terminal by blanks; French keeps those in numbers."""
    if text.isprintable():
        return text
    kept = () if language() == ENGLISH else (SPACE, THIN)
    return "".join(sign if sign.isprintable() or sign in kept else " " for sign in text)


def _lift(columns: list[Column], width: int, numbers: bool) -> tuple[list[Column], list[Column]]:
    """Take out columns that say the same in every row, from the left, until the rest fits."""
    lifted: list[Column] = []
    rest = list(columns)
    for column in columns:
        if _width(rest) <= width or len(rest) == 1:
            break
        if _says_what(column) and (numbers or not column.is_number) and len(set(column.cells)) == 1:
            lifted.append(column)
            rest.remove(column)
    return lifted, rest


def _narrow(columns: list[Column], width: int) -> list[Column]:
    """Wrap the widest columns of text, little by little, as far as is needed and sensible."""
    narrowed = list(columns)
    texts = [place for place, one in enumerate(columns) if not (one.is_number or _is_wrapped(one))]
    wrappable = list(texts)
    while texts and _width(narrowed) > width:
        widest = max(texts, key=lambda place: _column_width(narrowed[place]))
        wide = min(_column_width(narrowed[widest]) - 1, width)  # no column may be wider than all
        if wide < _NARROWEST_TEXT:
            break
        narrowed[widest] = _wrap_cells(columns[widest], wide)
        if _column_width(narrowed[widest]) > wide:  # its heading is wider
            texts.remove(widest)
    for place in wrappable:  # what wrapping at blanks left over goes to the first that can use it
        spare = max(0, width - _width(narrowed))
        narrowed[place] = _wrap_cells(columns[place], _column_width(narrowed[place]) + spare)
    return narrowed


def _is_wrapped(column: Column) -> bool:
    return any("\n" in cell for cell in column.cells)


def _wrap_cells(column: Column, width: int) -> Column:
    return column._replace(cells=["\n".join(wrapped(cell, width)) for cell in column.cells])


def _blocks(columns: list[Column], width: int) -> list[str]:
    """Split a table below itself; the columns that name the rows stand in every block.

    These are the first one and, until no two rows bear the same name, the texts and whole numbers behind it,
    as long as they can be wrapped into two thirds of the width.
    """
    many, most = 1, 2 * width // 3
    while many < len(columns) - 1 and _says_what(columns[many]) and not _are_different(columns[:many]):
        if _width(_narrow(columns[: many + 1], most)) > most:
            break
        many += 1
    names = _narrow(columns[:many], width // 2 if many == 1 else most)
    others = columns[len(names) :]
    lines: list[str] = []
    while others:
        block = [*names, others.pop(0)]
        while others and _width([*block, others[0]]) <= width:
            block.append(others.pop(0))
        lines += [*([""] if lines else []), *_grid(_narrow(block, width), width)]
    return lines or _grid(names, width)


def _are_different(columns: list[Column]) -> bool:
    rows = list(zip(*(column.cells for column in columns), strict=True))
    return len(set(rows)) == len(rows)


def _listing(columns: list[Column], width: int) -> list[str]:
    """Show the only row downwards."""
    margin = max(_text_width(_heading(column)) for column in columns) + GAP
    lines = []
    for column in columns:
        for number, part in enumerate(wrapped(column.cells[0], max(_NARROWEST_TEXT, width - margin))):
            lines.append((_pad("" if number else _heading(column), margin) + part).rstrip())
    return lines


def _is_empty(column: Column) -> bool:
    return all(cell.strip() in ("", NOTHING) for cell in column.cells)


def _says_what(column: Column) -> bool:
    """Tell text and whole numbers, which say what was asked, from answers."""
    return not column.is_number or all(cell.strip().isdigit() for cell in column.cells)


def _preface(lifted: list[Column], width: int) -> list[str]:
    """Say once, above the table, what is the same in all its rows."""
    lines = [""]
    for column in lifted:
        item = f"{_heading(column)}: {column.cells[0].strip()}"
        joined = f"{lines[-1]}{' ' * (GAP + 1)}{item}" if lines[-1] else item
        if _text_width(joined) <= width:
            lines[-1] = joined
        else:
            lines += wrapped(item, width)
    return [line for line in lines if line]


def _grid(columns: list[Column], width: int) -> list[str]:
    widths = _room_for_headings(columns, width)
    heads = [wrapped(_heading(column), wide) for column, wide in zip(columns, widths, strict=True)]
    depth = max(map(len, heads))
    heads = [[""] * (depth - len(head)) + head for head in heads]
    bodies = [[cell.split("\n") for cell in column.cells] for column in columns]
    rows = [list(head) for head in zip(*heads, strict=True)]
    rows.append(["-" * wide for wide in widths])
    for parts in zip(*bodies, strict=True):
        deep = max(map(len, parts))
        filled = [[*part, *[""] * (deep - len(part))] for part in parts]
        rows += [list(line) for line in zip(*filled, strict=True)]
    sides = [column.is_number for column in columns]
    gap = " " * GAP
    return [
        gap.join(
            _pad(text, wide, right) for text, wide, right in zip(row, widths, sides, strict=True)
        ).rstrip()
        for row in rows
    ]


def _room_for_headings(columns: list[Column], width: int) -> list[int]:
    """Give what the cells leave over to the headings that need the most lines."""
    widths = [_column_width(column) for column in columns]
    spare = width - sum(widths) - GAP * (len(columns) - 1)
    while True:
        depths = [len(wrapped(_heading(column), wide)) for column, wide in zip(columns, widths, strict=True)]
        deepest = max(range(len(columns)), key=lambda place: depths[place])
        heading, wider = _heading(columns[deepest]), widths[deepest] + 1
        if depths[deepest] == 1:
            return widths
        while len(wrapped(heading, wider)) == depths[deepest]:
            wider += 1
        if wider - widths[deepest] > spare:
            return widths
        spare -= wider - widths[deepest]
        widths[deepest] = wider


def _align_points(cells: list[str]) -> list[str]:
    """Pad numbers on the right so that right-justified they have their points below each other."""
    tails = [_tail(cell) for cell in cells]
    longest = max(tails, default=0)
    return [cell + " " * (longest - tail) for cell, tail in zip(cells, tails, strict=True)]


def _tail(cell: str) -> int:
    for sign in (numerals("."), "e", " ", SPACE):
        if sign in cell:
            return len(cell) - cell.index(sign)
    return 0


def _heading(column: Column) -> str:
    return column.name.replace("_", " ").strip() or "-"


def _width(columns: list[Column]) -> int:
    return sum(map(_column_width, columns)) + GAP * (len(columns) - 1)


def _column_width(column: Column) -> int:
    """Width that a column needs when its heading is wrapped."""
    words = _heading(column).split()
    return max(_text_width(line) for text in (*words, *column.cells) for line in text.split("\n"))


def _text_width(text: str) -> int:
    if text.isascii():
        return len(text)
    import unicodedata

    marks = sum(unicodedata.category(sign) in ("Mn", "Me", "Cf") for sign in text)
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return len(text) - marks + wide


def _cut(word: str, width: int) -> int:
    """Find how many characters of a word too wide for a line to put on it, at least one."""
    cut = 1
    while _text_width(word[: cut + 1]) <= width:
        cut += 1
    return max(word.rfind(sign, 0, cut) for sign in ",-/") + 1 or cut


def _pad(text: str, width: int, right: bool = False) -> str:
    blanks = " " * max(0, width - _text_width(text))
    return blanks + text if right else text + blanks
