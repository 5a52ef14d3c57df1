"""The templates of pages with their styles and scripts, as they come with the package."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import resources
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

if TYPE_CHECKING:
    from jinja2 import Template


def template(
    name: str, words: Mapping[str, Any] | None = None, filters: Mapping[str, Callable[..., Any]] | None = None
) -> Template:
    """Return a template; what it names and nobody gives is an error.

    Parameters
    ----------
    name : str
        The file.
    words, filters : mapping, optional
        What it and the templates that it includes may call by name.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("conquestlab.reports", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= words or {}
    environment.filters |= filters or {}
    return environment.get_template(name)


def style_of(*names: str) -> Markup:
    """Return several styles as one, each with the colours of the dark where it asks for them."""
    dark = styles_file("dark.css").strip()
    return Markup("".join(styles_file(name).replace("/* dark */", dark) for name in names))


def script_of(*names: str) -> Markup:
    """Return several scripts as one."""
    return Markup("\n".join(map(styles_file, names)))


def styles_file(name: str) -> str:
    """Return a file that pages are dressed with, or that moves them."""
    return (resources.files("conquestlab.reports") / "styles" / name).read_text(encoding="utf-8")
