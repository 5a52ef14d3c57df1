"""Commands answer as they did: a change of an answer is made on purpose, and read before it is kept.

`python tests/frozen/regenerate.py` keeps the answers of now. Long fractions are compared to nine digits:
numpy adds and solves with other instructions on other processors, and the last digits differ.
"""

import importlib.util
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


def module(name):
    found = importlib.util.spec_from_file_location(f"frozen_{name}", HERE / f"{name}.py")
    loaded = importlib.util.module_from_spec(found)
    found.loader.exec_module(loaded)
    return loaded


REGENERATE = module("regenerate")
LINES = REGENERATE.commands(REGENERATE.QUICK)


@pytest.mark.parametrize("command", LINES)
def test_a_command_answers_as_it_did(command):
    kept = (HERE / "answers" / REGENERATE.file_name(command)).read_text(encoding="utf-8")
    nine = REGENERATE.to_nine_digits
    assert nine(REGENERATE.answer(command)) == nine(kept)


def test_no_answer_is_kept_of_a_command_that_is_asked_no_more():
    kept = {path.name for path in (HERE / "answers").iterdir()}
    assert kept == {REGENERATE.file_name(command) for command in LINES}
