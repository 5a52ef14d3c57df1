"""What the keys of a rulebook of conquest mean, and how its own measures are to be read."""

from conquestlab.analysis.games.game_words import GameWords, MeasureNote, TableOfBots
from conquestlab.analysis.language import marked

KEYS = {
    "max_rounds": marked("After so many rounds a game is cut off and counts as unfinished."),
    "piece_limit": marked("The most armies that a seat may have on the board; off means no limit."),
    "map": marked("The map: lands, borders, continents and the arm on the card of each land."),
    "dice.attacker": marked("The most dice that an attacker may roll."),
    "dice.defender": marked("The most dice that a defender may roll."),
    "dice.sides": marked("How many sides the dice of combat have."),
    "dice.ties": marked("Who wins where the two dice of a pair show the same."),
    "dice.defender_sees_attack_roll": marked(
        "Whether the defender chooses the number of dice after seeing what the attacker rolled."
    ),
    "setup.order": marked("How the first player is found: rolled with dice, or drawn by lot."),
    "setup.dealing": marked("Whether the lands are dealt by dice or by cards."),
    "setup.deal_jokers": marked(
        "Whether the jokers are dealt with the cards of the lands; who gets one has a land less."
    ),
    "setup.starting_armies": marked(
        "The armies that a player begins with, by the number of players; an empty table means one a land."
    ),
    "setup.initial_placement": marked(
        "How starting armies beyond one a land are placed: not at all, by all at once in secret, or in turn."
    ),
    "setup.placement_round": marked(
        "How many of its starting armies a seat places before the others do, round after round: a number, "
        "or all of them."
    ),
    "reinforcement.lands_per_army": marked("A player gets one army a turn for each so many lands."),
    "reinforcement.min_reinforcement": marked("The fewest armies that a player gets for lands."),
    "reinforcement.continents": marked(
        "Armies a turn for who owns a whole continent, instead of those of the map, for the continents named."
    ),
    "cards.jokers": marked("How many jokers (wild cards) the deck has beside one card for each land."),
    "cards.sets": marked(
        "Which cards make a set: one of each arm (three_arms); three alike or one of each "
        "(alike_or_different); or the same with fixed values (fixed)."
    ),
    "cards.joker": marked("Whether a joker is a set by itself (series) or stands for any arm (wild)."),
    "cards.scale": marked(
        "The armies of the first sets of a game, whoever exchanges them: the first number for the first set."
    ),
    "cards.scale_step": marked("How many armies each set after the end of the scale brings more."),
    "cards.fixed.artillery": marked("Armies for a set of three artillery, where values are fixed."),
    "cards.fixed.infantry": marked("Armies for a set of three infantry, where values are fixed."),
    "cards.fixed.cavalry": marked("Armies for a set of three cavalry, where values are fixed."),
    "cards.fixed.different": marked("Armies for a set of one of each arm, where values are fixed."),
    "cards.fixed.joker_pair": marked(
        "Armies for a set of a joker and two cards of one arm, where values are fixed."
    ),
    "cards.joker_fixed": marked(
        "Whether, with fixed values, a joker goes with a pair only or with two different arms too."
    ),
    "cards.draw": marked(
        "When cards are drawn: one at the start of a turn, as many as the remainder of the division of the "
        "lands, one after a turn with a conquest, or never."
    ),
    "cards.land_bonus": marked("Armies more for a card of an exchanged set whose land the player owns."),
    "cards.land_bonus_limit": marked(
        "Whether every such card of a set brings the land bonus, or only one a turn."
    ),
    "cards.world_card_bonus": marked("Whether the land bonus holds at all."),
    "cards.capture_bonus": marked(
        "Where the bonus armies of a set exchanged after an elimination go: anywhere (free), or onto the "
        "land of the card (bound)."
    ),
    "cards.must_exchange_at": marked(
        "With so many cards at the start of a turn a player must exchange sets until fewer are left."
    ),
    "cards.capture_exchange": marked(
        "Whether captured cards may be exchanged at once, or must be with six cards or more."
    ),
    "combat.protected_rounds": marked(
        "In the first rounds nobody may be eliminated; this is for how many rounds that holds."
    ),
    "combat.early_elimination": marked(
        "What the protection of the first rounds does: forbid the attack on a last land, or nothing."
    ),
    "movement.kind": marked(
        "Moves at the end of a turn: any number of lands at the same time, or a single move."
    ),
    "movement.tired": marked(
        "What may not move because it fought in this turn: exactly those armies, all armies of the land, or "
        "none at all."
    ),
    "movement.fortify": marked(
        "How far the single move may go: to an adjacent land, or to any land connected by own lands."
    ),
    "objectives.dealt": marked("Whether each player is dealt a secret objective that wins the game."),
    "objectives.deck": marked("The deck of objectives."),
    "objectives.absent_colour": marked(
        "What an objective to destroy a colour means if nobody plays it: 24 lands instead, or the card is "
        "taken out before dealing."
    ),
    "ally.present": marked("Whether a neutral third force takes part in the game of two players."),
    "ally.armies_each": marked("Armies on each land of the ally at the start."),
    "ally.duel_part1": marked(
        "Whom a player may attack in the first part of a turn: the opponent only, or the ally too."
    ),
    "ally.ally_opens": marked(
        "Whether the ally may attack only in a turn in which armies are obtained, or always."
    ),
    "ally.duel_moves": marked("How many moves a turn has in the game with an ally."),
    "handicap.armies": marked(
        "Starting armies that single seats have more (or fewer), seat 1 first: to balance seats or players."
    ),
    "handicap.first_reinforcement": marked(
        "Armies that single seats get more (or fewer) in their first turn, seat 1 first."
    ),
    "handicap.cards": marked("Cards that single seats draw before the first turn, seat 1 first."),
    "handicap.bonus": marked(
        "Continents whose armies a seat gets each turn, whoever holds the lands: to measure what the armies "
        "alone are worth."
    ),
    "handicap.given": marked(
        "Continents that are dealt whole to a seat, which gives other lands in exchange: to measure their "
        "worth."
    ),
}

MEASURES = {
    "income_share": MeasureNote(
        marked("It says where armies came from, not what wins: a source can be small and decide.")
    ),
    "continent_kept": MeasureNote(
        marked(
            "Not the chance to keep a continent that you have just taken: all rounds count, and an owner "
            "who has held it for long is stronger than one who has just come."
        )
    ),
    "kills": MeasureNote(marked("Who eliminates is often who is winning anyway; it is no cause of winning.")),
    "objective_share": MeasureNote(
        marked(
            "A win counts however it was won: a holder may win by conquest without reaching the objective."
        )
    ),
    "set_delay": MeasureNote(marked("It tells what these bots do with sets, not what is best to do.")),
    "leader_bashed": MeasureNote(
        marked(
            "Only the first attack of a turn counts, and 1.03 is hardly more than blind choice: look at how "
            "far it is from 1, not only at which side."
        )
    ),
    "dice_luck": MeasureNote(
        marked(
            "A correlation, not a share: -0.16 means that dice tell about a fortieth of who wins. It cannot "
            "reach -1, because a win is yes or no."
        )
    ),
    "continent_lift": MeasureNote(
        marked(
            "No cause: who holds a continent early may have been dealt half of it or have had better dice. "
            "continent_worth is the cause."
        )
    ),
    "start_continent": MeasureNote(
        marked("Not the worth of the whole continent: most lands of it is rarely all of it.")
    ),
    "deal_strength": MeasureNote(
        marked(
            "One number sums up a deal, by whole continents; a deal can be good in ways that it does not see."
        )
    ),
    "bonus_worth": MeasureNote(
        marked(
            "What the armies of a continent alone are worth to these bots, without its lands: less than the "
            "continent where holding it also guards something, more where it has to be guarded."
        ),
        marked("An experiment: each seat is given the armies each turn, all else the same."),
    ),
    "continent_worth": MeasureNote(
        marked(
            "What starting with the continent is worth to these bots, with its borders and its neighbours; "
            "not the worth of its bonus alone, nor of taking it later."
        ),
        marked("An experiment: each seat is dealt the continent, all else the same."),
    ),
}

WORDS = GameWords(KEYS, MEASURES, TableOfBots("risk-modern", 4, 4000))
