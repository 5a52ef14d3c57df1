"""A command: what was typed and what is set become its request, its answer becomes output and a status."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence, Set
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from conquestlab.analysis.language import translated
from conquestlab.reports.command_line.endings import tell
from conquestlab.reports.command_line.kinds import READ_AS
from conquestlab.reports.command_line.option import written
from conquestlab.reports.command_line.translated import Translated

if TYPE_CHECKING:
    from conquestlab.analysis.requests.request import Request
    from conquestlab.analysis.requests.settings import Setting
    from conquestlab.reports.answer import Answer


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
                    raise click.UsageError(f"{written(option)} is given {times} times: give it once", ctx)
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
        from conquestlab.reports.command_line.help_pages import grouped_options

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
        output = request_of(Output, {**ctx.params, "typed": words, "speak": tell})
        with _telling(used):
            request = self.request and request_of(self.request, ctx.params)
            typed = {str(one.name): written(one) for one in given if isinstance(one, click.Option)}
            if typed and request is not None:
                from conquestlab.reports.command_line.unused_options import refuse_unused

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
        from conquestlab.reports.command_line.unused_options import has_effect

        options = {str(one.name): one for one in self.params}
        with _telling(found):
            values = {one.key: _converted(options[one.key], one.value, ctx) for one in found}
            asked = ctx.params | values
            asked["request"] = request_of(self.request, asked)
            used = [one for one in found if has_effect(name, one.key, asked)]
        ctx.params |= {one.key: values[one.key] for one in used}
        return used


def command(name: str | None = None, **named: Any) -> Callable[[Callable[..., Any]], Command]:
    """Return what makes a function a command; its parameters are those of `Command` and `click.command`."""
    return click.command(name, cls=Command, **named)


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
