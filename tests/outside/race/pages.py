"""What the told race tells of itself for pages and figures: facts and pages."""

from functools import partial

from markupsafe import Markup

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.facts import Facts, Part, Sample
from conquestlab.analysis.measures.quantities import Quantity
from conquestlab.analysis.reporting.course_quantities import course_rows
from conquestlab.reports.figures.play_figures import counted
from conquestlab.reports.games.pages import CHOICES, OwnFigure, OwnSection, Pages
from conquestlab.reports.page import Page
from conquestlab.reports.webpage.html import plain_table
from conquestlab.reports.webpage.interval_plot import Entry, Group, interval_plot
from conquestlab.reports.webpage.parts import Figure, Section, runs_of

PACES = {"pace_1": "one die", "pace_2": "two dice", "pace_3": "three dice"}

# Facts


def parts(rulebook):
    provenance = {"length": "drawn for this project", "width": "seen"}
    evidence = {"length": "reconstructed", "width": "source"}
    return [Part("track", provenance, evidence, {"stadium": "a visit to the stadium"})]


def taken(place, games):
    return games.rows["paces"][:, place].astype("int64")


def turns(games):
    return games.rows["turns"].astype("int64")


def course(rulebook):
    return tuple(
        Quantity("paced", pace, partial(taken, place), turns, share=True) for place, pace in enumerate(PACES)
    )


def count_game(record, place_of, wins):
    chosen = [event["dice"] for event in record if event["event"] == "pace"]
    numbers = [sum(f"pace_{dice}" == pace for dice in chosen) for pace in place_of]
    return {"chosen": (numbers, [1] * len(place_of))}


FACTS = Facts(
    parts=parts,
    names=lambda rulebook: PACES,
    course=course,
    sample=Sample(lambda rulebook: list(PACES), count_game),
    pages_in="race.pages",
)

# Pages


def paces(contents):
    section = Section("paces", "The paces")
    groups = [
        Group(name, [Entry(PACES[row["of"]], {**row, "run": name}, place) for row in rows])
        for place, name, run in runs_of(contents, "told_race")
        if (rows := course_rows(run.tally, "paced"))
    ]
    if groups:
        title = "How often each pace is taken"
        drawing = interval_plot(groups, title=title, percent=True)
        section.figures.append(Figure(title, "Share of the turns.", drawing))
        section.tables += [plain_table("Paces told", contents.samples[name]) for name in contents.samples]
        section.notes.append(Markup("A pace is a number of dice."))
    return section


def odds(request, output):
    if request.of:
        raise WrongUse("the race is asked for no words")
    return Page([{"rules": text, "win": 0.5} for text in request.rules])


PAGES = Pages(
    sections=lambda: (OwnSection(paces, CHOICES + 5),),
    figures=lambda: {"paced": OwnFigure(counted("paced", "the paces", "Share of the turns"), of_course=True)},
    figures_need="only runners have a pace",
    doubts=lambda rulebook: ["the stadium was closed"],
    lacks=lambda rulebooks: [f"nobody measured the track of {book.label}" for book in rulebooks],
    odds=odds,
)
