"""A game from outside is shown whole without telling anything of itself, and more where it does."""

from dataclasses import replace

import pytest
import race
from command_line import check_refused, rows, run
from race_pages import PACES
from report_page import ReportPage

from conquestlab.analysis.playing.play_answers import Question, play
from conquestlab.analysis.reporting import contents, rule_facts
from conquestlab.analysis.reporting.report_runs import adding_up
from conquestlab.analysis.rules import rulebook
from conquestlab.reports.figures.play_figures import DRAWN, OF_FALLS, draw_figure, runs_of
from conquestlab.reports.games import pages

race.register()
COMMON = ["short", "wins", "course", "measures", "played", "sources", "reading"]


def load(text):
    """The race with what a page reads of a rulebook; the others as ever."""
    book = race.load(text)
    if text.startswith("race"):
        vars(book).update(
            title="A race",
            title_fr="Une course",
            summary="A race of dice.",
            parent="",
            sources={},
            evidence={"goal": "reading"},
        )
    return book


def show_rulebook(text, show_other=rule_facts.show_rulebook):
    if not text.startswith("race"):
        return show_other(text)
    return [{"key": "goal", "value": "30", "provenance": "reading A1", "was": ""}]


@pytest.fixture(autouse=True)
def _the_race_is_a_rulebook(monkeypatch):
    for module in (rulebook, contents, pages):
        monkeypatch.setattr(module, "load", load)
    monkeypatch.setattr(rule_facts, "show_rulebook", show_rulebook)


@pytest.fixture
def telling(monkeypatch):
    """The race with facts and pages of its own."""
    monkeypatch.setattr(race, "ENGINE", replace(race.ENGINE, facts_in="race_pages"))


def page_of(tmp_path, *words):
    place = tmp_path / "page.html"
    result = run("report", "--players", 2, "--games", 120, *words, "--output", place)
    assert result.exit_code == 0, result.stderr
    return ReportPage(place.read_text(encoding="utf-8")), result


def test_a_game_that_tells_nothing_has_a_whole_page(tmp_path):
    page, result = page_of(tmp_path, "--rules", "race")
    assert page.sections == COMMON
    assert "missing" not in result.stderr
    assert "No seat is shown to be better than another." in page.heads
    assert {row["measure"] for row in page.table("As conquest play gives them")} >= {"win_share", "dice"}
    assert not page.all("p", class_="flag")


def test_a_game_that_tells_nothing_has_every_common_figure(tmp_path):
    played = runs_of(play(("race",), Question("2", None, 120), adding_up=adding_up))
    for name in (*DRAWN, "dice", "score"):
        if name not in OF_FALLS:
            assert draw_figure(name, played).axes
    words = ("play", "--rules", "race", "--players", 2, "--games", 60, "--plot", tmp_path / "a.svg")
    check_refused(run(*words, "--figure", "battles"), 2, "only a game on a map")
    check_refused(run(*words, "--figure", "in_play"), 2, "nobody can be eliminated")
    check_refused(run(*words, "--figure", "paced"), 2, "no figure paced")


def test_exact_commands_refuse_a_game_that_has_no_answer():
    known = "name a rulebook of the conquest or express games"
    check_refused(run("odds", 3, 2, "--rules", "race"), 2, "race has no exact odds", known)
    for words in (("need", 8, "--chance", "0.5"), ("cards",)):
        check_refused(
            run(*words, "--rules", "race"), 2, "race has no", "name a rulebook of the conquest games"
        )
    check_refused(
        run("odds", 3, 2, "--rules", "risk-express", "--rules", "risk-modern"),
        2,
        "risk-express has no battles of armies",
    )


@pytest.mark.usefixtures("telling")
def test_a_game_has_its_own_sections_and_facts(tmp_path):
    page, result = page_of(tmp_path, "--rules", "race", "--sample", 4)
    assert page.sections == [*COMMON[:3], "paces", *COMMON[3:]]
    assert "missing: nobody measured the track of race" in result.stderr
    shares = [
        float(attributes["data-value"])
        for _, attributes, _ in page.numbers()
        if attributes["data-measure"] == "paced"
    ]
    assert len(shares) == len(PACES)
    assert sum(shares) == pytest.approx(1)
    assert [row["of"] for row in page.table("Paces told")] == list(PACES)
    flagged = [text for _, text in page.all("li")]
    assert "The stadium was closed." in flagged
    assert "Track, length: drawn for this project." in flagged
    sources = page.table("race: the sources")
    assert sources == [{"source": "stadium", "what": "a visit to the stadium"}]
    assert "track: width" in {row["keys"] for row in page.table("race: evidence by key")}


@pytest.mark.usefixtures("telling")
def test_a_game_has_its_own_figures_and_exact_answers(tmp_path):
    place = tmp_path / "paces.svg"
    words = ("play", "--players", 2, "--games", 60, "--plot", place, "--figure", "paced")
    assert run(*words, "--rules", "race").exit_code == 0
    assert all(name in place.read_text(encoding="utf-8") for name in PACES.values())
    check_refused(run(*words, "--rules", "risk-express"), 2, "only runners have a pace")
    assert rows("odds", "--rules", "race") == [{"rules": "race", "win": 0.5}]
    check_refused(run("odds", 3, "--rules", "race"), 2, "asked for no words")
    check_refused(run("need", 8, "--chance", "0.5", "--rules", "race"), 2, "race has no battles of armies")


@pytest.mark.usefixtures("telling")
def test_games_stand_on_one_page_with_the_sections_of_each(tmp_path):
    page, _ = page_of(tmp_path, "--rules", "race", "--rules", "risk-express", "--sample", 2)
    assert [name for name in page.sections if name in ("choices", "table", "paces", "robustness")] == [
        "choices", "paces", "table", "robustness"
    ]  # fmt: skip
