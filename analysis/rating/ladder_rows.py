"""The rows of a ladder, and of one bot against others: what the matches of a contest say."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Any, NamedTuple

from conquestlab.analysis.formatted_numbers import formatted
from conquestlab.analysis.measures.ratio_measures import family_of, measure_row
from conquestlab.analysis.measures.ratios import UNKNOWN, Share, Span
from conquestlab.analysis.rating.contests import Contest
from conquestlab.analysis.rating.match import Match
from conquestlab.analysis.rating.pairs import Pair, misfits, pair_shares
from conquestlab.analysis.rating.ratings import Rating, Ratings, rate
from conquestlab.analysis.rating.shares import cut_off, share_of, won_by, won_in_seat, won_of_all
from conquestlab.analysis.rating.triples import Triple, circles, sure

Row = dict[str, Any]

ELO = 400.0 / log(10.0)  # points of Elo in one of natural log-odds


class ContestAnswer(NamedTuple):
    """What a contest says: rows, and sentences about them."""

    rows: list[Row]
    notes: list[str]


def contest_rows(contest: Contest, matches: Sequence[Match], anchor: str | None) -> ContestAnswer:
    """Return the rows of one contest: rules, players, measure, of, against, value, low, high, games."""
    told = _one_against(contest, matches) if contest.one else _ladder(contest, matches, anchor)
    head = {"rules": contest.rulebook.label, "players": contest.seats}
    about = f"{contest.rulebook.label}, {contest.seats} players"
    return ContestAnswer([head | row for row in told.rows], [f"{about}: {note}" for note in told.notes])


def _row(
    measure: str, of: str, against: str, value: float | None, span: Span = UNKNOWN, games: int = 0
) -> Row:
    """Return a record with the column `against` after `of`; a number of games stays a whole one."""
    made = measure_row(measure, of, value, span, games)
    if isinstance(value, int):
        made["value"] = value
    return {"measure": measure, "of": of, "against": against} | {
        key: made[key] for key in ("value", "low", "high", "games")
    }


def _one_against(contest: Contest, matches: Sequence[Match]) -> ContestAnswer:
    names = contest.names
    alone = len(names) == 2
    shown = names[:1] if alone else names
    rows = []
    for measure, parts in (("win_share", won_by), ("win_share_of_all", won_of_all)):
        for bot, name in enumerate(shown):
            share = share_of(matches, parts(names, bot))
            others = ",".join(other for other in names if other != name)
            rows.append(_share_row(measure, name, others, share, family_of(len(shown))))
    others = ",".join(names[1:])
    for seat in range(contest.seats):
        share = share_of(matches, won_in_seat(names, 0, seat))
        share = share._replace(games=sum(match.decided_in(names, 0, seat) for match in matches))
        rows.append(_share_row("seat_win_share", str(seat + 1), others, share, family_of(contest.seats)))
    return ContestAnswer(rows + _unfinished_rows(matches, contest.one, others), [])


def _ladder(contest: Contest, matches: Sequence[Match], anchor: str | None) -> ContestAnswer:
    names = contest.names
    ratings = rate(matches, names, anchor)
    rows = []
    for measure, unit in (("rating", 1.0), ("elo", ELO)):
        rows += [_rating_row(measure, rating, ratings.anchor, unit) for rating in ratings.bots]
    rows += [_rating_row("seat_rating", rating, "", 1.0) for rating in ratings.seats]
    family = family_of(len(names))
    for bot, name in enumerate(names):
        rows.append(_share_row("win_share", name, "", share_of(matches, won_by(names, bot)), family))
    rows += _unfinished_rows(matches, "", "")
    notes = _bound_notes(ratings, anchor)
    if contest.seats == 2:
        pairs = _pairs(matches, names, ratings)
        rows += pairs.rows
        notes += pairs.notes
    return ContestAnswer(rows, notes)


def _share_row(measure: str, of: str, against: str, share: Share, family: int) -> Row:
    return _row(measure, of, against, share.value, share.span(family), share.games)


def _rating_row(measure: str, rating: Rating, anchor: str, unit: float) -> Row:
    low, high = (None if end is None else unit * end for end in rating.span)
    value = None if rating.value is None else unit * rating.value
    return _row(measure, rating.of, anchor, value, (low, high), rating.games)


def _unfinished_rows(matches: Sequence[Match], of: str, against: str) -> list[Row]:
    share = share_of(matches, cut_off)
    number = sum(match.unfinished for match in matches)
    return [
        _row("unfinished", of, against, number, games=share.games),
        _share_row("unfinished_share", of, against, share, 1),
    ]


def _bound_notes(ratings: Ratings, anchor: str | None) -> list[str]:
    known = [rating.of for rating in ratings.bots if rating.value is not None]
    rated = known[0] if len(known) == 1 else "the rated bots"
    notes = []
    for rating in ratings.bots:
        low, high = rating.span
        if rating.value is not None:
            continue
        if high is not None:
            end = formatted(None, None, high)[2]
            notes.append(f"{rating.of} never won against {rated}: its rating is below {end}")
        elif low is not None:
            end = formatted(None, low)[1]
            notes.append(f"{rating.of} never lost to {rated}: its rating is above {end}")
        else:
            notes.append(f"{rating.of} has too few games with {rated} to be rated")
    if ratings.strengths is not None and not ratings.strengths.with_seats:
        notes.append("the games do not tell what a seat is worth; the ratings take seats as alike")
    if anchor is not None and not ratings.anchor:
        notes.append(f"{anchor} cannot be rated, so the mean of the rated bots is 0")
    return notes


def _pairs(matches: Sequence[Match], names: Sequence[str], ratings: Ratings) -> ContestAnswer:
    """Return how each pair did, where the ratings do not bear it out, and the circles."""
    pairs = pair_shares(matches, names)
    rows = [_pair_row("pair_share", each) for pair in pairs for each in (pair, pair.turned)]
    rows += [_p_row("pair_p", pair) for pair in pairs]
    notes = []
    if ratings.strengths is not None:
        found = misfits(matches, names, ratings.strengths)
        rows += [_pair_row("misfit", each) for each in found] + [_p_row("misfit_p", each) for each in found]
        wrong = [each for each in found if each.is_sure]
        if found:
            notes.append(
                f"{len(wrong)} of {len(found)} pairs are otherwise than their ratings say"
                + "".join(f"; {each.of} against {each.against} by {_points(each)}" for each in wrong)
            )
    if len(names) > 2:
        circular = circles(pairs)
        triples = sure(circular)
        games = sum(pair.games for pair in pairs)
        rows.append(_row("triples", "", "", len(triples), games=games))
        rows += [row for triple in triples for row in _triple_rows(triple)]
        notes.append(_triple_note(triples, len(circular) - len(triples)))
    return ContestAnswer(rows, notes)


def _pair_row(measure: str, pair: Pair) -> Row:
    return _row(measure, pair.of, pair.against, pair.value, (pair.low, pair.high), pair.games)


def _p_row(measure: str, pair: Pair) -> Row:
    return _row(measure, pair.of, pair.against, pair.p, games=pair.games)


def _triple_rows(triple: Triple) -> list[Row]:
    weakest, games = triple.weakest, sum(leg.games for leg in triple.legs)
    rows = [
        _row("triple", triple.text, "", weakest.value, (weakest.low, weakest.high), games),
        _row("triple_p", triple.text, "", triple.p, games=games),
    ]
    for leg in triple.legs:
        rows.append(_row("triple_leg", triple.text, leg.text, leg.value, (leg.low, leg.high), leg.games))
    return rows + [_row("triple_leg_p", triple.text, leg.text, leg.p, games=leg.games) for leg in triple.legs]


def _triple_note(triples: Sequence[Triple], by_chance: int) -> str:
    told = "; ".join(
        f"{triple.text} ({', '.join(_share_text(leg) for leg in triple.legs)})" for triple in triples
    )
    more = f"; {by_chance} more may be chance" if by_chance else ""
    return (f"circles of three: {told}" if triples else "no three bots beat one another in a circle") + more


def _share_text(leg: Pair) -> str:
    """Return a share as it is shown everywhere."""
    return f"{formatted(leg.value, leg.low, leg.high, percent=True)[0]} %"


def _points(pair: Pair) -> str:
    """Return a difference of shares as it is shown everywhere."""
    return f"{formatted(pair.value, pair.low, pair.high, percent=True)[0]} points"
