"""The command line: options become a request, and answers become tables and files. No arithmetic.

Nothing of weight is imported before a command knows that it needs it.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

if TYPE_CHECKING:
    from conquestlab.reports.answer import Answer, Voice

DEFAULT_RULES = "conquete-1957"
LONG, LONGEST = 200, 2000  # characters of a word, and of a line, that a message repeats
# The largest numbers that options take.
MOST_ARMIES, MOST_JOBS, MOST_ROUND = 100_000, 1024, 100_000
MOST_GAMES, MOST_GAME, MOST_SAMPLE, MOST_LINEUPS = 10**12, 2**62 - 1, 100_000, 1_000_000
FORMATS = ("table", "csv", "json", "markdown")


class Command(click.Command):
    """A command that passes over nothing: it takes no value twice, and no option without an effect."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words after the command; an option of one value is given once."""
        _, _, read = self.make_parser(ctx).parse_args(list(args))
        for option in read:
            times, once = read.count(option), not getattr(option, "is_flag", False) and not option.multiple
            if times > 1 and once and isinstance(option, click.Option):
                raise click.UsageError(f"{_written(option)} is given {times} times: give it once", ctx)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, if all that was typed has an effect."""
        typed = {
            option.name: _written(option)
            for option in self.params
            if isinstance(option, click.Option)
            and option.name
            and ctx.get_parameter_source(option.name) is ParameterSource.COMMANDLINE
        }
        if typed:
            from conquestlab.reports.idle_options import refuse_idle

            refuse_idle(str(self.name), typed, ctx.params)
        return super().invoke(ctx)


def _written(option: click.Parameter) -> str:
    return max(option.opts, key=len)


class Conquest(click.Group):
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
        try:
            status = super().main(words, *rest, **options)
        except (Exception, KeyboardInterrupt) as error:
            status, line = told(error)
            if line:
                tell(line)
        _flush()
        sys.exit(status if isinstance(status, int) else 0)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find a command, or name the nearest."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            near = get_close_matches(args[0], self.list_commands(ctx), 1)
            meant = f"did you mean {near[0]}?" if near else f"there are {', '.join(self.list_commands(ctx))}"
            raise click.UsageError(f"no command {args[0]!r}: {meant}", ctx) from error


def told(error: BaseException) -> tuple[int, str]:
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


def tell(words: str) -> None:
    """Say something on stderr, if there is one that takes it."""
    with contextlib.suppress(OSError):
        click.echo(words, err=True)


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
def main() -> None:
    """A laboratory for games of world conquest: odds of an attack, variants of a rule, balance of a game."""


def _version(ctx: click.Context, _option: click.Option, asked: bool) -> None:
    if asked:
        from conquestlab.analysis.version import VERSION

        click.echo(f"conquestlab {VERSION}")
        ctx.exit()


# Options that several commands share --------------------------------------------------------


def named(_ctx: click.Context, option: click.Parameter, place: str | None) -> str | None:
    """Refuse a file or folder without a name."""
    if place == "" or (place and "\0" in place):
        from conquestlab.analysis.errors import WrongUse

        what = "folder" if option.metavar == "DIR" else "file"
        raise WrongUse(f"{option.opts[0]} names nothing: give the name of a {what}")
    return place


def output_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --format, --output and --quiet, handed on as one `output` argument."""

    def gathered(*args: Any, format: str | None, output: str | None, quiet: bool, **options: Any) -> Any:
        from conquestlab.reports.tables import check_output

        check_output(output, format)
        return command(*args, output={"format": format, "output": output, "quiet": quiet}, **options)

    gathered.__name__, gathered.__doc__ = command.__name__, command.__doc__
    gathered.__click_params__ = getattr(command, "__click_params__", [])  # type: ignore[attr-defined]
    for option in (
        click.option("--quiet", "-q", is_flag=True, help="No progress bar and no notes."),
        click.option(
            "--output",
            "-o",
            metavar="FILE",
            callback=named,
            help="Write the answer to FILE; its suffix decides the format.",
        ),
        click.option("--format", "-f", type=click.Choice(FORMATS), help="Output format.  [default: table]"),
    ):
        gathered = option(gathered)
    return gathered


def rules_option(several: bool = True) -> Callable[..., Any]:
    """Add --rules, once or repeatable."""
    return click.option(
        "--rules",
        "-r",
        metavar="RULEBOOK",
        multiple=several,
        default=(DEFAULT_RULES,) if several else DEFAULT_RULES,
        help="A rulebook by name or file, with changes: risk-modern,dice.defender=3."
        + (" May be given several times." if several else "")
        + f"  [default: {DEFAULT_RULES}]",
    )


def dice_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options on how many dice each side rolls."""
    for option in (
        click.option("--defend-dice", metavar="N", help="Dice the defender rolls, in the same way."),
        click.option(
            "--attack-dice",
            metavar="N",
            help="Dice the attacker rolls: most, fewest, best or a number.  [default: most, or as --order]",
        ),
        click.option(
            "--leave",
            metavar="N[,N…]",
            default="1",
            show_default=True,
            help="Armies to leave on each land of a row.",
        ),
        click.option("--on-land", is_flag=True, help="ATTACKERS include the army that has to stay behind."),
    ):
        command = option(command)
    return command


def seed_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --seed and --jobs."""
    for option in (
        click.option(
            "--jobs",
            metavar="N",
            type=click.IntRange(1, MOST_JOBS),
            help="Number of cores to use.  [default: all]",
        ),
        click.option(
            "--seed",
            metavar="N",
            default="1",
            show_default=True,
            help="Random seed; 7,dice=9 gives one source of chance its own.",
        ),
    ):
        command = option(command)
    return command


def bot_seconds_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --bot-seconds."""
    return click.option(
        "--bot-seconds",
        metavar="S",
        type=float,
        default=10.0,
        show_default=True,
        help="Time limit for each decision of your own bot.",
    )(command)


def table_options(command: Callable[..., Any], several_bots: bool = False) -> Callable[..., Any]:
    """Add --players, --bots, once or repeatable, --bot-seconds and --no-rotate."""
    for option in (
        bot_seconds_option,
        click.option(
            "--no-rotate",
            "rotate",
            is_flag=True,
            flag_value=False,
            default=True,
            help="Keep each bot in its seat. Otherwise different bots move one seat on after each game.",
        ),
        click.option(
            "--bots",
            "-b",
            metavar="NAME[,NAME…]",
            multiple=several_bots,
            help="One bot for every seat, or one for each: a name, a bot file, FILE.py:NAME or exec:PROGRAM."
            + (" May be given several times.  [default: bots of different manner]" if several_bots else ""),
        ),
        click.option(
            "--players",
            "-n",
            metavar="N",
            help="Number of players: 4, 2-6 or 2,3,5.  [default: the number of bots, or about 4]",
        ),
    ):
        command = option(command)
    return command


def several_tables_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the same with --bots repeatable."""
    return table_options(command, several_bots=True)


def plot_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --plot."""
    words = "Draw the answer: FILE.png, FILE.svg or FILE.pdf."
    return click.option("--plot", metavar="FILE", callback=named, help=words)(command)


def show(page: Any, output: dict[str, Any], plot: str | None = None) -> None:
    """Draw the page if that is asked for, then write its rows with what is known about them."""
    from conquestlab.analysis.version import VERSION
    from conquestlab.reports.tables import check_output, write_answer

    words = click.get_current_context().find_root().obj or []
    meta: dict[str, Any] = {"command": shlex.join(["conquest", *words]), "version": VERSION}
    meta["rules"] = _one_or_all([book.label for book in page.rulebooks])
    format = check_output(output["output"], output["format"])
    if format == "json":  # a hash reads map and cards
        meta["rules_hash"] = _one_or_all([book.hash for book in page.rulebooks])
    if plot:
        from conquestlab.reports.figures.style import save_figure

        save_figure(page.draw(), plot)
    rows = page.shown if page.shown is not None and format == "table" else page.rows
    write_answer(rows, meta | page.meta, notes=page.notes, matrix=page.matrix, apart=page.apart, **output)


def voice(output: dict[str, Any]) -> Voice:
    """Return what says things on stderr, unless it is asked to be quiet."""
    from conquestlab.reports.answer import Voice

    return Voice(tell, output["quiet"])


def end(answer: Answer, output: dict[str, Any], plot: str | None = None) -> None:
    """Show an answer, say what came between, and end with its status."""
    if answer.page is not None:
        show(answer.page, output, plot)
    for finding in answer.findings:
        tell(finding)
    if answer.failed is not None:
        raise answer.failed
    if answer.interrupted:
        voice(output).say(f"conquest: interrupted; {answer.interrupted}")
        raise SystemExit(130)
    if not answer.holds:
        raise SystemExit(1)


def way_on() -> str:
    """Return the command that goes on with what was interrupted."""
    words = click.get_current_context().find_root().obj or []
    return shlex.join(["conquest", *words, *([] if "--resume" in words else ["--resume"])])


def Page(*given: Any, **named: Any) -> Any:
    """Make a page (conquestlab.reports.page), imported only when there is one."""
    from conquestlab.reports.page import Page

    return Page(*given, **named)


def _one_or_all(names: list[str]) -> str | list[str]:
    return names[0] if len(names) == 1 else names


# Commands -----------------------------------------------------------------------------------


@main.command()
@click.argument("words", metavar="[ATTACKERS DEFENDERS… | CARD…]", nargs=-1)
@rules_option()
@dice_options
@click.option(
    "--stop-at",
    metavar="N",
    type=click.IntRange(0, MOST_ARMIES),
    default=0,
    help="Stop attacking with N attackers left.",
)
@click.option(
    "--hold-at",
    metavar="N",
    type=click.IntRange(0, MOST_ARMIES),
    default=0,
    help="Stop with N defenders left, and count it as won.",
)
@click.option(
    "--order",
    type=click.Choice(["announced", "together", "seen"]),
    help="Find the best number of dice: the attacker announces first, both choose together, "
    "or the defender has seen the roll.",
)
@click.option("--worth", metavar="C", type=float, help="Stop when that is best, for a land worth C armies.")
@click.option(
    "--table", "size", metavar="AxD", help="One row for each battle up to A attackers and D defenders."
)
@click.option("--distribution", is_flag=True, help="One row for each way the battle can end.")
@click.option("--quantiles", is_flag=True, help="Mean, standard deviation and quantiles of losses and rolls.")
@click.option("--policy", metavar="AxD", help="The best number of dice in each position.")
@click.option(
    "--card",
    metavar="FILE.pdf",
    callback=named,
    help="Print an A5 page: the odds of 1 to 15 against 1 to 15, with rules of thumb.",
)
@click.option(
    "--against", metavar="RULEBOOK", help="Show the difference from the odds under another rulebook."
)
@click.option("--exact", is_flag=True, help="Exact fractions instead of decimals.")
@click.option(
    "--simulate",
    metavar="N",
    type=click.IntRange(1, MOST_GAMES),
    help="Also simulate N battles, beside the exact result.",
)
@click.option("--dice", metavar="N", type=click.IntRange(1, 100), help="Risk Express: dice left to roll.")
@click.option("--filled", metavar="I[,J…]", help="Risk Express: lines of the card that are already filled.")
@click.option("--another", is_flag=True, help="Risk Express: the card belongs to another player.")
@click.option("--roll", metavar="FACES", help="Risk Express: the choices after this roll, best first.")
@click.option("--first-rolls", is_flag=True, help="Risk Express: every first roll with its best target.")
@seed_options
@plot_option
@output_options
def odds(words: tuple[str, ...], rules: tuple[str, ...], output: dict[str, Any], **asked: Any) -> None:
    """What are the odds of an attack? The exact answer.

    ATTACKERS are the armies that may attack; the one that stays behind is not counted. DEFENDERS are the
    armies on the land, on several lands taken one after the other, or on a tree of lands: "3(2,4(1))" is a
    land of 3 from which go a land of 2, and a land of 4 with a land of 1 behind it.

    For Risk Express CARD… are the names of its cards, all of them if none is given.

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
    conquest odds 10 10 --order seen --rules risk-modern
    conquest odds 8 5 --worth 4
    conquest odds 5 3 --exact --format json
    conquest odds 10 8 --simulate 1000000 --seed 7
    conquest odds --rules risk-express
    conquest odds --rules risk-express "United States" --filled 1 --dice 5
    conquest odds --rules risk-express --roll "cannon cavalry general soldier1 soldier3 soldier3 cannon"
    conquest odds --rules africa-1880 "FR:war>DE,ally>GB DE: GB:war>DE"
    conquest odds --rules africa-1880 FR DE
    """
    from conquestlab.reports.games.pages import exact_page

    asked["voice"] = voice(output)
    show(exact_page("odds", words, rules, asked), output, asked["card"] or asked["plot"])


@main.command()
@click.argument("defenders", metavar="DEFENDERS…", nargs=-1, required=True)
@click.option("--chance", metavar="P", required=True, help="The chance you want: 0.5, 50% or 5/12.")
@rules_option()
@dice_options
@output_options
def need(defenders: tuple[str, ...], rules: tuple[str, ...], output: dict[str, Any], **asked: Any) -> None:
    """How many armies do I need?

    DEFENDERS as for `conquest odds`: one land, several in a row, or a tree. The armies are those that may
    attack; with --on-land the one that stays behind is counted too.

    \b
    conquest need 8 --chance 0.5
    conquest need 8 --chance 90% --rules conquete-1957 --rules risk-modern
    conquest need 3 2 4 --chance 2/3 --leave 2
    conquest need "3(2,4(1))" --chance 0.75
    """
    from conquestlab.reports.games.pages import exact_page

    show(exact_page("need", defenders, rules, asked), output)


@main.command(short_help="Sets of cards, what they bring, and when to exchange them.")
@rules_option()
@click.option(
    "--show",
    type=click.Choice(["chance", "first", "kinds", "bonus", "scale", "worth", "timing", "policies", "turns"]),
    default="chance",
    show_default=True,
    help="Which table: chance of a set by hand size, the first set, kinds of sets, land bonus, the scale, "
    "what a card is worth; when to exchange, policies against each other, armies by turn.",
)
@click.option("--players", "-n", metavar="N", help="Number of players, or several: 4, 2-6 or 2,3,5.")
@click.option(
    "--policy",
    metavar="NAME",
    multiple=True,
    help="at_once, when_forced, wait_scale:X, wait_sets:K or solved. May be given several times.",
)
@click.option(
    "--turns", metavar="N", type=click.IntRange(1, 200), help="Number of turns to look at.  [default: 20]"
)
@click.option(
    "--discount", metavar="Q", type=float, help="What an army is worth one turn later.  [default: 0.8]"
)
@click.option(
    "--aim",
    type=click.Choice(["lead", "armies"]),
    help="What players maximise: their lead or their own armies.",
)
@click.option(
    "--conquests",
    metavar="Q",
    type=float,
    help="Chance to conquer a land in a turn, where that brings a card.",
)
@click.option(
    "--simulate",
    metavar="N",
    type=click.IntRange(1, MOST_GAMES),
    help="Also simulate N deals or games, beside the exact result.",
)
@seed_options
@plot_option
@output_options
def cards(rules: tuple[str, ...], output: dict[str, Any], **asked: Any) -> None:
    """Cards: the chance of a set, what exchanges bring, and when to exchange.

    \b
    conquest cards
    conquest cards --rules conquete-1957 --rules risk-modern --simulate 100000
    conquest cards --show scale --rules risk-modern --plot scale.png
    conquest cards --show worth --rules risk-1970-objectives
    conquest cards --show timing --rules risk-modern --players 4
    conquest cards --show policies --policy at_once --policy wait_scale:15 --policy solved
    """
    from conquestlab.reports.games.pages import exact_page

    asked["voice"] = voice(output)
    show(exact_page("cards", (), rules, asked), output, asked["plot"])


@main.command(short_help="Simulate many games, and measure them.")
@rules_option()
@table_options
@click.option(
    "--games",
    "-g",
    metavar="N",
    type=click.IntRange(1, MOST_GAMES),
    help="Games for each rulebook and number of players.  [default: 10000]",
)
@click.option(
    "--within",
    metavar="H",
    type=float,
    help="Play until every win share is known to within ±H, such as 0.005.",
)
@click.option(
    "--margin", metavar="M[,M…]", help="How far from an even share still counts as balanced.  [default: 0.01]"
)
@click.option(
    "--skill",
    metavar="WEAK,STRONG",
    help="The two bots that skill_share compares.  [default: those that play, if two]",
)
@click.option(
    "--luck", is_flag=True, help="Also measure luck_share; each game is then played about five times."
)
@click.option(
    "--lift-round",
    metavar="R",
    type=click.IntRange(1, MOST_ROUND),
    help="The round after which continent_lift looks who holds what.  [default: 3]",
)
@click.option(
    "--figure",
    metavar="NAME",
    help="What --plot draws: wins, edges, standings, spread, length, in_play, eliminated, continents, "
    "continent_held; on the map battles, taken, kept, half_time_wins; or any measure.  [default: wins]",
)
@click.option(
    "--out", metavar="DIR", callback=named, help="Save one row per game in DIR (Parquet); resumable."
)
@click.option("--resume", is_flag=True, help="Continue the run in DIR.")
@seed_options
@plot_option
@output_options
def play(rules: tuple[str, ...], output: dict[str, Any], **asked: Any) -> None:
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
    conquest play --rules risk-express --games 1000000 --out run --seed 7
    conquest play --rules risk-express --games 1000000 --out run --seed 7 --resume
    """
    from conquestlab.reports.play_commands import play_answer

    end(play_answer(rules, asked, voice(output), way_on()), output, asked["plot"])


@main.command(short_help="Rate bots against each other.")
@rules_option()
@click.option(
    "--players",
    "-n",
    metavar="N",
    help="Number of players: 4, 2-6 or 2,3,5.  [default: all that the rulebook allows]",
)
@click.option(
    "--bots",
    "-b",
    metavar="NAME[,NAME…]",
    help="Who is on the ladder: names, bot files, FILE.py:NAME or exec:PROGRAM.  "
    "[default: all bots of the game]",
)
@click.option(
    "--one", metavar="NAME[,NAME…]", help="No ladder: this bot alone against others; several take turns."
)
@click.option(
    "--against",
    metavar="NAME[,NAME…]",
    multiple=True,
    help="With --one: the bot in all other seats, or one for each of them. May be given several times.",
)
@click.option(
    "--games",
    "-g",
    metavar="N",
    type=click.IntRange(1, MOST_GAMES),
    help="Games for each number of players.  [default: 10000]",
)
@click.option(
    "--lineups",
    metavar="N",
    type=click.IntRange(1, MOST_LINEUPS),
    help="Most seatings to play; a balanced sample if there are more.  [default: 120]",
)
@click.option(
    "--anchor", metavar="NAME", help="The bot whose rating is set to 0.  [default: the mean of all]"
)
@click.option(
    "--figure",
    metavar="MEASURE",
    help="Draw one measure alone: rating, elo, seat_rating, win_share, pair_share, triple or misfit.",
)
@bot_seconds_option
@seed_options
@plot_option
@output_options
def ladder(rules: tuple[str, ...], output: dict[str, Any], **asked: Any) -> None:
    """Rate bots against each other: ratings, win shares, and who beats whom.

    Every bot plays equally often, in every seat and with every other bot. In each row `of` is a bot or a
    seat, and `against` is whom it met.

    \b
    conquest ladder --rules risk-express
    conquest ladder --rules risk-modern --bots random,reckless --players 2-3 --plot ladder.png
    conquest ladder --rules risk-express --players 4 --anchor points --games 50000
    conquest ladder --rules risk-express --one expert --against points --players 2-6
    conquest ladder --rules risk-express --one expert --against points,points,random
    """
    from conquestlab.reports.ladder_commands import ladder_answer

    end(ladder_answer(rules, asked, voice(output)), output, asked["plot"])


@main.command()
@click.argument("folder", metavar="[DIR]", required=False)
@click.option(
    "--game",
    "-g",
    metavar="I",
    type=click.IntRange(0, MOST_GAME),
    required=True,
    help="The number of the game, from 0.",
)
@click.option("--rules", "-r", metavar="RULEBOOK", help=f"As for play.  [default: {DEFAULT_RULES}]")
@table_options
@click.option("--seed", metavar="N", help="As for play.  [default: 1]")
@click.option("--check", is_flag=True, help="Let a referee check the game; status 1 if it finds a fault.")
@click.option(
    "--format", "-f", "format", type=click.Choice(("text", "jsonl")), help="Output format.  [default: text]"
)
@click.option("--output", "-o", metavar="FILE", callback=named, help="Write the game to FILE.")
@click.option("--quiet", "-q", is_flag=True, help="No notes but what --check finds.")
def replay(
    folder: str | None, game: int, format: str | None, output: str | None, quiet: bool, **asked: Any
) -> None:
    """Show one game, event by event.

    The game is that of `conquest play` with the same rules, players, bots and seed, or of the run kept in
    DIR.

    \b
    conquest replay --rules risk-express --game 12
    conquest replay --rules risk-express --players 3 --bots expert --seed 7 --game 0 --format jsonl
    conquest replay run --game 41 --check
    """
    from conquestlab.reports.play_commands import replay_lines, told_format, write_lines

    asked["usual_rules"] = DEFAULT_RULES
    if output is not None and output != "-":
        from conquestlab.reports.files import check_place

        check_place(output)
    how = told_format(format, output)
    lines, findings = replay_lines(folder, game, asked, how, voice({"quiet": quiet}))
    write_lines(lines, output)
    for finding in findings:
        tell(finding)
    if findings:
        raise SystemExit(1)


@main.command(short_help="Compare rulebooks or variants on the same games.")
@click.argument("rules", metavar="A B [C…]", nargs=-1, required=True)
@several_tables_options
@click.option(
    "--games",
    "-g",
    metavar="N",
    type=click.IntRange(1, MOST_GAMES),
    help="Games for each rulebook and number of players.  [default: 10000]",
)
@click.option(
    "--within",
    metavar="H",
    type=float,
    help="Play until every difference of win shares is known to within ±H, such as 0.005.",
)
@click.option(
    "--margin",
    metavar="M",
    type=float,
    help="A difference of shares too small to matter; for other measures 2 M standard deviations of a "
    "game.  [default: 0.02]",
)
@click.option("--robust", is_flag=True, help="Only + - = ?, for every set of bots and number of players.")
@click.option(
    "--same-bots",
    is_flag=True,
    help="Use the bots trained for A everywhere; otherwise each rulebook has its own.",
)
@click.option("--figure", metavar="MEASURE", help="Draw one measure alone, such as snowball_auc.")
@click.option("--apart", metavar="N", help="Other dice for B, C …, from this seed.  [default: the same dice]")
@seed_options
@plot_option
@output_options
def compare(rules: tuple[str, ...], output: dict[str, Any], **asked: Any) -> None:
    """Compare rulebooks or variants: play the same games under each, and show how their measures differ.

    The others are compared with A. Every difference has an interval, a p-value (adjusted by Holm's procedure
    over all of them), a size and a verdict in words.

    \b
    conquest compare conquete-1957 conquete-1957-3v2
    conquest compare risk-modern risk-modern,dice.defender=3 --players 2-6 --games 20000
    conquest compare risk-express risk-express,continue_failed=off --bots points --bots expert
    conquest compare conquete-1957 conquete-1957-3v2 --robust
    conquest compare risk-modern my-rules.toml --within 0.005 --plot differences.png
    """
    from conquestlab.reports.compare_commands import compare_answer

    end(compare_answer(rules, asked, voice(output)), output, asked["plot"])


@main.command(short_help="Find the rule value that balances the seats or hits a target.")
@rules_option(several=False)
@table_options
@click.option(
    "--vary",
    metavar="KEY[=LOW..HIGH]",
    multiple=True,
    required=True,
    help="A number in the rulebook to look for. May be given several times.",
)
@click.option(
    "--target",
    metavar="MEASURE=NUMBER",
    default="seat_gap=0",
    show_default=True,
    help="The goal: a measure of `conquest play` and the value you want.",
)
@click.option(
    "--games",
    "-g",
    metavar="N",
    type=click.IntRange(1, MOST_GAMES),
    help="Games to search with.  [default: 100000]",
)
@click.option(
    "--within", metavar="H", type=float, help="Search until every number is known to within ±H, such as 0.5."
)
@click.option(
    "--confirm",
    metavar="N",
    type=click.IntRange(0, MOST_GAMES),
    help="Fresh games to confirm the best whole numbers; 0 for none.  [default: by --margin]",
)
@click.option(
    "--margin",
    metavar="M",
    type=float,
    default=0.015,
    show_default=True,
    help="How far from an even share still counts as balanced.",
)
@click.option("--response", is_flag=True, help="Also list every setting that was tried.")
@seed_options
@plot_option
@output_options
def tune(output: dict[str, Any], **asked: Any) -> None:
    """Find the rule value that balances the seats, or that brings a measure to a target.

    KEY is a key of the rulebook, an entry of a list or a table (handicap.armies.2 is that of seat 2), or a
    list as a whole: handicap.armies stands for all seats but the strongest. The answer comes with its
    interval and in whole numbers, which are then played again under another seed. If no bot is named, expert
    plays where the game has it. Ends with status 1 if no value meets the target.

    \b
    conquest tune --rules risk-modern --players 3 --vary handicap.armies
    conquest tune --rules risk-modern --players 3 --vary armies.2 --vary armies.3=-30..0 --plot armies.png
    conquest tune --rules risk-modern --players 4 --vary cards.scale --target rounds=12
    conquest tune --rules risk-modern --players 3 --vary max_rounds=10..60 --target unfinished_share=0.05
    conquest tune --rules risk-express --players 2 --vary handicap.points.2 --within 0.1
    """
    from conquestlab.reports.tune_commands import tune_answer

    end(tune_answer(asked, voice(output)), output, asked["plot"])


@main.command(short_help="Improve a bot's weights by self-play.")
@rules_option(several=False)
@click.option("--players", "-n", metavar="N", help="Number of players.  [default: about 4]")
@click.option("--bot", "-b", metavar="NAME", help="The bot to train: a name or a bot file.")
@click.option(
    "--from",
    "start",
    metavar="START",
    help="Weights to start from: zero, or another bot.  [default: its own]",
)
@click.option("--fix", metavar="WEIGHT[,WEIGHT…]", help="Weights to leave as they are.")
@click.option("--pool", metavar="NAME[,NAME…]", help="Bots to train against, besides its earlier selves.")
@click.option("--minutes", "-m", metavar="M", type=float, help="Time for the whole training.  [default: 10]")
@click.option("--generations", metavar="G", type=int, help="Stop after G generations.")
@click.option(
    "--population",
    metavar="P",
    type=int,
    help="Candidates in each generation.  [default: 4 per weight, at least 24]",
)
@click.option(
    "--games", "-g", metavar="N", type=int, help="Games for each candidate, to begin with.  [default: 32]"
)
@click.option("--out", metavar="FILE.toml", callback=named, required=True, help="The bot file to write.")
@click.option(
    "--state",
    metavar="FILE",
    callback=named,
    help="Where to keep the training, so that it can be continued.  [default: beside --out]",
)
@click.option("--resume", is_flag=True, help="Continue a training that was kept.")
@seed_options
@plot_option
@output_options
def train(output: dict[str, Any], **asked: Any) -> None:
    """Improve a bot's weights by games against other bots and its own earlier selves.

    The bot file is written if fresh games show the trained bot to be better than its start; if not, the
    status is 1. One row for each opponent: the share of the wins, and the gain over the start.

    \b
    conquest train --rules risk-express --players 2 --bot expert --from zero --pool points --out mine.toml
    conquest train --rules risk-express --players 4 --bot points --minutes 1 --out mine.toml --plot curve.png
    conquest train --rules risk-express --players 2 --bot mine.toml --pool expert --out better.toml
    conquest train --rules risk-express --players 4 --bot points --minutes 5 --out mine.toml --resume
    """
    from conquestlab.reports.train_commands import train_answer

    end(train_answer(asked, voice(output), way_on()), output, asked["plot"])


@main.command(short_help="Write a report: one HTML page with verdicts, figures and tables.")
@click.argument("places", metavar="[DIR]…", nargs=-1)
@click.option(
    "--rules",
    "-r",
    metavar="RULEBOOK",
    multiple=True,
    help="A rulebook, with changes, to play games of for the page. May be given several times.",
)
@click.option(
    "--compare", metavar="FILE", multiple=True, help="Include an answer of conquest compare, saved as JSON."
)
@click.option(
    "--ladder", metavar="FILE", multiple=True, help="Include an answer of conquest ladder, saved as JSON."
)
@click.option(
    "--tune", metavar="FILE", multiple=True, help="Include an answer of conquest tune, saved as JSON."
)
@table_options
@click.option(
    "--games",
    "-g",
    metavar="N",
    type=click.IntRange(1, MOST_GAMES),
    help="Games for each rulebook and number of players.  [default: 10000]",
)
@click.option(
    "--margin",
    metavar="M",
    type=float,
    help="How far from an even share still counts as balanced.  [default: 0.01]",
)
@click.option(
    "--sample",
    metavar="N",
    type=click.IntRange(0, MOST_SAMPLE),
    default=400,
    show_default=True,
    help="Games to follow event by event, to count lands or cards; 0 for none.",
)
@click.option(
    "--jobs", metavar="N", type=click.IntRange(1, MOST_JOBS), help="Number of cores to use.  [default: all]"
)
@click.option("--seed", metavar="N", help="Random seed of the games played for the page.  [default: 1]")
@click.option("--output", "-o", metavar="FILE", help="The page to write, FILE.html.")
@click.option("--quiet", "-q", is_flag=True, help="No progress bar and no notes.")
def report(places: tuple[str, ...], rules: tuple[str, ...], quiet: bool, **asked: Any) -> None:
    """Write one HTML page: verdicts in words, figures, tables, and how it was made.

    DIR is a run that conquest play --out has kept, or a folder of several. With --rules games are played for
    the page. Several runs stand side by side. The file holds all it needs and opens from a disk.

    \b
    conquest report run --output page.html
    conquest report --rules risk-modern --players 4 --games 20000 --output page.html
    conquest report --rules conquete-1957 --rules conquete-1957-3v2 --players 3 --output dice.html
    conquest report --rules risk-modern --players 2-6 --output players.html
    conquest report run --compare compare.json --ladder ladder.json --output page.html
    """
    from conquestlab.reports.report_commands import report_answer

    output = {"quiet": quiet}
    words = click.get_current_context().find_root().obj or []
    command = shlex.join(["conquest", *words])
    end(report_answer(places, rules, asked, command, voice(output)), output)


@main.command(short_help="Measure the speed of this machine.")
@click.option("--quick", is_flag=True, help="Half a second for each figure, instead of four.")
@output_options
def bench(quick: bool, output: dict[str, Any]) -> None:
    """Measure the speed of this machine, each figure beside a plain loop timed in the same run.

    \b
    conquest bench
    conquest bench --quick --format json
    """
    from conquestlab.benchmarks.bench import bench_rows
    from conquestlab.reports.digits import timed

    rows = bench_rows(quick, progress=lambda what: voice(output).say(f"timing {what}"))
    clocked = ("value", "reference_value", "ratio")
    show(Page(rows, shown=[row | {name: timed(row[name]) for name in clocked} for row in rows]), output)


@main.command(short_help="Check against published tables and an independent referee.")
@click.option(
    "--games",
    "-g",
    metavar="N",
    type=click.IntRange(1, MOST_GAMES),
    default=200,
    show_default=True,
    help="Games of each rulebook for the referee; a thousand times as many battles are simulated.",
)
@click.option(
    "--only",
    type=click.Choice(("published", "statistics", "simulated", "referee")),
    multiple=True,
    help="Run this check alone. May be given several times.",
)
@click.option(
    "--rules",
    "-r",
    metavar="RULEBOOK",
    multiple=True,
    help="Rulebooks to check. May be given several times.  [default: all built in]",
)
@seed_options
@output_options
def verify(rules: tuple[str, ...], output: dict[str, Any], **asked: Any) -> None:
    """Check against published tables, known statistics, simulations and an independent referee.

    One row for each check, with its verdict: ok or differs. Ends with status 1 if anything differs.

    \b
    conquest verify
    conquest verify --only published --only simulated
    conquest verify --only referee --games 10000
    conquest verify --rules my-rules.toml --rules risk-express --seed 7
    """
    from conquestlab.reports.verify_commands import verify_answer

    end(verify_answer(rules, asked, voice(output)), output)


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
@output_options
def rules_list(output: dict[str, Any]) -> None:
    """List the rulebooks that have a name: the built-in ones, and those of games from other packages.

    \b
    conquest rules list
    conquest rules list --format json
    """
    from conquestlab.analysis.rules.rulebook_answers import list_rulebooks

    show(Page(list_rulebooks()), output)


@rules.command("show")
@click.argument("rulebook")
@output_options
def rules_show(rulebook: str, output: dict[str, Any]) -> None:
    """Show every value of a rulebook, where it comes from, and what the parent says.

    \b
    conquest rules show risk-modern
    conquest rules show conquete-1957,cards.scale=[6,8,10]
    """
    from conquestlab.analysis.rules.rulebook import load
    from conquestlab.analysis.rules.rulebook_answers import show_rulebook

    show(Page(show_rulebook(rulebook), (load(rulebook),)), output)


@rules.command("check")
@click.argument("rulebook", metavar="FILE")
@output_options
def rules_check(rulebook: str, output: dict[str, Any]) -> None:
    """List all errors of a rulebook file: key, value, what is allowed, and the nearest known key.

    Ends with status 1 if there are any.

    \b
    conquest rules check my-rules.toml
    """
    from conquestlab.analysis.rules.rulebook_answers import check_rulebook

    faults = check_rulebook(rulebook)
    if faults:
        show(Page(faults), output)
        raise SystemExit(1)
    show(Page([], notes=(f"{rulebook}: no errors",)), output)


@rules.command("diff")
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@output_options
def rules_diff(one: str, other: str, output: dict[str, Any]) -> None:
    """Show the rules that differ between two rulebooks.

    \b
    conquest rules diff conquete-1957 conquete-1957-second
    conquest rules diff risk-modern risk-modern,fortify=connected
    """
    from conquestlab.analysis.rules.rulebook import load
    from conquestlab.analysis.rules.rulebook_answers import diff_rulebooks

    rows = diff_rulebooks(one, other)
    notes = () if rows else ("the same rules",)
    show(Page(rows, (load(one), load(other)), notes=notes), output)


if __name__ == "__main__":
    main()
