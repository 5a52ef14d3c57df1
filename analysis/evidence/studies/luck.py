"""Do the shares and totals of luck keep what they promise? Games that are tables of their luck."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from conquestlab.analysis.evidence.studies.coverage import Held
from conquestlab.analysis.measures.luck_share import TOGETHER, Ends, ends_of, luck_tally
from conquestlab.analysis.measures.luck_total import Luck, total_tally
from conquestlab.analysis.measures.measure import MeasureRow
from conquestlab.kernels.shared.rows import SEATS, WHOLE_WIN

STREAMS = ("deal", "dice", "cards")
FACES = 6  # of each stream, all as likely
ROW = np.dtype(
    [
        ("game", np.int64),
        ("luck", np.int64),
        ("seats", np.int32),
        ("how", np.int32),
        ("win", np.int32, (SEATS,)),
    ]
)


@dataclass(frozen=True, eq=False)
class TableGame:
    """A game whose winner is read off a table of the faces of its streams.

    Attributes
    ----------
    name : str
    seats : int
    winner : int array, (places, deal, dice, cards)
        For each way to sit the seat that wins; one way where the bots do not move.
    games : int
        Of a run; whole blocks.
    promised : bool
        Whether all shares have to keep their promise; else the study shows where they stop doing so.
    """

    name: str
    seats: int
    winner: np.ndarray
    games: int
    promised: bool = True

    @property
    def places(self) -> int:
        """Ways to sit."""
        return len(self.winner)

    @cached_property
    def truth(self) -> dict[str, float]:
        """The exact shares, by adding up all that can happen."""
        seats, even = self.seats, 1.0 / self.seats
        total = 1.0 - even
        won = (self.winner[..., None] == np.arange(seats)).astype(float)  # by place, three faces, and seat
        by_place = won.mean(axis=(1, 2, 3))
        truth = {"seat": float(((by_place.mean(axis=0) - even) ** 2).sum()) / total}
        if self.places > 1:
            by_bot = np.zeros(seats)
            for place, seat in product(range(self.places), range(seats)):
                by_bot[(seat - place) % seats] += by_place[place, seat] / self.places
            truth["skill"] = float(((by_bot - even) ** 2).sum()) / total
        for axis, stream in enumerate(STREAMS, 1):
            others = tuple(other for other in (1, 2, 3) if other != axis)
            known = won.mean(axis=others) - by_place[:, None]  # what a face of the stream tells, by place
            truth[stream] = float((known**2).sum(axis=-1).mean()) / total
        truth[TOGETHER] = 1.0 - sum(truth.values())
        return truth

    @cached_property
    def totals(self) -> dict[str, float]:
        """For each stream how often another seat wins if it is drawn anew, exactly; "" for all streams."""
        won = (self.winner[..., None] == np.arange(self.seats)).astype(float)
        alike = {"": float((won.mean(axis=(1, 2, 3)) ** 2).sum(axis=-1).mean())}
        for axis, stream in enumerate(STREAMS, 1):
            alike[stream] = float((won.mean(axis=axis) ** 2).sum(axis=-1).mean())
        return {stream: 1.0 - share for stream, share in alike.items()}

    def true_value(self, row: MeasureRow) -> float:
        """Return the exact value of a row; the win is never shared, so totals follow from swings."""
        if row["measure"] == "luck_share":
            return self.truth[row["of"]]
        return self.totals[row["of"]] / (1.0 if row["measure"] == "luck_swing" else 1.0 - 1.0 / self.seats)

    def runs(self, repetitions: int, seed: int) -> Iterator[list[MeasureRow]]:
        """Yield the records of each run."""
        generator = np.random.Generator(np.random.PCG64([seed, 4]))
        for _ in range(repetitions):
            yield self.played(generator).rows()

    def held(self, repetitions: int, seed: int) -> Iterator[Held]:
        """Yield which intervals held the truth, by stream; `luck_total` is `luck_swing` in another unit."""
        for rows in self.runs(repetitions, seed):
            # The truth is a sum of broken numbers, and an interval may be a single one.
            held = {}
            for row in rows:
                if row["measure"] != "luck_total" and row["low"] is not None and row["high"] is not None:
                    name = row["of"] if row["measure"] == "luck_share" else f"{row['of']}, swing"
                    truth = self.true_value(row)
                    held[name, ""] = row["low"] - 1e-12 <= truth <= row["high"] + 1e-12
            yield held

    def played(self, generator: np.random.Generator) -> Luck:
        """Play one run, one with other luck, and one for each stream, as `conquest play --luck` does."""
        number = np.arange(self.games)
        block = number // self.places
        faces = generator.integers(FACES, size=(len(STREAMS), block[-1] + 1))
        others = generator.integers(FACES, size=faces.shape)
        again = {}
        for place, stream in enumerate(STREAMS):
            mixed = faces.copy()
            mixed[place] = others[place]
            again[stream] = self._ends(number, block, mixed)
        moving = self.places > 1
        shares = luck_tally(self._ends(number, block, others), again, moving)
        return Luck(shares, total_tally(self._ends(number, block, faces), again, moving))

    def _ends(self, number: np.ndarray, block: np.ndarray, faces: np.ndarray) -> Ends:
        return ends_of(self._rows(number, block, faces))

    def _rows(self, number: np.ndarray, block: np.ndarray, faces: np.ndarray) -> np.ndarray:
        rows = np.zeros(number.size, ROW)
        rows["game"], rows["luck"], rows["seats"], rows["how"] = number, block, self.seats, 1
        winner = self.winner[number % self.places, faces[0][block], faces[1][block], faces[2][block]]
        rows["win"][number, winner] = WHOLE_WIN
        return rows


def _drawn_table(seats: int, strengths: Sequence[float], moving: bool, seed: int) -> np.ndarray:
    """Return a table in which each face of each stream favours some seat, and some do so only together."""
    generator = np.random.Generator(np.random.PCG64([seed, seats]))
    places = seats if moving else 1
    favour = generator.normal(size=(FACES, 1, 1, seats)) * 1.5 + generator.normal(size=(1, FACES, 1, seats))
    favour = favour + generator.normal(size=(FACES, FACES, FACES, seats))
    seen = [favour + np.roll(np.array(strengths), place if moving else 0) for place in range(places)]
    return np.argmax(np.stack(seen), axis=-1)


def _last_digit(seats: int) -> np.ndarray:
    """Return a table in which no stream says anything by itself: the seat is the sum of all faces."""
    faces = np.arange(FACES)
    return (faces[:, None, None] + faces[:, None] + faces)[None] % seats


def _dealt(seats: int) -> np.ndarray:
    """Return a table in which the deal decides alone."""
    return np.broadcast_to((np.arange(FACES) % seats)[None, :, None, None], (1, FACES, FACES, FACES))


STUDIES = (
    TableGame("even seats, only together", 3, _last_digit(3), 600),
    TableGame("uneven seats", 4, _drawn_table(4, (0.6, 0.0, 0.0, -0.3), False, 1), 1000),
    TableGame("nearly even seats", 3, _drawn_table(3, (0.1, 0.0, 0.0), False, 5), 600),
    TableGame("other bots", 3, _drawn_table(3, (1.0, 0.0, -0.5), True, 2), 999),
    TableGame("even seats, only the deal", 3, _dealt(3), 600, promised=False),
)
