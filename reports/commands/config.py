"""`conquest config`: its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conquestlab.reports.command_line.command import command
from conquestlab.reports.command_line.option import option, options
from conquestlab.reports.command_line.shared_options import WRITTEN

if TYPE_CHECKING:
    from conquestlab.reports.answer import Answer, Output


@command()
@options(option("--init", "Write a conquest.toml with all settings as comments into this folder."), WRITTEN)
def config(init: bool, output: Output) -> Answer:
    """Show each setting, its value, and where the value comes from.

    A setting stands for an option that is not typed. What is typed comes first, then a variable of the
    environment such as CONQUEST_RULES, the conquest.toml of this folder, your own one
    (~/.config/conquestlab/conquest.toml), and last what is built in.

    \b
    conquest config
    conquest config --init
    CONQUEST_RULES=risk-express conquest config
    """
    from conquestlab.analysis.requests.settings import setting_rows, write_new_file
    from conquestlab.reports.answer import Answer
    from conquestlab.reports.page import Page

    if not init:
        return Answer(Page(setting_rows()))
    return Answer(None, findings=(f"{write_new_file()} is written: take the # off a line to set it",))
