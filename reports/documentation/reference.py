"""Pages that the code writes itself: commands and their options, rulebooks, measures, Python functions."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.reports.documentation.sources import COMMANDS, Source

if TYPE_CHECKING:
    import click

PART, OF_COMMANDS = "Reference", "Commands"
OPTIONS = "All options"
LONGEST = 90  # line of a signature


def generated_pages(main: click.Group) -> list[Source]:
    """Return the pages that no file has."""
    return [
        Source(COMMANDS, _commands(main), OF_COMMANDS),
        Source("docs/reference/measures.md", _measures(), PART),
        Source("docs/reference/python.md", _functions(), PART),
        Source("docs/reference/rulebooks.md", _rulebooks(), PART),
        *(Source(f"docs/reference/{name}.md", text, PART) for name, text in _each_rulebook()),
    ]


def with_options(source: Source, main: click.Group) -> Source:
    """Return the page of a command with a table of its options, as its help has them."""
    command = main.commands.get(source.name.removeprefix("commands/"))
    if command is None or not source.name.startswith("commands/"):
        return source
    parts = [source.text.rstrip(), "", f"## {OPTIONS}", "", "As `--help` lists them.", ""]
    inside = getattr(command, "commands", None) or {"": command}
    for name, each in inside.items():
        if name:
            parts += [f"### {command.name} {name}", ""]
        parts += [*_table(("option", "meaning"), _options(each)), ""]
    return source._replace(text="\n".join(parts))


def _options(command: click.Command) -> Iterator[tuple[str, str]]:
    import click

    with click.Context(command, info_name=command.name) as context:
        command.make_parser(context)  # options take the defaults of the request
        for option in command.get_params(context):
            record = option.get_help_record(context)
            if isinstance(option, click.Option) and record:
                yield f"`{record[0]}`", record[1]


def _commands(main: click.Group) -> str:
    rows = []
    for name, command in main.commands.items():
        rows.append((f"[conquest {name}]({name}.md)", command.get_short_help_str(200)))
    return "\n".join(["# The commands", "", *_table(("command", "what it answers"), rows), ""])


def _measures() -> str:
    from conquestlab.analysis.reporting.known_measures import known_measures

    rows = [(f"`{one.name}`", one.means, one.of, one.unit) for one in known_measures().values()]
    head = [
        "# All measures",
        "",
        "What [measures](../measures.md) explains and defines, in a few words each.",
        "",
    ]
    return "\n".join([*head, *_table(("measure", "what it is", "a row for each", "unit"), rows), ""])


def _rulebooks() -> str:
    from conquestlab.analysis.rules.rulebook_answers import list_rulebooks

    rows = [
        (f"[{row['rules']}]({row['rules']}.md)", row["title"], row["players"])
        for row in _built_in(list_rulebooks())
    ]
    head = [
        "# All rulebooks",
        "",
        "With every value and its source. What the keys mean: [rulebook files](../rulebooks.md).",
        "",
    ]
    return "\n".join([*head, *_table(("rulebook", "game", "players"), rows), ""])


def _each_rulebook() -> Iterator[tuple[str, str]]:
    from conquestlab.analysis.rules.rulebook import load
    from conquestlab.analysis.rules.rulebook_answers import list_rulebooks, show_rulebook

    for row in _built_in(list_rulebooks()):
        book = load(row["rules"])
        rows = [
            (f"`{one['key']}`", f"`{one['value']}`", one["provenance"] or "") for one in show_rulebook(book)
        ]
        head = [
            f"# {row['rules']}",
            "",
            f"{book.title}. As `conquest rules show {row['rules']}` shows it.",
            "",
        ]
        sources = [f"* {name}: {text}" for name, text in book.sources.items()]
        text = [
            *head,
            *_table(("key", "value", "source"), rows),
            "",
            *(["## Sources", "", *sources] if sources else []),
        ]
        yield str(row["rules"]), "\n".join([*text, ""])


def _built_in(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows of rulebooks that come with conquestlab, not with a game from another package."""
    from importlib import resources

    folder = resources.files("conquestlab.analysis") / "rulebooks"
    return [row for row in rows if (folder / f"{row['rules']}.toml").is_file()]


def _functions() -> str:
    from conquestlab.analysis import frames

    parts = [
        "# In Python",
        "",
        "Each command as a function that returns a pandas frame: `from conquestlab.analysis import odds`.",
        "",
    ]
    for name, function in vars(frames).items():
        if not inspect.isfunction(function) or function.__module__ != frames.__name__ or name.startswith("_"):
            continue
        parts += [
            f"## {name}",
            "",
            "```python",
            f"{name}{_signature(function)}",
            "```",
            "",
            _documented(function),
            "",
        ]
    return "\n".join(parts)


def _signature(function: Any) -> str:
    shown = [
        str(one.replace(annotation=inspect.Parameter.empty))
        for one in inspect.signature(function).parameters.values()
    ]
    line = f"({', '.join(shown)})"
    return line if len(line) <= LONGEST else "(\n    " + ",\n    ".join(shown) + ",\n)"


def _documented(function: Any) -> str:
    """Return a docstring of NumPy's form as Markdown."""
    text = inspect.getdoc(function) or ""
    text = re.sub(r"^(\w[\w ]*)\n-{3,}\n", r"**\1**\n\n", text, flags=re.MULTILINE)
    text = re.sub(r"^((?:>>>|\.\.\.).*(?:\n(?!\n).*)*)", r"```python\n\1\n```", text, flags=re.MULTILINE)
    lines, is_code = [], False
    for line in text.splitlines():
        is_code ^= line.startswith("```")
        entry = re.match(r"^([\w*][\w*, ]*) : (.*)$", line)
        if entry and not is_code:
            line = f"* `{entry[1]}` : {entry[2]}. "
        lines.append(line if is_code else line.removeprefix("    ") if not entry else line)
    return "\n".join(lines)


def _table(heads: Sequence[str], rows: Sequence[Sequence[Any]] | Iterator[Sequence[Any]]) -> list[str]:
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    return [
        *lines,
        *(f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in row)} |" for row in rows),
    ]
