"""`conquest odds --page`: a page in a file, for the rulebooks that are named, or for the two families."""

import json
import re

import pytest
from command_line import check_refused, run


def known(page):
    """What a page knows of its rulebooks."""
    html = page.read_text(encoding="utf-8")
    return json.loads(re.search(r'id="books">(.*?)</script>', html, re.S)[1])


def made(tmp_path, *words):
    page = tmp_path / "calculator.html"
    result = run("odds", "--page", page, *words)
    assert result.exit_code == 0, result.stderr
    assert not result.stdout
    assert str(page) in result.stderr
    return known(page)


def test_without_a_rulebook_it_knows_both_families(tmp_path):
    books = made(tmp_path)
    assert [book["label"] for book in books] == ["conquete-1957", "risk-modern"]
    assert [book["battles"]["defender"] for book in books] == [3, 2]
    assert books[0]["battles"]["counts"][0] == [[15, 21], [55, 161], [225, 1071]]
    assert books[0]["sets"]["scale"] == [4, 6, 8, 10, 12, 15, 20, 25]


def test_it_knows_the_rulebooks_that_are_named_in_their_order(tmp_path):
    books = made(tmp_path, "--rules", "risk-express", "-r", "risk-modern,dice.sides=8", "-r", "risk-modern")
    assert [book["title"] for book in books] == ["Risk Express", "risk-modern,dice.sides=8", "risk-modern"]
    assert "columns" in books[0]
    assert books[1]["battles"]["sides"] == 8
    assert [book["label"] for book in made(tmp_path, "--rules", "conquete-1957")] == ["conquete-1957"]


def test_a_title_cannot_break_the_page(tmp_path):
    book = tmp_path / "odd.toml"
    title = "</script><b>&\\\\"
    book.write_text(f'extends = "risk-modern"\nname = "odd"\ntitle = "{title}"\n', encoding="utf-8")
    assert made(tmp_path, "--rules", book)[0]["title"] == "</script><b>&\\"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--page", "calculator.pdf"), ".html"),
        (("--page", "nowhere/calculator.html"), "does not exist"),
        (("--page", "calculator.html", "10", "8"), "leave out 10 8"),
        (("--page", "calculator.html", "--exact"), "--exact has no effect beside --page"),
        (("--page", "calculator.html", "--output", "odds.csv"), "--output has no effect beside --page"),
        (("--page", "calculator.html", "--rules", "africa-1880"), "africa-1880 has no calculator"),
    ],
)
def test_what_cannot_be_made_is_refused(tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    check_refused(run("odds", *words), 2, said)
    assert not list(tmp_path.iterdir())
