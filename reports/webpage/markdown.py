"""A plain part of Markdown as HTML: headings, paragraphs, lists, quotes, code, emphasis and links.

Everything else is text: HTML in the notes is shown as it was typed, and links lead to http, https or mail
only, so that a page made from somebody's notes can do nothing of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from markupsafe import Markup, escape

FENCE = re.compile(r"^\s*(```|~~~)")
HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
RULE = re.compile(r"^\s*([-*_])(\s*\1){2,}\s*$")
BULLET = re.compile(r"^\s*[-*+]\s+(.*)$")
NUMBERED = re.compile(r"^\s*\d{1,3}[.)]\s+(.*)$")
QUOTE = re.compile(r"^\s*>\s?(.*)$")
INLINE = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|\[(?P<text>[^\]\[]+)\]\((?P<link>[^()\s]+)\)"
    r"|\*\*(?P<strong>(?=\S)[^*]+(?<=\S))\*\*"
    r"|(?<![\w*])\*(?P<em>(?=\S)[^*]+(?<=\S))\*(?!\w)"
    r"|(?<!\w)_(?P<under>(?=\S)[^_]+(?<=\S))_(?!\w)"
)
SAFE = re.compile(r"^(https?://|mailto:)", re.IGNORECASE)
FIRST_LEVEL = 3  # the page has a first and a second one of its own
DEEPEST = 6
MOST_QUOTES = 8  # within one another


def as_html(text: str, depth: int = 0) -> Markup:
    """Return a text as HTML."""
    return Markup("\n").join(_blocks(text.replace("\r\n", "\n").replace("\t", "    ").split("\n"), depth))


def _blocks(lines: Sequence[str], depth: int) -> Iterator[Markup]:
    place = 0
    while place < len(lines):
        line = lines[place]
        if not line.strip():
            place += 1
        elif FENCE.match(line):
            end = next((n for n in range(place + 1, len(lines)) if FENCE.match(lines[n])), len(lines))
            yield Markup("<pre><code>{}</code></pre>").format("\n".join(lines[place + 1 : end]))
            place = end + 1
        elif heading := HEADING.match(line):
            level = min(DEEPEST, FIRST_LEVEL - 1 + len(heading[1]))
            yield Markup("<h{}>{}</h{}>").format(level, _inline(heading[2]), level)
            place += 1
        elif RULE.match(line):
            yield Markup("<hr>")
            place += 1
        elif QUOTE.match(line) and depth < MOST_QUOTES:
            some, place = _while(lines, place, QUOTE.match)
            inside = "\n".join(found[1] for one in some if (found := QUOTE.match(one)))
            yield Markup("<blockquote>{}</blockquote>").format(as_html(inside, depth + 1))
        elif BULLET.match(line) or NUMBERED.match(line):
            kind, name = (BULLET, "ul") if BULLET.match(line) else (NUMBERED, "ol")
            some, place = _while(lines, place, partial(_goes_on, kind))
            yield _list(some, kind, name)
        else:
            some, place = _while(lines, place, lambda one: not _begins(one), first=True)
            yield Markup("<p>{}</p>").format(_inline(" ".join(one.strip() for one in some)))


def _goes_on(kind: re.Pattern[str], line: str) -> bool:
    """Whether a line belongs to a list: an item of it, or more of an item, set in by two blanks."""
    return bool(kind.match(line)) or line.startswith("  ")


def _begins(line: str) -> bool:
    """Whether a line ends the paragraph before it."""
    return not line.strip() or any(one.match(line) for one in (FENCE, HEADING, RULE, BULLET, NUMBERED, QUOTE))


def _while(
    lines: Sequence[str], place: int, goes_on: Callable[[str], object], first: bool = False
) -> tuple[list[str], int]:
    """Return the lines from a place on as long as something holds, and where they end."""
    end = place + int(first)
    while end < len(lines) and lines[end].strip() and goes_on(lines[end]):
        end += 1
    return list(lines[place:end]), end


def _list(lines: Sequence[str], kind: re.Pattern[str], name: str) -> Markup:
    items: list[str] = []
    for line in lines:
        found = kind.match(line)
        if found:
            items.append(found[1])
        else:
            items[-1] += f" {line.strip()}"
    inside = Markup("").join(Markup("<li>{}</li>").format(_inline(item)) for item in items)
    return Markup("<{0}>{1}</{0}>").format(name, inside)


def _inline(text: str) -> Markup:
    """Return a line with its code, links and emphasis."""
    found, end = Markup(""), 0
    for match in INLINE.finditer(text):
        found += escape(text[end : match.start()]) + _marked(match)
        end = match.end()
    return found + escape(text[end:])


def _marked(match: re.Match[str]) -> Markup:
    if match["code"]:
        return Markup("<code>{}</code>").format(match["code"])
    if match["link"]:
        if not SAFE.match(match["link"]):
            return escape(match[0])
        return Markup('<a href="{}" rel="noopener noreferrer">{}</a>').format(
            match["link"], _inline(match["text"])
        )
    if match["strong"]:
        return Markup("<strong>{}</strong>").format(_inline(match["strong"]))
    return Markup("<em>{}</em>").format(_inline(match["em"] or match["under"]))
