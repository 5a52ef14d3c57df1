"""The columns of a game's row that mean the same in every engine; see docs/architecture.md."""

import numpy as np

SEATS = 6  # the most seats any of the games has
WHOLE_WIN = 60  # divisible by every number of winners up to six
FIXED_ONE = 1 << 20  # the number 1 in the fixed-point columns
TENTHS = 10

ROW_FIELDS = [
    ("game", np.int64),
    ("luck", np.int64),
    ("seats", np.int32),
    ("how", np.int32),
    ("rounds", np.int32),
    ("turns", np.int32),
    ("bot", np.int32, (SEATS,)),
    ("win", np.int32, (SEATS,)),
    ("score", np.int32, (SEATS,)),
    ("out", np.int32, (SEATS,)),
    ("lead_changes", np.int32),
    ("led", np.int32),
    ("drama", np.int64),
    ("trailed", np.int32),
    ("settled", np.int32),
    ("half_leader", np.int32),
    ("tenth", np.int32, (TENTHS, SEATS)),
    ("surprise", np.int64),
]


def row_dtype(own_fields: list[tuple]) -> np.dtype:
    """Return the aligned dtype of a row: the common columns, then an engine's own."""
    return np.dtype(ROW_FIELDS + own_fields, align=True)
