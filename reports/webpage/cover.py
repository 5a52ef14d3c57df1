"""What a designer puts on a page: a title, an author, a picture, and notes."""

from __future__ import annotations

import base64
import os
from typing import NamedTuple

from markupsafe import Markup

from conquestlab.analysis.errors import WrongUse, refusals
from conquestlab.analysis.requests.games import ReportRequest
from conquestlab.reports.webpage.markdown import as_html

PICTURES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".svg": "image/svg+xml",
}
MOST_BYTES = 4 << 20


class Cover(NamedTuple):
    """What stands on a page beside what was found.

    Attributes
    ----------
    title, author : str
        Empty where none was given.
    logo : str
        The picture as the address of an image, embedded.
    notes : Markup
    summary : bool
        Whether the page is the first one alone.
    """

    title: str = ""
    author: str = ""
    logo: str = ""
    notes: Markup = Markup("")
    summary: bool = False


def read_cover(request: ReportRequest) -> Cover:
    """Read the files that the request names.

    Raises
    ------
    WrongUse, Failed
        A file is not there, no picture, or no text.
    """
    return Cover(
        title=(request.title or "").strip(),
        author=(request.author or "").strip(),
        logo=_picture(request.logo) if request.logo else "",
        notes=as_html(_text(request.notes)) if request.notes else Markup(""),
        summary=request.summary,
    )


def _picture(place: str) -> str:
    kind = PICTURES.get(os.path.splitext(place)[1].lower())
    if kind is None:
        raise WrongUse(f"{place} is no picture for a page: give a file ending in {', '.join(PICTURES)}")
    # An image element never runs what an SVG may hold.
    return f"data:{kind};base64,{base64.b64encode(_content(place)).decode('ascii')}"


def _text(place: str) -> str:
    if not os.path.isfile(place):
        raise WrongUse(f"there is no file {place}: --notes takes a file with the text, such as notes.md")
    try:
        return _content(place).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise WrongUse(f"{place} is no text in UTF-8: save it as such") from None


def _content(place: str) -> bytes:
    if not os.path.isfile(place):
        raise WrongUse(f"there is no file {place}: check its path")
    with refusals(f"read {place}"), open(place, "rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise WrongUse(f"{place} is larger than {MOST_BYTES >> 20} MB: make it smaller")
    return content
