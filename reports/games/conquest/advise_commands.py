"""From a request for advice on a position to words and a table, or to a position file."""

from __future__ import annotations

from typing import Any

from conquestlab.analysis.games.conquest.asked_position import Asked, asked_position
from conquestlab.analysis.games.conquest.attack_advice import (
    MOST_PLAYED,
    PLAN_NAMES,
    Advice,
    Played,
    advice_rows,
    advise,
    plays_of,
)
from conquestlab.analysis.games.conquest.board_words import file_of_board
from conquestlab.analysis.language import marked, say, translated
from conquestlab.analysis.requests.advising import AdviseRequest
from conquestlab.reports.answer import Output
from conquestlab.reports.digits import ShownNumber, brief
from conquestlab.reports.formatted_numbers import formatted
from conquestlab.reports.page import Page

COMPILE_SECONDS = 40
SHOWN = ("from", "to", "attackers", "defenders", "win", "left", "chance")


def advise_page(request: AdviseRequest, output: Output) -> Page:
    """Answer `conquest advise`; with `example` the position is written instead."""
    from conquestlab.analysis.seeds import parse_seeds

    asked = asked_position(request)
    if request.example:
        lines = file_of_board(asked.board, asked.rulebook)
        return Page([{"position": line} for line in lines], (asked.rulebook,), text="\n".join(lines) + "\n")
    seeds = parse_seeds(request.seed)
    plays = plays_of(asked.board, asked.rulebook, request.simulate)
    if plays and needs_compiling():
        output.voice.compiling(COMPILE_SECONDS)
    with output.voice.progress(plays, "games") as bar:
        found = advise(asked.board, asked.rulebook, request.simulate, seeds.words, bar.advance)
    rows = advice_rows(found)
    shown = [{name: _cell(name, row[name]) for name in SHOWN} for row in rows if row["kind"] == "attack"]
    meta: dict[str, Any] = {"seed": seeds.text, "games": request.simulate} if plays else {}
    return Page(rows, (asked.rulebook,), shown=shown, meta=meta, lead=tuple(_words(asked, found)))


def needs_compiling() -> bool:
    """Tell whether playing on compiles its kernels first."""
    from conquestlab.kernels.compiling.jit import cache_is_warm
    from conquestlab.kernels.conquest.attack_worths import attack_worths, plan_worths_of

    return not cache_is_warm(attack_worths, plan_worths_of)


def _cell(name: str, value: Any) -> Any:
    """Show odds as the sentence above tells them, other numbers in three digits."""
    if name == "win":
        return ShownNumber(f"{_percent(value)} %")
    return brief(value) if isinstance(value, float) else value


def _words(asked: Asked, found: Advice) -> list[str]:
    board = found.board
    about = say(
        "{rules}, {players} players: seat {seat} in round {round}.",
        rules=found.rulebook.label,
        players=board.players,
        seat=board.seat + 1,
        round=board.round,
    )
    if board.to_place:
        about += " " + say(
            "It has {armies} armies to place; each attack is reckoned with all of them on the land that "
            "attacks.",
            armies=board.to_place,
        )
    best = found.best
    if best is None:
        return [
            about,
            say("No attack can be made: no land with two armies or more touches a land of another."),
        ]
    told = [about, _best(found)]
    if found.plans:
        told.append(_plans(found))
    told.append(_assumptions(asked, found))
    return told


def _best(found: Advice) -> str:
    assert found.best is not None
    option, played = found.best
    lands = found.rulebook.map.lands
    told = [
        say(
            "The best attack: {source} on {target}, {attackers} against {defenders}. It takes the land with "
            "a chance of {win} %, with {left} attackers left on average if it does; whatever comes, it "
            "costs {lost} armies on average.",
            source=lands[option.source].name,
            target=lands[option.target].name,
            attackers=option.attackers,
            defenders=option.defenders,
            win=_percent(option.win),
            left=_number(option.left),
            lost=_number(option.lost),
        )
    ]
    if option.gains:
        told.append(say("It brings: {gains}.", gains="; ".join(option.gains)))
    if played is not None:
        told.append(
            say(
                "Played on from there, the seat wins the game with a chance of {chance}.",
                chance=_chance(played),
            )
        )
    if found.no_attack is not None:
        told.append(
            say("If it attacks nobody in this turn, it wins {chance}.", chance=_chance(found.no_attack))
        )
        if played is not None and found.no_attack.chance > played.chance:
            told.append(say("So none of these attacks did better than to attack nobody."))
    return " ".join(told)


def _plans(found: Advice) -> str:
    ranked = sorted(zip(PLAN_NAMES, found.plans, strict=True), key=lambda pair: -pair[1].chance)
    listed = "; ".join(
        say("{plan} {chance}", plan=translated(name), chance=_chance(played)) for name, played in ranked
    )
    return say("Whole plans for the turn, by the chance to win the game: {plans}.", plans=listed)


def _assumptions(asked: Asked, found: Advice) -> str:
    told = [say("The odds of battles are exact.")]
    if found.plans:
        told.append(
            say(
                "Chances to win the game are not: they come from {games} plays of each choice, in which "
                "every seat plays by the weights of the bot planner and hidden cards are dealt anew. The "
                "{number} most promising attacks were played; the best of several owes a little to luck.",
                games=found.plans[0].games,
                number=min(len(found.options), MOST_PLAYED),
            )
        )
    if not found.board.is_whole:
        told.append(
            say(
                "Lands that were not named are passed over: nothing is said of them, and no game is played "
                "on. For chances to win the game, give the whole position with --position FILE."
            )
        )
    missing = [key for key in found.board.assumed if key in ASSUMED]
    if missing and asked.source != "game":
        told.append(
            say(
                "Not given, and so assumed: {assumed}.",
                assumed="; ".join(translated(ASSUMED[key]) for key in missing),
            )
        )
    return " ".join(told)


ASSUMED = {
    "seat": marked("it is the turn of seat 1"),
    "round": marked("round 5"),
    "to_place": marked("all armies are placed"),
    "hand": marked("no card in hand"),
    "hand_sizes": marked("the others hold no cards"),
    "sets_done": marked("no set was exchanged before"),
    "conquered": marked("nothing was taken in this turn"),
}
"""What is assumed of a key that is not given; the others make no difference then."""


def _chance(played: Played) -> str:
    low, high = played.interval
    value, least, most = formatted(played.chance, low, high, percent=True)
    return say("{value} % ({low} to {high})", value=value, low=least, high=most)


def _number(value: float) -> str:
    return formatted(value, decimals=1)[0]


def _percent(chance: float) -> str:
    return formatted(chance, percent=True, decimals=1)[0]
