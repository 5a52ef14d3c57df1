"""The keys of a rulebook of Africa 1880 in words, for headlines, tables and axes."""

from conquestlab.analysis.language import marked
from conquestlab.analysis.rules.rule_words import EXTRA_POINTS, PLAYERS, KeyWords

RULE_WORDS = {
    **PLAYERS,
    "map": KeyWords(marked("map"), marked("the map {value}")),
    "years": KeyWords(marked("years"), marked("the years {value}")),
    "presences": KeyWords(marked("presences of a nation"), marked("{value} presences a nation")),
    "last_colony": KeyWords(marked("colonies that end the game"), marked("an end at {value} colonies")),
    "historical": KeyWords(
        marked("historical starts"),
        cases={True: marked("historical starts"), False: marked("starts that are chosen")},
    ),
    "placing": KeyWords(
        marked("how first presences are placed"),
        cases={
            "in_order": marked("first presences placed in the order of the seats"),
            "drawn": marked("first presences drawn by lot"),
        },
    ),
    "share_first": KeyWords(
        marked("first presences together"),
        cases={
            True: marked("first presences allowed together"),
            False: marked("first presences apart"),
        },
    ),
    "landing_empty": KeyWords(
        marked("when a landing finds a territory empty"),
        cases={
            "writing": marked("landings judged when orders are written"),
            "execution": marked("landings judged when orders are executed"),
        },
    ),
    "alphabetical": KeyWords(
        marked("order of execution"),
        cases={
            "source": marked("orders executed by where they start"),
            "target": marked("orders executed by where they go"),
        },
    ),
    "score.alone": KeyWords(marked("points for a colony alone"), marked("{value} points for a colony alone")),
    "score.shared": KeyWords(
        marked("points for a shared colony"), marked("{value} points for a shared colony")
    ),
    "score.alliance": KeyWords(
        marked("points for an alliance"),
        marked("{value} points for an alliance"),
        {1: marked("one point for an alliance")},
    ),
    **EXTRA_POINTS,
}
