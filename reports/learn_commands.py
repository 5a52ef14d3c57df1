"""From a request to learn to a bot with a value, and a page: how far it comes true, and what the bot wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from conquestlab.analysis.language import say
from conquestlab.analysis.learning.learn_answers import LearnAnswer, learn, rows_of_round
from conquestlab.analysis.learning.learn_plan import TIMES, learn_plan_of
from conquestlab.analysis.measures.measure import SHARE
from conquestlab.analysis.playing.workers import Listener
from conquestlab.reports.answer import Answer, Output
from conquestlab.reports.digits import ShownNumber
from conquestlab.reports.formatted_numbers import formatted, texts_of
from conquestlab.reports.page import Page
from conquestlab.reports.reading import Reading, Sheet

if TYPE_CHECKING:
    from conquestlab.analysis.learning.rounds import Round
    from conquestlab.analysis.requests.searches import LearnRequest

FEW_UNFINISHED = 0.02  # of the games: with more, it is said that they are left out


def learn_answer(request: LearnRequest, output: Output) -> Answer:
    """Answer `conquest learn`."""
    from conquestlab.reports.files import check_place

    plan, voice = learn_plan_of(request), output.voice
    check_place(request.out)
    measured = plan.blocks_measured * plan.seats * (1 + len(plan.against))
    in_the_end = sum(measured + games for games in (TIMES * plan.starts, plan.games_alone) if games)
    with voice.progress(plan.rounds * (plan.games + measured) + in_the_end, "games") as bar:
        found = learn(
            request,
            plan,
            listener=Listener(voice.compiling, bar.advance, voice.say),
            learned=lambda done: voice.say(_told(done)),
        )
    if not found.rounds:
        return Answer(None, say("no round was played to its end: nothing is written"))
    page = Page(
        found.rows,
        (plan.rulebook,),
        _notes(request, found),
        meta={"seed": plan.seeds.text, "made_by": found.made_by, "bins": _bins(found)},
        reading=lambda: learn_reading(found),
    )
    stopped = say("stopped: {out} is of the last whole round", out=request.out)
    return Answer(page, stopped if found.interrupted else "")


def learn_reading(found: LearnAnswer) -> Reading:
    """Return what is read in a terminal."""
    last = found.rounds[-1]
    if not last.bins:
        return Reading(tuple(_sentences(last)), ())
    sheet = Sheet(say("Chances in games held out, in points, and what came of them:"), _shown_bins(last))
    return Reading(tuple(_sentences(last)), (sheet,))


def _sentences(done: Round) -> list[str]:
    rows = rows_of_round(done)
    said = []
    for row in rows:
        share = texts_of(row, SHARE)
        said.append(
            say(
                "{bot} wins {share} ({span}) of the games in one seat, with {against} in all the others.",
                bot=done.bot.name,
                share=share.value,
                span=share.span,
                against=_name(row["against"]),
            )
        )
    gap, error = rows[0]["worst_bin"], rows[0]["worst_bin_error"]
    if gap is not None:
        points, about = (formatted(share, percent=True)[0] for share in (gap, error))
        said.append(
            say(
                "Of ten bins of its chances, the worst is {points} points off, with a standard error of "
                "{error}.",
                points=points,
                error=about,
            )
        )
    return said


def _name(against: str) -> str:
    return say("the bot as it was before the last round") if against == "before" else against


def _shown_bins(done: Round) -> list[dict[str, Any]]:
    def points(share: float) -> ShownNumber:
        return ShownNumber(f"{100 * share:.1f}")

    return [
        {
            say("chance"): f"{100 * one.low:.0f} – {100 * one.high:.0f} %",
            say("predicted"): points(one.predicted),
            say("happened"): points(one.happened),
            say("error"): points(one.error),
            say("games"): one.games,
        }
        for one in done.bins
    ]


def _bins(found: LearnAnswer) -> list[dict[str, Any]]:
    """Return the bins of all rounds, for those who read the answer as JSON."""
    return [{"round": done.number} | one._asdict() for done in found.rounds for one in done.bins]


def _notes(request: LearnRequest, found: LearnAnswer) -> tuple[str, ...]:
    last = found.rounds[-1]
    games = say(
        "measured in {games} fresh games against each, by which nothing was chosen",
        games=f"{last.measured[0][1].games:,}",
    )
    notes = [games, say("{file} written", file=request.out)]
    if last.unfinished > FEW_UNFINISHED * last.games:
        notes.append(
            say(
                "{unfinished} of {games} games were won by nobody: nothing was learned from them",
                unfinished=f"{last.unfinished:,}",
                games=f"{last.games:,}",
            )
        )
    return tuple(notes)


def _told(done: Round) -> str:
    shares = ", ".join(
        say("{share} % against {name}", share=formatted(one.value, one.low, one.high, True)[0], name=name)
        for name, one in done.measured
    )
    return say("round {number}: wins {shares}", number=done.number, shares=shares)
