"""The keys of a rulebook of Risk Express in words, for headlines, tables and axes."""

from conquestlab.analysis.language import marked
from conquestlab.analysis.rules.rule_words import EXTRA_POINTS, PLAYERS, KeyWords

RULE_WORDS = {
    **PLAYERS,
    "max_turns": KeyWords(marked("most turns"), marked("{value} turns at most")),
    "cards": KeyWords(marked("country cards"), marked("the cards {value}")),
    "dice.count": KeyWords(marked("dice"), marked("{value} dice"), {1: marked("one die")}),
    "voluntary_sacrifice": KeyWords(
        marked("dice given up at will"),
        cases={True: marked("dice given up at will"), False: marked("no die given up at will")},
    ),
    "tie": KeyWords(
        marked("ties"),
        cases={
            "shared": marked("ties shared"),
            "more_continents": marked("ties for who has more continents"),
        },
    ),
    "continue_failed": KeyWords(
        marked("rolling on after a failed line"),
        cases={
            True: marked("rolling on after a failed roll"),
            False: marked("no rolling on after a failed roll"),
        },
    ),
    **EXTRA_POINTS,
}
