"""The sentences below a comparison: what its games were, and what has to be known to read its rows."""

from __future__ import annotations

from collections.abc import Sequence

from conquestlab.analysis.comparing.families import EXPLORATORY, PRIMARY, same_question
from conquestlab.analysis.comparing.judging import Judged
from conquestlab.analysis.comparing.measured_sides import MeasuredSide
from conquestlab.analysis.comparing.paired_games import widest_half_width
from conquestlab.analysis.comparing.variants import Comparison
from conquestlab.analysis.formatted_numbers import formatted
from conquestlab.analysis.language import marked, numerals, say, translated
from conquestlab.analysis.playing.workers import Done
from conquestlab.analysis.requests.games import CompareRequest
from conquestlab.analysis.row import Row

UNFINISHED = ("unfinished_share", "")
MOST_CUT_OFF = 0.01  # a difference of games cut off that is told though chance may have brought it


def reached(comparison: Comparison, outcome: Done, within: float | None) -> list[str]:
    """Say where the games stopped that were played until the shares were known."""
    if within is None or outcome.total is None or outcome.interrupted:
        return []
    about = say(
        "{players} players, {bots_text}", players=comparison.players, bots_text=comparison.base.bots_text
    )
    reached = widest_half_width(comparison, outcome.total)
    games = outcome.total.tallies[0].games
    if reached <= within:
        return [
            say(
                "{about}: stopped after {games} games, differences of win shares are known to {reached}",
                about=about,
                games=games,
                reached=numerals(f"{reached:.2g}"),
            )
        ]
    return [
        say(
            "{about}: differences of win shares are known to {reached} only, {within} takes more games",
            about=about,
            reached=numerals(f"{reached:.2g}"),
            within=numerals(f"{within:g}"),
        )
    ]


def _sameness(side: MeasuredSide) -> str:
    label, base = side.variant.rulebook.label, side.comparison.base.rulebook.label
    if side.comparison.is_base_again(side.variant):
        return say("{label} has the rules of {base}: every game came out the same", label=label, base=base)
    about = say(
        "{players} players, {bots_text}", players=side.comparison.players, bots_text=side.variant.bots_text
    )
    return say(
        "{label} has other rules than {base}, but every game came out the same ({about})",
        label=label,
        base=base,
        about=about,
    )


def cut_off_notes(sides: Sequence[MeasuredSide], judged: Sequence[Judged]) -> list[str]:
    """Say where the variants differ in games that were cut off, and what rests on the others alone."""
    notes = []
    for side in sides:
        one = next((one for one in judged if one.row is side.rows.get(UNFINISHED)), None)
        if one is None or side.identical:
            continue
        difference = one.contrast.difference.value
        if not one.verdict.is_finding and abs(difference) <= MOST_CUT_OFF:
            continue
        base = next(other for other in sides if other.comparison is side.comparison)
        resting = _resting_on_decided(min(base, side, key=lambda both: both.finished))
        notes.append(
            say(
                "{players} players, {bots_text}: {percent} of the games are cut off under {label}, "
                "{percent_2} under {label_2}; these tell of decided games alone: {resting}",
                players=side.comparison.players,
                bots_text=side.variant.bots_text,
                percent=_percent(one.row),
                label=side.variant.rulebook.label,
                percent_2=_percent(base.rows[UNFINISHED]),
                label_2=side.comparison.base.rulebook.label,
                resting=", ".join(resting),
            )
        )
    return notes


def _percent(row: Row) -> str:
    return say("{number} %", number=formatted(row["value"], row["low"], row["high"], percent=True)[0])


def _resting_on_decided(side: MeasuredSide) -> list[str]:
    """Return the measures that are compared and rest on games that were not cut off, at most."""
    compared: dict[str, bool] = {}
    for (measure, _), row in side.rows.items():
        if side.variant.known_measures[measure].compared:
            compared[measure] = compared.get(measure, True) and row["games"] <= side.finished
    return [measure for measure, rests in compared.items() if rests]


def closing_notes(
    sides: Sequence[MeasuredSide], judged: Sequence[Judged], request: CompareRequest
) -> list[str]:
    """Say what was the same, what was found in each family, and what has to be known of the games."""
    notes = list(dict.fromkeys(_sameness(side) for side in sides if side.identical))
    notes += _found(judged)
    if len({side.variant.bots_text for side in sides}) == 1:
        notes.append(say("one set of bots only: whether a finding depends on the bots is not looked at"))
    notes += dict.fromkeys(note for side in sides for note in _cut_off(side))
    if request.same_bots:
        notes.append(say("all rulebooks are played by the bots that the first one has"))
    if request.apart is not None:
        notes.append(
            say("the rulebooks after the first have luck of their own, of seed {apart}", apart=request.apart)
        )
    return notes


def _cut_off(side: MeasuredSide) -> list[str]:
    """Say up to which round the mean length counts."""
    if side.finished == side.games:
        return []
    cap = min(side.comparison.caps)
    return [
        say(
            "{players} players: games were cut off, so rounds is the mean up to round {cap}",
            players=side.comparison.players,
            cap=cap,
        )
    ]


HOW = {
    PRIMARY: marked("Holm: 5 % for any false one among them"),
    EXPLORATORY: marked("Benjamini and Hochberg: one in twenty of those found may be false"),
}


def _is_counted(one: Judged) -> bool:
    """Whether no other row stands for the same question."""
    bots = tuple(dict.fromkeys(one.comparison.base.bots))
    return same_question(one.key, one.row["kind"], one.comparison.players, bots) == one.key


def _found(judged: Sequence[Judged]) -> list[str]:
    """Say how many differences of each family are findings."""
    notes = []
    for family, how in HOW.items():
        some = [one for one in judged if one.tested.family == family and _is_counted(one)]
        if some:
            findings = sum(one.verdict.is_finding for one in some)
            numbers = {"findings": findings, "count": len(some), "how": translated(how)}
            if family == PRIMARY:
                asked = ", ".join(dict.fromkeys(one.key[0] for one in some))
                notes.append(
                    say(
                        "{findings} of {count} primary differences, of {asked}, are more than chance ({how})",
                        asked=asked,
                        **numbers,
                    )
                )
            else:
                notes.append(
                    say(
                        "{findings} of {count} exploratory differences are more than chance ({how})",
                        **numbers,
                    )
                )
    return notes
