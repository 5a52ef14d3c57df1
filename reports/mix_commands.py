"""From a request to train a mix to a bot file, a page and the gains of its rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from conquestlab.analysis.language import say
from conquestlab.analysis.measures.measure import POINTS
from conquestlab.analysis.mixing.mix_answers import MixAnswer, Watcher, train_mix
from conquestlab.analysis.mixing.mix_plan import mix_plan_of
from conquestlab.analysis.playing.workers import Listener
from conquestlab.analysis.training.train_answers import state_of
from conquestlab.reports.answer import Answer, Output
from conquestlab.reports.formatted_numbers import formatted, span_text, with_unit
from conquestlab.reports.page import Page
from conquestlab.reports.search_progress import generations_told

if TYPE_CHECKING:
    from conquestlab.analysis.mixing.double_oracle import Round
    from conquestlab.analysis.requests.searches import TrainRequest


def mix_answer(request: TrainRequest, output: Output) -> Answer:
    """Answer `conquest train --mix`; it holds if a response gained, so that there is a mix to write."""
    from conquestlab.reports.files import check_place

    plan, voice = mix_plan_of(request), output.voice
    for place in (request.out, state_of(request)):
        check_place(place)
    with generations_told(voice) as (_, learned):
        trained = train_mix(
            request,
            plan,
            listener=Listener(voice.compiling, warned=voice.say),
            watcher=Watcher(learned, lambda done: voice.say(_rounded(done))),
        )
    if trained.interrupted:
        return Answer(
            None,
            say(
                "{rounds} rounds and what was played of the next are kept; go on with: {way_on}",
                rounds=len(trained.rounds),
                way_on=output.way_on,
            ),
        )
    meta = {"seed": plan.seeds.text, "rounds": len(trained.rounds), "made_by": trained.made_by}
    page = Page(
        trained.rows,
        (plan.rulebook,),
        _verdict(request, trained),
        meta=meta,
        draw=lambda: _gains(request, trained),
    )
    return Answer(page, holds=trained.is_new)


def _gain_text(done: Round) -> tuple[str, str]:
    gain, low, high = formatted(*done.proof.gain[:3], True)
    return with_unit(gain, POINTS), span_text(low, high)


def _verdict(request: TrainRequest, trained: MixAnswer) -> tuple[str, ...]:
    last = trained.rounds[-1]
    gain, span = _gain_text(last)
    before = say(
        "the last response gained {gain} ({span}) on the mix that it was trained against",
        gain=gain,
        span=span,
    )
    if not trained.is_new:
        return (before, say("no response gained: nothing written; try more --generations or --games"))
    left = formatted(trained.mix.gain, None, None, True)[0]
    known = say(
        "no bot that is known from the training gains more than {points} on the mix {mix}, by the games in "
        "which it was found",
        points=with_unit(left, POINTS),
        mix=trained.mix.said,
    )
    return before, known, say("{file} written", file=request.out)


def _rounded(done: Round) -> str:
    gain, span = _gain_text(done)
    return say(
        "round {number}: the response gains {gain} ({span}); mix: {mix}",
        number=done.number,
        gain=gain,
        span=span,
        mix=done.mix.said,
    )


def _gains(request: TrainRequest, trained: MixAnswer) -> Any:
    """Draw what each response gained on the mix before it."""
    from conquestlab.reports.figures.interval_figures import curves_with_bands

    points = [
        {
            "of": row["round"],
            "value": row["gain"],
            "low": row["gain_low"],
            "high": row["gain_high"],
            "by": say("gain of the response"),
        }
        for row in trained.rows
    ]
    return curves_with_bands(
        points,
        heading=say(
            "Training of the mix {out}: {label}, {seats} players",
            out=request.out,
            label=trained.plan.rulebook.label,
            seats=trained.plan.seats,
        ),
        subtitle=say(
            "What the response of each round gains in one seat of a table of the mix before; 95 % intervals"
        ),
        labels=(say("round"), say("gain")),
        by="by",
        percent=True,
        reference=0.0,
    )
