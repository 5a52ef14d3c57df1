"""The command line: words in, tables and files out. No arithmetic.

Nothing of weight is imported before a command knows that it needs it.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable
from typing import Any

import click

DEFAULT_RULES = "conquete-1957"
FORMATS = ("table", "csv", "json", "markdown")


class Conquest(click.Group):
    """The group of commands; every error leaves it as one line on stderr and a status."""

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
                click.echo(line, err=True)
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
    from conquestlab.analysis.errors import Failed, WrongUse

    if isinstance(error, (KeyboardInterrupt, click.Abort)):
        return 130, "conquest: interrupted"
    if isinstance(error, BrokenPipeError):
        # The reader of a pipe left; what it took was right.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0, ""
    if isinstance(error, click.UsageError):
        command = error.ctx.command_path if error.ctx else "conquest"
        return 2, f"{command}: {_line(error.format_message())} (see {command} --help)"
    if isinstance(error, click.ClickException):
        return error.exit_code, f"conquest: {_line(error.format_message())}"
    if isinstance(error, WrongUse):
        return 2, f"conquest: {_line(str(error))}"
    if isinstance(error, Failed):
        return 1, f"conquest: {_line(str(error))}"
    if os.environ.get("CONQUEST_TRACEBACK"):
        raise error
    name = type(error).__name__
    return 1, f"conquest: {name}: {_line(str(error))} (set CONQUEST_TRACEBACK=1 to see where)"


def _line(message: str) -> str:
    return " ".join(message.split()).removesuffix(".")


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


def output_options(command: Callable) -> Callable:
    """Add --format, --output and --quiet, handed on as one `output` argument."""

    def gathered(*args: Any, format: str | None, output: str | None, quiet: bool, **options: Any) -> Any:
        from conquestlab.reports.tables import check_output

        check_output(output, format)
        return command(*args, output={"format": format, "output": output, "quiet": quiet}, **options)

    gathered.__name__, gathered.__doc__ = command.__name__, command.__doc__
    gathered.__click_params__ = getattr(command, "__click_params__", [])  # type: ignore[attr-defined]
    for option in (
        click.option("--quiet", "-q", is_flag=True, help="No words on stderr."),
        click.option(
            "--output", "-o", metavar="FILE", help="Write the answer to FILE; its suffix names the format."
        ),
        click.option("--format", "-f", type=click.Choice(FORMATS), help="How to write it.  [default: table]"),
    ):
        gathered = option(gathered)
    return gathered


def rules_option(several: bool = True) -> Callable:
    """Add --rules, once or repeatable."""
    return click.option(
        "--rules",
        "-r",
        metavar="RULEBOOK",
        multiple=several,
        default=(DEFAULT_RULES,) if several else DEFAULT_RULES,
        help="A rulebook's name or file, with changes: risk-modern,dice.defender=3."
        + (" May be given several times." if several else "")
        + f"  [default: {DEFAULT_RULES}]",
    )


def dice_options(command: Callable) -> Callable:
    """Add the options on how many dice each side rolls."""
    for option in (
        click.option("--defend-dice", metavar="N", help="The same for the defender."),
        click.option(
            "--attack-dice",
            metavar="N",
            default="most",
            show_default=True,
            help="Dice the attacker rolls: most, fewest, best or a number.",
        ),
        click.option(
            "--leave",
            metavar="N[,N…]",
            default="1",
            show_default=True,
            help="Armies left on each land of a row.",
        ),
        click.option("--on-land", is_flag=True, help="Count the army that stays behind among the attackers."),
    ):
        command = option(command)
    return command


def seed_options(command: Callable) -> Callable:
    """Add --seed and --jobs."""
    for option in (
        click.option("--jobs", metavar="N", type=click.IntRange(1), help="Cores to use.  [default: all]"),
        click.option(
            "--seed",
            metavar="N",
            default="1",
            show_default=True,
            help="The seed of all that is random; 7,dice=9 sets one purpose apart.",
        ),
    ):
        command = option(command)
    return command


def bot_seconds_option(command: Callable) -> Callable:
    """Add --bot-seconds."""
    return click.option(
        "--bot-seconds",
        metavar="S",
        type=float,
        default=10.0,
        show_default=True,
        help="How long a bot outside may take for an answer.",
    )(command)


def table_options(command: Callable, several_bots: bool = False) -> Callable:
    """Add --players, --bots, once or repeatable, --bot-seconds and --no-rotate."""
    for option in (
        bot_seconds_option,
        click.option(
            "--no-rotate",
            "rotate",
            is_flag=True,
            flag_value=False,
            default=True,
            help="Leave each bot in its seat; else bots that differ move on by a seat from game to game.",
        ),
        click.option(
            "--bots",
            "-b",
            metavar="NAME[,NAME…]",
            multiple=several_bots,
            help="One bot for all seats, or one a seat: a name, a bot file, FILE.py:NAME or exec:PROGRAM."
            + (" May be given several times.  [default: bots of different manner]" if several_bots else ""),
        ),
        click.option(
            "--players",
            "-n",
            metavar="N",
            help="How many play: 4, 2-6 or 2,3,5.  [default: as many as bots, else near 4]",
        ),
    ):
        command = option(command)
    return command


def several_tables_options(command: Callable) -> Callable:
    """Add the same with --bots repeatable."""
    return table_options(command, several_bots=True)


def plot_option(command: Callable) -> Callable:
    """Add --plot."""
    return click.option("--plot", metavar="FILE", help="Draw the answer: FILE.png, FILE.svg or FILE.pdf.")(
        command
    )


def show(page: Any, output: dict, plot: str | None = None) -> None:
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


def say(words: str, output: dict) -> None:
    """Say something on stderr, unless asked to be quiet."""
    if not output["quiet"]:
        click.echo(words, err=True)


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
    "--stop-at", metavar="N", type=click.IntRange(0), default=0, help="Break off with N attackers left."
)
@click.option(
    "--hold-at",
    metavar="N",
    type=click.IntRange(0),
    default=0,
    help="Break off, as won, with N defenders left.",
)
@click.option(
    "--order",
    type=click.Choice(["announced", "together", "seen"]),
    help="Solve the choice of dice: the attacker names his first, both choose at once, "
    "or the defender has seen the roll.",
)
@click.option(
    "--worth", metavar="C", type=float, help="Break off when that is best for a land worth C armies."
)
@click.option(
    "--table", "size", metavar="AxD", help="One row for each pair up to A attackers and D defenders."
)
@click.option("--distribution", is_flag=True, help="One row for each end of the battle.")
@click.option(
    "--quantiles", is_flag=True, help="Mean, sd and quantiles of losses and of the number of rolls."
)
@click.option("--policy", metavar="AxD", help="The solved choice of dice, position by position.")
@click.option(
    "--card",
    metavar="FILE.pdf",
    help="A page of A5 to print: the odds of 1 to 15 against 1 to 15, and rules of thumb.",
)
@click.option("--against", metavar="RULEBOOK", help="The difference to the odds under another rulebook.")
@click.option("--exact", is_flag=True, help="Fractions in place of decimals.")
@click.option("--simulate", metavar="N", type=click.IntRange(1), help="Play N attacks roll by roll beside.")
@click.option("--dice", metavar="N", type=click.IntRange(1), help="Risk Express: dice left to roll.")
@click.option("--filled", metavar="I[,J…]", help="Risk Express: lines of the card that are filled.")
@click.option("--another", is_flag=True, help="Risk Express: the card lies before another player.")
@click.option("--roll", metavar="FACES", help="Risk Express: the choices at this roll, the best first.")
@click.option("--first-rolls", is_flag=True, help="Risk Express: every first roll and its best target.")
@seed_options
@plot_option
@output_options
def odds(words: tuple[str, ...], rules: tuple[str, ...], output: dict, **asked: Any) -> None:
    """The exact odds of an attack.

    ATTACKERS are the armies that may attack; the one that stays behind is not counted. DEFENDERS are the
    armies on the land, on several lands taken one after the other, or on a tree of lands: "3(2,4(1))" is a
    land of 3 from which go a land of 2, and a land of 4 with a land of 1 behind it.

    For Risk Express CARD… are the names of its cards, all of them if none is given.

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
    """
    from conquestlab.reports.attack_commands import odds_page

    asked |= {"quiet": output["quiet"], "say": lambda words: say(words, output)}
    show(odds_page(words, rules, asked), output, asked["card"] or asked["plot"])


@main.command()
@click.argument("defenders", metavar="DEFENDERS…", nargs=-1, required=True)
@click.option("--chance", metavar="P", required=True, help="The chance to reach: 0.5, 50% or 5/12.")
@rules_option()
@dice_options
@output_options
def need(defenders: tuple[str, ...], chance: str, rules: tuple[str, ...], output: dict, **asked: Any) -> None:
    """The fewest armies that reach a chance.

    DEFENDERS as for `conquest odds`: one land, several in a row, or a tree. The armies are those that may
    attack; with --on-land the one that stays behind is counted too.

    \b
    conquest need 8 --chance 0.5
    conquest need 8 --chance 90% --rules conquete-1957 --rules risk-modern
    conquest need 3 2 4 --chance 2/3 --leave 2
    conquest need "3(2,4(1))" --chance 0.75
    """
    from conquestlab.reports.attack_commands import need_page

    show(need_page(defenders, chance, rules, asked), output)


@main.command(short_help="Sets of cards, and when to exchange.")
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
    help="at_once, when_forced, wait_scale:X, wait_sets:K or solved; may be given several times.",
)
@click.option("--turns", metavar="N", type=click.IntRange(1), help="Turns looked at.  [default: 20]")
@click.option("--discount", metavar="Q", type=float, help="Worth of an army a turn later.  [default: 0.8]")
@click.option("--aim", type=click.Choice(["lead", "armies"]), help="To want a lead in armies, or armies.")
@click.option(
    "--conquests", metavar="Q", type=float, help="Chance of a conquest in a turn, where it brings a card."
)
@click.option("--simulate", metavar="N", type=click.IntRange(1), help="Deal or play N times beside.")
@seed_options
@plot_option
@output_options
def cards(rules: tuple[str, ...], output: dict, **asked: Any) -> None:
    """Cards: the chance of a set, what exchanges bring, and when to exchange.

    \b
    conquest cards
    conquest cards --rules conquete-1957 --rules risk-modern --simulate 100000
    conquest cards --show scale --rules risk-modern --plot scale.png
    conquest cards --show worth --rules risk-1970-objectives
    conquest cards --show timing --rules risk-modern --players 4
    conquest cards --show policies --policy at_once --policy wait_scale:15 --policy solved
    """
    from conquestlab.reports.card_commands import cards_page

    asked |= {"quiet": output["quiet"], "say": lambda words: say(words, output)}
    show(cards_page(rules, asked), output, asked["plot"])


@main.command(short_help="Many games and their measures.")
@rules_option()
@table_options
@click.option(
    "--games", "-g", metavar="N", type=click.IntRange(1), help="Games of each kind.  [default: 10000]"
)
@click.option(
    "--within",
    metavar="H",
    type=float,
    help="Stop when every share of the wins is known to H, up or down, as in 0.005.",
)
@click.option(
    "--margin", metavar="M[,M…]", help="What seat_balanced allows a seat, or several.  [default: 0.01]"
)
@click.option(
    "--skill", metavar="WEAK,STRONG", help="The bots of skill_share.  [default: if two play, those]"
)
@click.option("--luck", is_flag=True, help="Measure luck_share too; each game is played some five times.")
@click.option(
    "--lift-round",
    metavar="R",
    type=click.IntRange(1),
    help="The round after which continent_lift looks.  [default: 3]",
)
@click.option(
    "--figure",
    metavar="NAME",
    help="What --plot draws: wins, edges, standings, spread, length, in_play, eliminated, continents, "
    "continent_held; on the map battles, taken, kept, half_time_wins; or any measure.  [default: wins]",
)
@click.option("--out", metavar="DIR", help="Keep every row in DIR, safe against being killed.")
@click.option("--resume", is_flag=True, help="Go on with the run that DIR holds.")
@seed_options
@plot_option
@output_options
def play(rules: tuple[str, ...], output: dict, **asked: Any) -> None:
    """Many games, and what they say of the rules: measures, each with its interval.

    One row a measure; `of` is a seat (1, 2 …), a bot, a tenth of the game. Where bots differ they move on by
    a seat from game to game, and the games of such a block share their luck.

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
    from conquestlab.reports.play_commands import play_page

    page, played = play_page(rules, asked, output["quiet"], lambda words: say(words, output))
    show(page, output, asked["plot"])
    if played.failed:
        raise played.failed
    if played.interrupted:
        say(f"conquest: interrupted; {_way_on(asked['out'])}", output)
        raise SystemExit(130)


def _way_on(out: str | None) -> str:
    """Say how an interrupted run goes on."""
    if out is None:
        return "the rows tell of the games that were done; --out DIR keeps them, to go on later"
    words = click.get_current_context().find_root().obj or []
    return "go on with: " + shlex.join(["conquest", *words, *([] if "--resume" in words else ["--resume"])])


@main.command(short_help="Bots against each other.")
@rules_option()
@click.option(
    "--players",
    "-n",
    metavar="N",
    help="How many play: 4, 2-6 or 2,3,5.  [default: all that the rulebook allows]",
)
@click.option(
    "--bots",
    "-b",
    metavar="NAME[,NAME…]",
    help="Who is on the ladder: names, bot files, FILE.py:NAME or exec:PROGRAM.  "
    "[default: all bots of the game]",
)
@click.option(
    "--one", metavar="NAME[,NAME…]", help="No ladder: this bot alone against others; each of several in turn."
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
    type=click.IntRange(1),
    help="Games of each number of players.  [default: 10000]",
)
@click.option(
    "--lineups",
    metavar="N",
    type=click.IntRange(1),
    help="Orders around the table at most; a balanced sample where there are more.  [default: 120]",
)
@click.option("--anchor", metavar="NAME", help="The bot whose rating is 0.  [default: the mean of all]")
@click.option(
    "--figure",
    metavar="MEASURE",
    help="What --plot draws alone: rating, elo, seat_rating, win_share, pair_share, triple or misfit.",
)
@bot_seconds_option
@seed_options
@plot_option
@output_options
def ladder(rules: tuple[str, ...], output: dict, **asked: Any) -> None:
    """Bots against each other: ratings, shares of the wins, who beats whom.

    Tables of every number of players, all bots equally often and each pair too, every bot in every seat. One
    row a number; `of` is a bot or a seat, `against` whom.

    \b
    conquest ladder --rules risk-express
    conquest ladder --rules risk-modern --bots random,reckless --players 2-3 --plot ladder.png
    conquest ladder --rules risk-express --players 4 --anchor points --games 50000
    conquest ladder --rules risk-express --one expert --against points --players 2-6
    conquest ladder --rules risk-express --one expert --against points,points,random
    """
    from conquestlab.reports.ladder_commands import ladder_page

    page, climbed = ladder_page(rules, asked, output["quiet"], lambda words: say(words, output))
    show(page, output, asked["plot"])
    if climbed.failed:
        raise climbed.failed
    if climbed.interrupted:
        say("conquest: interrupted; the rows tell of the games that were done", output)
        raise SystemExit(130)


@main.command()
@click.argument("folder", metavar="[DIR]", required=False)
@click.option("--game", "-g", metavar="I", type=click.IntRange(0), required=True, help="Its number, from 0.")
@click.option("--rules", "-r", metavar="RULEBOOK", help=f"As for play.  [default: {DEFAULT_RULES}]")
@table_options
@click.option("--seed", metavar="N", help="As for play.  [default: 1]")
@click.option("--check", is_flag=True, help="Have a referee read the game; status 1 if it finds something.")
@click.option(
    "--format", "-f", "format", type=click.Choice(("text", "jsonl")), help="How to tell it.  [default: text]"
)
@click.option("--output", "-o", metavar="FILE", help="Write the game to FILE.")
@click.option("--quiet", "-q", is_flag=True, help="No words on stderr but what --check finds.")
def replay(
    folder: str | None, game: int, format: str | None, output: str | None, quiet: bool, **asked: Any
) -> None:
    """One game, told event by event.

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
    lines, findings = replay_lines(folder, game, asked, how, lambda words: say(words, {"quiet": quiet}))
    write_lines(lines, output)
    for finding in findings:
        click.echo(finding, err=True)
    if findings:
        raise SystemExit(1)


@main.command(short_help="Rulebooks or variants side by side.")
@click.argument("rules", metavar="A B [C…]", nargs=-1, required=True)
@several_tables_options
@click.option(
    "--games", "-g", metavar="N", type=click.IntRange(1), help="Games of each kind.  [default: 10000]"
)
@click.option(
    "--within",
    metavar="H",
    type=float,
    help="Stop when every difference of win shares is known to H, up or down, as in 0.005.",
)
@click.option(
    "--margin",
    metavar="M",
    type=float,
    help="A difference of a share that does not matter; of other measures 2 M standard deviations of a "
    "game.  [default: 0.02]",
)
@click.option("--robust", is_flag=True, help="The signs alone: by bots, and by all numbers of players.")
@click.option(
    "--same-bots", is_flag=True, help="Play all with the bots that A has; else each has its own weights."
)
@click.option("--figure", metavar="MEASURE", help="The measure that --plot draws alone, as snowball_auc.")
@click.option("--apart", metavar="N", help="Seed of B, C…; else all have the same luck.")
@seed_options
@plot_option
@output_options
def compare(rules: tuple[str, ...], output: dict, **asked: Any) -> None:
    """Rulebooks or variants side by side: the same games of each, their measures and how these differ.

    A is the one that the others are compared with. Every difference has its interval, its p-value (raised by
    Holm's procedure over all of them), its size and a verdict in words.

    \b
    conquest compare conquete-1957 conquete-1957-3v2
    conquest compare risk-modern risk-modern,dice.defender=3 --players 2-6 --games 20000
    conquest compare risk-express risk-express,continue_failed=off --bots points --bots expert
    conquest compare conquete-1957 conquete-1957-3v2 --robust
    conquest compare risk-modern my-rules.toml --within 0.005 --plot differences.png
    """
    from conquestlab.reports.compare_commands import compare_page

    page, compared = compare_page(rules, asked, output["quiet"], lambda words: say(words, output))
    show(page, output, asked["plot"])
    if compared.failed:
        raise compared.failed
    if compared.interrupted:
        say("conquest: interrupted; the rows tell of the games that were done", output)
        raise SystemExit(130)


@main.command(short_help="The number that levels the seats, or brings a wanted length.")
@rules_option(several=False)
@table_options
@click.option(
    "--vary",
    metavar="KEY[=LOW..HIGH]",
    multiple=True,
    required=True,
    help="A number of the rulebook to look for; may be given several times.",
)
@click.option(
    "--target",
    metavar="MEASURE=NUMBER",
    default="seat_gap=0",
    show_default=True,
    help="What is wanted: a measure of `conquest play` and its value.",
)
@click.option(
    "--games", "-g", metavar="N", type=click.IntRange(1), help="Games of the search.  [default: 100000]"
)
@click.option(
    "--within", metavar="H", type=float, help="Search until every number is known to H, up or down, as 0.5."
)
@click.option(
    "--confirm",
    metavar="N",
    type=click.IntRange(0),
    help="Games of the fresh run at the best whole numbers; 0 for none.  [default: by --margin]",
)
@click.option(
    "--margin",
    metavar="M",
    type=float,
    default=0.015,
    show_default=True,
    help="How far from an even share the fresh run allows a seat.",
)
@click.option("--response", is_flag=True, help="Rows for all that was played in the search.")
@seed_options
@plot_option
@output_options
def tune(output: dict, **asked: Any) -> None:
    """The value of a number in the rulebook that levels the seats, or brings a measure where it is wanted.

    KEY is a key of the rulebook, an entry of a list or a table (handicap.armies.2 is that of seat 2), or a
    list as a whole: handicap.armies stands for all seats but the strongest. The answer is given as it is,
    with its interval, and in whole numbers, which are then played anew under another seed. Where no bot is
    named expert plays, if the game has it. Ends with status 1 if no value meets the target.

    \b
    conquest tune --rules risk-modern --players 3 --vary handicap.armies
    conquest tune --rules risk-modern --players 3 --vary armies.2 --vary armies.3=-30..0 --plot armies.png
    conquest tune --rules risk-modern --players 4 --vary cards.scale --target rounds=12
    conquest tune --rules risk-modern --players 3 --vary max_rounds=10..60 --target unfinished_share=0.05
    conquest tune --rules risk-express --players 2 --vary handicap.points.2 --within 0.1
    """
    from conquestlab.reports.tune_commands import tune_page

    tuned = tune_page(asked, output["quiet"], lambda words: say(words, output))
    show(tuned.page, output, asked["plot"])
    if tuned.interrupted:
        say("conquest: interrupted; the rows tell of what was known by then", output)
        raise SystemExit(130)
    if not tuned.met:
        raise SystemExit(1)


@main.command(short_help="A bot's weights, improved by self-play.")
@rules_option(several=False)
@click.option("--players", "-n", metavar="N", help="How many play.  [default: near 4]")
@click.option("--bot", "-b", metavar="NAME", help="Whose weights are trained: a bot, or a bot file.")
@click.option(
    "--from", "start", metavar="START", help="Where they begin: zero, or another bot.  [default: its own]"
)
@click.option("--fix", metavar="WEIGHT[,WEIGHT…]", help="Weights that stay what they are.")
@click.option("--pool", metavar="NAME[,NAME…]", help="Bots to play against, besides its earlier selves.")
@click.option("--minutes", "-m", metavar="M", type=float, help="Time for everything.  [default: 10]")
@click.option("--generations", metavar="G", type=int, help="Stop after G generations.")
@click.option(
    "--population",
    metavar="P",
    type=int,
    help="Candidates of a generation.  [default: 4 a weight, 24 at least]",
)
@click.option(
    "--games", "-g", metavar="N", type=int, help="Games of each candidate, at first.  [default: 32]"
)
@click.option("--out", metavar="FILE.toml", required=True, help="The bot file to write.")
@click.option(
    "--state", metavar="FILE", help="Where the training is kept, to go on later.  [default: beside --out]"
)
@click.option("--resume", is_flag=True, help="Go on with the training that is kept.")
@seed_options
@plot_option
@output_options
def train(output: dict, **asked: Any) -> None:
    """A bot's weights, improved by games against other bots and its own earlier selves.

    The bot file is written if the trained bot is shown to be better than its start, in games of their own; if
    not, the status is 1. One row an opponent: the share of the wins, and the gain on the start.

    \b
    conquest train --rules risk-express --players 2 --bot expert --from zero --pool points --out mine.toml
    conquest train --rules risk-express --players 4 --bot points --minutes 1 --out mine.toml --plot curve.png
    conquest train --rules risk-express --players 2 --bot mine.toml --pool expert --out better.toml
    conquest train --rules risk-express --players 4 --bot points --minutes 5 --out mine.toml --resume
    """
    from conquestlab.reports.train_commands import train_page

    page, trained = train_page(asked, output["quiet"], lambda words: say(words, output))
    if trained.interrupted:
        say(f"conquest: interrupted after generation {trained.generations}; {_way_on(asked['out'])}", output)
        raise SystemExit(130)
    show(page, output, asked["plot"])
    if not trained.is_better:
        raise SystemExit(1)


@main.command(short_help="One page of HTML, to show.")
@click.argument("places", metavar="[DIR]…", nargs=-1)
@click.option(
    "--rules",
    "-r",
    metavar="RULEBOOK",
    multiple=True,
    help="A rulebook, with changes, of which games are played for the page. May be given several times.",
)
@click.option("--compare", metavar="FILE", multiple=True, help="Show an answer of conquest compare, as JSON.")
@click.option("--ladder", metavar="FILE", multiple=True, help="Show an answer of conquest ladder, as JSON.")
@click.option("--tune", metavar="FILE", multiple=True, help="Show rows of a tuning, as JSON.")
@table_options
@click.option(
    "--games", "-g", metavar="N", type=click.IntRange(1), help="Games of each kind.  [default: 10000]"
)
@click.option("--margin", metavar="M", type=float, help="What seat_balanced allows a seat.  [default: 0.01]")
@click.option(
    "--sample",
    metavar="N",
    type=click.IntRange(0),
    default=400,
    show_default=True,
    help="Games told event by event to count lands or cards, shared out among the runs; 0 for none.",
)
@click.option("--jobs", metavar="N", type=click.IntRange(1), help="Cores to use.  [default: all]")
@click.option("--seed", metavar="N", help="Of games played for the page.  [default: 1]")
@click.option("--output", "-o", metavar="FILE", help="The page to write, FILE.html.")
@click.option("--quiet", "-q", is_flag=True, help="No words on stderr.")
def report(places: tuple[str, ...], rules: tuple[str, ...], quiet: bool, **asked: Any) -> None:
    """One page of HTML: verdicts in words, figures, tables, and how it was made.

    DIR is a run that conquest play --out has kept, or a folder of several. With --rules games are played for
    the page. Several runs stand side by side. The file holds all it needs and opens from a disk.

    \b
    conquest report run --output page.html
    conquest report --rules risk-modern --players 4 --games 20000 --output page.html
    conquest report --rules conquete-1957 --rules conquete-1957-3v2 --players 3 --output dice.html
    conquest report --rules risk-modern --players 2-6 --output players.html
    conquest report run --compare compare.json --ladder ladder.json --output page.html
    """
    from conquestlab.reports.report_commands import write_report

    output = {"quiet": quiet}
    words = click.get_current_context().find_root().obj or []
    command = shlex.join(["conquest", *words])
    if write_report(places, rules, asked, command, quiet, lambda words: say(words, output)):
        say("conquest: interrupted; the page tells of the games that were done", output)
        raise SystemExit(130)


@main.command(short_help="The speed of this machine.")
@click.option("--quick", is_flag=True, help="Half a second for each figure, in place of four.")
@output_options
def bench(quick: bool, output: dict) -> None:
    """The speed of this machine: every figure beside a reference loop timed in the same run.

    \b
    conquest bench
    conquest bench --quick --format json
    """
    from conquestlab.analysis.timing.bench import bench_rows
    from conquestlab.reports.digits import timed

    tell = None if output["quiet"] else lambda what: click.echo(f"timing {what}", err=True)
    rows = bench_rows(quick, progress=tell)
    clocked = ("value", "reference_value", "ratio")
    show(Page(rows, shown=[row | {name: timed(row[name]) for name in clocked} for row in rows]), output)


@main.command(short_help="The evidence, made again.")
@click.option(
    "--games",
    "-g",
    metavar="N",
    type=click.IntRange(1),
    default=200,
    show_default=True,
    help="Games of each rulebook that the referee reads; a thousand times as many attacks are played.",
)
@click.option(
    "--only",
    type=click.Choice(("published", "statistics", "simulated", "referee")),
    multiple=True,
    help="This check alone. May be given several times.",
)
@click.option(
    "--rules",
    "-r",
    metavar="RULEBOOK",
    multiple=True,
    help="Whose dice and games are checked; may be given several times.  [default: all built in]",
)
@seed_options
@output_options
def verify(rules: tuple[str, ...], output: dict, **asked: Any) -> None:
    """The evidence: published values, statistics, exact against simulated, games read by a referee.

    One row a check, with its verdict: ok or differs. Ends with status 1 if anything differs.

    \b
    conquest verify
    conquest verify --only published --only simulated
    conquest verify --only referee --games 10000
    conquest verify --rules my-rules.toml --rules risk-express --seed 7
    """
    from conquestlab.reports.verify_commands import verify_page

    verified = verify_page(rules, asked, output["quiet"], lambda words: say(words, output))
    show(verified.page, output)
    for finding in verified.findings:
        click.echo(finding, err=True)
    if verified.interrupted:
        say("conquest: interrupted; the rows tell of what was checked", output)
        raise SystemExit(130)
    if not verified.agrees:
        raise SystemExit(1)


@main.group(short_help="The rulebooks: list, show, check, diff.")
def rules() -> None:
    """The rulebooks: what they say, whether a file is right, how two of them differ.

    \b
    conquest rules list
    conquest rules show risk-modern
    conquest rules show conquete-1957,dice.defender=2
    conquest rules check my-rules.toml
    conquest rules diff conquete-1957 risk-modern
    """


@rules.command("list")
@output_options
def rules_list(output: dict) -> None:
    """All rulebooks with a name: the built-in ones, and those of games from other packages.

    \b
    conquest rules list
    conquest rules list --format json
    """
    from conquestlab.analysis.rules.rulebook_answers import list_rulebooks

    show(Page(list_rulebooks()), output)


@rules.command("show")
@click.argument("rulebook")
@output_options
def rules_show(rulebook: str, output: dict) -> None:
    """Every value of a rulebook, where it comes from, and what it was in the parent.

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
def rules_check(rulebook: str, output: dict) -> None:
    """All errors of a rulebook file: key, value, what is allowed, the nearest known key.

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
def rules_diff(one: str, other: str, output: dict) -> None:
    """All that acts differently in two rulebooks.

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
