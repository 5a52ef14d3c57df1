"""Markdown to HTML: headings with anchors as GitHub makes them, links to pages, code in a few colours."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from markdown_it.token import Token

Target = Callable[[str], str | None]


class Heading(NamedTuple):
    """A heading: its level, its anchor, its words, and the words below it."""

    level: int
    anchor: str
    words: str
    below: str


class Rendered(NamedTuple):
    """A page as HTML, its title, and its headings."""

    title: str
    html: str
    headings: list[Heading]


def rendered(text: str, target: Target) -> Rendered:
    """Return Markdown as HTML.

    Parameters
    ----------
    text : str
    target : callable
        From a link or the place of a picture, as it is written, to what stands in the page; None takes the
        link away and leaves its words.
    """
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False, "highlight": _coloured}).enable("table")
    tokens = reader.parse(text)
    headings = _with_anchors(tokens)
    for token in tokens:
        _aim(token.children or [], target)
    html = reader.renderer.render(tokens, reader.options, {})
    html = html.replace("<table>", '<div class="scroll"><table>').replace("</table>", "</table></div>")
    title = next((one.words for one in headings if one.level == 1), "")
    return Rendered(title, html, headings)


def anchor_of(words: str) -> str:
    """Return the anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")


def _with_anchors(tokens: Sequence[Token]) -> list[Heading]:
    """Give headings their anchors, and return them with the words below each."""
    found: list[Heading] = []
    below: list[str] = []
    seen: dict[str, int] = {}

    def closed() -> None:
        if found:
            found[-1] = found[-1]._replace(below=" ".join(" ".join(below).split()))
        below.clear()

    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            closed()
            words = _words(tokens[place + 1])
            anchor = anchor_of(words)
            seen[anchor] = seen.get(anchor, -1) + 1
            anchor += f"-{seen[anchor]}" if seen[anchor] else ""
            token.attrSet("id", anchor)
            found.append(Heading(int(token.tag[1:]), anchor, words, ""))
        elif token.type == "inline" and tokens[place - 1].type != "heading_open":
            below.append(_words(token))
        elif token.type in ("fence", "code_block"):
            below.append(token.content)
    closed()
    return found


def _words(inline: Token) -> str:
    return "".join(
        " " if child.type in ("softbreak", "hardbreak") else child.content for child in inline.children or []
    )


def _aim(tokens: list[Token], target: Target) -> None:
    """Turn links and pictures to where their pages and files lie."""
    taken_away = 0
    for token in tokens:
        if token.type == "image":
            token.attrSet("src", target(str(token.attrGet("src"))) or "")
        elif token.type == "link_open":
            href = target(str(token.attrGet("href")))
            if href is None:
                token.type, token.tag, token.attrs = "em_open", "span", {}
                taken_away += 1
            else:
                token.attrSet("href", href)
        elif token.type == "link_close" and taken_away:
            token.type, token.tag = "em_close", "span"
            taken_away -= 1


def _coloured(code: str, language: str, _more: Any) -> str:
    """Return code as HTML; that of a known language with its words, texts, numbers and comments apart."""
    if not language or language in ("text", "console"):
        return escape(code)
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name(language)
    except ClassNotFound:
        return escape(code)
    return str(highlight(code, lexer, HtmlFormatter(nowrap=True)))
