"""What the keys of a rulebook of Risk Express mean, and how its own measures are to be read."""

from conquestlab.analysis.games.game_words import GameWords, MeasureNote, TableOfBots
from conquestlab.analysis.language import marked

KEYS = {
    "max_turns": marked("After so many turns a game is cut off and counts as unfinished."),
    "cards": marked("The cards: their lines, points and continents."),
    "dice.count": marked("How many dice a fresh attack begins with."),
    "voluntary_sacrifice": marked("Whether a die may be given up although a line could be filled."),
    "tie": marked("Who wins where the most points are shared: all of them, or who has more continents."),
    "continue_failed": marked("Whether the next player may go on with an attack that failed."),
    "handicap.points": marked("Points added to the final score of single seats, seat 1 first."),
}

MEASURES = {
    "continent_share": MeasureNote(
        marked("Easy continents are completed more often; that says nothing about what they are worth.")
    ),
    "continent_win": MeasureNote(
        marked("No cause: who wins often completes continents on the way, because both take many cards.")
    ),
    "conquest_share": MeasureNote(
        marked("A turn that conquers nothing may still leave a card half taken for the next player.")
    ),
    "robbed_share": MeasureNote(marked("How often these bots rob, not how often it pays to.")),
    "taken_over_share": MeasureNote(marked("How often these bots go on, not how often it pays to.")),
}

WORDS = GameWords(KEYS, MEASURES, TableOfBots("risk-express", 4, 6000))
