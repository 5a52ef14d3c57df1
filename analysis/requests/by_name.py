"""Functions that are asked by the names of the fields of a request, documented as the request is."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from conquestlab.analysis.requests.request import Request, defaults_of, request_of


def asked_by_name(kind: type[Request], first: str, without: tuple[str, ...] = ()) -> Callable[..., Any]:
    """Return what turns a function of a request into one of its fields, with their documentation.

    Parameters
    ----------
    kind : type
        The class of the request.
    first : str
        Fields that may be given by position, with blanks between; "*of" takes all that are left.
    without : tuple of str
        Fields that a command has, and a function has no use for.
    """

    def of_fields(function: Callable[..., Any]) -> Callable[..., Any]:
        # Neither `request` nor, of its defaults, more than what the function takes besides.
        besides = list(inspect.signature(function).parameters.values())[1:]
        signature = inspect.Signature([*_parameters(kind, first, without), *besides])

        @wraps(function)
        def asked(*given: Any, **named: Any) -> Any:
            values = signature.bind(*given, **named).arguments
            others = {one.name: values.pop(one.name) for one in besides if one.name in values}
            answer = function(request_of(kind, values), **others)
            if hasattr(answer, "attrs"):
                answer.attrs = {"command": _call(function.__name__, given, named), **answer.attrs}
            return answer

        asked.__signature__ = signature  # type: ignore[attr-defined]
        shown = [name for name in signature.parameters if name in kind.__struct_fields__]
        asked.__doc__ = _with_parameters(function.__doc__ or "", _documented(kind), shown)
        return asked

    return of_fields


def _parameters(kind: type[Request], first: str, without: tuple[str, ...]) -> list[inspect.Parameter]:
    defaults, found = defaults_of(kind), []
    for word in first.split():
        name, plain = word.removeprefix("*"), not word.startswith("*")
        default = defaults.get(name, inspect.Parameter.empty) if plain else inspect.Parameter.empty
        way = inspect.Parameter.POSITIONAL_OR_KEYWORD if plain else inspect.Parameter.VAR_POSITIONAL
        found.append(inspect.Parameter(name, way, default=default))
    taken = [one.name for one in found]
    last = ("seed", "jobs", "processes", "cluster")  # as on the command line
    for name in sorted(kind.__struct_fields__, key=lambda name: name in last):
        if name not in taken and name not in without:
            default = defaults.get(name, inspect.Parameter.empty)
            found.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default))
    return found


def _documented(kind: type[Request]) -> dict[str, str]:
    """Return what the docstrings of a request say of each field."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        text = inspect.cleandoc(vars(each).get("__doc__") or "").partition("Attributes\n----------\n")[2]
        for entry in re.findall(r"^\S.*(?:\n +.*)*", text, re.MULTILINE):
            found |= {name.strip(): entry for name in entry.partition(" : ")[0].split(",")}
    return found


def _with_parameters(doc: str, documented: dict[str, str], names: list[str]) -> str:
    """Return a docstring with the parameters before what the function returns."""
    entries = "\n".join(dict.fromkeys(documented[name] for name in names))
    before, returns, after = inspect.cleandoc(doc).partition("\n\nReturns\n")
    return f"{before}\n\nParameters\n----------\n{entries}{returns}{after}"


def _call(name: str, given: tuple[Any, ...], named: dict[str, Any]) -> str:
    """Return the call of a function as it may be typed again."""
    words = [repr(value) for value in given]
    words += [f"{key}={value!r}" for key, value in named.items() if key != "listener"]
    return f"conquestlab.analysis.{name}({', '.join(words)})"
