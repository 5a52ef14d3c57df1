"""Which options have an effect on what is asked: those that have none are refused, not passed over.

A table for each command says what an option goes with. `asked` has the values of all options and arguments of
the command by name, as Click has read them, and its `request`. Options that no table names have an effect
whatever is asked; tests/test_unused_options.py tries them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from conquestlab.analysis.errors import WrongUse
from conquestlab.reports.command_line.option_values import check_value

Asked = Mapping[str, Any]
Condition = Callable[[Asked], object]


class Needs(NamedTuple):
    """What some options need to have an effect.

    Attributes
    ----------
    options : str
        Their names, as the command calls them inside, with blanks between.
    act : callable
        Takes what is asked; whether the options have an effect on it.
    where : str
        Follows "has no effect": on what, or beside what.
    instead : str
        Another way to mend the question than to leave the options out.
    """

    options: str
    act: Condition
    where: str
    instead: str = ""

    def message(self, typed: list[str]) -> str:
        """Say that the options which were typed have no effect."""
        one, others = typed[-1], typed[:-1]
        names, verb = (f"{', '.join(others)} and {one}", "have") if others else (one, "has")
        either = f", or {self.instead}" if self.instead else ""
        return f"{names} {verb} no effect {self.where}: leave {'them' if others else 'it'} out{either}"


def refuse_unused(command: str, given: Mapping[str, str], asked: Asked) -> None:
    """Refuse options that have no effect on what is asked.

    Parameters
    ----------
    command : str
        Its name, a key of `TABLES`.
    given : mapping
        What was typed: the name of each option inside, and how it is written.
    asked : mapping
        The values of all options and arguments.

    Raises
    ------
    WrongUse
        Names the options that have no effect, why, and what they go with.
    """
    if not given:
        return
    own = _of_single_games(command, asked) if given.keys() - OF_ANY_GAME else ()
    for needs in (*own, *TABLES.get(command, ())):
        typed = [name for name in needs.options.split() if name in given]
        if typed and not needs.act(asked):
            for name in typed:
                check_value(command, name, asked[name])
            raise WrongUse(needs.message([given[name] for name in typed]))


def has_effect(command: str, option: str, asked: Asked) -> bool:
    """Whether an option that nobody typed would have an effect on what is asked."""
    return all(needs.act(asked) for needs in TABLES.get(command, ()) if option in needs.options.split())


def _any(*names: str) -> Condition:
    return lambda asked: any(asked[name] for name in names)


def _none(*names: str) -> Condition:
    return lambda asked: not any(asked[name] for name in names)


def _show(*views: str) -> Condition:
    return lambda asked: asked["show"] in views


def _hand_or(*views: str) -> Condition:
    return lambda asked: asked["hand"] is not None or asked["show"] in views


def _only(*checks: str) -> Condition:
    return lambda asked: not asked["only"] or set(checks) & set(asked["only"])


# What is asked, looked at more closely ----------------------------------------------------------


def _of_single_games(command: str, asked: Asked) -> Iterator[Needs]:
    """Yield what the options need that an exact command has for single games."""
    from conquestlab.reports.games.pages import HAS_NO, answering_game, every_game

    if command not in HAS_NO:
        return
    answering = answering_game(command, asked["request"].books)
    for name, pages in every_game().items():
        if command in pages.own_options and name != answering:
            own = pages.own_options[command]
            yield Needs(own.names, lambda asked: False, own.where, own.instead)


def _of_several_lands(asked: Asked) -> bool:
    """Whether an attack goes through several lands, a row of them or a tree."""
    defenders = asked["defenders"] if "defenders" in asked else asked["of"][1:]
    return len(defenders) > 1 or any("(" in text for text in defenders)


def _has_a_choice_of_dice(asked: Asked) -> bool:
    """Whether it matters in which order dice are chosen."""
    return asked["policy"] or asked["attack_dice"] is None or asked["defend_dice"] in (None, "best")


def _texts_of_bots(asked: Asked) -> list[str]:
    """Return every text that names bots."""
    texts = [asked.get("bots"), asked.get("one"), asked.get("against")]
    found: list[str] = []
    for text in texts:
        found += [text] if isinstance(text, str) else text or ()
    return found


def _has_position(asked: Asked) -> bool:
    """Whether a position is given, in a file or in words."""
    return asked["position"] is not None or asked["me"] is not None


def _has_bots_that_differ(asked: Asked) -> bool:
    """Whether several bots sit at one table."""
    from conquestlab.analysis.bots.named_bots import split_bots

    return any(len(set(split_bots(text))) > 1 for text in _texts_of_bots(asked))


def _has_a_bot_outside(asked: Asked) -> bool:
    """Whether a program, or a class of a Python file, plays."""
    if asked.get("folder") is not None:
        from conquestlab.analysis.playing.runs import read_run

        return read_run(asked["folder"]).experiment.has_external_bots
    from conquestlab.analysis.bots.named_bots import name_and_bot, split_bots
    from conquestlab.analysis.bots.user_bots import is_user_bot, user_bot

    names = {name_and_bot(name)[1] for text in _texts_of_bots(asked) for name in split_bots(text)}
    return any(is_user_bot(name) and user_bot(name, "").is_outside for name in names)


def _draws_by_conquest(asked: Asked) -> bool:
    """Whether a conquest is what brings a card under one of the rulebooks."""
    from conquestlab.analysis.games.conquest.card_sets.card_question import read_rules

    return any(read_rules(book)[1].draw not in ("start", "remainder") for book in asked["request"].books)


def _plays_cards(asked: Asked) -> bool:
    """Whether hands or games of cards are played at random."""
    return asked["hand"] is None and (bool(asked["simulate"]) or asked["show"] in ("policies", "turns"))


def _solves_cards(asked: Asked) -> bool:
    """Whether a policy of exchanging is solved for."""
    return asked["hand"] is not None or asked["show"] == "timing" or "solved" in asked["policies"]


# The tables -------------------------------------------------------------------------------------

NOT_ON_A_CARD = (
    "attack_dice defend_dice leave on_land stop_at hold_at order worth table distribution quantiles policy "
    "against exact simulate seed jobs plot"
)
NOT_ON_A_PAGE = (
    "attack_dice defend_dice leave on_land stop_at hold_at order worth table distribution quantiles policy "
    "card against exact simulate dice filled another roll first_rolls hand players seed jobs plot output "
    "format"
)
OF_ANY_GAME = {"rules", "plot", "output", "format", "quiet"}  # options of exact commands
BOT_SECONDS = Needs(
    "bot_seconds", _has_a_bot_outside, "without a bot outside", "bring one with --bots exec:PROGRAM"
)
DEBUG = Needs("debug", _has_a_bot_outside, "without a bot outside", "bring one with --bots exec:PROGRAM")
NO_ROTATE = Needs(
    "rotate", _has_bots_that_differ, "where one bot has all seats", "name several, as in --bots random,expert"
)
FIGURE = Needs("figure", _any("plot"), "without --plot", "name a file to draw with --plot FILE")
LEAVE = Needs("leave", _of_several_lands, "on a single land", "name several lands, as in 12 3 2 4")
OF_PLAYED_CARDS = Needs(
    "players policies turns discount aim conquests",
    _hand_or("timing", "policies", "turns"),
    "on a table for which nobody sits down",
    "add --show timing, policies or turns",
)
OF_A_HAND = (
    Needs("show policies simulate plot", _none("hand"), "beside --hand, which is a question of its own"),
    Needs("set brings", lambda asked: asked["hand"] is not None, "without --hand", "add --hand inf,cav,art"),
)

TABLES: dict[str, tuple[Needs, ...]] = {
    "train": (Needs("rounds members least_gain", _any("mix"), "without --mix", "add --mix"),),
    "odds": (
        Needs(NOT_ON_A_PAGE, _none("page"), "beside --page, a calculator on which all is asked"),
        Needs(NOT_ON_A_CARD, _none("card"), "beside --card, which shows a rulebook as it is"),
        Needs(
            "against",
            _none("policy", "distribution", "quantiles"),
            "beside --best-dice, --distribution or --quantiles",
            "ask for the odds alone, or with --table",
        ),
        Needs(
            "exact",
            _none("policy", "quantiles"),
            "beside --best-dice or --quantiles",
            "ask for odds, --table or --distribution",
        ),
        Needs(
            "simulate",
            _none("table", "policy", "distribution", "quantiles", "roll", "first_rolls"),
            "beside --table, --best-dice, --distribution, --quantiles and rolls",
            "ask for the odds alone",
        ),
        Needs("seed", _any("simulate", "hand"), "without --simulate", "add --simulate 10000"),
        Needs("jobs", _any("simulate"), "without --simulate", "add --simulate 10000"),
        Needs("exact", _none("hand"), "beside --hand, for which games are played"),
        Needs("players", _any("hand"), "without --hand"),
        Needs("plot", _none("quantiles"), "beside --quantiles, which have no figure", "draw --distribution"),
        Needs("plot", _none("roll", "first_rolls"), "beside --roll or --first-rolls, which have no figure"),
        Needs("leave on_land", _none("table", "policy"), "beside --table and --best-dice"),
        LEAVE,
        Needs("order", _has_a_choice_of_dice, "where the dice of both sides are given", "say best for one"),
    ),
    "need": (LEAVE,),
    "explain": (Needs("rules", _any("names"), "without a name", "name a rule"),),
    "cards": (
        *OF_A_HAND,
        OF_PLAYED_CARDS,
        Needs("policies", _show("policies", "turns"), "on the solved policy", "add --show policies"),
        Needs("simulate", lambda asked: asked["show"] != "scale", "on the scale, of which nothing is random"),
        Needs("seed jobs", _plays_cards, "without --simulate", "add --simulate 10000"),
        Needs(
            "discount",
            lambda asked: asked["show"] == "policies" or _solves_cards(asked),
            "on armies by turn without the solved policy",
            "add --policy solved",
        ),
        Needs("aim", _solves_cards, "without the solved policy", "add --policy solved"),
        Needs("conquests", _draws_by_conquest, "under rules where no conquest brings a card"),
    ),
    "advise": (
        Needs(
            "round seat folder players bots rotate bot_seconds",
            lambda asked: asked["game"] is not None or (asked["example"] and not _has_position(asked)),
            "without --game",
            "add --game 12",
        ),
        Needs("them", _any("me"), "without --me", 'add --me "Brazil 5"'),
        Needs(
            "rules players bots rotate",
            lambda asked: asked["folder"] is None,
            "beside a run, which says itself how it was played",
        ),
        Needs("simulate", _none("example", "me"), "where nothing is played on"),
        Needs(
            "seed",
            lambda asked: (
                asked["folder"] is None
                and (
                    asked["game"] is not None or not (asked["me"] or (asked["example"] and asked["position"]))
                )
            ),
            "where nothing is played",
        ),
        BOT_SECONDS,
        NO_ROTATE,
    ),
    "play": (
        BOT_SECONDS,
        DEBUG,
        NO_ROTATE,
        FIGURE,
        Needs("resume", _any("out"), "without --out", "name the folder of the run with --out DIR"),
    ),
    "ladder": (
        BOT_SECONDS,
        DEBUG,
        FIGURE,
        Needs(
            "lineups",
            lambda asked: (asked["players"] or "").strip() != "2",
            "where two play and all pairs meet",
            "add --players 3, for example",
        ),
    ),
    "docs": (
        Needs("output check no_open", _none("text"), "beside --text, which prints a page"),
        Needs("no_open", _none("output", "check"), "beside --output and --check, which open nothing"),
    ),
    "runs extend": (BOT_SECONDS,),
    "replay": (
        Needs(
            "rules players bots seed rotate",
            lambda asked: asked["folder"] is None,
            "beside a run, which says itself how it was played",
        ),
        BOT_SECONDS,
        DEBUG,
        NO_ROTATE,
    ),
    "join": (
        Needs(
            "rules players bots seat game seed",
            _none("resume"),
            "beside --resume, whose file says how the game was begun",
        ),
        BOT_SECONDS,
    ),
    "compare": (
        BOT_SECONDS,
        NO_ROTATE,
        FIGURE,
        Needs("power", _any("detect"), "without --detect", "add --detect 2points, for example"),
        Needs("within", _none("detect"), "beside --detect, which says how many games are played"),
    ),
    "sweep": (
        BOT_SECONDS,
        NO_ROTATE,
        FIGURE,
        Needs("resume", _any("out"), "without --out", "name the folder of the sweep with --out DIR"),
        Needs("against margin", _any("vary"), "where no rule varies", "add --vary KEY=VALUES"),
    ),
    "tune": (
        BOT_SECONDS,
        NO_ROTATE,
        Needs(
            "margin",
            lambda asked: asked["confirm"] != 0,
            "without a fresh run",
            "leave out --confirm 0",
        ),
    ),
    "report": (
        Needs(
            "players bots bot_seconds games seed rotate",
            _any("rules"),
            "where no games are played for the page",
            "add --rules RULEBOOK",
        ),
        Needs(
            "margin jobs processes cluster sample",
            _any("rules", "places"),
            "where there are no games",
            "name a run, or add --rules RULEBOOK",
        ),
        BOT_SECONDS,
        NO_ROTATE,
    ),
    "verify": (
        Needs("only", _none("coverage"), "beside --coverage, which is a check of its own"),
        Needs("players bots repetitions", _any("coverage"), "on these checks", "add --coverage"),
        Needs(
            "games seed",
            _only("statistics", "simulated", "referee"),
            "on published values",
            "add --only simulated, for example",
        ),
        Needs(
            "rules jobs",
            _only("simulated", "referee"),
            "on these checks",
            "add --only simulated or --only referee",
        ),
        Needs("processes cluster", _only("referee"), "on checks without whole games", "add --only referee"),
    ),
}
