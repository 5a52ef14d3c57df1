"""The catalogue: every measure once, in the order of the tables.

A measure is an entry (`Measure`) and a function. The entry says all that anyone asks of it: what it means,
its unit, what its rows stand for, the words for more and less. The function says how games give it, in one of
three ways: `sums` (a mean or a share: compared and tuned without more), `statistics` (what follows from
several sums: compared without more) or `rows` (anything that a tally tells; then `contrast` makes its
differences). Tables, figures, verdicts, comparisons, targets and pages read the entry, and docs/measures.md
is checked against it.

Those of any game stand here; a game's own stand in its folder, as `OWN` in `measures.py`, and reach the house
by its description.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.language import marked
from conquestlab.analysis.measures.measure import (
    ACT,
    AFTER_ROUND,
    ALL_BUT_ONE,
    BOT,
    BY_LENGTHS,
    BY_SEATS,
    CHANCE,
    EVEN_SHARE,
    MARGIN,
    MEASURE,
    MINUTES,
    MOMENT,
    POINTS,
    ROUNDS,
    SEAT,
    SEAT_AND_BOT,
    SHARE,
    STREAM,
    TENTH,
    TWO_BOTS,
    Baseline,
    Headlines,
    Late,
    Measure,
    MeasureRow,
    Quantity,
    Setting,
    Statistic,
    always,
)

if TYPE_CHECKING:
    from conquestlab.analysis.measures.table import Asked

_SUMS = "conquestlab.analysis.measures.quantities"
_ROWS = "conquestlab.analysis.measures.ratio_measures"
_SEATS = "conquestlab.analysis.measures.seat_quantities"
_RATIOS = "conquestlab.analysis.comparing.ratio_contrasts"
_CHANCES = "conquestlab.analysis.comparing.noted_contrasts"
_SHAPES = "conquestlab.analysis.comparing.shape_contrasts"
_LENGTHS = "conquestlab.analysis.comparing.length_contrasts"

_GAP_BY_CHANCE = Baseline(
    "what chance alone gives in as many games", lambda asked, row: asked.seats.gap_by_chance()
)
# The seat that led last is drawn as the winner in one game of n: then the game was decided when it was. In
# all others it was decided at its end.
_DECIDED_BY_LOT = Baseline(
    "1 - (1 - value)/n",
    lambda asked, row: 1.0 - (1.0 - (row["value"] or 0.0)) / asked.tally.seats,
)
_MEAN_OF_SEATS = Baseline("mean of all seats", Late(_ROWS, "mean_of_all_rows"))
_SHARE_OF_THE_BOT = Baseline("the bot's chance in all seats", Late(_SEATS, "share_of_the_bot"))


def _with_the_row(asked: Asked, row: MeasureRow) -> float | None:
    """Return the baseline that a row was made with."""
    return row["baseline"]


_AT_THE_END = "the same start, nothing known before the last turn"
_OF_THE_MODEL = marked("says how well the chances are known, not how the game is")
_CREEPING = "the same start, chances that move in small steps"


def _of_chances(
    name: str, means: str, *about: Any, baseline: str = "", no_difference: str = "", **named: Any
) -> Measure:
    """Return a measure that rests on win chances; its rows bring their baselines with them."""
    told = Baseline(baseline, _with_the_row) if baseline else None
    contrast = None if no_difference else Late(_CHANCES, "chance_contrast")
    entry = Measure(name, means, *about, **named)
    return replace(entry, contrast=contrast, baseline=told, no_difference=no_difference)


OF_CHANCES = (
    _of_chances("surprise", "how far the win chances move, a game", "How far the chances move",
                baseline=_AT_THE_END,
                headlines=Headlines(26, "Suspense", "The chances move further.",
                                    "The chances move less far.")),
    _of_chances("suspense", "how far the win chances are expected to move in each turn, a game", "Suspense",
                baseline=_AT_THE_END,
                headlines=Headlines(27, "Suspense", "Turns hold more suspense.",
                                    "Turns hold less suspense.")),
    _of_chances("openness", "how open the win chances are, from 0 to 1, by tenth of the game",
                "How open the game is", SHARE, TENTH, baseline=_AT_THE_END),
    _of_chances("openness_after", "how open the win chances are after a round, in games over 0",
                "How open the game is after a round", SHARE, AFTER_ROUND, baseline=_AT_THE_END),
    _of_chances("settled_at",
                "share of the turns after which the winner was always the likeliest, or above one half",
                "Settled", SHARE, MOMENT, baseline=_AT_THE_END),
    _of_chances("winner_lowest", "lowest chance that the winner ever had", "The winner's lowest chance",
                SHARE, baseline=_CREEPING,
                headlines=Headlines(28, "Suspense", "Winners were less close to defeat.",
                                    "Winners were closer to defeat.")),
    _of_chances("won_from_below", "share of games won by a seat that once had less than a chance in ten",
                "Won from below 10 %", SHARE, baseline=_CREEPING,
                headlines=Headlines(23, "Suspense", "More games are won from nearly lost positions.",
                                    "Fewer games are won from nearly lost positions.")),
    _of_chances("runaway", "share of games in which some seat has a chance of 80 %, by tenth of the game",
                "Games with a runaway leader", SHARE, TENTH, baseline=_AT_THE_END),
    _of_chances("runaway_lost", "how often the first seat with a chance of 80 % does not win",
                "Runaway leaders that are caught", SHARE, baseline="what its chance then says"),
    _of_chances("kingmaking",
                "share of games in which a seat that hardly can win shifts the chances of the others",
                "Kingmaking", SHARE, baseline="if such seats shifted them as often as the others do",
                headlines=Headlines(24, "Kingmaking", "More games are shifted by a seat that cannot win.",
                                    "Fewer games are shifted by a seat that cannot win.")),
    _of_chances("hopeless_rounds", "rounds for which a seat plays on with a chance below 2 %, a seat",
                "Rounds without hope", ROUNDS,
                headlines=Headlines(25, "Hope", "Seats play on for longer without hope.",
                                    "Seats play on for less time without hope.")),
    _of_chances("calibration", "share of the wins of seats whose chance was stated so high",
                "Whether the chances hold", SHARE, CHANCE, drawn=False,
                baseline="the mean chance stated", no_difference=_OF_THE_MODEL),
    _of_chances("movement", "squared moves of the chances over what calibrated ones would move",
                "Whether the chances move as they should", drawn=False, baseline="1",
                no_difference=_OF_THE_MODEL),
)  # fmt: skip
"""The measures that rest on win chances; only games whose positions are noted have them."""

_PACES = Late("conquestlab.analysis.comparing.noted_contrasts", "pace_contrast")

OF_PACE = (
    Measure(
        "minutes",
        "length of a game, by the seconds stated for what players do",
        "Length in minutes",
        MINUTES,
        contrast=_PACES,
        headlines=Headlines(
            30, "Time", "Games take longer at the table.", "Games take less time at the table."
        ),
    ),
    Measure(
        "waiting",
        "minutes from the end of a seat's turn to its next",
        "Waiting for one's turn",
        MINUTES,
        contrast=_PACES,
        headlines=Headlines(
            31, "Time", "Players wait longer for their turn.", "Players wait less for their turn."
        ),
    ),
    Measure("longest_wait", "longest such wait of a game", "The longest wait", MINUTES, contrast=_PACES),
    Measure(
        "watching",
        "minutes for which a seat that fell watches the others",
        "Watching after a fall",
        MINUTES,
        contrast=_PACES,
    ),
    Measure(
        "acts_a_turn", "how often it is done in a turn", "What is done in a turn", of=ACT, contrast=_PACES
    ),
    Measure(
        "snowball_after",
        "chance that the winner stands higher than another of its table after a round, if the game goes on",
        "How well the standing after a round tells the winner",
        SHARE,
        AFTER_ROUND,
        contrast=_PACES,
        drawn=False,
        baseline=Baseline("0.5", _with_the_row),
    ),
)
"""The measures of time at the table, and of standings by round; only games that are noted have them."""

OF_CHOICE = (
    Measure(
        "second_choice_cost",
        "what the second-best plan for a turn costs of the standing",
        "What the second-best plan costs",
        POINTS,
    ),
    Measure(
        "single_choice", "turns in which one plan alone is sensible", "Turns with one sensible plan", SHARE
    ),
    Measure(
        "sensible_plans",
        "plans for a turn that are as good as the best, to 2 points of the standing",
        "Sensible plans",
    ),
)
"""The measures of what there is to choose; only games whose planner weighs plans for a turn have them."""

_ENTRIES = (
    Measure("win_share", "share of the wins of a seat, or chance to win of a seat that a bot holds",
            "Share of the wins", SHARE, SEAT, BOT, rows=lambda asked: asked.seats.win_share(),
            sums=Late(_SUMS, "wins_of_bots"), contrast=Late(_RATIOS, "win_contrast"),
            tuned_sums=Late(_SUMS, "wins_of_seats"),
            headlines=Headlines(1, "Seats", "{who} win{s} more often.", "{who} win{s} less often."),
            baseline=EVEN_SHARE),
    Measure("seat_bot_share", "chance to win of a bot in one of the seats", "Bots by seat",
            SHARE, SEAT_AND_BOT, sums=Late(_SEATS, "wins_of_bots_in_seats"),
            baseline=_SHARE_OF_THE_BOT),
    Measure("seat_gap", "win share of the best seat less that of the worst",
            "Between the best seat and the worst", POINTS, rows=lambda asked: asked.seats.seat_gap(),
            contrast=Late(_SHAPES, "size_contrast"), tuned=BY_SEATS, baseline=_GAP_BY_CHANCE),
    Measure("seat_chi2_p", "chance that even seats would come out as uneven",
            rows=lambda asked: asked.seats.seat_chi2_p(), tuned=BY_SEATS, drawn=False),
    Measure("seat_effect", "how uneven the seats are, freed of chance",
            rows=lambda asked: asked.seats.seat_effect(), contrast=Late(_SHAPES, "size_contrast"),
            tuned=BY_SEATS, drawn=False, baseline=always(0)),
    Measure("seat_balanced",
            "1 if all seats are shown to be within the margin of an even share, 0 if not all are", of=MARGIN,
            rows=lambda asked: asked.seats.seat_balanced(), tuned=BY_SEATS, drawn=False),
    Measure("seat_balanced_p", "p-value behind seat_balanced", of=MARGIN,
            rows=lambda asked: asked.seats.seat_balanced_p(), tuned=BY_SEATS, drawn=False),
    Measure("seat_slope", "change of the win share from a seat to the next", unit=POINTS, signed=True,
            rows=lambda asked: asked.seats.seat_slope(), contrast=Late(_RATIOS, "slope_contrast"),
            tuned_sums=Late(_SUMS, "slope_of_seats"), drawn=False, baseline=always(0)),
    Measure("skill_gap", "a strong bot's chance to win less a weak one's, from a seat drawn at random",
            "What playing well is worth", POINTS, TWO_BOTS, signed=True,
            rows=Late("conquestlab.analysis.measures.skill", "skill_gap"),
            contrast=Late("conquestlab.analysis.comparing.statistic_contrasts", "skill_contrast"),
            baseline=always(0)),
    Measure("rounds", "mean length in rounds", "Length in rounds", ROUNDS,
            rows=lambda asked: asked.lengths.rounds(), contrast=Late(_RATIOS, "rounds_contrast"),
            tuned_sums=Late(_SUMS, "length"),
            headlines=Headlines(2, "Length", "Games are longer.", "Games are shorter.")),
    Measure("rounds_median", "fewest rounds within which half of the games are over",
            "Half of the games are over within", ROUNDS,
            rows=lambda asked: asked.lengths.quantile("rounds_median", 0.5),
            contrast=Late(_LENGTHS, "quantile_contrast"), tuned=BY_LENGTHS, quantile=0.5),
    Measure("rounds_p90", "fewest rounds within which nine games in ten are over",
            "Nine games in ten are over within", ROUNDS,
            rows=lambda asked: asked.lengths.quantile("rounds_p90", 0.9),
            contrast=Late(_LENGTHS, "quantile_contrast"), tuned=BY_LENGTHS, quantile=0.9),
    Measure("rounds_spread",
            "how many times as long as the median game the longest tenth of the games lasts, at least",
            "How much lengths vary", rows=lambda asked: asked.lengths.rounds_spread(),
            contrast=Late(_SHAPES, "spread_contrast")),
    Measure("unfinished_share", "share of games that were cut off", "Games cut off", SHARE,
            sums=Late(_SUMS, "unfinished_share"),
            headlines=Headlines(3, "Cut off", "More games are cut off.", "Fewer games are cut off.")),
    Measure("first_elimination", "when the first seat falls, as a share of the game",
            "When the first player falls", SHARE, sums=Late(_SUMS, "first_elimination"),
            headlines=Headlines(6, "Eliminations", "The first player falls later.",
                                "The first player falls earlier.")),
    Measure("downtime", "share of the table's time spent watching after an elimination",
            "Time spent watching", SHARE, sums=Late(_SUMS, "downtime"),
            headlines=Headlines(7, "Eliminations", "Those who fall watch for longer.",
                      "Those who fall watch for less time.")),
    Measure("fell_early", "chance of a seat to fall in the first half of the rounds",
            "Chance to fall before half-time", SHARE, SEAT, sums=Late(_SEATS, "fell_early")),
    Measure("lead_changes", "changes of the leader, a game", "Changes of the leader",
            sums=Late(_SUMS, "lead_changes"),
            headlines=Headlines(12, "Lead", "The lead changes more often.", "The lead changes less often.")),
    Measure("winner_led", "share of the rounds after which the winner led",
            "Rounds after which the winner led", SHARE, sums=Late(_SUMS, "winner_led"),
            baseline=EVEN_SHARE),
    Measure("drama", "how far behind the winner was while it trailed", "Drama", sums=Late(_SUMS, "drama"),
            headlines=Headlines(15, "Drama", "Winners come from further behind.",
                      "Winners come from less far behind.")),
    Measure("decided_at", "from when on the winner always led, as a share of the game",
            "Part of the game after which it led for good", SHARE, sums=Late(_SUMS, "decided_at"),
            headlines=Headlines(5, "Lead", "Games are open for longer.", "Games are decided earlier."),
            baseline=_DECIDED_BY_LOT),
    Measure("comeback_share", "share of games won by a seat that did not lead at half-time",
            "Won by another than the leader at half-time", SHARE, sums=Late(_SUMS, "comeback_share"),
            headlines=Headlines(4, "Lead", "A lead at half-time is lost more often.",
                      "A lead at half-time is lost less often."),
            baseline=ALL_BUT_ONE),
    Measure("snowball_auc",
            "chance that the winner stands higher than another of its table, by tenth of the game",
            "How well the standing tells the winner", SHARE, TENTH,
            sums=Late("conquestlab.analysis.measures.snowball", "snowball_auc"), baseline=always(0.5)),
    Measure("score", "mean final score of a seat", "Score", of=SEAT, signed=True, sums=Late(_SUMS, "score"),
            headlines=Headlines(16, "Score", "{who} end{s} with more.", "{who} end{s} with less."),
            baseline=_MEAN_OF_SEATS),
    Measure("decisions", "legal choices a turn, geometric mean over games", "Choices a turn",
            statistics=Late("conquestlab.analysis.measures.choices", "decisions")),
    Measure("luck_share",
            "part of the result that it explains by itself; together: what only their meeting does",
            "Which luck decides", SHARE, STREAM, signed=True),
    Measure("luck_swing", "games that another player wins if only this luck is drawn again",
            "Another winner with other luck", SHARE, STREAM,
            baseline=Baseline("if all luck is drawn again", _with_the_row)),
    Measure("luck_total", "part of the result that hangs on it, alone or together with anything else",
            "What hangs on each kind of luck", SHARE, STREAM,
            baseline=Baseline("if all luck is drawn again", _with_the_row)),
    Measure("seat_shares", "by how much the shares of all seats together differ from those of the base",
            "Shares of the seats", POINTS,
            contrast=Late("conquestlab.analysis.comparing.seat_contrasts", "shares_contrast"),
            headlines=Headlines(0, "Seats", "The seats win other shares.", "The seats win the same shares."),
            distance=True),
    *OF_CHANCES,
    *OF_PACE,
    *OF_CHOICE,
    Measure("variance_reduction",
            "how many times less a difference varies because both variants share their luck", of=MEASURE,
            drawn=False),
)  # fmt: skip

COMMON = {entry.name: entry for entry in _ENTRIES}
"""The measures of any game by name, in the order of the tables."""

_OF_SOME_GAMES = ("first_elimination", "downtime", "fell_early", "score", "decisions")

MEASURES_OF_ANY_GAME = tuple(
    entry
    for entry in _ENTRIES
    if (entry.rows or entry.sums) and entry.name not in ("seat_balanced_p", *_OF_SOME_GAMES)
)
"""Those that make sense for every game; the others a game names where they do."""


def common(*names: str) -> tuple[Measure, ...]:
    """Return measures of any game by their names."""
    return tuple(COMMON[name] for name in names)


def common_quantities(seats: int, bots: Iterable[str], columns: Iterable[str]) -> tuple[Quantity, ...]:
    """Return the quantities of the measures of any game.

    Parameters
    ----------
    seats : int
    bots : iterable of str
        Distinct names.
    columns : iterable of str
        Names of the columns of a row.
    """
    setting = Setting(seats, tuple(bots), tuple(columns))
    return tuple(one for entry in _ENTRIES for one in entry.quantities(setting))


def common_statistics(seats: int, bots: Iterable[str], columns: Iterable[str]) -> tuple[Statistic, ...]:
    """Return the statistics of the measures of any game; arguments as for `common_quantities`."""
    setting = Setting(seats, tuple(bots), tuple(columns))
    return tuple(one for entry in _ENTRIES for one in entry.own_statistics(setting))


def own_quantities(measures: Iterable[Measure], setting: Setting) -> tuple[Quantity, ...]:
    """Return the quantities of those measures that are a game's own."""
    return tuple(one for entry in measures if entry.name not in COMMON for one in entry.quantities(setting))


def own_statistics(measures: Iterable[Measure], setting: Setting) -> tuple[Statistic, ...]:
    """Return the statistics of those measures that are a game's own."""
    return tuple(
        one for entry in measures if entry.name not in COMMON for one in entry.own_statistics(setting)
    )
