"""The whole page: sections put into the template, with style and script inside, as one file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from conquestlab.analysis.bots.known_strength import who_played
from conquestlab.analysis.language import language, marked, numerals, say, translated
from conquestlab.analysis.reporting.contents import Contents
from conquestlab.analysis.reporting.sentences import WARNING, Verdict, ended, joined_words
from conquestlab.analysis.version import VERSION
from conquestlab.reports.games import pages as places
from conquestlab.reports.webpage.cover import Cover
from conquestlab.reports.webpage.html import attributes, bound, headline, inside, sentence
from conquestlab.reports.webpage.line_plot import legend_mark
from conquestlab.reports.webpage.parts import Section
from conquestlab.reports.webpage.section_all import all_measures, reading
from conquestlab.reports.webpage.section_chances import chances
from conquestlab.reports.webpage.section_choices import choices
from conquestlab.reports.webpage.section_course import course, eliminations
from conquestlab.reports.webpage.section_played import played, provenance
from conquestlab.reports.webpage.section_results import results
from conquestlab.reports.webpage.section_robust import robustness
from conquestlab.reports.webpage.section_side import side_by_side, ten_numbers
from conquestlab.reports.webpage.section_winners import winners
from conquestlab.reports.webpage.svg import SERIES
from conquestlab.reports.webpage.templates import script_of, style_of, template

TEMPLATE = "report.html"
FEW_CARDS = 2
NO_COVER = Cover()
SCRIPT_WORDS = {
    "save_table": marked("Save this table with its raw values"),
    "save_figure": marked("Save the numbers of this figure"),
    "copied": marked("copied"),
}
"""What the script of the page says."""


def page_html(contents: Contents, command: str, cover: Cover = NO_COVER) -> str:
    """Return a page.

    Parameters
    ----------
    contents : Contents
    command : str
        The line that makes the page again.
    cover : Cover
        Title, author, picture and notes of whoever asks for the page.
    """
    words = {"attributes": attributes, "legend_mark": legend_mark, "say": say}
    page = template(TEMPLATE, words, {"bound": bound, "said": translated})
    made = [] if cover.summary else _sections(contents, command)
    sections = [section for section in made if not section.is_empty]
    return page.render(
        title=cover.title or _title(contents),
        language=language(),
        words=inside({name: translated(text) for name, text in SCRIPT_WORDS.items()}),
        command=command,
        cover=cover,
        answers=_answers(contents),
        numbers=ten_numbers(contents),
        heads=[
            *([{"title": cover.title, "french": ""}] if cover.title else []),
            *_heads(contents, cover.title),
        ],
        facts=_facts(contents),
        who=[who_played([run.experiment for run in contents.runs])] if contents.runs else [],
        said=_cards(contents.verdicts),
        overall=grouped([(heading, _cards([("", some)])) for heading, some in contents.overall if some]),
        side=side_by_side(contents),
        missing=[ended(line) for line in contents.missing],
        sections=sections,
        style=style_of("page.css"),
        script=script_of("page.js"),
        version=VERSION,
    )


def _cards(by_run: Sequence[tuple[str, Sequence[Verdict]]]) -> list[dict[str, Any]]:
    """Return verdicts by topic, warnings first: each topic with what is said of each run."""
    topics: dict[str, dict[str, Any]] = {}
    several = len(by_run) > 1
    for place, (name, verdicts) in enumerate(by_run):
        for one in verdicts:
            card = topics.setdefault(one.topic, {"topic": one.topic, "tone": "", "entries": []})
            card["tone"] = one.tone or card["tone"]
            run = (place % SERIES, name) if several else None
            card["entries"].append((run, headline(one, name), sentence(one, name)))
    return sorted(topics.values(), key=lambda card: card["tone"] != WARNING)


def _answers(contents: Contents) -> list[dict[str, Any]]:
    """Return the box at the top: questions, each with what is answered for every run."""
    asked: dict[str, list[dict[str, Any]]] = {}
    order = {name: place for place, name in enumerate(contents.names)}
    for one in contents.answers:
        alone = contents.names[0] if len(contents.names) == 1 else ""
        said = sentence(Verdict("", one.parts), one.of or alone)
        asked.setdefault(one.question, []).append(
            {**one._asdict(), "said": said, "place": order.get(one.of, 0) % SERIES}
        )
    return [{"question": question, "entries": entries} for question, entries in asked.items()]


def grouped(overall: Sequence[tuple[str, list[dict[str, Any]]]]) -> list[dict[str, Any]]:
    """Put what has few cards together, so that they share the columns of the page."""
    found: list[dict[str, Any]] = []
    for heading, cards in overall:
        few = len(cards) <= FEW_CARDS
        if few and found and found[-1]["few"]:
            found[-1]["groups"].append((heading, cards))
        else:
            found.append({"few": few, "groups": [(heading, cards)]})
    return found


def _sections(contents: Contents, command: str) -> list[Section]:
    """Return the sections of every game, and between them those of the games of the page."""
    common = [
        (places.WINS, winners(contents)),
        (places.COURSE, course(contents)),
        (places.COURSE, chances(contents)),
        (places.ELIMINATIONS, eliminations(contents)),
        (places.CHOICES, choices(contents)),
        *((places.RESULTS, section) for section in results(contents)),
        (places.ROBUSTNESS, robustness(contents)),
        (places.MEASURES, all_measures(contents)),
        (places.PLAYED, played(contents, command)),
        (places.SOURCES, provenance(contents)),
        (places.READING, reading()),
    ]
    own = [
        (one.place, one.make(contents))
        for pages, _ in places.games_of([facts.book for facts in contents.books])
        for one in pages.sections()
    ]
    return [section for _, section in sorted([*common, *own], key=lambda placed: placed[0])]


def _title(contents: Contents) -> str:
    titles = dict.fromkeys(facts.book.called for facts in contents.books)
    return joined_words(titles) if titles else say("Results")


def _heads(contents: Contents, but: str) -> list[dict[str, str]]:
    """Return the titles of the games, English and French, but for one that stands above already."""
    titles = dict.fromkeys((facts.book.called, facts.book.title_fr) for facts in contents.books)
    return [
        {"title": title, "french": french if french != title else ""}
        for title, french in titles
        if title != but
    ]


def _facts(contents: Contents) -> list[str]:
    """Return what was played in a few words, for the line below the title."""
    runs = contents.runs
    if not runs:
        return [say("{results} results", results=len(contents.results))] if len(contents.results) > 1 else []
    games = sum(run.games for run in runs)
    facts = [say("1 game") if games == 1 else say("{games} games", games=numerals(f"{games:,}"))]
    players = sorted({run.experiment.seats for run in runs})
    facts.append(say("{players} players", players=joined_words(map(str, players))))
    bots = dict.fromkeys(run.experiment.bots_text for run in runs)
    facts.append(say("bots: {bots}", bots=joined_words(bots)))
    seeds = dict.fromkeys(run.experiment.seeds.text for run in runs)
    facts.append(say("seed {seeds}", seeds=joined_words(seeds)))
    return [say("{runs} runs", runs=len(runs)), *facts] if len(runs) > 1 else facts
