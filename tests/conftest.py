"""What holds for all tests: they see the same machine wherever they run."""

import pytest


@pytest.fixture(autouse=True, scope="session")
def terminal_of_no_given_width():
    """Tables are laid out for COLUMNS where it is set, as some shells and runners do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("COLUMNS", raising=False)
        yield
