"""What is shown of Manchots Barjots alone: a section of the page, its board, and the figures."""

import pytest
from command_line import check_refused, run
from readable import assert_readable
from report_page import ReportPage

from conquestlab.analysis.games.manchots.answers import cards_in_play, specials_dealt, zone_sums
from conquestlab.analysis.games.manchots.zone_sample import MEASURES
from conquestlab.analysis.rules.rulebook import load
from conquestlab.reports.games.manchots import odds_figures

RULES = "manchots-barjots"
ZONES = ("Antarctica", "Desert", "Jungle", "City", "Moon")


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    found = {}
    for players in (2, 4):
        place = folder / f"{players}.html"
        words = ("--rules", RULES, "--players", players, "--games", 240, "--sample", 40, "--bots", "hoarder")
        result = run("report", *words, "--output", place)
        assert result.exit_code == 0, result.stderr
        found[players] = ReportPage(place.read_text(encoding="utf-8"))
    return found


def text_of(page):
    """Return all words of the page."""
    return " ".join(text for _, text in page.all("body"))


@pytest.mark.parametrize("players", [2, 4])
def test_the_page_has_a_section_on_the_zones(pages, players):
    page = pages[players]
    assert "zones" in page.sections
    text = text_of(page)
    for words in ("The zones at the end", "What a majority is worth", "Where points come from", *ZONES):
        assert words in text
    assert ("Won by a virtual player" in text) == (players == 2)
    assert "come from reviews" in text


@pytest.mark.parametrize("players", [2, 4])
def test_the_table_of_zones_has_every_measure_of_the_sample(pages, players):
    rows = pages[players].table("The zones in the first 40 games, told event by event")
    assert len(rows) == len(ZONES)
    assert all(len(row) == 1 + len(MEASURES) for row in rows)


def test_no_chance_that_is_not_certain_is_shown_as_nothing(pages):
    rows = pages[4].table("Special cards that a player is dealt, exact", shown=True)
    cells = [text for row in rows for text in row.values()]
    assert not {"0.0\u202f%", "0.00\u202f%", "0.000\u202f%"} & set(cells)
    assert any(text.startswith("0.00") and text.endswith("\u202f%") for text in cells)


def test_exact_figures_can_be_read():
    rules = (load(RULES), load(f"{RULES},specials.lookout=4"))
    for several in (rules[:1], rules):
        assert_readable(odds_figures.specials_drawn(specials_dealt(several)))
        assert_readable(odds_figures.cards_drawn(cards_in_play(several, ("desert_7", "moon_9"))))
        assert_readable(odds_figures.zones_drawn(zone_sums(several, ("city", "moon"))))


def test_the_figure_of_advice_can_be_read():
    from conquestlab.analysis.games.manchots.advice import advise

    rows = advise(load(RULES), "antarctica_7,city_2,moon_5,jungle_5", players=3, games=2)
    assert_readable(odds_figures.advice_drawn(rows))


def test_the_figure_of_points_by_zone(tmp_path):
    from conquestlab.analysis.playing.play_answers import play
    from conquestlab.analysis.reporting.report_runs import tallied_with_course
    from conquestlab.analysis.requests.games import PlayRequest
    from conquestlab.reports.figures.play_figures import draw_figure, runs_of

    played = runs_of(
        play(PlayRequest(rules=(RULES,), players="3", bots="hoarder", games=120), tally=tallied_with_course)
    )
    figure = draw_figure("zone_points", played)
    assert_readable(figure)
    labels = [text.get_text() for text in figure.axes[0].get_yticklabels()]
    assert labels == list(ZONES)
    words = ("play", "--rules", "race", "--players", 2, "--games", 60, "--plot", tmp_path / "a.svg")
    check_refused(run(*words, "--figure", "zone_points"), 2, "only Manchots Barjots")
