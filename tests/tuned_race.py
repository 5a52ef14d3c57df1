"""The race of dice as a rulebook with keys, so that its numbers can be tuned."""

from types import SimpleNamespace
from typing import Annotated

import race
from msgspec import Meta, Struct

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.rules import GAMES, BySeat, Players
from conquestlab.analysis.rules import rulebook
from conquestlab.analysis.rules.faults import told
from conquestlab.analysis.rules.rulebook_changes import changed_values, label, pieces
from conquestlab.analysis.rules.rulebook_keys import rules_of, values_of

Places = Annotated[tuple[Annotated[int, Meta(ge=0, le=100)], ...], BySeat]


class RaceRules(Struct, frozen=True, kw_only=True):
    players: Players = Players()
    goal: Annotated[int, Meta(ge=1, le=1000)] = 30
    max_rounds: Annotated[int, Meta(ge=1, le=1000)] = 50
    jostle: bool = True
    start: Places = ()
    steps: Annotated[tuple[Annotated[int, Meta(ge=1, le=100)], ...], Meta(max_length=9)] = (4, 6, 8)  # idle
    worth: dict[str, Annotated[int, Meta(ge=0, le=100)]] = {}


def load(text, load_other=rulebook.load):
    base, *changes = pieces(text)
    if base != "race":
        return load_other(text)
    values, faults = values_of(RaceRules()), []
    changed = changed_values(changes, "race", values, "race", faults)
    if faults:
        raise WrongUse(told(faults))
    options = {key: value for key, value in changed.items() if value != values[key]}
    book = race.rulebook_of()
    spec = rules_of("race", values | options)
    contents = dict(vars(book), spec=spec, options=options, label=label("race", "race", options))
    return SimpleNamespace(**contents | {"contents": values_of(spec)})


def register(monkeypatch):
    """Make the race a rulebook for one test."""
    race.register()
    monkeypatch.setitem(GAMES, "race", RaceRules)
    monkeypatch.setattr(rulebook, "load", load)
