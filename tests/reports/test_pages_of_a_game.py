"""A game from outside is shown whole without telling anything of itself, and more where it does."""

import pytest
from command_line import check_refused, rows, run
from race.pages import PACES
from report_page import ReportPage

from conquestlab.analysis.games import outside_games
from conquestlab.analysis.playing.play_answers import play
from conquestlab.analysis.reporting.report_runs import tallied_with_course
from conquestlab.analysis.requests.games import PlayRequest
from conquestlab.reports.figures.play_figures import DRAWN, MADE_OF, OF_FALLS, draw_figure, runs_of

COMMON = ["answers", "short", "wins", "course", "measures", "played", "sources", "reading"]


@pytest.fixture
def told(tmp_path, monkeypatch):
    """A package that brings the race with all that it may tell of itself."""
    info = tmp_path / "packages" / "told_race-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: told_race\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[conquestlab.games]\ntold_race = race.game:TOLD\n")
    monkeypatch.syspath_prepend(info.parent)
    outside_games.cache_clear()
    yield
    outside_games.cache_clear()


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
    played = runs_of(
        play(PlayRequest(rules=("race",), players="2", bots=None, games=4000), tally=tallied_with_course)
    )
    for name in (*DRAWN, "dice", "score"):
        if name not in (*OF_FALLS, *MADE_OF):
            assert draw_figure(name, played).axes
    words = ("play", "--rules", "race", "--players", 2, "--games", 60, "--plot", tmp_path / "a.svg")
    check_refused(run(*words, "--figure", "battles"), 2, "only a game on a map")
    check_refused(run(*words, "--figure", "leads"), 2, "these games have none of comeback_share")
    check_refused(run(*words, "--figure", "in_play"), 2, "nobody can be eliminated")
    check_refused(run(*words, "--figure", "paced"), 2, "no figure paced")


def test_exact_commands_refuse_a_game_that_has_no_answer():
    known = "name a rulebook of the africa or conquest or express or manchots games"
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


@pytest.mark.usefixtures("told")
def test_a_game_has_its_own_sections_and_facts(tmp_path):
    page, result = page_of(tmp_path, "--rules", "told-race", "--sample", 4)
    assert page.sections == [*COMMON[:4], "paces", *COMMON[4:]]
    assert "missing: nobody measured the track of told-race" in result.stderr
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
    sources = page.table("A race: the sources")
    assert sources == [{"source": "stadium", "what": "a visit to the stadium"}]
    assert "track: width" in {row["keys"] for row in page.table("A race: evidence by key")}


@pytest.mark.usefixtures("told")
def test_a_game_has_its_own_figures_and_exact_answers(tmp_path):
    place = tmp_path / "paces.svg"
    words = ("play", "--players", 2, "--games", 60, "--plot", place, "--figure", "paced")
    assert run(*words, "--rules", "told-race").exit_code == 0
    assert all(name in place.read_text(encoding="utf-8") for name in PACES.values())
    check_refused(run(*words, "--rules", "risk-express"), 2, "only runners have a pace")
    assert rows("odds", "--rules", "told-race") == [{"rules": "told-race", "win": 0.5}]
    check_refused(run("odds", 3, "--rules", "told-race"), 2, "asked for no words")
    check_refused(
        run("need", 8, "--chance", "0.5", "--rules", "told-race"), 2, "told-race has no battles of armies"
    )


@pytest.mark.usefixtures("told")
def test_games_stand_on_one_page_with_the_sections_of_each(tmp_path):
    page, _ = page_of(tmp_path, "--rules", "told-race", "--rules", "risk-express", "--sample", 2)
    assert [name for name in page.sections if name in ("choices", "table", "paces", "robustness")] == [
        "choices", "paces", "table", "robustness"
    ]  # fmt: skip
