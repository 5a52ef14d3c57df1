"""Bot files: TOML files with a policy, its weights and a learned value, read and checked, or written."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec

from conquestlab.analysis.bots.bot import ANY_GAME
from conquestlab.analysis.bots.bot_values import VALUE, Value, checked_value, value_lines
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.rules.checked import converted, fields_of, to_record, unknown_key, wrong_value
from conquestlab.analysis.rules.faults import Fault, faults_text, nearest, one_line, shown
from conquestlab.analysis.rules.rulebook_files import read_toml

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Engine, Weight

MOST_PLAYERS = 6
WEIGHTS = "weights"

Players = Annotated[int, msgspec.Meta(ge=0, le=MOST_PLAYERS, extra={"zero": ANY_GAME})]


class BotHead(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot file says beside weights and value; no rules and no players stand for any.

    `like` names a bot that comes with the program: its weights and its value for the table that is played at
    are taken where the file gives none.
    """

    game: str
    policy: str
    about: str = ""
    like: str = ""
    rules: str = ""
    players: Players = 0
    made_by: str = ""

    @property
    def tuned_for(self) -> str:
        """The rulebook and the number of players for which the weights were found."""
        parts = [self.rules] if self.rules else []
        return ", ".join([*parts, f"{self.players} players"] if self.players else parts) or ANY_GAME


class BotFile(NamedTuple):
    """What a bot file says.

    Attributes
    ----------
    head : BotHead
    weights : dict of int
        Every weight of the policy; those that the file does not name are 0.
    value : mapping of tuple of int
        Every row of a learned value; empty if the file has none.
    """

    head: BotHead
    weights: dict[str, int]
    value: Value


def read_bot_file(path: str, engine: "Engine") -> BotFile:
    """Return what a bot file says.

    Raises
    ------
    WrongUse
        If anything is wrong with it; the message tells the first faults.
    Failed
        If it cannot be read.
    """
    faults: list[Fault] = []
    file = one_line(path)
    table = read_toml(path, faults)
    if table is None:
        raise WrongUse(faults_text(faults))
    given, learned = table.pop(WEIGHTS, {}), table.pop(VALUE, None)
    _look_for_stray_keys(table, file, faults)
    head = to_record(table, BotHead, file, "", faults)
    weights: dict[str, int] = {}
    value: Value = {}
    if head is not None and head.game != engine.name:
        wrong = f"{engine.name}, the game that is played here"
        faults.append(Fault(file=file, key="game", value=shown(head.game), allowed=wrong))
    elif head is not None:
        weights = _checked_weights(given, head.policy, engine, file, faults)
        if learned is not None and head.policy in engine.policies:
            value = checked_value(learned, head.policy, engine, file, faults)
    if faults or head is None:
        raise WrongUse(faults_text(faults, ""))
    return BotFile(head, weights, value)


def _look_for_stray_keys(table: dict[str, Any], file: str, faults: list[Fault]) -> None:
    """Take out the keys that nothing knows; the nearest may be one of the tables."""
    known = [*fields_of(BotHead), WEIGHTS, VALUE]
    for key in [key for key in table if key not in known]:
        faults.append(unknown_key(file, key, table.pop(key), known))


def _checked_weights(
    given: object, policy: str, engine: "Engine", file: str, faults: list[Fault]
) -> dict[str, int]:
    if policy not in engine.policies:
        near = nearest(policy, engine.policies)
        wrong = ", ".join(engine.policies)
        faults.append(Fault(file=file, key="policy", value=shown(policy), allowed=wrong, nearest=near))
        return {}
    known = engine.policies[policy]
    if not isinstance(given, Mapping):
        faults.append(Fault(file=file, key=WEIGHTS, value=shown(given), allowed=f"a table [{WEIGHTS}]"))
        return {}
    weights = dict.fromkeys(known, 0)
    for name, value in given.items():
        key = f"{WEIGHTS}.{name}"
        if name not in known:
            faults.append(unknown_key(file, key, value, [f"{WEIGHTS}.{one}" for one in known]))
            continue
        try:
            weights[name] = converted(value, _kind(known[name]))
        except ValueError:
            faults.append(wrong_value(file, key, value, _kind(known[name])))
    return weights


def _kind(weight: "Weight") -> Any:
    return Annotated[int, msgspec.Meta(ge=weight.low, le=weight.high)]


def bot_file_text(head: BotHead, weights: Mapping[str, int], value: Value | None = None) -> str:
    """Return a bot file as text; weights of 0 are left out, and rows of zeros of a value."""
    lines = [
        f"{key} = {msgspec.json.encode(said).decode()}"
        for key in fields_of(BotHead)
        if (said := getattr(head, key))
    ]
    lines += ["", f"[{WEIGHTS}]", *(f"{name} = {weight}" for name, weight in weights.items() if weight)]
    if value:
        lines += ["", f"[{VALUE}]", *value_lines(value)]
    return "\n".join(lines) + "\n"
