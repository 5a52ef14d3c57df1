"""A row of an answer: its columns by name."""

from typing import Any

Row = dict[str, Any]
