"""What holds for all tests: they see the same machine wherever they run."""

import pytest


@pytest.fixture(autouse=True)
def terminal_of_no_given_width(monkeypatch):
    """Tables are laid out for COLUMNS where it is set, as some shells and runners do."""
    monkeypatch.delenv("COLUMNS", raising=False)
