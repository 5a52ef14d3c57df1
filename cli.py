"""The command line: options become a request, and answers become tables and files. No arithmetic.

A command is its options, its help and one call: from its request (analysis/requests/) and how the answer is
to be shown (reports/answer.py) to the answer. Nothing of weight is imported before a command needs it.
"""

from __future__ import annotations

import contextlib
import inspect
import os
import sys
from collections.abc import Callable, Iterator, Sequence, Set
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from conquestlab.analysis.language import (
    ENGLISH,
    LANGUAGES,
    language,
    language_asked,
    translated,
    use_language,
)

if TYPE_CHECKING:
    from conquestlab.analysis.requests.advising import AdviseRequest
    from conquestlab.analysis.requests.bots import AskBotRequest, CheckBotRequest
    from conquestlab.analysis.requests.exact import CardsRequest, NeedRequest, OddsRequest
    from conquestlab.analysis.requests.explaining import ExplainRequest
    from conquestlab.analysis.requests.games import (
        CompareRequest,
        JoinRequest,
        LadderRequest,
        PlayRequest,
        ReplayRequest,
        ReportRequest,
        VerifyRequest,
    )
    from conquestlab.analysis.requests.reading import DocsRequest
    from conquestlab.analysis.requests.request import Request
    from conquestlab.analysis.requests.runs import (
        CheckRunRequest,
        ExtendRunRequest,
        MergeRunsRequest,
        RunRowsRequest,
        ShowRunsRequest,
    )
    from conquestlab.analysis.requests.searches import ExploitRequest, TrainRequest, TuneRequest
    from conquestlab.analysis.requests.settings import Setting
    from conquestlab.analysis.requests.sweeps import SweepRequest
    from conquestlab.reports.answer import Answer, Output

# Sums of fractions come out the same however many cores there are, and no thread waits for work by spinning.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

READ_AS = "conquestlab.read_as"  # under which a command keeps how it read what may mean two things
LONG, LONGEST = 200, 2000  # characters of a word, and of a line, that a message repeats

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class Translated(click.Command):
    """A command, or a group of them, whose help is in the reader's language."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help in the reader's language."""
        _translate(self)
        super().format_help(ctx, formatter)

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the first words of the help in the reader's language."""
        _translate(self)
        return super().get_short_help_str(limit)


class Command(Translated):
    """A command that is called with its request, with how to show the answer, and answers.

    It passes over nothing: it takes no value twice, and no option without an effect.

    Parameters
    ----------
    asks : str
        The class of its request, below conquestlab.analysis.requests; empty for a command without one, which
        is called with its arguments. An option whose name is a field has the default of the field.
    tables : bool
        Whether the answer is a table; else the command checks itself how it is to be written.
    """

    def __init__(self, *given: Any, asks: str = "", tables: bool = True, **named: Any):
        super().__init__(*given, **named)
        self.asks = asks
        self.tables = tables

    @property
    def request(self) -> type[Request] | None:
        """The class of its request."""
        module, _, name = self.asks.rpartition(".")
        return getattr(import_module(f"conquestlab.analysis.requests.{module}"), name) if name else None

    def make_parser(self, ctx: click.Context) -> Any:
        """Return what reads the words after the command; it refuses an option of one value given twice."""
        self._take_defaults()
        parser = super().make_parser(ctx)
        read = parser.parse_args

        def read_once(args: list[str]) -> Any:
            found = read(args)
            for option in found[2]:
                times, once = found[2].count(option), isinstance(option, click.Option) and not option.is_flag
                if times > 1 and once and not option.multiple:
                    raise click.UsageError(f"{_written(option)} is given {times} times: give it once", ctx)
            return found

        parser.parse_args = read_once  # type: ignore[method-assign]
        return parser

    def _take_defaults(self) -> None:
        """Give options the defaults of the request's fields, and show them."""
        from conquestlab.analysis.requests.request import defaults_of

        defaults = defaults_of(self.request) if self.request else {}
        for option in self.params:
            default = defaults.get(str(option.name))
            if isinstance(default, tuple) and len(default) == 1 and not getattr(option, "multiple", False):
                (default,) = default
            if isinstance(option, click.Option) and not option.is_flag and default not in (None, ()):
                option.default, option.show_default = default, True

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options under headings."""
        from conquestlab.reports.help_pages import grouped_options

        for heading, some in grouped_options(self.get_params(ctx)):
            records = [record for one in some if (record := one.get_help_record(ctx)) and record[1]]
            if records:
                with formatter.section(translated(heading)):
                    formatter.write_dl(records)

    def invoke(self, ctx: click.Context) -> int:
        """Run the command, if all that was typed has an effect, show what it answers, and return a status."""
        from conquestlab.analysis.requests.request import request_of
        from conquestlab.reports.answer import Output

        name, words = ctx.command_path.partition(" ")[2], list(ctx.find_root().obj or ())
        _put_rulebooks_together(ctx)
        given = [one for one in self.params if _is_typed(one, ctx)]
        used = self._take_settings(ctx, name, {str(one.name).removesuffix("_too") for one in given})
        here = len(name.split())
        words[here:here] = [word for one in used for word in one.words]
        output = request_of(Output, {**ctx.params, "typed": words, "speak": say})
        with _telling(used):
            request = self.request and request_of(self.request, ctx.params)
            typed = {str(one.name): _written(one) for one in given if isinstance(one, click.Option)}
            if typed and request is not None:
                from conquestlab.reports.unused_options import refuse_unused

                refuse_unused(name, typed, ctx.params | {"request": request})
            output.check(self.tables)
            if request is None:
                asked = {key: value for key, value in ctx.params.items() if not hasattr(output, key)}
            else:
                asked = {"request": request}
            ctx.params = asked | {"output": output}
            answer: Answer = super().invoke(ctx)
        for line in ctx.meta.get(READ_AS, ()):  # not before: what is refused is one line
            output.voice.say(line)
        return output.end(answer)

    def _take_settings(self, ctx: click.Context, name: str, typed: Set[str]) -> list[Setting]:
        """Take for options that were not typed what the user has set; return what has an effect of it."""
        from conquestlab.analysis.requests.settings import settings_beside

        found = settings_beside(name, typed)
        if not found or self.request is None:
            return []
        from conquestlab.analysis.requests.request import request_of
        from conquestlab.reports.unused_options import has_effect

        options = {str(one.name): one for one in self.params}
        with _telling(found):
            values = {one.key: _converted(options[one.key], one.value, ctx) for one in found}
            asked = ctx.params | values
            asked["request"] = request_of(self.request, asked)
            used = [one for one in found if has_effect(name, one.key, asked)]
        ctx.params |= {one.key: values[one.key] for one in used}
        return used


@contextlib.contextmanager
def _telling(settings: Sequence[Setting]) -> Iterator[None]:
    """Add to a refusal what comes from elsewhere than the command line."""
    from conquestlab.analysis.errors import WrongUse

    try:
        yield
    except (WrongUse, click.UsageError) as error:
        if not settings:
            raise
        line = error.format_message() if isinstance(error, click.UsageError) else str(error)
        raise WrongUse(f"{line} ({'; '.join(one.told for one in settings)})") from error


def _put_rulebooks_together(ctx: click.Context) -> None:
    """Take rulebooks that are named with --rules for those that a command takes as arguments."""
    too = ctx.params.pop("rules_too", ())
    if too:
        first = ctx.params["rules"] or ()
        ctx.params["rules"] = (*((first,) if isinstance(first, str) else first), *too)


def _converted(option: click.Parameter, text: str, ctx: click.Context) -> Any:
    """Return the value of a text for an option: in a list, if it may be given several times."""
    return option.type_cast_value(ctx, (text,) if option.multiple or option.nargs == -1 else text)


def _is_typed(option: click.Parameter, ctx: click.Context) -> bool:
    return ctx.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE


def _translate(command: click.Command) -> None:
    """Put the help of a command and of its options into the reader's language."""
    if language() == ENGLISH:
        return
    command.help = translated(inspect.cleandoc(command.help or ""))
    command.short_help = translated(command.short_help) if command.short_help else command.short_help
    for option in command.params:
        if isinstance(option, click.Option):
            option.help = translated(option.help or "")
            if isinstance(option.show_default, str):
                option.show_default = translated(option.show_default)


def _written(option: click.Parameter) -> str:
    return max((name for name in option.opts if name not in getattr(option, "old", ())), key=len)


class Option(click.Option):
    """An option with old spellings, which work as before and are not shown."""

    def __init__(self, names: Sequence[str], *given: Any, old: Sequence[str] = (), **named: Any):
        super().__init__([*names, *old], *given, **named)
        self.old = tuple(old)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return what help shows of it."""
        all_names, self.opts = self.opts, [name for name in self.opts if name not in self.old]
        try:
            return super().get_help_record(ctx)
        finally:
            self.opts = all_names


def completed(ctx: click.Context, option: click.Parameter, begun: str) -> list[Any]:
    """Return what a shell offers for a word that has begun."""
    from conquestlab.reports.completions import words_for

    with contextlib.suppress(Exception):  # a shell that completes has no use for what is wrong
        words = words_for(ctx.command_path.partition(" ")[2], str(option.name), ctx.params, begun)
        if words is not None:
            from click.shell_completion import CompletionItem

            return [CompletionItem(word) for word in words]
    return option.type.shell_complete(ctx, option, begun)


class Conquest(Translated, click.Group):
    """The group of commands; every error leaves it as one line on stderr and a status."""

    command_class = Command
    group_class = type

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words before the command; none at all ask for help."""
        return super().parse_args(ctx, args or ["--help"])

    def main(self, args: Any = None, *rest: Any, standalone_mode: bool = True, **options: Any) -> Any:
        """Run a command; ends the process unless `standalone_mode` is off."""
        words = list(sys.argv[1:] if args is None else args)
        options = {"prog_name": "conquest", **options, "obj": words, "standalone_mode": False}
        if not standalone_mode:
            return super().main(words, *rest, **options)
        from conquestlab.kernels.compiling.interrupts import heed_lost_interrupts

        heed_lost_interrupts()
        try:
            _choose_language(words)
            status = super().main(words, *rest, **options)
        except (Exception, KeyboardInterrupt) as error:
            status, line = status_and_line(error)
            if line:
                say(line)
        _flush()
        sys.exit(status if isinstance(status, int) else 0)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in groups, each with what it does."""
        from conquestlab.reports.help_pages import grouped_commands

        for heading, names in grouped_commands(self.list_commands(ctx)):
            with formatter.section(translated(heading)):
                formatter.write_dl([(name, self.commands[name].get_short_help_str(90)) for name in names])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find a command, or name the nearest."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            near = get_close_matches(args[0], self.list_commands(ctx), 1)
            meant = f"did you mean {near[0]}?" if near else f"there are {', '.join(self.list_commands(ctx))}"
            raise click.UsageError(f"no command {args[0]!r}: {meant}", ctx) from error


def _choose_language(words: list[str]) -> None:
    """Answer in the language that is asked for, and take the asking out of the words, wherever it stands."""
    asked = language_asked(os.environ)
    for place, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name == "--lang":
            asked = value if equals else "".join(words[place + 1 : place + 2])
            del words[place : place + (1 if equals else 2)]
            break
    if asked not in LANGUAGES:
        raise click.UsageError(f"--lang takes one of {', '.join(LANGUAGES)}, not {asked!r}")
    if asked != language():
        use_language(asked)


def status_and_line(error: BaseException) -> tuple[int, str]:
    """Return the status and the one line for an error."""
    from conquestlab.analysis.errors import Failed, WrongUse, why

    if isinstance(error, (KeyboardInterrupt, click.Abort)):
        return 130, "conquest: interrupted"
    if isinstance(error, BrokenPipeError):
        return 0, ""  # the reader of a pipe left; what it took was right
    if isinstance(error, click.UsageError):
        command = error.ctx.command_path if error.ctx else "conquest"
        return 2, f"{command}: {_line(error.format_message())} (see {command} --help)"
    if isinstance(error, click.ClickException):
        return error.exit_code, f"conquest: {_line(error.format_message())}"
    if isinstance(error, WrongUse):
        return 2, f"conquest: {_line(str(error))}"
    if isinstance(error, Failed):
        return 1, f"conquest: {_line(str(error))}"
    if isinstance(error, OSError) and error.errno and not os.environ.get("CONQUEST_TRACEBACK"):
        what = f"read or write {error.filename}" if error.filename else "write"
        return 1, f"conquest: {_line(f'cannot {what}: {why(error)}')}"
    if os.environ.get("CONQUEST_TRACEBACK"):
        raise error
    name = type(error).__name__
    return 1, f"conquest: {name}: {_line(str(error))} (set CONQUEST_TRACEBACK=1 to see where)"


def say(line: str) -> None:
    """Write a line on stderr, if there is one that takes it."""
    with contextlib.suppress(OSError):
        click.echo(line, err=True)


def _flush() -> None:
    """Write what standard output still holds, or the interpreter stumbles over it at its end."""
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
        except (OSError, ValueError):
            from conquestlab.reports.tables import forget

            forget(sys.stdout)


def _line(message: str) -> str:
    """Return a message as one line, in which nobody has to read thousands of characters."""
    words = (word if len(word) <= LONG else f"{word[:40]}…{word[-40:]}" for word in message.split())
    line = " ".join("".join(sign if sign.isprintable() else "?" for sign in word) for word in words)
    return (line if len(line) <= LONGEST else f"{line[: LONGEST // 2]}…{line[-LONGEST // 2 :]}").removesuffix(
        "."
    )


@click.group(cls=Conquest, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(
    None, "--version", message="%(version)s", callback=lambda *given: _version(*given), is_flag=True
)
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    expose_value=False,
    help="The language of help, answers, figures and pages; messages of errors and the documentation stay "
    "English. It may stand anywhere.  [default: that of the system]",
)
def main() -> None:
    """A laboratory for games of world conquest: odds of an attack, variants of a rule, balance of a game."""


def _version(ctx: click.Context, _option: click.Option, asked: bool) -> None:
    if asked:
        from conquestlab.analysis.version import VERSION

        click.echo(f"conquestlab {VERSION}")
        ctx.exit()


# Options, each written as help shows it; what several commands share stands once ---------------


def option(
    form: str,
    help: str,
    type: Any = None,
    *,
    named: str = "",
    several: bool = False,
    old: str = "",
    **more: Any,
) -> Decorator:
    """Return an option.

    Parameters
    ----------
    form : str
        As help shows it: "--games -g N" or "--aim [lead|armies]"; a flag has no word after its names.
    help : str
    type : click.ParamType, optional
        Text if it is not given.
    named : str
        What it is called inside, where that is not its own name.
    several : bool
        Whether it may be given several times; its help then says so.
    old : str
        Spellings of before, with blanks between, which still work.
    **more
        As of `click.option`.
    """
    names = [word for word in form.split(" ") if word.startswith("-")]
    metavar = form.removeprefix(" ".join(names)).strip()
    if several:
        more["multiple"] = True
        says, gap, usual = help.partition("  [default")
        help = f"{says} May be given several times.{gap}{usual}"
    if "|" in metavar:
        more["type"] = click.Choice(metavar.strip("[]").split("|"))
    elif metavar:
        more |= {"metavar": metavar, "type": type}
    else:
        more.setdefault("is_flag", True)
    more |= {"cls": Option, "old": old.split(), "shell_complete": completed}
    return click.option(*names, *([named] if named else []), help=help, **more)


def options(*some: Decorator) -> Decorator:
    """Return what adds options to a command, in this order."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for one in reversed(some):
            command = one(command)
        return command

    return add


class Named(click.ParamType[str]):
    """A file or a folder, which has a name."""

    def __init__(self, what: str):
        self.name = what

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        """Let the shell offer files or folders."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="dir" if self.name == "folder" else "file")]

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Refuse an empty name, and one that no system takes."""
        if param is not None and (not value or "\0" in value):
            from conquestlab.analysis.errors import WrongUse

            raise WrongUse(f"{_written(param)} names nothing: give the name of a {self.name}")
        return value


class Count(click.ParamType[int]):
    """A whole number, as people write it: 10000, 10_000, 10k, 1.5M or 1e4."""

    name = "count"

    def __init__(self, least: int = 0, most: int = 10**12):
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number, and refuse one that is too small or too large."""
        from conquestlab.analysis.requests.typed import read_count

        number = value if isinstance(value, int) else read_count(str(value))
        if number is None or not self.least <= number <= self.most:
            large = ", as in 10000, 10k or 1M" if self.most > 10**6 else ""
            self.fail(f"{value}: give a whole number from {self.least} to {self.most}{large}", param, ctx)
        return number


class Chance(click.ParamType[Any]):
    """A chance: 0.5, 50%, 1/2, or 75 for 75%, which is then said.

    Parameters
    ----------
    as_text : bool
        Whether the request reads it itself, to the last digit.
    ends : bool
        Whether 0 and 1 are allowed.
    """

    name = "chance"

    def __init__(self, as_text: bool = False, ends: bool = False):
        self.as_text, self.ends = as_text, ends

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the chance, and say how it was read where it does not say so itself."""
        from conquestlab.analysis.requests.typed import is_hundredths_unsaid, read_chance

        if isinstance(value, float):
            return value
        number = read_chance(value, self.ends)
        if is_hundredths_unsaid(value) and param is not None:
            if ctx is not None:
                ctx.meta.setdefault(READ_AS, []).append(
                    f"{_written(param)} {value.strip()} is read as {value.strip()}%"
                )
            value = f"{value.strip()}%"
        return value if self.as_text else float(number)


FILE, FOLDER = Named("file"), Named("folder")
ARMIES, JOBS_AT_MOST, ROUND = Count(0, 100_000), Count(1, 1024), Count(1, 100_000)
SOME_GAMES, ANY_GAMES, FIRST_GAME, GAME = Count(1), Count(0), Count(0), Count(0, 2**62 - 1)

QUIET = option("--quiet -q", "No progress bar and no notes.")
WRITTEN = options(
    option("--format -f [table|csv|json|markdown|parquet|arrow]", "Output format.  [default: table]"),
    option("--output -o FILE", "Write the answer to FILE; its suffix decides the format.", FILE),
    QUIET,
)
EVERY = option(
    "--all", "Every row in the terminal, not only verdicts and the numbers that matter.", named="every"
)
MEASURED = options(
    EVERY, option("--measure NAME", "This measure alone, such as rounds.", several=True, named="measures")
)
RULEBOOK = "A rulebook by name or file, with changes if you like: risk,dice.defender=3."
ONE_RULES = option("--rules -r RULEBOOK", RULEBOOK)
RULES = option("--rules -r RULEBOOK", RULEBOOK, several=True)
RULES_OF_ODDS = option(
    "--rules -r RULEBOOK", f"{RULEBOOK}  [default: conquete-1957 and risk-modern]", several=True
)
RULES_TOO = option("--rules -r RULEBOOK", RULEBOOK, named="rules_too", several=True, hidden=True)
DICE = options(
    option("--on-land", "ATTACKERS include the army that has to stay behind."),
    option("--leave N[,N…]", "Armies to leave on each land of a row."),
    option(
        "--attack-dice N",
        "Dice the attacker rolls: most, fewest, best or a number.  [default: most, or as --order]",
    ),
    option("--defend-dice N", "Dice the defender rolls, in the same way."),
)
SEED = option("--seed N", "Random seed; 7,dice=9 gives one source of chance its own.")
JOBS = option("--jobs N", "Number of cores to use.  [default: all]", JOBS_AT_MOST)
SEEDS = options(SEED, JOBS)
ELSEWHERE = options(
    option("--processes", "Play in processes instead of threads: for bots in Python on many cores."),
    option("--cluster ADDRESS", "Play on a Dask cluster: tcp://host:8786, or local:4 on this machine."),
)
SEEDS_ANYWHERE = options(SEEDS, ELSEWHERE)
PLOTTED = options(option("--plot FILE", "Draw the answer: FILE.png, FILE.svg or FILE.pdf.", FILE), WRITTEN)
DRAWN = options(SEEDS, PLOTTED)
DRAWN_ANYWHERE = options(SEEDS_ANYWHERE, PLOTTED)
BOT_SECONDS = option("--bot-seconds S", "Time limit for each decision of your own bot.", float)
SECONDS = option(
    "--seconds ACT=S[,…]", "How long acts take at your table, such as turn=30,rolls=8: for minutes and waits."
)
DEBUG = option(
    "--debug", "Show what your own bot prints, and save the question it fails at: see conquest bots ask."
)
PLAYERS = option(
    "--players -n N", "Number of players: 4, 2-6 or 2,3,5.  [default: the number of bots, or about 4]"
)
BOTS = "One bot for every seat, or one for each: a name, a bot file, FILE.py:NAME or exec:PROGRAM."
SEATING = options(
    option(
        "--no-rotate",
        "Keep each bot in its seat. Otherwise different bots move one seat on after each game.",
        named="rotate",
        flag_value=False,
        default=True,
    ),
    BOT_SECONDS,
)
USUAL_BOTS = f"{BOTS}  [default: the strongest fast bot of the game]"
TABLE = options(PLAYERS, option("--bots -b NAME[,NAME…]", USUAL_BOTS), SEATING)
SEVERAL_TABLES = options(
    PLAYERS,
    option("--bots -b NAME[,NAME…]", f"{BOTS}  [default: some that play differently]", several=True),
    SEATING,
)
GAMES = option("--games -g N", "Games for each rulebook and number of players.  [default: 10000]", SOME_GAMES)


def page(*given: Any, **named: Any) -> Answer:
    """Return an answer that is a page and nothing else; arguments as of conquestlab.reports.page.Page."""
    from conquestlab.reports.answer import Answer
    from conquestlab.reports.page import Page

    return Answer(Page(*given, **named))


# Commands -----------------------------------------------------------------------------------


@main.command(asks="exact.OddsRequest")
@options(
    click.argument("of", metavar="[ATTACKERS DEFENDERS… | CARD…]", nargs=-1),
    RULES_OF_ODDS,
    DICE,
    option("--stop-at N", "Stop attacking with N attackers left.", ARMIES),
    option("--hold-at N", "Stop with N defenders left, and count it as won.", ARMIES),
    option(
        "--order [announced|together|seen]",
        "Find the best number of dice: the attacker announces first, both choose together, "
        "or the defender has seen the roll.",
    ),
    option("--worth C", "Stop when that is best, for a land worth C armies.", float),
    option("--table AxD", "One row for each battle up to A attackers and D defenders."),
    option("--distribution", "One row for each way the battle can end."),
    option("--quantiles", "Mean, standard deviation and quantiles of losses and rolls."),
    option("--best-dice AxD", "The best number of dice in each position.", named="policy", old="--policy"),
    option(
        "--card FILE.pdf", "Print an A5 page: the odds of 1 to 15 against 1 to 15, with rules of thumb.", FILE
    ),
    option(
        "--page FILE.html",
        "Make a calculator for phone and table: one page that answers any attack, without a network.",
        FILE,
    ),
    option("--against RULEBOOK", "Show the difference from the odds under another rulebook."),
    option("--exact", "Exact fractions instead of decimals."),
    option("--simulate N", "Also simulate N battles, beside the exact result.", SOME_GAMES),
    option("--dice N", "Risk Express: dice left to roll.", Count(1, 100)),
    option("--filled I[,J…]", "Risk Express: lines of the card that are already filled."),
    option("--another", "Risk Express: the card belongs to another player."),
    option("--roll FACES", "Risk Express: the choices after this roll, best first."),
    option("--first-rolls", "Risk Express: every first roll with its best target."),
    option("--hand CARD,…", "Manchots Barjots: what to give and to land of this first hand."),
    option("--players -n N", "For --hand: how many play.", Count(1, 6)),
    DRAWN,
)
def odds(request: OddsRequest, output: Output) -> Answer:
    """What are the odds of an attack? The exact answer.

    ATTACKERS are the armies that may attack; the one that stays behind is not counted. DEFENDERS are the
    armies on the land, on several lands taken one after the other, or on a tree of lands: "3(2,4(1))" is a
    land of 3 from which go a land of 2, and a land of 4 with a land of 1 behind it.

    For Risk Express CARD… are the names of its cards, all of them if none is given. For Manchots Barjots
    they are cards or zones; without any the answer is about its special cards.

    For Africa 1880 a word is a nation on one territory with what it declares, in quotation marks; nations
    alone ask what they should declare.

    \b
    conquest odds 10 8
    conquest odds 10 8 --rules conquete-1957 --rules risk-modern
    conquest odds 12 3 2 4 --leave 2
    conquest odds 15 "3(2,4(1))"
    conquest odds 10 8 --distribution --plot end.png
    conquest odds --table 10x10 --plot odds.png
    conquest odds --table 10x10 --rules conquete-1957 --against risk-modern --plot difference.png
    conquest odds --card card.pdf --rules risk-modern
    conquest odds --page calculator.html
    conquest odds 10 10 --order seen --rules risk-modern
    conquest odds 8 5 --worth 4
    conquest odds 5 3 --exact --format json
    conquest odds 10 8 --simulate 1000000 --seed 7
    conquest odds --rules risk-express
    conquest odds --rules risk-express "United States" --filled 1 --dice 5
    conquest odds --rules risk-express --roll "cannon cavalry general soldier1 soldier3 soldier3 cannon"
    conquest odds --rules manchots-barjots desert_7
    conquest odds --rules manchots-barjots --hand desert_7,city_2,moon_5,jungle_9 --players 3
    conquest odds --rules africa-1880 "FR:war>DE,ally>GB DE: GB:war>DE"
    conquest odds --rules africa-1880 FR DE
    """
    if request.page:
        from conquestlab.reports.calculator_commands import calculator_answer

        return calculator_answer(request, output)
    from conquestlab.reports.games.pages import exact_answer

    return exact_answer("odds", request, output)


@main.command(asks="exact.NeedRequest")
@options(
    click.argument("defenders", metavar="DEFENDERS…", nargs=-1, required=True),
    option("--chance P", "The chance you want: 75%, 0.75 or 3/4.", Chance(as_text=True), required=True),
    RULES_OF_ODDS,
    DICE,
    PLOTTED,
)
def need(request: NeedRequest, output: Output) -> Answer:
    """How many armies do I need?

    DEFENDERS as for `conquest odds`: one land, several in a row, or a tree. The armies are those that may
    attack; with --on-land the one that stays behind is counted too.

    \b
    conquest need 8 --chance 0.5
    conquest need 8 --chance 90% --rules conquete-1957 --rules risk-modern
    conquest need 8 --chance 75% --plot armies.png
    conquest need 3 2 4 --chance 2/3 --leave 2
    conquest need "3(2,4(1))" --chance 0.75
    """
    from conquestlab.reports.games.pages import exact_answer

    return exact_answer("need", request, output)


@main.command(
    short_help="Sets of cards, what they bring, and when to exchange them.", asks="exact.CardsRequest"
)
@options(
    RULES,
    option(
        "--show [chance|first|kinds|bonus|scale|worth|timing|policies|turns]",
        "Which table: chance of a set by hand size, the first set, kinds of sets, land bonus, the scale, "
        "what a card is worth; when to exchange, policies against each other, armies by turn.",
    ),
    option("--players -n N", "Number of players, or several: 4, 2-6 or 2,3,5."),
    option(
        "--policy NAME",
        "at_once, when_forced, wait_scale:X, wait_sets:K or solved.",
        named="policies",
        several=True,
    ),
    option("--turns N", "Number of turns to look at.", Count(1, 200)),
    option("--discount Q", "What an army is worth one turn later.", float),
    option("--aim [lead|armies]", "What players maximise: their lead or their own armies."),
    option(
        "--conquests Q", "Chance to conquer a land in a turn, where that brings a card.", Chance(ends=True)
    ),
    option(
        "--hand CARD,…",
        "Your cards: exchange now or wait, and what to give. inf, cav, art, wild or the land on a card; a + "
        "behind it: you own its land.",
    ),
    option("--set N", "With --hand: which set of the game is the next.", Count(1, 1000)),
    option("--brings N", "With --hand, instead of --set: the armies that the next set brings.", int),
    option("--simulate N", "Also simulate N deals or games, beside the exact result.", SOME_GAMES),
    DRAWN,
)
def cards(request: CardsRequest, output: Output) -> Answer:
    """Cards: the chance of a set, what exchanges bring, and when to exchange.

    \b
    conquest cards
    conquest cards --rules conquete-1957 --rules risk-modern --simulate 100000
    conquest cards --show scale --rules risk-modern --plot scale.png
    conquest cards --show worth --rules risk-1970-objectives
    conquest cards --show timing --rules risk-modern --players 4
    conquest cards --show policies --policy at_once --policy wait_scale:15 --policy solved
    conquest cards --hand inf,cav,art,wild --set 7 --rules risk-modern --players 4
    """
    from conquestlab.reports.games.pages import exact_answer

    return exact_answer("cards", request, output)


@main.command(
    short_help="The best attacks of a position, and what plans are worth.",
    asks="advising.AdviseRequest",
    tables=False,
)
@options(
    RULES,
    option("--position FILE", "A position, FILE.toml or FILE.json; --example prints one.", FILE),
    option("--me LANDS", 'Your lands with their armies: "Brazil 5, Peru 3".'),
    option("--them LANDS", "With --me: those of another side that matter.", several=True),
    option("--game N", "A game instead, by its number.", GAME),
    option("--folder DIR", "With --game: a run that was kept.", FOLDER),
    option("--round R", "With --game: before a turn of this round.  [default: 4]", ROUND),
    option("--seat S", "With --game: the seat whose turn it is.  [default: 1]", click.IntRange(1, 6)),
    PLAYERS,
    option("--bots -b NAME[,NAME…]", f"With --game: {BOTS[0].lower()}{BOTS[1:]}"),
    SEATING,
    option(
        "--simulate N",
        "How often each attack and plan is played on; 0 for the odds alone.",
        click.IntRange(0, 100_000),
    ),
    option("--example", "Write the position instead, as a file to be edited."),
    option("--seed N", "Random seed; 7,dice=9 gives one source of chance its own."),
    WRITTEN,
)
def advise(request: AdviseRequest, output: Output) -> Answer:
    """What should I attack? The exact odds of every attack, what it gains, and the chance to win the game.

    The position is a file in the form of the bot protocol, lands in words, or a game at a turn. Odds are
    exact; chances to win assume that everybody plays on as the bot planner would.

    \b
    conquest advise --example --output position.toml
    conquest advise --position position.toml
    conquest advise --rules risk-modern --me "Brazil 5, Peru 3" --them "North Africa 3, Venezuela 2"
    conquest advise --rules risk-modern --players 4 --bots expert --game 12 --round 5 --seat 2
    """
    from conquestlab.reports.games.pages import exact_answer

    output.check(tables=not (request.example and output.names_toml))
    return exact_answer("advise", request, output)


@main.command(short_help="Simulate many games, and measure them.", asks="games.PlayRequest")
@options(
    RULES,
    TABLE,
    GAMES,
    option("--within H", "Play until every win share is known to within ±H, such as 0.005.", float),
    option("--margin M[,M…]", "How far from an even share still counts as balanced.  [default: 0.02]"),
    option(
        "--skill WEAK,STRONG", "The two bots that skill_gap compares.  [default: those that play, if two]"
    ),
    option(
        "--luck", "Also measure luck_share, luck_swing and luck_total; each game is played about seven times."
    ),
    option("--continents", "Also measure continent_worth and bonus_worth; games are played again for each."),
    option("--choices", "Also measure what there is to choose in a turn, as planner sees it; takes a while."),
    option(
        "--lift-round R", "The round after which continent_lift looks who holds what.  [default: 3]", ROUND
    ),
    SECONDS,
    option(
        "--figure NAME",
        "What --plot draws: wins, edges, standings, spread, length, in_play, eliminated, continents, "
        "continent_held; on the map battles, taken, kept, half_time_wins; or any measure.  [default: wins]",
    ),
    option("--first-game N", "Begin with game N: play a part of a run by itself.", FIRST_GAME),
    option("--out DIR", "Save one row per game in DIR (Parquet); resumable.", FOLDER),
    option("--resume", "Continue the run in DIR; with a larger --games it gets more games."),
    DEBUG,
    MEASURED,
    DRAWN_ANYWHERE,
)
def play(request: PlayRequest, output: Output) -> Answer:
    """Simulate many games, and measure them; every measure has an interval.

    One row for each measure; `of` is a seat (1, 2 …), a bot or a tenth of the game. Different bots move one
    seat on after each game, and the games of such a block share their luck.

    \b
    conquest play --rules risk-express
    conquest play --rules risk-express --players 2-6 --games 20000
    conquest play --rules risk-express --bots points,expert,points,expert --plot wins.png
    conquest play --rules risk-modern --players 3 --plot world.svg --figure battles
    conquest play --rules risk-modern --rules conquete-1957 --plot curve.pdf --figure snowball_auc
    conquest play --rules risk-modern --bots 'my_bots.py:Timid,exec:"./mybot --level 3",reckless'
    conquest play --rules risk-express --rules risk-express,continue_failed=off --within 0.005
    conquest play --rules risk-modern --players 3 --games 5000 --luck
    conquest play --rules risk-modern --players 3 --games 1000 --continents
    conquest play --rules risk-express --games 1000000 --out run --seed 7
    conquest play --rules risk-express --games 2000000 --out run --seed 7 --resume
    conquest play --rules risk-express --games 1000000 --first-game 2000000 --out shard --seed 7
    conquest play --rules risk-modern --bots my_bots.py:Timid,reckless --jobs 4 --processes
    conquest play --rules risk-modern --players 4 --games 1000000 --cluster local:4
    conquest play --rules risk-modern --players 4 --games 1000000 --cluster tcp://host:8786
    """
    from conquestlab.reports.play_commands import play_answer

    return play_answer(request, output)


@main.command(short_help="Rate bots against each other.", asks="games.LadderRequest")
@options(
    RULES,
    option("--players -n N", "Number of players: 4, 2-6 or 2,3,5.  [default: all that the rulebook allows]"),
    option(
        "--bots -b NAME[,NAME…]",
        "Who is on the ladder: names, bot files, FILE.py:NAME or exec:PROGRAM.  "
        "[default: all bots of the game]",
    ),
    option("--one NAME[,NAME…]", "No ladder: this bot alone against others; several take turns."),
    option(
        "--against NAME[,NAME…]",
        "With --one: the bot in all other seats, or one for each of them.",
        several=True,
    ),
    option("--games -g N", "Games for each number of players.  [default: 10000]", SOME_GAMES),
    option(
        "--lineups N",
        "Most seatings to play; a balanced sample if there are more.  [default: 120]",
        Count(1, 1_000_000),
    ),
    option("--anchor NAME", "The bot whose rating is set to 0.  [default: the mean of all]"),
    option(
        "--figure MEASURE",
        "Draw one measure alone: rating, elo, seat_rating, win_share, pair_share, triple or misfit.",
    ),
    MEASURED,
    BOT_SECONDS,
    DEBUG,
    DRAWN_ANYWHERE,
)
def ladder(request: LadderRequest, output: Output) -> Answer:
    """Rate bots against each other: ratings, win shares, and who beats whom.

    Every bot plays equally often, in every seat and with every other bot. In each row `of` is a bot or a
    seat, and `against` is whom it met.

    \b
    conquest ladder --rules risk-express
    conquest ladder --rules risk-modern --bots random,reckless --players 2-3 --plot ladder.png
    conquest ladder --rules risk-express --players 4 --anchor points --games 50000
    conquest ladder --rules risk-express --one expert --against points --players 2-6
    conquest ladder --rules risk-express --one expert --against points,points,random
    conquest ladder --rules risk-modern --games 200000 --cluster tcp://host:8786
    """
    from conquestlab.reports.ladder_commands import ladder_answer

    return ladder_answer(request, output)


@main.command(asks="games.ReplayRequest", tables=False)
@options(
    click.argument("folder", metavar="[DIR]", required=False),
    option("--game -g I", "The number of the game, from 0; or of several, as in 0-47.", required=True),
    option("--rules -r RULEBOOK", "As for play."),
    TABLE,
    DEBUG,
    option("--seed N", "As for play."),
    option("--check", "Let a referee check the game; status 1 if it finds a fault."),
    option("--format -f [text|jsonl|html]", "Output format; html is a page to watch it.  [default: text]"),
    option("--output -o FILE", "Write the game to FILE; FILE.html is a page to watch it.", FILE),
    option("--quiet -q", "No notes but what --check finds."),
)
def replay(request: ReplayRequest, output: Output) -> Answer:
    """Show one game, event by event.

    The game is that of `conquest play` with the same rules, players, bots and seed, or of the run kept in
    DIR.

    \b
    conquest replay --rules risk-express --game 12
    conquest replay --rules risk-express --players 3 --bots expert --seed 7 --game 0 --format jsonl
    conquest replay --rules risk-modern --players 3 --bots expert --game 5 --output game.html
    conquest replay run --game 41 --check
    conquest replay run --game 0-47 --check --format jsonl --output games.jsonl
    """
    from conquestlab.reports.play_commands import replay_answer

    return replay_answer(request, output)


@main.command(short_help="Play a game yourself, against bots.", asks="games.JoinRequest", tables=False)
@options(
    option("--rules -r RULEBOOK", "As for play."),
    option("--players -n N", "Number of players, you included.  [default: about 4]"),
    option("--bots -b NAME[,NAME…]", "One bot for all other seats, or one for each: as for play."),
    option("--seat N", "Your seat.", click.IntRange(1, 6)),
    option("--game -g I", "The number of the game.  [default: any]", GAME),
    option("--seed N", "As for play."),
    option("--advise", "Before each choice show what a strong bot would do, and the exact odds of attacks."),
    option("--resume FILE", "Go on with a game that `save FILE` kept.", FILE),
    BOT_SECONDS,
    option("--output -o FILE", "At the end write the game to FILE: .html to watch, .txt or .jsonl.", FILE),
    option("--quiet -q", "No notes."),
)
def join(request: JoinRequest, output: Output) -> Answer:
    """Play a game yourself, in the terminal, against bots.

    You are asked for the choices of your seat, and type a number or words: `3`, `brazil 5`, `attack Brazil
    from Peru with 3 until won`. `?` lists what else you can type: the table, undo, save, quit.

    \b
    conquest join --rules risk-modern --players 3 --bots expert
    conquest join --rules risk-modern --players 3 --bots expert --seat 2 --advise --output game.html
    conquest join --resume evening.json
    """
    from conquestlab.reports.join_commands import join_answer

    return join_answer(request, output)


@main.command(short_help="Compare rulebooks or variants on the same games.", asks="games.CompareRequest")
@options(
    click.argument("rules", metavar="A B [C…]", nargs=-1, shell_complete=completed),
    RULES_TOO,
    SEVERAL_TABLES,
    GAMES,
    option(
        "--within H", "Play until every difference of win shares is known to within ±H, such as 0.005.", float
    ),
    option(
        "--detect SIZE",
        "Play as many games as it takes to find a difference of this size: 2points, 0.02, 2%, rounds=1.",
    ),
    option("--power P", "How often a difference of that size is found: 80%, 0.8.", Chance()),
    option(
        "--margin M",
        "A difference of shares too small to matter; for other measures 2 M standard deviations of a game.",
        float,
    ),
    option(
        "--measure NAME",
        "A primary question, such as rounds; shown alone unless there is --all.  "
        "[default: seats, length, cut off, openness, bots that differ]",
        several=True,
        named="measures",
    ),
    EVERY,
    option("--robust", "Only + - = ?, for every set of bots and number of players."),
    SECONDS,
    option("--same-bots", "Use the bots trained for A everywhere; otherwise each rulebook has its own."),
    option("--figure MEASURE", "Draw one measure alone, such as snowball_auc."),
    option("--apart N", "Other dice for B, C …, from this seed.  [default: the same dice]"),
    DRAWN_ANYWHERE,
)
def compare(request: CompareRequest, output: Output) -> Answer:
    """Compare rulebooks or variants: play the same games under each, and show how their measures differ.

    The others are compared with A. Every difference has an interval, a size and a verdict in words. A few
    primary questions are tested as one family (Holm), all others as exploratory (Benjamini and Hochberg).

    \b
    conquest compare conquete-1957 conquete-1957-3v2
    conquest compare risk-modern risk-modern,dice.defender=3 --players 2-6 --games 20000
    conquest compare risk-express risk-express,continue_failed=off --bots points --bots expert
    conquest compare conquete-1957 conquete-1957-3v2 --robust
    conquest compare risk-modern risk-modern,dice.defender=3 --detect 2points
    conquest compare risk-modern my-rules.toml --within 0.005 --plot differences.png
    conquest compare risk-modern my-rules.toml --games 1000000 --cluster tcp://host:8786
    """
    from conquestlab.reports.compare_commands import compare_answer

    return compare_answer(request, output)


@main.command(short_help="Measure a grid of rules, numbers of players and bots.", asks="sweeps.SweepRequest")
@options(
    click.argument("rules", metavar="[RULEBOOK]", required=False, shell_complete=completed),
    RULES_TOO,
    option(
        "--vary KEY=VALUES",
        "A key with its values: dice.defender=2,3, cards.scale_step=0..10..5 or cards.scale=[4,6],[6,8].",
        several=True,
    ),
    PLAYERS,
    option("--bots -b NAME[,NAME…]", USUAL_BOTS, several=True),
    SEATING,
    option(
        "--measure NAME[,NAME…]",
        "Which measures, or all but those of noted games.  [default: win_share, rounds, unfinished_share and "
        "comeback_share]",
        several=True,
    ),
    option(
        "--games -g N", "Games of each cell; with --within on average at most.  [default: 10000]", SOME_GAMES
    ),
    option(
        "--within H",
        "Give more games to the cells whose first measure is not known to within ±H, or whose difference "
        "is undecided.",
        float,
    ),
    option(
        "--against KEY=VALUE[,…]",
        "The cell that the others are compared with.  [default: the rulebook unchanged, or the first]",
    ),
    option(
        "--margin M",
        "A difference of shares too small to matter; for other measures 2 M standard deviations of a game.",
        float,
    ),
    option("--figure MEASURE[.OF]", "What --plot draws: rounds, win_share.1 …  [default: the first measure]"),
    EVERY,
    option("--out DIR", "Keep the sums of every cell in DIR; resumable.", FOLDER),
    option("--resume", "Continue the sweep in DIR."),
    DRAWN_ANYWHERE,
)
def sweep(request: SweepRequest, output: Output) -> Answer:
    """Measure a grid: rules that vary, numbers of players and bots; one table of all cells.

    VALUES are a list (2,3 or on,off or [4,6,8],[6,8,10]) or a range with its step (0..10..5). Every cell
    plays the same games with the same luck, and is compared with the base: the rulebook unchanged, with as
    many players and the same bots.

    \b
    conquest sweep risk-modern --vary dice.defender=2,3 --players 2-6
    conquest sweep risk-modern --vary dice.defender=2,3 --vary cards.scale_step=0..10..5 --plot map.png
    conquest sweep risk-modern --vary cards.scale_step=0..10 --players 4 --figure rounds --plot curve.svg
    conquest sweep risk-express --players 2-6 --bots points --bots expert --measure all --format csv
    conquest sweep risk-modern --vary dice.sides=4..8 --bots reckless --within 0.01 --out grid
    conquest sweep risk-modern --vary dice.sides=4..8 --bots reckless --within 0.01 --out grid --resume
    """
    from conquestlab.reports.sweep_commands import sweep_answer

    return sweep_answer(request, output)


@main.command(
    short_help="Find the rule value that balances the seats or hits a target.", asks="searches.TuneRequest"
)
@options(
    ONE_RULES,
    PLAYERS,
    option(
        "--bots -b NAME[,NAME…]",
        f"{BOTS} The numbers have to suit all sets.  [default: expert]",
        several=True,
    ),
    SEATING,
    option("--vary KEY[=LOW..HIGH]", "A number in the rulebook to look for.", several=True, required=True),
    option("--target MEASURE=NUMBER", "The goal: a measure of `conquest play` and the value you want."),
    option("--games -g N", "Games to search with.  [default: 100000]", SOME_GAMES),
    option("--within H", "Search until every number is known to within ±H, such as 0.5.", float),
    option(
        "--confirm N",
        "Fresh games to confirm the best whole numbers; 0 for none.  [default: by --tolerance]",
        ANY_GAMES,
    ),
    option(
        "--tolerance M",
        "How far from the target still counts as met: a share, of other measures a part of the target.  "
        "[default: 0.015 and 0.05]",
        float,
        named="margin",
        old="--margin",
    ),
    option("--response", "Also list every setting that was tried."),
    MEASURED,
    DRAWN_ANYWHERE,
)
def tune(request: TuneRequest, output: Output) -> Answer:
    """Find the rule value that balances the seats, or that brings a measure to a target.

    KEY is a key of the rulebook, an entry of a list or a table (handicap.armies.2 is that of seat 2), or a
    list as a whole: handicap.armies stands for all seats but the strongest. The answer comes with its
    interval and in whole numbers, which are then played again under another seed. If no bot is named, expert
    plays where the game has it. Ends with status 1 if no whole numbers meet the target.

    \b
    conquest tune --rules risk-modern --players 3 --vary handicap.armies
    conquest tune --rules risk-modern --players 3 --vary armies.2 --vary armies.3=-30..0 --plot armies.png
    conquest tune --rules risk-modern --players 4 --vary cards.scale --target rounds=12
    conquest tune --rules risk-modern --players 3 --vary max_rounds=10..60 --target unfinished_share=0.05
    conquest tune --rules risk-express --players 2 --vary handicap.points.2 --within 0.1
    conquest tune --rules risk-modern --players 3 --vary handicap.armies --cluster tcp://host:8786
    """
    from conquestlab.reports.tune_commands import tune_answer

    return tune_answer(request, output)


@main.command(short_help="Improve a bot's weights by self-play.", asks="searches.TrainRequest")
@options(
    ONE_RULES,
    option("--players -n N", "Number of players.  [default: about 4]"),
    option("--bot -b NAME", "The bot to train: a name or a bot file.", named="bot", old="--bots"),
    option("--from START", "Weights to start from: zero, or another bot.  [default: its own]", named="start"),
    option("--fix WEIGHT[,WEIGHT…]", "Weights to leave as they are."),
    option("--between WEIGHT=LOW..HIGH[,…]", "Weights to keep between two numbers."),
    option("--pool NAME[,NAME…]", "Bots to train against, besides its earlier selves."),
    option("--mix", "Train a mix of several bots, on which no response gains much."),
    option("--rounds K", "With --mix: stop after K responses.", Count()),
    option("--members M", "With --mix: members of the mix at most.  [default: 4]", Count()),
    option(
        "--least-gain POINTS",
        "With --mix: stop when a response gains fewer points.  [default: 1]",
        float,
        named="least_gain",
    ),
    option("--minutes -m M", "Time for the whole training.  [default: 10]", float),
    option(
        "--generations G",
        "Stop after G generations; with --mix, for each response.  [default there: 40]",
        Count(),
    ),
    option(
        "--population P",
        "Candidates in each generation.  [default: 4 per weight, at least 24; with --mix 16]",
        Count(),
    ),
    option(
        "--games -g N", "Games for each candidate, to begin with.  [default: 32; with --mix 800]", Count()
    ),
    option("--save FILE.toml", "The bot file to write.", FILE, required=True, named="out", old="--out"),
    option(
        "--state FILE",
        "Where to keep the training, so that it can be continued.  [default: beside --save]",
        FILE,
    ),
    option("--resume", "Continue a training that was kept."),
    DRAWN_ANYWHERE,
)
def train(request: TrainRequest, output: Output) -> Answer:
    """Improve a bot's weights by games against other bots and its own earlier selves.

    The bot file is written if fresh games show the trained bot to be better than its start; if not, the
    status is 1. One row for each opponent: the share of the wins, and the gain over the start.

    With --mix, an opponent is trained against the bot, then one against the best mix of the two, and so on.
    The file holds the last mix. One row for each opponent: what it gained on the mix before it.

    \b
    conquest train --rules risk-express --players 2 --bot expert --from zero --pool points --save mine.toml
    conquest train --rules risk-express --players 4 --bot points --minutes 1 --save mine.toml --plot curve.png
    conquest train --rules risk-express --players 2 --bot mine.toml --pool expert --save better.toml
    conquest train --rules risk-express --players 4 --bot points --minutes 5 --save mine.toml --resume
    conquest train --rules risk-modern --players 3 --save mine.toml --minutes 60 --cluster tcp://host:8786
    conquest train --rules risk-modern --players 4 --bot expert --mix --minutes 120 --save mixed.toml
    """
    from conquestlab.reports.train_commands import train_answer

    return train_answer(request, output)


@main.command(
    short_help="Measure how much a trained opponent gains on a bot.", asks="searches.ExploitRequest"
)
@options(
    ONE_RULES,
    option("--players -n N", "Number of players.  [default: about 4]"),
    option("--bot -b NAME", "The bot to exploit: a name or a bot file.", named="bot"),
    option("--minutes -m M", "Time for everything.  [default: 10]", float),
    option("--generations G", "Stop after G generations.", Count()),
    option("--population P", "Candidates in each generation.  [default: 16]", Count()),
    option(
        "--games -g N",
        "Games for each candidate, to begin with.  [default: 800, or 64 if a bot plays games in its head]",
        Count(),
    ),
    option("--save FILE.toml", "The bot file to write the best response into.", FILE, named="out"),
    SEEDS_ANYWHERE,
    WRITTEN,
)
def exploit(request: ExploitRequest, output: Output) -> Answer:
    """Measure how much a trained opponent gains on a bot, in one seat of a table of that bot.

    The weights of the opponent are trained against this one bot. Fresh games tell the share of the wins that
    it gets, and the gain over an even share. A longer search may find more, so this is a lower bound of how
    far the bot can be exploited.

    \b
    conquest exploit --rules risk-modern --players 4 --bot expert --minutes 10
    conquest exploit --rules risk-express --players 3 --bot points --minutes 1 --save response.toml
    conquest exploit --rules manchots-barjots --players 4 --generations 40 --seed 7
    """
    from conquestlab.reports.exploit_commands import exploit_answer

    return exploit_answer(request, output)


@main.command(
    short_help="Write a report: one HTML page with verdicts, figures and tables.",
    asks="games.ReportRequest",
    tables=False,
)
@options(
    click.argument("places", metavar="[DIR]…", nargs=-1),
    option("--rules -r RULEBOOK", "A rulebook, with changes, to play games of for the page.", several=True),
    option("--compare FILE", "Include an answer of conquest compare, saved as JSON.", several=True),
    option("--sweep FILE", "Include an answer of conquest sweep, saved as JSON.", several=True),
    option("--ladder FILE", "Include an answer of conquest ladder, saved as JSON.", several=True),
    option("--tune FILE", "Include an answer of conquest tune, saved as JSON.", several=True),
    TABLE,
    GAMES,
    option("--margin M", "How far from an even share still counts as balanced.  [default: 0.02]", float),
    option(
        "--sample N",
        "Games to follow event by event, to count lands or cards; 0 for none.",
        Count(0, 100_000),
    ),
    option("--title TEXT", "Title of the page.  [default: the titles of the games]"),
    option("--author TEXT", "Who made the game, or the page."),
    option("--logo FILE", "A picture to embed beside the title: PNG, JPEG, GIF, WebP or SVG.", FILE),
    option("--notes FILE.md", "A text of your own, in Markdown, below the first answers.", FILE),
    option("--summary", "The first page alone, to print: title, answers and ten numbers."),
    JOBS,
    ELSEWHERE,
    option("--seed N", "Random seed of the games played for the page."),
    option("--output -o FILE", "The page to write, FILE.html."),
    QUIET,
)
def report(request: ReportRequest, output: Output) -> Answer:
    """Write one HTML page: verdicts in words, figures, tables, and how it was made.

    DIR is a run that conquest play --out has kept, or a folder of several. With --rules games are played for
    the page. Several runs stand side by side. The file holds all it needs and opens from a disk.

    \b
    conquest report run --output page.html
    conquest report --rules risk-modern --players 4 --games 20000 --output page.html
    conquest report --rules conquete-1957 --rules conquete-1957-3v2 --players 3 --output dice.html
    conquest report --rules risk-modern --players 2-6 --output players.html
    conquest report run --compare compare.json --ladder ladder.json --output page.html
    conquest report run --title "Crownlands" --logo crown.png --notes notes.md --output page.html
    conquest report run --summary --output summary.html
    conquest report --rules risk-modern --games 1000000 --output page.html --cluster tcp://host:8786
    """
    from conquestlab.reports.report_commands import report_answer

    return report_answer(request, output)


@main.command(short_help="Measure the speed of this machine.")
@options(option("--quick", "Half a second for each figure, instead of four."), WRITTEN)
def bench(quick: bool, output: Output) -> Answer:
    """Measure the speed of this machine, each figure beside a plain loop timed in the same run.

    \b
    conquest bench
    conquest bench --quick --format json
    """
    from conquestlab.benchmarks.bench import bench_rows
    from conquestlab.reports.digits import timed

    rows = bench_rows(quick, progress=lambda what: output.voice.say(f"timing {what}"))
    clocked = ("value", "reference_value", "ratio")
    return page(rows, shown=[row | {name: timed(row[name]) for name in clocked} for row in rows])


@main.command(
    short_help="Check against published tables and an independent referee.", asks="games.VerifyRequest"
)
@options(
    option(
        "--games -g N",
        "Games of each rulebook for the referee; a thousand times as many battles are simulated. With "
        "--coverage, games of a run.  [default: 200, or 1500]",
        SOME_GAMES,
    ),
    option("--coverage", "Try the intervals of all measures on games of your rulebook instead."),
    PLAYERS,
    option("--bots -b NAME[,NAME…]", USUAL_BOTS),
    option("--repetitions N", "Runs to try the intervals on.", Count(1, 10**6)),
    option("--only [published|statistics|simulated|referee]", "Run this check alone.", several=True),
    option("--rules -r RULEBOOK", "Rulebooks to check.  [default: all built in]", several=True),
    SEEDS_ANYWHERE,
    WRITTEN,
)
def verify(request: VerifyRequest, output: Output) -> Answer:
    """Check against published tables, known statistics, simulations and an independent referee.

    One row for each check, with its verdict: ok or differs. Ends with status 1 if anything differs.

    \b
    conquest verify
    conquest verify --only published --only simulated
    conquest verify --only referee --games 10000
    conquest verify --rules my-rules.toml --rules risk-express --seed 7
    conquest verify --coverage --rules my-rules.toml --players 4 --bots expert
    conquest verify --only referee --games 100000 --cluster tcp://host:8786
    """
    from conquestlab.reports.verify_commands import verify_answer

    return verify_answer(request, output)


@main.command(short_help="Show what is taken where nothing is typed, and set it.")
@options(option("--init", "Write a conquest.toml with all settings as comments into this folder."), WRITTEN)
def config(init: bool, output: Output) -> Answer:
    """Show each setting, its value, and where the value comes from.

    A setting stands for an option that is not typed. What is typed comes first, then a variable of the
    environment such as CONQUEST_RULES, the conquest.toml of this folder, your own one
    (~/.config/conquestlab/conquest.toml), and last what is built in.

    \b
    conquest config
    conquest config --init
    CONQUEST_RULES=risk-express conquest config
    """
    from conquestlab.analysis.requests.settings import setting_rows, write_new_file

    if not init:
        return page(setting_rows())
    from conquestlab.reports.answer import Answer

    return Answer(None, findings=(f"{write_new_file()} is written: take the # off a line to set it",))


@main.command(short_help="Print what makes your shell complete words of conquest.")
@options(click.argument("shell", metavar="bash|zsh|fish", type=click.Choice(["bash", "zsh", "fish"])))
def completion(shell: str, output: Output) -> Answer:
    """Print what makes a shell complete commands, options, rulebooks with their keys, bots and measures.

    Put the first line below into ~/.bashrc, or the second into ~/.zshrc, or run the third once.

    \b
    eval "$(conquest completion bash)"
    eval "$(conquest completion zsh)"
    conquest completion fish > ~/.config/fish/completions/conquest.fish
    """
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(main, {}, "conquest", "_CONQUEST_COMPLETE").source())
    from conquestlab.reports.answer import Answer

    return Answer(None)


@main.command(
    short_help="What a measure, a rule, a bot, a column or a sign means.", asks="explaining.ExplainRequest"
)
@options(
    click.argument("names", metavar="[NAME]…", nargs=-1),
    option("--rules -r RULEBOOK", "Your own rulebooks, to see their values of a rule.", several=True),
    WRITTEN,
)
def explain(request: ExplainRequest, output: Output) -> Answer:
    """What does it mean? Every measure, rule, bot, term, column and sign that answers use, in plain words.

    NAME is written as tables and rulebooks print it, in any case; without one, all names are listed.

    \b
    conquest explain
    conquest explain win_share
    conquest explain fortify
    conquest explain dice.defender --rules thursday.toml
    conquest explain expert
    conquest explain 2+1+j
    conquest explain seat_chi2_p --format json
    """
    from conquestlab.reports.explain_commands import explain_answer

    return explain_answer(request, output)


@main.group(short_help="List, show, check and compare rulebook files.")
def rules() -> None:
    """List rulebooks, show one, check a file, or see how two of them differ.

    \b
    conquest rules list
    conquest rules show risk-modern
    conquest rules show conquete-1957,dice.defender=2
    conquest rules check my-rules.toml
    conquest rules diff conquete-1957 risk-modern
    """


@rules.command("list")
@WRITTEN
def rules_list(output: Output) -> Answer:
    """List the rulebooks that have a name: the built-in ones, and those of games from other packages.

    \b
    conquest rules list
    conquest rules list --format json
    """
    from conquestlab.analysis.rules.rulebook_answers import list_rulebooks

    return page(list_rulebooks())


@rules.command("show")
@options(
    click.argument("rulebook", shell_complete=completed),
    option("--plot FILE", "Draw the map: FILE.png, FILE.svg or FILE.pdf.", FILE),
    WRITTEN,
)
def rules_show(rulebook: str, output: Output) -> Answer:
    """Show every value of a rulebook, where it comes from, and what the parent says.

    --plot draws the map that the rulebook is played on. A map file may be named instead of a rulebook.

    \b
    conquest rules show risk-modern
    conquest rules show conquete-1957,cards.scale=[6,8,10]
    conquest rules show risk-modern --plot map.svg
    """
    from conquestlab.reports.rules_commands import show_answer

    return show_answer(rulebook, output)


@rules.command("check")
@options(click.argument("rulebook", metavar="FILE", shell_complete=completed), WRITTEN)
def rules_check(rulebook: str, output: Output) -> Answer:
    """List all errors of a rulebook or map file: key, value, what is allowed, and the nearest known key.

    A map without errors is summed up: its continents side by side, its narrow points. Ends with status 1 if
    there are errors.

    \b
    conquest rules check my-rules.toml
    conquest rules check my-map.toml
    """
    from conquestlab.reports.rules_commands import check_answer

    return check_answer(rulebook, output)


@rules.command("diff")
@options(
    click.argument("one", metavar="A", shell_complete=completed),
    click.argument("other", metavar="B", shell_complete=completed),
    option("--all", "List every land and border that differs, however many."),
    WRITTEN,
)
def rules_diff(one: str, other: str, all: bool, output: Output) -> Answer:
    """Show the rules that differ between two rulebooks.

    Of two maps that differ in many lands or borders, what is new, gone or renamed is summed up.

    \b
    conquest rules diff conquete-1957 conquete-1957-second
    conquest rules diff risk-modern risk-modern,fortify=connected
    conquest rules diff risk-modern my-rules.toml --all
    """
    from conquestlab.reports.rules_commands import diff_answer

    return diff_answer(one, other, all)


@main.command(short_help="Begin a game of your own: rules, a small map, what to try.")
@options(
    click.argument("folder", metavar="FOLDER", type=FOLDER),
    option(
        "--from RULEBOOK", "The rulebook to extend.", named="parent", default="risk-modern", show_default=True
    ),
    WRITTEN,
)
def init(folder: str, parent: str, output: Output) -> Answer:
    """Make FOLDER with a game of your own: a commented rulebook, a small map, and what to try first.

    The rulebook extends another, by default risk-modern. It checks and plays at once. Nothing is overwritten.

    \b
    conquest init my-game
    conquest init my-express --from risk-express
    """
    from conquestlab.reports.init_commands import init_answer

    return init_answer(folder, parent)


@main.group(short_help="Begin, check and list bots, and ask one again.")
def bots() -> None:
    """What helps to write a bot of your own.

    \b
    conquest bots list
    conquest bots new my_bot.py
    conquest bots check my_bot.py:MyBot
    conquest bots ask failed-mine-game-3-decision-17.json my_bot.py:MyBot
    """


@bots.command("list", short_help="The bots that ship, and how strong they are.")
@WRITTEN
def bots_list(output: Output) -> Answer:
    """List the bots that come with conquestlab: of which game, what made of, how they play, how strong.

    \b
    conquest bots list
    conquest bots list --format json
    """
    from conquestlab.reports.bot_commands import list_answer

    return list_answer()


@bots.command("new", short_help="Begin a bot of your own in Python.")
@options(
    click.argument("file", metavar="FILE.py"),
    option(
        "--rules -r RULEBOOK", "The rulebook it is to play.  [default: risk-modern]", default="risk-modern"
    ),
    option("--program", "A program that speaks the protocol by itself, instead of a class."),
    WRITTEN,
)
def bots_new(file: str, rules: str, program: bool, output: Output) -> Answer:
    """Write a commented bot that plays at once, to be changed.

    \b
    conquest bots new my_bot.py
    conquest bots new my_bot.py --rules risk-express
    conquest bots new my_program.py --program
    """
    from conquestlab.reports.bot_commands import new_answer

    return new_answer(file, rules, program)


@bots.command("check", short_help="Play a few games with your bot.", asks="bots.CheckBotRequest")
@options(
    click.argument("bot", metavar="BOT"),
    option(
        "--rules -r RULEBOOK",
        "A rulebook to try.  [default: all of conquest, cut short]",
        several=True,
    ),
    option("--games -g N", "Games for each rulebook and number of players.", SOME_GAMES),
    SEED,
    BOT_SECONDS,
    WRITTEN,
)
def bots_check(request: CheckBotRequest, output: Output) -> Answer:
    """Play a few games with a bot, all of them twice: does it answer rightly, how fast, and always alike?

    Status 1 if it fails, or if a game is another one the second time.

    \b
    conquest bots check my_bot.py:MyBot
    conquest bots check 'exec:./mybot --level 3' --rules risk-express --games 6
    """
    from conquestlab.reports.bot_commands import check_answer

    return check_answer(request, output)


@bots.command("ask", short_help="Ask a bot the question it failed at.", asks="bots.AskBotRequest")
@options(click.argument("file", metavar="FILE"), click.argument("bot", metavar="BOT"), BOT_SECONDS, WRITTEN)
def bots_ask(request: AskBotRequest, output: Output) -> Answer:
    """Ask a bot a question that --debug saved, and show what it answers; what it prints is shown too.

    \b
    conquest bots ask failed-mine-game-3-decision-17.json my_bot.py:MyBot
    """
    from conquestlab.reports.bot_commands import ask_answer

    return ask_answer(request)


@main.group(short_help="Show, check, merge, export and extend runs that are kept.")
def runs() -> None:
    """What is done with the run folders of conquest play --out.

    \b
    conquest runs show run
    conquest runs check run --replay 20
    conquest runs extend run --games 2000000
    conquest runs merge shard-1 shard-2 --out whole
    conquest runs rows run --output rows.parquet
    """


@runs.command("show", short_help="What run folders hold.", asks="runs.ShowRunsRequest")
@options(click.argument("places", metavar="DIR…", nargs=-1, required=True), WRITTEN)
def runs_show(request: ShowRunsRequest, output: Output) -> Answer:
    """Show what run folders hold: rules, players, bots, seed, how many games, and whether all are there.

    DIR is a run, or a folder of several.

    \b
    conquest runs show run
    conquest runs show shard-1 shard-2 --format json
    """
    from conquestlab.reports.run_commands import show_answer

    return show_answer(request, output)


@runs.command("check", short_help="Whether a run is sound, and how to mend it.", asks="runs.CheckRunRequest")
@options(
    click.argument("folder", metavar="DIR"),
    option("--replay N", "Also play N games again, and compare them with their rows.", ANY_GAMES),
    WRITTEN,
)
def runs_check(request: CheckRunRequest, output: Output) -> Answer:
    """Check whether a run is sound: every file, its checksums, its games. Each fault says how to mend it.

    Ends with status 1 if there is a fault. Games that are missing are one.

    \b
    conquest runs check run
    conquest runs check run --replay 100
    """
    from conquestlab.reports.run_commands import check_answer

    return check_answer(request, output)


@runs.command("merge", short_help="Put shards of one experiment together.", asks="runs.MergeRunsRequest")
@options(
    click.argument("shards", metavar="SHARD…", nargs=-1, required=True),
    option("--out DIR", "The folder for the games of all shards.", FOLDER, required=True),
    WRITTEN,
)
def runs_merge(request: MergeRunsRequest, output: Output) -> Answer:
    """Put shards of one experiment together, as if their games had been played in one run.

    The games of the shards have to lie side by side: two shards with the same game, or a game in none, are
    refused. If a merge is killed, the same command goes on with it.

    \b
    conquest play --rules risk-express --games 600000 --out shard-1
    conquest play --rules risk-express --games 400000 --first-game 600000 --out shard-2
    conquest runs merge shard-1 shard-2 --out whole
    """
    from conquestlab.reports.run_commands import merge_answer

    return merge_answer(request, output)


@runs.command("rows", short_help="All rows of a run as one file.", asks="runs.RunRowsRequest", tables=False)
@options(
    click.argument("folder", metavar="DIR"),
    option("--format -f [parquet|arrow|csv]", "Output format.  [default: csv]"),
    option("--output -o FILE", "Write the rows to FILE; its suffix decides the format.", FILE),
    QUIET,
)
def runs_rows(request: RunRowsRequest, output: Output) -> Answer:
    """Write all rows of a run as one file: a row for each game, with names and plain units.

    Wins are shares from 0 to 1, bots and ends stand as text, and what is not known is empty. Parquet and
    Arrow files say where their rows come from.

    \b
    conquest runs rows run --output rows.parquet
    conquest runs rows run --output rows.csv
    conquest runs rows run --format csv
    """
    from conquestlab.reports.run_commands import rows_answer

    return rows_answer(request, output)


@runs.command("extend", short_help="Go on with a run, or give it more games.", asks="runs.ExtendRunRequest")
@options(
    click.argument("folder", metavar="DIR"),
    option(
        "--games -g N", "How many games the run shall have.  [default: as many as it was to have]", SOME_GAMES
    ),
    option("--within H", "Go on until every win share is known to within ±H, closer than before.", float),
    BOT_SECONDS,
    JOBS,
    WRITTEN,
)
def runs_extend(request: ExtendRunRequest, output: Output) -> Answer:
    """Go on with a run: with more games, or with those that are missing; DIR says how they are played.

    The run ends with the same files as one that had all the games from the start.

    \b
    conquest runs extend run
    conquest runs extend run --games 2000000
    conquest runs extend run --within 0.001
    """
    from conquestlab.reports.run_commands import extend_answer

    return extend_answer(request, output)


@main.command(short_help="Read the documentation.", asks="reading.DocsRequest", tables=False)
@options(
    click.argument("name", metavar="[PAGE]", required=False),
    option("--text", "Print the page in the terminal."),
    option("--no-open", "Print where the page lies, and open no browser."),
    option("--output -o DIR", "Write the whole site into DIR.", FOLDER),
    option("--check", "List links that lead nowhere; status 1 if there are any."),
    option("--quiet -q", "No notes."),
)
def docs(request: DocsRequest, output: Output) -> Answer:
    """Read the documentation, which comes with conquestlab and needs no network.

    Opens PAGE in the browser, or the first page, and prints where it lies. A page is named as its file in
    docs/: rules, measures, commands/sweep; a command's page also goes by the command alone.

    \b
    conquest docs
    conquest docs first_hour
    conquest docs odds
    conquest docs measures#terms
    conquest docs bots --text
    conquest docs --output site
    """
    from conquestlab.reports.docs_commands import docs_answer

    return docs_answer(request, output, main)


if __name__ == "__main__":
    main()
