"""What holds for all tests: they see the same machine wherever they run, heed Ctrl-C and share the compiling.

Tests run side by side in processes, a file at a time. Most need kernels, and two processes that need the
same ones at the same time compile them twice. So the tests of one engine's kernels are one piece of work, and
these pieces come first; whoever comes later finds the kernels compiled.
"""

import os
import signal
import threading

import pytest

# As cli.py does, before any test imports numpy: sums come out the same whatever is imported first.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A shell lets what it starts in the background ignore Ctrl-C, and children inherit that from the moment they
# start. The commands that tests begin have to heed it. Only the main thread may say so.
if (
    threading.current_thread() is threading.main_thread()
    and signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):
    signal.signal(signal.SIGINT, signal.default_int_handler)

KERNELS = "tests/kernels/"


def piece_of_work(nodeid):
    """Return what is played in one process: the tests of one engine's kernels, or one file."""
    file = nodeid.split("::", 1)[0]
    folder, _, name = file.removeprefix(KERNELS).partition("/")
    return KERNELS + folder if file.startswith(KERNELS) and name else file


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: piece_of_work(item.nodeid).endswith(".py"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    from xdist.scheduler import LoadScopeScheduling

    class ByPiece(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return piece_of_work(nodeid)

    return ByPiece(config, log)


@pytest.fixture(autouse=True, scope="session")
def nothing_set_by_the_user(tmp_path_factory):
    """No test sees what whoever runs it has set for the commands (analysis/requests/settings.py)."""
    from conquestlab.analysis.requests.settings import KEYS, PREFIX

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("no-settings")))
        patch.setenv("APPDATA", str(tmp_path_factory.mktemp("no-settings-either")))
        for key in KEYS:
            patch.delenv(PREFIX + key.upper(), raising=False)
        yield


@pytest.fixture(autouse=True, scope="session")
def terminal_of_no_given_width():
    """Tables are laid out for COLUMNS where it is set, as some shells and runners do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("COLUMNS", raising=False)
        yield
