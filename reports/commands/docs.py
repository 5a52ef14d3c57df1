"""`conquest docs`: its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from conquestlab.reports.command_line.command import command
from conquestlab.reports.command_line.kinds import FOLDER
from conquestlab.reports.command_line.option import option, options
from conquestlab.reports.command_line.program import program

if TYPE_CHECKING:
    from conquestlab.analysis.requests.reading import DocsRequest
    from conquestlab.reports.answer import Answer, Output


@command(asks="reading.DocsRequest", tables=False)
@options(
    click.argument("name", metavar="[PAGE]", required=False),
    option("--text", "Print the page in the terminal."),
    option("--no-open", "Print where the page lies, and open no browser."),
    option("--output -o DIR", "Write the whole site into DIR.", FOLDER),
    option("--check", "List links that lead nowhere; status 1 if there are any."),
    option("--quiet -q", "No notes."),
)
def docs(request: DocsRequest, output: Output) -> Answer:
    """Read the documentation, which comes with conquestlab and needs no network.

    Opens PAGE in the browser, or the first page, and prints where it lies. A page is named as its file in
    docs/: rules, measures, commands/sweep; a command's page also goes by the command alone.

    \b
    conquest docs
    conquest docs first_hour
    conquest docs odds
    conquest docs measures#terms
    conquest docs bots --text
    conquest docs --output site
    """
    from conquestlab.reports.docs_commands import docs_answer

    return docs_answer(request, output, program())
