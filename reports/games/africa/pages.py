"""What pages and exact commands know of Africa 1880."""

from __future__ import annotations

from typing import Any

from conquestlab.reports.games.pages import Pages
from conquestlab.reports.page import Page


def odds(words: tuple[str, ...], rules: tuple[str, ...], asked: dict[str, Any]) -> Page:
    """Answer `conquest odds` for a conflict, or for what to declare."""
    from conquestlab.reports.games.africa.odds_commands import africa_page

    return africa_page(words, rules, asked)


PAGES = Pages(odds=odds)
