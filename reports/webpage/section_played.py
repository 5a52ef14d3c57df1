"""The sections on what was played: runs, commands that play them again, rulebooks and their sources."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from conquestlab.analysis.language import marked, say, translated
from conquestlab.analysis.reporting.contents import BookFacts, Contents
from conquestlab.analysis.reporting.run_facts import bot_rows, fact_rows, play_command
from conquestlab.analysis.reporting.sentences import ended
from conquestlab.analysis.rules.rule_words import variant_name
from conquestlab.reports.games.pages import pages_of
from conquestlab.reports.webpage.html import Cell, Table, command_line, number_cell, plain_table, text_cell
from conquestlab.reports.webpage.parts import Section

RUN_HEADS = (
    (marked("run"), marked("what it is called on this page")),
    (marked("rulebook"), marked("with its changes")),
    (marked("hash"), marked("the same for the same rules, whatever their name")),
    (marked("players"), ""),
    (marked("bots"), marked("one name if all are alike, else one a seat")),
    (marked("seed"), ""),
    (marked("games"), marked("that this page tells of")),
    (marked("of"), marked("that the run was to have")),
    (marked("luck"), ""),
    (marked("engine"), marked("its version is raised whenever the same seed gives other games")),
)


def played(contents: Contents, command: str) -> Section:
    """Return the section on the runs."""
    section = Section("played", say("What was played") if contents.runs else say("The rules"))
    section.short = say("Played") if contents.runs else ""
    if contents.runs:
        section.tables.append(_runs_table(contents))
    section.words += [command_line(say("This page again"), command)]
    section.words += [command_line(say("The run {quoted}", quoted=_quoted(contents, place)),
                                   play_command(run))
                      for place, run in enumerate(contents.runs) if run.place]  # fmt: skip
    bots = bot_rows(contents.runs)
    if bots:
        section.tables.append(plain_table(say("The bots"), bots))
    said: list[list[str]] = []
    for facts in contents.books:
        doubts = doubts_of(facts)
        section.words.append(_about(facts, [] if doubts in said else doubts))
        said.append(doubts)
        if facts.differences:
            section.tables.append(_differences(facts))
    return section


def _quoted(contents: Contents, place: int) -> str:
    return "" if len(contents.runs) == 1 else contents.names[place]


def _runs_table(contents: Contents) -> Table:
    rows = []
    for fact in fact_rows(contents.runs):
        rows.append(
            [
                *(text_cell(fact[key]) for key in ("run", "rules")),
                Cell(
                    Markup("<code>{}</code>").format(fact["rules_hash"]), {"data_value": fact["rules_hash"]}
                ),
                number_cell(fact["players"]),
                *(text_cell(fact[key]) for key in ("bots", "seed")),
                *(number_cell(fact[key]) for key in ("games", "wanted")),
                text_cell(fact["seating"]),
                text_cell(
                    say("{engine}, conquestlab {version}", engine=fact["engine"], version=fact["version"])
                ),
            ]
        )
    return Table(say("The runs"), RUN_HEADS, rows, "runs")


def doubts_of(facts: BookFacts) -> list[str]:
    """Say, a sentence each, what of a rulebook is reconstructed, disputed or drawn for this project."""
    own = pages_of(facts.book.game).doubts(facts.book)
    return [
        *own,
        *(f"{row['part']}, {row['key'].replace('_', ' ')}: {row['text']}" for row in facts.reconstructed),
    ]


def _about(facts: BookFacts, doubts: Sequence[str]) -> Markup:
    """Return what a rulebook is, and what is doubtful of it."""
    book = facts.book
    french = ""
    if book.title_fr and book.title_fr != book.called:
        french = Markup(' <span class="fr" lang="fr">{}</span>').format(book.title_fr)
    parent = _with_code(say("It extends {rulebook}.", rulebook="\0"), book.parent) if book.parent else ""
    head = Markup("<h3>{}{}{}</h3><p><code>{}</code>: {}{}</p>").format(
        book.called,
        say(", changed") if book.options else "",
        french,
        book.label,
        translated(book.summary),
        parent,
    )
    if not doubts:
        return Markup('<div class="book">{}</div>').format(head)
    items = Markup("").join(Markup("<li>{}</li>").format(ended(line)) for line in doubts)
    said = Markup('<p class="flag">{}</p><ul>{}</ul>')
    return Markup('<div class="book">{}{}</div>').format(
        head, said.format(say("Reconstructed, disputed or drawn for this project:"), items)
    )


def _with_code(words: str, code: str) -> Markup:
    """Return a sentence after a blank, with code in place of its zero sign."""
    before, _, after = words.partition("\0")
    return Markup(" {}<code>{}</code>{}").format(before, code, after)


def _differences(facts: BookFacts) -> Table:
    book = facts.book
    against = book.parent or say("{name} without changes", name=book.name)
    caption = say("{rules}: what is other than in {parent}", rules=variant_name(book), parent=against)
    return plain_table(caption, facts.differences)


def provenance(contents: Contents) -> Section:
    """Return the section on where rules come from, for readers who want to check."""
    section = Section("sources", say("Where the rules come from"), short=say("Sources"))
    section.words.append(
        Markup("<p>{}</p>").format(
            say(
                "What a rulebook prints is quoted from it; where it leaves something open a reading was "
                "taken, and a convention is what no rulebook says and a program needs. What was not seen in "
                "print is reconstructed."
            )
        )
    )
    for facts in contents.books:
        section.tables.append(
            plain_table(
                say("{variant_name}: evidence by key", variant_name=variant_name(facts.book)),
                facts.provenance,
            )
        )
        if facts.sources:
            section.tables.append(
                plain_table(
                    say("{variant_name}: the sources", variant_name=variant_name(facts.book)), facts.sources
                )
            )
    return section
