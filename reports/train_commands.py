"""From a request to train to a trained bot, a page and a learning curve."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.language import say
from conquestlab.analysis.playing.workers import Listener
from conquestlab.analysis.requests.searches import TrainRequest
from conquestlab.analysis.training.plan import plan_of
from conquestlab.analysis.training.train_answers import TrainAnswer, Watcher, state_of, train
from conquestlab.reports.answer import Answer, Output
from conquestlab.reports.formatted_numbers import formatted
from conquestlab.reports.page import Page
from conquestlab.reports.search_progress import generations_told

if TYPE_CHECKING:
    from conquestlab.analysis.training.shares import Estimate


def train_answer(request: TrainRequest, output: Output) -> Answer:
    """Answer `conquest train`; it holds if the bot is better than its start, or if a mix was found."""
    if request.mix:
        from conquestlab.reports.mix_commands import mix_answer

        return mix_answer(request, output)
    from conquestlab.reports.files import check_place

    plan, voice = plan_of(request), output.voice
    for place in (request.out, state_of(request)):
        check_place(place)
    with generations_told(voice) as (begin_at, learned):
        trained = train(
            request,
            plan,
            listener=Listener(voice.compiling, warned=voice.say),
            watcher=Watcher(
                begin_at, learned, lambda generation, shares: voice.say(_watched(generation, shares))
            ),
        )
    if trained.interrupted:
        return Answer(
            None,
            say(
                "{generations} generations are kept; go on with: {way_on}",
                generations=trained.generations,
                way_on=output.way_on,
            ),
        )
    meta = {"seed": plan.seeds.text, "generations": trained.generations, "made_by": trained.made_by}
    page = Page(
        trained.rows,
        (plan.rulebook,),
        (_verdict(request, trained),),
        meta=meta,
        draw=lambda: _curve(request, trained, plan.seats),
    )
    return Answer(page, holds=trained.is_better)


def _verdict(request: TrainRequest, trained: TrainAnswer) -> str:
    together = trained.rows[0]
    known = together["gain"], together["gain_low"], together["gain_high"]
    texts = formatted(*known, percent=True)
    gain, low, high = (f"+{text}" if number > 0 else text for number, text in zip(known, texts, strict=True))
    gain = say("{gain} points ({low} to {high}) on its start", gain=gain, low=low, high=high)
    if trained.is_better:
        return say("{gain}: {out} written", gain=gain, out=request.out)
    return say("{gain}: not shown to be better, nothing written; more generations with --resume", gain=gain)


def _watched(generation: int, shares: Sequence[tuple[str, Estimate]]) -> str:
    against = ", ".join(f"{100 * share.value:.0f} % against {name}" for name, share in shares)
    return say("generation {generation}: wins {against}", generation=generation, against=against)


def _curve(request: TrainRequest, trained: TrainAnswer, seats: int) -> Any:
    """Draw the share of the wins along the generations, a curve for each lasting opponent."""
    from conquestlab.reports.figures.interval_figures import curves_with_bands

    points = [
        row | {"of": row["generation"], "against": say("against {against}", against=row["against"])}
        for row in trained.curve
    ]
    others = "another" if seats == 2 else say("{seats} others that are alike", seats=seats - 1)
    return curves_with_bands(
        points,
        heading=say(
            "Training of {out}: {label}, {seats} players",
            out=request.out,
            label=trained.rulebook.label,
            seats=seats,
        ),
        subtitle=say(
            "Mean of the candidates, at the end the trained bot, against {others}; 95 % "
            "intervals; dashed: an even share",
            others=others,
        ),
        labels=(say("generation"), say("share of the wins")),
        by="against",
        percent=True,
        reference=1.0 / seats,
    )
