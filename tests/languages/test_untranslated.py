"""Nothing that a reader of another language is shown has escaped translation, on the main paths."""

import re
from html.parser import HTMLParser

import pytest
from command_line import run
from languages.stub_catalogue import Stub, escaped, words_of

from conquestlab.analysis import language
from conquestlab.analysis.games import find_game, game_names
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.rules.rulebook_files import known_names
from conquestlab.reports.command_line import program

WIDE = "4000"  # columns: no line is broken within a sentence
SAME = ("conquestlab", "conquest", "CSV", "JSON", "Elo", "NAME", "FILE", "seed", "html", "first", "run")
GAMES = ("--games", 40)
NOT_READ = ("script", "style", "code")
ALONE = {"p", "li", "dd", "dt", "h1", "h2", "h3", "td", "th", "text", "title", "button", "label", "dl"}


@pytest.fixture
def stubbed(monkeypatch):
    """Answer in the language of the stub."""
    monkeypatch.setattr(language, "_catalogue", Stub())
    monkeypatch.setattr(language, "_language", language.FRENCH)
    monkeypatch.setattr(program, "choose_language", lambda words: None)
    monkeypatch.setenv("COLUMNS", WIDE)


def names():
    """Return words that are the same in all languages: what is typed, and names of lands and games."""
    found = [*SAME, *COMMON]
    for name in known_names():
        book = load(name)
        facts = find_game(book.game).facts
        found += [book.label, book.title, book.title_fr, *facts.names(book), *facts.names(book).values()]
        found += facts.texts(book).values()
        for part in ("lands", "continents", "territories", "nations"):
            for one in getattr(book.map, part, ()) if "map" in find_game(book.game).files else ():
                found += [one.id, one.name, getattr(one, "name_fr", "")]
        if book.game == "express":
            for one in (*book.cards.cards, *book.cards.continents):
                found += [one.id, one.name, one.name_fr]
    for game in game_names():
        engine = find_game(game).engine
        found += [
            game,
            *engine.bots,
            *(one.name for one in engine.measures),
            *find_game(game).facts.rule_words,
        ]
    return words_of(found)


@pytest.mark.usefixtures("stubbed")
@pytest.mark.parametrize(
    "words",
    [
        ("odds", 10, 8),
        ("need", 8, "--chance", "75%"),
        ("cards", "--rules", "risk-modern"),
        ("play", "--rules", "risk-express", "--players", 3, *GAMES),
        ("play", "--rules", "conquete-1957", "--players", 3, *GAMES),
        ("compare", "conquete-1957", "conquete-1957-3v2", "--players", 2, *GAMES),
        ("ladder", "--rules", "risk-express", "--bots", "random,expert", "--players", 2, *GAMES),
    ],
    ids=lambda words: " ".join(map(str, words[:3])),
)
def test_no_word_of_an_answer_in_a_terminal_is_untranslated(words):
    told = run(*words, "--format", "table", "--quiet")
    assert told.exit_code == 0, told.stderr
    assert "«" in told.stdout
    assert escaped(told.stdout, names()) == []


@pytest.mark.usefixtures("stubbed")
@pytest.mark.parametrize("game", ["conquete-1957", "risk-express", "manchots-barjots", "africa-1880"])
def test_no_word_of_a_page_is_untranslated(game, tmp_path):
    place = tmp_path / "page.html"
    told = run("report", "--rules", game, "--players", 3, *GAMES, "--quiet", "--output", place)
    assert told.exit_code == 0, told.stderr
    page = re.sub(
        r'<section id="(sources|played|measures)".*?</section>', "", place.read_text("utf-8"), flags=re.S
    )
    assert '<html lang="fr"' in page
    found = {word for text in texts_of(page) for word in escaped(text, names())}
    assert found == set()


@pytest.mark.usefixtures("stubbed")
def test_no_word_of_a_calculator_is_untranslated(tmp_path):
    place = tmp_path / "page.html"
    assert run("odds", "--page", place).exit_code == 0
    page = place.read_text("utf-8")
    (said,) = re.findall(r'<script type="application/json" id="words">(.*?)</script>', page, re.S)
    values = re.findall(r':"((?:[^"\\]|\\.)*)"', said)
    assert len(values) > 50
    found = {word for text in (*texts_of(page), *values) for word in escaped(text, names())}
    assert found == set()


def test_the_stub_finds_what_escaped(stubbed):
    assert escaped(language.say("seat {seat}", seat=1), set()) == []
    assert escaped("You have nothing, expert", {"expert"}) == ["You", "have", "nothing"]


class _Texts(HTMLParser):
    """The texts of a page and of what is read out or pointed at."""

    def __init__(self):
        super().__init__()
        self.within, self.texts = [], [""]

    def handle_starttag(self, tag, attrs):
        """Begin an element."""
        self.within.append(tag)
        self.texts += [value or "" for name, value in attrs if name in ("aria-label", "title", "placeholder")]
        if tag in ALONE:
            self.texts.append("")

    def handle_endtag(self, tag):
        """End an element, and those within it that nobody ended."""
        if tag in self.within:
            while self.within.pop() != tag:
                pass
        if tag in ALONE:
            self.texts.append("")

    def handle_data(self, data):
        """Read on."""
        if not set(NOT_READ) & set(self.within):
            self.texts[-1] += data


def texts_of(page):
    """Return the texts of a page, each whole."""
    reader = _Texts()
    reader.feed(page)
    return reader.texts
