"""What the keys of a rulebook of Africa 1880 mean, and how its own measures are to be read."""

from conquestlab.analysis.games.game_words import GameWords, MeasureNote, TableOfBots
from conquestlab.analysis.language import marked

_MAP = marked("It depends on the map, which is reconstructed.")

KEYS = {
    "map": marked("The map of territories, squares and coasts; the one that ships is reconstructed."),
    "years": marked("The years of the rounds, one for each."),
    "presences": marked("How many presences a nation has on the board at most."),
    "last_colony": marked("With so many colonies the round that is being played is the last."),
    "historical": marked("Whether nations begin where they historically were."),
    "placing": marked("Whether first presences are placed in the order of the seats, or drawn by lot."),
    "share_first": marked("Whether several nations may begin in one territory."),
    "landing_empty": marked(
        "Whether a landing needs a coast that is empty when it is written, or carried out."
    ),
    "alphabetical": marked(
        "Whether orders are carried out by the alphabet of where they start or of where they go."
    ),
    "score.alone": marked("Points for a presence that holds a colony alone."),
    "score.shared": marked("Points for a presence on a colony that others share."),
    "score.alliance": marked("Points for each alliance declared to the player in the last round."),
    "handicap.points": marked("Points added to the final score of single seats, seat 1 first."),
}

MEASURES = {
    "nation": MeasureNote(_MAP),
    "no_winner_share": MeasureNote(
        marked("A tie at the top has no winner by the rules; it is not a cut-off game.")
    ),
    "alliance_share": MeasureNote(
        marked("Only pairs in which both declare it count; one-sided ones are in no share.")
    ),
    "war_share": MeasureNote(
        marked("Only pairs in which both declare it count; one-sided ones are in no share.")
    ),
    "removed": MeasureNote(_MAP),
    "colonies": MeasureNote(_MAP),
    "colony_share": MeasureNote(
        marked("The shares of all seats add up to more than 1: colonies can be shared.")
    ),
    "alone_share": MeasureNote(_MAP),
}

WORDS = GameWords(KEYS, MEASURES, TableOfBots("africa-1880", 4, 500))
