"""The one decorator of every kernel, and the folder that caches what it compiled.

Numba's own cache does not notice an edit in another file that a kernel calls, nor a change of flags. So the
folder is named after everything that the machine code depends on; if any of it changes, a new folder is used.
If no folder can be written, the kernels are compiled again in each process.

Numba trusts what it finds in a file. So each file ends with a checksum; if a file is damaged, its kernel is
compiled again.
"""

import hashlib
import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.extending import intrinsic

from conquestlab.kernels.compiling.kernel import Kernel

Function = TypeVar("Function", bound=Callable[..., Any])

config: Any = numba.config
# A wrapper for calls from C around each kernel would be a tenth of all compiling.
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
FLAGS = ("BOUNDSCHECK", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "DEBUGINFO_DEFAULT", "JIT_COVERAGE")
DIGITS = 20  # of the fingerprint in a folder's name
SUM = 16  # bytes of the checksum at the end of a file
OWN = re.compile(r".+\.nb[ic](\.tmp\.[0-9a-f]+)?|probe-[0-9]+")  # names of files in the folder
FOLDERS_KEPT = 8
DAY = 86_400.0

if config.DISABLE_JIT:
    # Machine words wrap around silently; numpy's scalars would say so each time.
    np.seterr(over="ignore")


def jit(function: Function) -> Function:
    """Compile a kernel at its first call, without the GIL, and keep it for the next process."""
    if config.DISABLE_JIT:
        return function
    given, folder = config.CACHE_DIR, cache_folder()
    kernel: Any = Kernel(function, targetoptions={"nopython": True, "boundscheck": None, **OPTIONS})
    if folder is None:
        return kernel
    try:
        config.CACHE_DIR = str(folder)
        kernel._cache = CheckedCache(function)
    except RuntimeError:
        pass  # the folder was taken away since it was found, or the function is in no file: nothing is kept
    finally:
        config.CACHE_DIR = given
    return kernel


class CheckedFiles(IndexDataCacheFile):  # type: ignore[misc,unused-ignore]
    """The cached files of one kernel, with checksums; one that is damaged counts as not there."""

    def save(self, key: Any, data: Any) -> None:
        """Keep what was compiled, if the disk takes it."""
        with suppress(OSError):
            super().save(key, data)

    def _load_index(self) -> Any:
        return super()._load_index() if _is_whole(self._index_path) else {}

    def _load_data(self, name: str) -> Any:
        path = self._data_path(name)
        if not _is_whole(path):
            raise FileNotFoundError(path)  # which Numba takes for a file that is not there
        return super()._load_data(name)

    @contextmanager
    def _open_for_write(self, path: str) -> Iterator[io.BytesIO]:
        whole = io.BytesIO()
        yield whole
        content = whole.getvalue()
        with super()._open_for_write(path) as file:
            file.write(content + _checksum(content))  # pickle reads no further than its own end


class CheckedCache(FunctionCache):  # type: ignore[misc,unused-ignore]
    """Numba's cache of one kernel, with checked files."""

    def __init__(self, function: Callable[..., Any]):
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = CheckedFiles(self._cache_path, self._impl.filename_base, stamp)


def _checksum(content: bytes | memoryview) -> bytes:
    return hashlib.blake2b(content, digest_size=SUM).digest()


def _is_whole(path: str) -> bool:
    try:
        content = memoryview(Path(path).read_bytes())
    except FileNotFoundError:
        return False
    except OSError:
        content = memoryview(b"")
    if content and content[-SUM:] == _checksum(content[:-SUM]):
        return True
    _report_damage()
    return False


@cache
def _report_damage() -> None:
    """Say once that compiling takes its time although it was done before."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"compiled kernels in {cache_folder()} are damaged: compiling those again\n")


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
    """Delete what was kept in a folder; what a process has open, or somebody else's file, may stand."""
    for place, folders, files in os.walk(folder, topdown=False):
        for name in files:
            if OWN.fullmatch(name):
                with suppress(OSError):
                    os.remove(os.path.join(place, name))
        for name in folders:
            with suppress(OSError):
                os.rmdir(os.path.join(place, name))
    with suppress(OSError):
        folder.rmdir()
