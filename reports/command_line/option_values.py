"""The values of options that turn out to have no effect: one that would be wrong anywhere is refused as such.

Who mistypes a value learns that first, not that the option has no effect.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from conquestlab.analysis.errors import WrongUse


def check_value(command: str, option: str, value: object) -> None:
    """Refuse a value that would be wrong wherever its option has an effect.

    Parameters
    ----------
    command, option : str
        Their names, the option's as the command calls it inside.
    value : object
        A text, several, or anything that was read already.
    """
    read = READERS.get(f"{command} {option}") or READERS.get(option)
    for one in value if isinstance(value, tuple) else (value,):
        if read is not None and isinstance(one, str):
            read(one)


def _seed(text: str) -> object:
    from conquestlab.analysis.seeds import parse_seeds

    return parse_seeds(text)


def _players(text: str) -> object:
    from conquestlab.analysis.requests.typed import read_spans

    return read_spans(text)


def _rulebook(text: str) -> object:
    from conquestlab.analysis.rules.rulebook import load

    return load(text)


def _bots(text: str) -> object:
    from conquestlab.analysis.playing.experiment import read_bots

    return read_bots(text)


def _size(text: str) -> object:
    from conquestlab.analysis.games.conquest.battles.attack_question import read_size

    return read_size(text)


def _margins(text: str) -> object:
    from conquestlab.analysis.playing.play_answers import read_margins

    return read_margins(text)


def _whole_numbers(option: str) -> Callable[[str], object]:
    def read(text: str) -> object:
        from conquestlab.analysis.rules.faults import shown

        if not all(part.strip().isdecimal() for part in text.split(",")):
            raise WrongUse(f"--{option} {shown(text)!r}: give whole numbers, as in 1 or 2,1")
        return text

    return read


READERS: Mapping[str, Callable[[str], object]] = {
    "seed": _seed,
    "apart": _seed,
    "players": _players,
    "rules": _rulebook,
    "odds against": _rulebook,
    "bots": _bots,
    "table": _size,
    "policy": _size,
    "play margin": _margins,
    "leave": _whole_numbers("leave"),
    "filled": _whole_numbers("filled"),
}
"""What reads the text of an option, and raises WrongUse; the option inside, after its command if need be."""
