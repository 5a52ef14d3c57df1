"""Bot files: TOML files with a policy, weights and a learned value, or a mix; checked, or written."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec

from conquestlab.analysis.bots.bot import ANY_GAME, Bot, Member
from conquestlab.analysis.bots.bot_values import VALUE, Value, checked_value, value_lines
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.rules.checked import converted, fields_of, to_record, unknown_key, wrong_value
from conquestlab.analysis.rules.faults import Fault, faults_text, nearest, one_line, shown
from conquestlab.analysis.rules.rulebook_files import read_toml

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Engine, Weight

MOST_PLAYERS = 6
MOST_MEMBERS = 100
MOST_SHARE = 1_000_000
WEIGHTS = "weights"
MIX = "mix"

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


class MixedHead(msgspec.Struct, frozen=True, kw_only=True):
    """What a table `[[mix]]` says beside its weights; without a policy it is that of the file."""

    share: Annotated[int, msgspec.Meta(ge=1, le=MOST_SHARE)]
    policy: str = ""


class BotFile(NamedTuple):
    """What a bot file says.

    Attributes
    ----------
    head : BotHead
    weights : dict of int
        Those that it names, by name, for all members of its policy.
    mix : tuple of Member
        Its members, each with the weights that are named for it alone; empty if it is no mix.
    value : mapping of tuple of int
        Every row of a learned value; empty if the file has none.
    """

    head: BotHead
    weights: dict[str, int]
    mix: tuple[Member, ...]
    value: Value

    def members(self, engine: "Engine", model: Bot | None = None) -> list[Member]:
        """Return the members with all weights of their policies; a single one if this is no mix.

        Parameters
        ----------
        engine : Engine
        model : Bot, optional
            The bot that it is like: weights that are not named here are taken from it. One of the two may be
            a mix. A member by a policy of its own has nothing in common with the others, and one of the model
            that has no weights stays as it is.
        """
        found = []
        alone = Member(1, self.head.policy, {} if model is None else model.weights)
        for share, policy, taken in (model.mix if model is not None else ()) or (alone,):
            if not engine.policies[policy] and policy != self.head.policy:  # nothing of it could be changed
                found.append(Member(share, policy, taken))
                continue
            for one in self.mix or (Member(1, self.head.policy, {}),):
                common = {**taken, **self.weights} if one.policy == self.head.policy else {}
                named = {**common, **one.weights}
                weights = {name: named.get(name, 0) for name in engine.policies[one.policy]}
                found.append(Member(share * one.share, one.policy, weights))
        return found


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
    given, parts, learned = table.pop(WEIGHTS, {}), table.pop(MIX, None), table.pop(VALUE, None)
    _look_for_stray_keys(table, [*fields_of(BotHead), WEIGHTS, MIX, VALUE], file, "", faults)
    head = to_record(table, BotHead, file, "", faults)
    weights: dict[str, int] = {}
    mix: tuple[Member, ...] = ()
    value: Value = {}
    if head is not None and head.game != engine.name:
        wrong = f"{engine.name}, the game that is played here"
        faults.append(Fault(file=file, key="game", value=shown(head.game), allowed=wrong))
    elif head is not None:
        weights = _checked_weights(given, head.policy, engine, file, "", faults)
        mix = () if parts is None else _checked_mix(parts, head.policy, engine, file, faults)
        if learned is not None and head.policy in engine.policies:
            value = checked_value(learned, head.policy, engine, file, faults)
    if faults or head is None:
        raise WrongUse(faults_text(faults, ""))
    return BotFile(head, weights, mix, value)


def _look_for_stray_keys(
    table: dict[str, Any], known: Sequence[str], file: str, prefix: str, faults: list[Fault]
) -> None:
    """Take out the keys that nothing knows; the nearest may be a table."""
    for key in [key for key in table if key not in known]:
        faults.append(unknown_key(file, prefix + key, table.pop(key), [prefix + one for one in known]))


def _checked_mix(
    parts: object, policy: str, engine: "Engine", file: str, faults: list[Fault]
) -> tuple[Member, ...]:
    is_list = isinstance(parts, list) and all(isinstance(part, dict) for part in parts)
    if not isinstance(parts, list) or not is_list or not 1 <= len(parts) <= MOST_MEMBERS:
        value = f"{len(parts)} entries" if isinstance(parts, list) and is_list else shown(parts)
        wanted = f"1 to {MOST_MEMBERS} tables [[{MIX}]]"
        faults.append(Fault(file=file, key=MIX, value=value, allowed=wanted))
        return ()
    members = []
    for number, part in enumerate(parts, 1):
        prefix = f"{MIX}[{number}]."
        given = part.pop(WEIGHTS, {})
        _look_for_stray_keys(part, [*fields_of(MixedHead), WEIGHTS], file, prefix, faults)
        head = to_record(part, MixedHead, file, prefix[:-1], faults)
        if head is not None:
            own = head.policy or policy
            weights = _checked_weights(given, own, engine, file, prefix, faults)
            members.append(Member(head.share, own, weights))
    return tuple(members)


def _checked_weights(
    given: object, policy: str, engine: "Engine", file: str, prefix: str, faults: list[Fault]
) -> dict[str, int]:
    """Return the weights that a table names; `prefix` is where in the file it stands."""
    if policy not in engine.policies:
        near = nearest(policy, engine.policies)
        wrong = ", ".join(engine.policies)
        key = f"{prefix}policy"
        faults.append(Fault(file=file, key=key, value=shown(policy), allowed=wrong, nearest=near))
        return {}
    known = engine.policies[policy]
    table = prefix + WEIGHTS
    if not isinstance(given, Mapping):
        wanted = f"a table [{MIX}.{WEIGHTS}]" if prefix else f"a table [{WEIGHTS}]"
        faults.append(Fault(file=file, key=table, value=shown(given), allowed=wanted))
        return {}
    weights: dict[str, int] = {}
    for name, value in given.items():
        key = f"{table}.{name}"
        if name not in known:
            faults.append(unknown_key(file, key, value, [f"{table}.{one}" for one in known]))
            continue
        try:
            weights[name] = converted(value, _kind(known[name]))
        except ValueError:
            faults.append(wrong_value(file, key, value, _kind(known[name])))
    return weights


def _kind(weight: "Weight") -> Any:
    return Annotated[int, msgspec.Meta(ge=weight.low, le=weight.high)]


def bot_file_text(
    head: BotHead, weights: Mapping[str, int], mix: Sequence[Member] = (), value: Value | None = None
) -> str:
    """Return a bot file as text; weights of 0 are left out, and rows of zeros of a value.

    Parameters
    ----------
    head : BotHead
    weights : mapping of int
        Not looked at if there is a mix.
    mix : sequence of Member
        With all their weights; what those of the policy of the head have in common is told once.
    value : mapping of tuple of int, optional
        What all members have learned.
    """
    lines = [
        f"{key} = {msgspec.json.encode(said).decode()}"
        for key in fields_of(BotHead)
        if (said := getattr(head, key))
    ]
    alike = [one.weights for one in mix if one.policy == head.policy] or [{} if mix else weights]
    common = {name: value for name, value in alike[0].items() if all(one[name] == value for one in alike)}
    lines += ["", f"[{WEIGHTS}]", *_weight_lines(common)]
    for share, policy, own in mix:
        is_of_file = policy == head.policy
        lines += ["", f"[[{MIX}]]", f"share = {share}"] + ([] if is_of_file else [f'policy = "{policy}"'])
        special = {name: own[name] for name in own if not (is_of_file and name in common)}
        lines += [f"[{MIX}.{WEIGHTS}]", *_weight_lines(special)]
    if value:
        lines += ["", f"[{VALUE}]", *value_lines(value)]
    return "\n".join(lines) + "\n"


def _weight_lines(weights: Mapping[str, int]) -> list[str]:
    return [f"{name} = {value}" for name, value in weights.items() if value]
