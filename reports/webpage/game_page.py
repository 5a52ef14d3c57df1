"""The page on which one game is watched: its board, its scenes and its chances, all in one file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup

from conquestlab.analysis.games.scenes import HANDS, Scene
from conquestlab.analysis.language import language, say
from conquestlab.analysis.playing.watching import Watched
from conquestlab.analysis.version import VERSION
from conquestlab.reports.formatted_numbers import formatted
from conquestlab.reports.games.pages import pages_of
from conquestlab.reports.webpage.templates import script_of, style_of, template

TEMPLATE = "game.html"
SPEEDS = (("½×", 2.0), ("1×", 1.0), ("2×", 0.5), ("4×", 0.25), ("10×", 0.1))
USUAL_SPEED = 0.5  # seconds a step
DECIMALS = 4  # of a chance on the page


def game_page(watched: Watched, command: str) -> str:
    """Return the page.

    Parameters
    ----------
    watched : Watched
    command : str
        The line that makes the page again; empty where there is none.
    """
    book, scenes = watched.rulebook, watched.scenes
    pages = pages_of(book.game)
    has_places = any(scene.places for scene in scenes.scenes)
    board = pages.board(book, len(scenes.players)) if pages.board and has_places else None
    return template(TEMPLATE).render(
        language=language(),
        title=say("{title}, game {game}", title=book.called, game=watched.game),
        facts=_facts(watched),
        board=board and {"svg": Markup(board.svg)},
        players=scenes.players,
        columns=scenes.columns,
        course=watched.course,
        words=_words(),
        speeds=SPEEDS,
        usual=USUAL_SPEED,
        turn_heads=_turn_heads(watched),
        turns=list(_turns(watched)),
        notes=[*([board.words] if board else []), *(_sentence(doubt) for doubt in pages.doubts(book))],
        command=command,
        game=Markup(_as_json(watched)),
        style=style_of("page.css", "player.css"),
        script=script_of("player.js"),
        version=VERSION,
    )


def _facts(watched: Watched) -> list[str]:
    last = watched.scenes.scenes[-1]
    facts = [watched.rulebook.label, say("seed {seed}", seed=watched.seed)]
    return [*facts, say("{events} events", events=f"{len(watched.scenes.scenes) - 1:,}"), last.text]


def _words() -> dict[str, str]:
    """Return what stands on the buttons and heads of the page."""
    return {
        "theme": say("Light or dark"),
        "controls": say("Step through the game"),
        "turn_back": say("Back by a turn"),
        "back": say("Back by a step"),
        "play": say("Play"),
        "pause": say("Pause"),
        "space": say("Play or pause (space)"),
        "on": say("On by a step"),
        "turn_on": say("On by a turn"),
        "slider": say("Place in the game"),
        "speed": say("Speed"),
        "keys": say("Keys: ← → by a step, ↑ ↓ by a turn, Home and End, space plays."),
        "player": say("Player"),
        "events": say("Events"),
        "turns": say("Turn by turn"),
        "again": say("This page comes again from"),
        "no_script": say("Without JavaScript the game does not move; the list of turns stands above."),
    }


def _as_json(watched: Watched) -> str:
    """Return what the script needs, in few letters."""
    scenes, course = watched.scenes, watched.course
    told = {
        "players": [player.letter for player in scenes.players],
        "names": [player.name for player in scenes.players],
        "out": any(scene.event == "eliminate" for scene in scenes.scenes),
        "words": {
            "event": say("Event"),
            "of": say("of"),
            "round": say("Round"),
            "against": say("against"),
            "nobody": say("nobody"),
            "hand": say(HANDS),
        },
        "course": {
            "places": course.places,
            "values": [[round(value, DECIMALS) for value in values] for values in course.values],
        },
        "steps": [_step(scene) for scene in scenes.scenes],
    }
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")  # so that nothing in it ends the script


def _step(scene: Scene) -> dict[str, Any]:
    """Return a scene with the keys that the script reads; what is empty is left out."""
    told: dict[str, Any] = {
        "t": scene.text,
        "s": scene.player,
        "o": int(scene.opens_turn),
        "r": scene.round,
        "p": {id: [list(held.players), held.number, held.note] for id, held in scene.places.items()},
        "h": {str(player): list(cards) for player, cards in scene.hands.items()},
        "c": {str(player): list(row) for player, row in scene.standings.items()},
        "d": [[roll.player, list(roll.faces)] for roll in scene.rolls],
        "a": list(scene.arrow),
    }
    return {key: value for key, value in told.items() if value or key == "t"}


def _turn_heads(watched: Watched) -> list[str]:
    letters = [player.letter for player in watched.scenes.players[: len(watched.course.values[0])]]
    first = say("{heading}: {letter}", heading=watched.course.heading, letter=letters[0])
    chances = [first, *letters[1:]]
    return [say("Round"), say("Player"), *watched.scenes.columns, *chances]


def _turns(watched: Watched) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield each turn as it ended: the last of its scenes, and what a row of the table says of it."""
    scenes, course = watched.scenes, watched.course
    standings: dict[int, tuple[int, ...]] = {}
    ends = dict(zip(course.places, course.values, strict=True))
    mover, is_open = 0, False
    for place, scene in enumerate(scenes.scenes):
        standings |= scene.standings
        if scene.opens_turn:
            mover, is_open = scene.player, True
        over = place + 1 == len(scenes.scenes) or scenes.scenes[place + 1].opens_turn
        if not (over and is_open):
            continue
        who = scenes.players[mover - 1] if mover else None
        name = f"{who.letter} {who.name}" if who else say("all")
        own = [str(value) for value in standings[mover]] if mover else [""] * len(scenes.columns)
        chances = [formatted(value, None, None, True, 0)[0] + "\u202f%" for value in ends.get(place, ())]
        yield place, [str(scene.round), name, *own, *chances]


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:] + "."
