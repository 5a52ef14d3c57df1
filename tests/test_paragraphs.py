"""Every paragraph and every open question of the rules that are played has a test of its name."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PLAYED = "345678"  # sections
HEADING = re.compile(rf"^#{{2,3}} ([{PLAYED}](?:\.\d|[A-D])?)\.? ", re.M)
QUESTION = re.compile(r"^\| ([ABFPRX]\d+) \|", re.M)


def asked_for(text):
    """Return the paragraphs of the rules, and the open questions, each with the paragraph it stands in."""
    paragraphs, questions = [], []
    headings = [*HEADING.finditer(text)]
    ends = [match.start() for match in re.finditer(r"^#", text, re.M)] + [len(text)]
    for heading in headings:
        own = text[heading.end() : min(end for end in ends if end > heading.start())]
        if own.strip().count("\n"):  # else a heading of paragraphs only
            paragraphs.append(heading[1])
        questions += [(heading[1], question) for question in QUESTION.findall(own)]
    return paragraphs, questions


def names_of_tests():
    """Return the names of all functions that are tests, in small letters."""
    names = set()
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                names.add(node.name.lower())
    return names


def pattern(paragraph, question=None):
    """Return how the tests of a paragraph, or of a question in it, are called: test_5_1_r18_r19_..."""
    start = rf"test_(?:\d(?:_\d|[a-d])?_and_)?{paragraph.lower().replace('.', '_')}_"
    return start if question is None else rf"{start}(?:[abfprx]\d+_)*{question.lower()}_"


RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
PARAGRAPHS, QUESTIONS = asked_for(RULES)
TESTS = names_of_tests()


def test_the_list_of_paragraphs_is_read_whole():
    sections = {"3": 7, "5": 3, "6": 7, "8": 7}
    numbered = [f"{section}.{n}" for section, last in sections.items() for n in range(1, last + 1)]
    expected = {*numbered, "4", "5.0", "5.1", "5A", "5B", "5C", "5D", "7.0", "7A", "7B", "7.1", "7.2"}
    assert set(PARAGRAPHS) == expected
    counts = {"A": 16, "B": 2, "R": 21, "X": 8, "P": 16, "F": 20}
    assert [question for _, question in QUESTIONS] == [
        f"{letter}{n}" for letter, last in counts.items() for n in range(1, last + 1)
    ]
    assert {(paragraph, question[0]) for paragraph, question in QUESTIONS} == {
        ("3.6", "A"),
        ("4", "B"),
        ("5.1", "R"),
        ("6.6", "X"),
        ("7.1", "P"),
        ("8.5", "F"),
    }


@pytest.mark.parametrize("paragraph", PARAGRAPHS)
def test_every_paragraph_has_a_test(paragraph):
    name = re.compile(pattern(paragraph))
    assert any(name.match(test) for test in TESTS), f"no test is called {name.pattern}"


@pytest.mark.parametrize(("paragraph", "question"), QUESTIONS)
def test_every_open_question_has_a_test(paragraph, question):
    name = re.compile(pattern(paragraph, question))
    assert any(name.match(test) for test in TESTS), f"no test is called {name.pattern}"
