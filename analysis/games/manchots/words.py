"""What the keys of a rulebook of Manchots Barjots mean, and how its own measures are to be read."""

from conquestlab.analysis.games.game_words import GameWords, MeasureNote, TableOfBots
from conquestlab.analysis.language import marked

KEYS = {
    "rounds": marked("How many rounds a game has."),
    "deal": marked("How many cards each player is dealt."),
    "draw": marked("How many cards a player draws in a round."),
    "copies": marked("How many copies of the cards of value 1, 2, 3 and so on each zone has."),
    "lowest_card": marked("Which single card scores in a zone without a majority."),
    "twins_stack": marked(
        "Whether two Twins landed in one round let their player land three cards in the next, not two."
    ),
    "virtual_can_win": marked("Whether a virtual player can win the game for two."),
    "take_order": marked("In which order cards from the neighbours are taken in the game for two."),
    "virtual_lookout": marked("Whether the Lookout of a virtual player acts."),
    "specials.twins": marked("The value of the Twins: who lands them lands two cards in the next round."),
    "specials.kamikaze": marked(
        "The value of the Kamikazes, which take out the high cards landed in the same round."
    ),
    "specials.lookout": marked(
        "The value of the Lookouts: who lands one lands after the others in the next round."
    ),
    "specials.kamikaze_from": marked("The lowest value that a Kamikaze takes out."),
    "handicap.points": marked("Points added to the final score of single seats, seat 1 first."),
}

MEASURES = {
    "zone_share": MeasureNote(marked("All zones have the same cards: their rows differ by chance alone.")),
    "special_lift": MeasureNote(
        marked("No cause: who lands a special card may hold other cards or sit at other tables.")
    ),
    "gift_harm": MeasureNote(marked("Reckoned at the moment of the gift, not from what became of it.")),
    "points_share": MeasureNote(
        marked("Where points come from, not where a further point is easiest to get.")
    ),
    "virtual_win_share": MeasureNote(
        marked("Such games are won by nobody at the table and are not decided.")
    ),
    "better_share": MeasureNote(
        marked("Better than the other real player is not yet a win: a virtual one may score more.")
    ),
    "destroyed": MeasureNote(marked("How often these bots let Kamikazes act, not how often it pays.")),
}

WORDS = GameWords(KEYS, MEASURES, TableOfBots("manchots-barjots", 4, 200))
