"""The one decorator of every kernel, and the folder that keeps what it compiled.

Numba's own cache misses an edit in another file that a kernel calls, and ignores a change of flags. So the
folder is named after everything that the machine code depends on; when any of it changes, a new folder is
begun. Where no folder can be written the kernels are compiled anew in each process.
"""

import hashlib
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.extending import intrinsic

Function = TypeVar("Function", bound=Callable[..., Any])

config: Any = numba.config
# A wrapper for calls from C around each kernel would be a tenth of all compiling.
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
FLAGS = ("BOUNDSCHECK", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "DEBUGINFO_DEFAULT", "JIT_COVERAGE")
DIGITS = 20  # of the fingerprint in a folder's name
FOLDERS_KEPT = 8
DAY = 86_400.0

if config.DISABLE_JIT:
    # Machine words wrap around silently; numpy's scalars would say so each time.
    np.seterr(over="ignore")


def jit(function: Function) -> Function:
    """Compile a kernel at its first call, without the GIL, and keep it for the next process."""
    given = config.CACHE_DIR
    folder = None if config.DISABLE_JIT else cache_folder()
    if folder is None:
        return numba.njit(**OPTIONS)(function)
    try:
        config.CACHE_DIR = str(folder)
        return numba.njit(cache=True, **OPTIONS)(function)
    except RuntimeError:  # the folder was taken away since it was found, or the function is in no file
        return numba.njit(**OPTIONS)(function)
    finally:
        config.CACHE_DIR = given


def instruction(plain: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Turn a typing function into an intrinsic, or into its plain Python twin where the JIT is off."""

    def choose(typed: Callable[..., Any]) -> Callable[..., Any]:
        return plain if config.DISABLE_JIT else intrinsic(typed)

    return choose


def cache_is_warm(*kernels: Callable[..., Any]) -> bool:
    """Tell whether none of the kernels has to be compiled at its next call (another signature apart)."""
    for kernel in kernels:
        if config.DISABLE_JIT or getattr(kernel, "signatures", None):
            continue
        folder = kernel.stats.cache_path  # type: ignore[attr-defined]
        function = kernel.py_func  # type: ignore[attr-defined]
        name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}-*.nbi"
        if folder is None or not any(Path(folder).glob(name)):
            return False
    return True


@cache
def cache_folder() -> Path | None:
    """Return the folder of this version's machine code, made if need be; None where it cannot be written."""
    sources = Path(__file__).resolve().parents[1]
    root = _cache_root()
    if root is None or not sources.is_dir():
        return None
    folder = root / f"kernels-{_fingerprint(sources)}"
    try:
        is_new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f"probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
        os.utime(folder)  # the time of its last use, for pruning
    except OSError:
        return None
    if is_new:
        _prune(root, folder)
    return folder


def _cache_root() -> Path | None:
    if config.CACHE_DIR:
        return Path(config.CACHE_DIR).absolute() / "conquestlab"
    if os.name == "nt":
        place = os.environ.get("LOCALAPPDATA", "")
    elif sys.platform == "darwin":
        place = os.path.expanduser("~/Library/Caches")
    else:
        place = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(place):
            place = os.path.expanduser("~/.cache")
    # Without a home the "~" stays, and must not become a folder where the user stands.
    return Path(place) / "conquestlab" if os.path.isabs(place) else None


def _fingerprint(sources: Path) -> str:
    flags = [f"{flag}={getattr(config, flag, None)}" for flag in FLAGS]
    versions = [sys.version, numba.__version__, np.__version__]
    digest = hashlib.sha256("\n".join([*versions, *flags, repr(OPTIONS)]).encode())
    for file in sorted(sources.rglob("*.py")):
        content = file.read_bytes()
        digest.update(f"\n{file.relative_to(sources).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:DIGITS]


def _prune(root: Path, in_use: Path) -> None:
    """Delete the folders of other versions that were not used for a day, except the most recent ones."""
    last_use = {}
    for folder in root.glob(f"kernels-{'[0-9a-f]' * DIGITS}"):
        if folder != in_use and not folder.is_symlink():
            with suppress(OSError):  # another process may have been quicker
                last_use[folder] = folder.stat().st_mtime
    now = in_use.stat().st_mtime
    for folder in sorted(last_use, key=last_use.__getitem__, reverse=True)[FOLDERS_KEPT - 1 :]:
        if now - last_use[folder] > DAY:
            _delete(folder)


def _delete(folder: Path) -> None:
    with suppress(OSError):  # a file in use by another process, or somebody else's, may stand
        for place, folders, files in os.walk(folder, topdown=False):
            for name in files:
                os.remove(os.path.join(place, name))
            for name in folders:
                os.rmdir(os.path.join(place, name))
        folder.rmdir()
