"""Runs a class of a Python file as a program that follows the protocol of docs/bots.md.

It is started as `python python_host.py FILE CLASS` and imports nothing of conquestlab. What the class prints
goes to stderr, because stdout is for the answers. A class with `wants` is spoken to in the second version of
the protocol; the view is put together here from its changes.
"""

import inspect
import json
import os
import sys
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any


def main(path: str, name: str) -> None:
    """Answer what is asked on stdin until it ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.path[0] = os.path.dirname(path)
    maker = getattr(load(path, os.path.splitext(os.path.basename(path))[0]), name)
    wants_game = takes(maker, 1)
    wants: Any = getattr(maker, "wants", None)
    greeted = wants is None
    bot: Any = None
    view: Any = None
    for line in sys.stdin.buffer:
        message = json.loads(line)
        kind = message.pop("type")
        if not greeted:
            if kind == "ask":
                greeted = True
                say(answers, {"hello": 2, "wants": list(wants)})
            continue
        if "view" in message or "changes" in message:
            view = message["view"] = seen(view, message)
        if kind == "game":
            bot = maker(message) if wants_game else maker()
            wants_draw = takes(bot.choose, 3)
        elif kind == "ask":
            given = [message["view"], message["choices"], message["draw"]]
            say(answers, bot.choose(*given[: 3 if wants_draw else 2]))
        elif kind in ("turn", "decided", "over") and hasattr(bot, kind):
            getattr(bot, kind)(message)


def say(answers: Any, answer: Any) -> None:
    """Write an answer."""
    answers.write(json.dumps(answer, default=plain) + "\n")
    answers.flush()


def seen(view: Any, message: dict[str, Any]) -> Any:
    """Return the view of a message, which may tell what has changed since the one before."""
    if "view" in message:
        return message["view"]
    view.update(message["changes"])
    for key, entries in message["within"].items():
        view[key].update(entries)
    return view


def load(path: str, name: str) -> Any:
    """Import a file by its path, under a name."""
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def takes(function: Any, count: int) -> bool:
    """Tell whether a function may be called with so many arguments."""
    try:
        inspect.signature(function).bind(*range(count))
    except (TypeError, ValueError):
        return False
    return True


def plain(value: Any) -> Any:
    """Return a number of numpy as one of Python."""
    return value.item()


def last_words(error: BaseException, path: str) -> str:
    """Return what went wrong in one line, with the last line of the file that was being run."""
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    where = f" ({os.path.basename(path)}, line {line})" if line else ""
    said = " ".join(str(error).split())
    return f"{type(error).__name__}{': ' if said else ''}{said}{where}"


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Exception as error:
        print(last_words(error, sys.argv[1]), file=sys.stderr, flush=True)
        os._exit(1)
