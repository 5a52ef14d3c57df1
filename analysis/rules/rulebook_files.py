"""Where rulebooks, maps, objectives and cards are stored, and how one such TOML file is read."""

import os
import stat
from tomllib import TOMLDecodeError, loads
from typing import Any

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.games import outside_folders
from conquestlab.analysis.rules.faults import Fault, nearest, one_line, shown

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "rulebooks")
PART = "rulebooks"  # the folder of a game of another package in which its own lie
MOST_BYTES = 1 << 20
ENDING = ".toml"


def built_in(folder: str = "") -> list[str]:
    """Return the names that come with the program: rulebooks, or what one of their folders holds."""
    return _names_in(os.path.join(FOLDER, folder))


def known_names(folder: str = "") -> list[str]:
    """Return these names and, after them, those that games of other packages bring."""
    others = (_names_in(os.path.join(place, folder)) for place in outside_folders(PART))
    return list(dict.fromkeys([*built_in(folder), *(name for names in others for name in names)]))


def _names_in(folder: str) -> list[str]:
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return sorted(name[: -len(ENDING)] for name in names if name.endswith(ENDING))


def full_name(text: str) -> str:
    """Return the name or the file of a rulebook that may be called by another name.

    Another name is one of its `aliases`, its title, or a name without the ending of a file that lies here.
    What has no other name comes back as it is.
    """
    if is_path(text) or "\0" in text or place_of(text) is not None:
        return text
    name, file = aliases().get(text.casefold(), ""), text + ENDING
    if text and os.path.isfile(file):
        if name:
            raise WrongUse(
                f"{shown(text)} is another name of {name}, and a file {file} is here: name one in full"
            )
        return file
    return name or text


def aliases() -> dict[str, str]:
    """Return the name of each rulebook by its other names in small letters: aliases, titles, itself."""
    found: dict[str, str] = {}
    for name in known_names():
        table = read_toml(str(place_of(name)), []) or {}
        titles = [title for key in ("title", "title_fr") if isinstance(title := table.get(key), str)]
        others = table.get("aliases", ())
        for other in (name, *(others if isinstance(others, list) else ()), *titles):
            found.setdefault(str(other).casefold(), name)
    return found


def is_built_in(path: str) -> bool:
    """Whether a path is that of a rulebook that comes with the program."""
    return os.path.dirname(path) == FOLDER.rstrip(os.sep)


def is_path(text: str) -> bool:
    """Whether a text names a file rather than something built in."""
    return text.endswith(ENDING) or "/" in text or os.sep in text


def place_of(text: str, folder: str = "", beside: str = "") -> str | None:
    """Return the path of a name or file; None if nothing has that name.

    Parameters
    ----------
    text
        A name, or the path of a file.
    folder
        The folder of the files of that sort that have names; empty for rulebooks.
    beside
        The folder from which a relative path counts.
    """
    if "\0" in text:
        return None
    if is_path(text):
        return os.path.join(beside, text)
    path = os.path.join(FOLDER, folder, text + ENDING)
    if os.path.isfile(path):
        return path
    paths = (os.path.join(place, folder, text + ENDING) for place in outside_folders(PART))
    return next(filter(os.path.isfile, paths), None)


def unknown_name(file: str, key: str, text: str, folder: str = "") -> Fault:
    """Return the fault of a name that nothing has."""
    known = known_names(folder)
    wrong = f"{', '.join(known)} or a file ending in {ENDING}"
    return Fault(file=file, key=key, value=shown(text), allowed=wrong, nearest=nearest(text, known))


def no_rulebook(text: str) -> str:
    """Return the message for a rulebook that nobody knows."""
    known, others = known_names(), aliases()
    near = nearest(text, [*known, *others])
    hint = f", nearest: {others.get(near, near)}" if near else ""
    if "\0" not in text and os.path.isfile(text):
        hint = f"; to take the file of that name, let it end in {ENDING}"
    named = f"no rulebook {shown(text)}" if text else "no rulebook is named"
    return f"{named} (there are {', '.join(known)}; a file ends in {ENDING}){hint}"


def no_file(file: str, key: str, text: str) -> Fault:
    """Return the fault of a path at which no file is."""
    return Fault(file=file, key=key, value=one_line(text), allowed="a file that exists")


def ring_of_files(file: str, key: str, text: str, ring: list[str]) -> Fault:
    """Return the fault of a file that extends itself by way of the others of the ring."""
    names = " -> ".join(os.path.basename(one) for one in ring)
    return Fault(file=file, key=key, value=shown(text), allowed=f"no ring of files ({one_line(names)})")


def read_toml(path: str, faults: list[Fault]) -> dict[str, Any] | None:
    """Read one TOML file.

    Returns
    -------
    What it says; None if it is not TOML, which is then among the faults. A file that cannot be had at all
    raises WrongUse or Failed.
    """
    name = one_line(path)
    content = b""
    try:
        is_file = stat.S_ISREG(os.stat(path).st_mode)
        if is_file:
            with open(path, "rb") as file:
                content = file.read(MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise WrongUse(f"there is no file {name}: check its path") from None
    except OSError as error:
        raise Failed(f"{name} cannot be read: {error.strerror or error}") from None
    if not is_file:
        raise WrongUse(f"{name} is not a file: name a TOML file")
    if len(content) > MOST_BYTES:
        raise WrongUse(f"{name} is larger than {MOST_BYTES} bytes: no rulebook, map or bot needs that")
    try:
        return loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        wrong = f"byte {error.start}: {content[error.start]:#04x}"
        faults.append(Fault(file=name, key="(encoding)", value=wrong, allowed="UTF-8 text"))
    except (TOMLDecodeError, ValueError, RecursionError) as error:
        reason = "brackets too deep" if isinstance(error, RecursionError) else str(error)
        if not isinstance(error, RecursionError | TOMLDecodeError):
            reason = "a number of thousands of digits"
        faults.append(Fault(file=name, key="(syntax)", value=one_line(reason), allowed="TOML"))
    return None


def read_named(
    text: str, folder: str, asked: tuple[str, str], faults: list[Fault]
) -> tuple[str, dict[str, Any]] | None:
    """Read the file that a rulebook's key names, built in or the user's.

    Parameters
    ----------
    text, folder
        The name or file, and the folder of the built-in ones.
    asked
        The file and the key that name it, for the faults.
    faults
        What is wrong is appended here.

    Returns
    -------
    How the file is called in messages, and what it says, its `name` filled in; None if it cannot be read.
    """
    path = place_of(text, folder)
    if path is None or not os.path.exists(path):
        faults.append(no_file(*asked, text) if path else unknown_name(*asked, text, folder))
        return None
    table = read_toml(path, faults)
    if table is None:
        return None
    stem = os.path.splitext(os.path.basename(path))[0]
    return (one_line(path) if is_path(text) else text), {"name": stem} | table
