"""The keys of a rulebook of Manchots Barjots in words, for headlines, tables and axes."""

from conquestlab.analysis.language import marked
from conquestlab.analysis.rules.rule_words import EXTRA_POINTS, PLAYERS, KeyWords

RULE_WORDS = {
    **PLAYERS,
    "rounds": KeyWords(marked("rounds"), marked("{value} rounds"), {1: marked("one round")}),
    "deal": KeyWords(marked("cards dealt"), marked("{value} cards dealt to each")),
    "draw": KeyWords(marked("cards drawn a round"), marked("{value} cards drawn a round")),
    "copies": KeyWords(marked("copies of the values"), marked("{value} copies of the values")),
    "lowest_card": KeyWords(
        marked("which card scores without a majority"),
        cases={
            "lowest": marked("the lowest card scoring without a majority"),
            "highest": marked("the highest card scoring without a majority"),
            "none": marked("no card scoring without a majority"),
        },
    ),
    "twins_stack": KeyWords(
        marked("twins add up"),
        cases={True: marked("twins that add up"), False: marked("twins that do not add up")},
    ),
    "virtual_can_win": KeyWords(
        marked("virtual players can win"),
        cases={
            True: marked("virtual players who can win"),
            False: marked("virtual players who cannot win"),
        },
    ),
    "take_order": KeyWords(
        marked("order of taking"),
        cases={"alternate": marked("cards taken in turn"), "seat": marked("cards taken seat by seat")},
    ),
    "virtual_lookout": KeyWords(
        marked("lookouts of virtual players"),
        cases={
            "acts": marked("virtual players whose lookout acts"),
            "none": marked("virtual players whose lookout does nothing"),
        },
    ),
    "specials.twins": KeyWords(
        marked("value of the twins"), marked("twins of value {value}"), {0: marked("no twins")}
    ),
    "specials.kamikaze": KeyWords(
        marked("value of the kamikaze"), marked("kamikazes of value {value}"), {0: marked("no kamikaze")}
    ),
    "specials.lookout": KeyWords(
        marked("value of the lookout"), marked("lookouts of value {value}"), {0: marked("no lookout")}
    ),
    "specials.kamikaze_from": KeyWords(
        marked("lowest value a kamikaze takes out"),
        marked("kamikazes that take out values from {value}"),
        {0: marked("kamikazes that take out nothing")},
    ),
    **EXTRA_POINTS,
}
