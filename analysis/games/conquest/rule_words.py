"""The keys of a rulebook of conquest in words, for headlines, tables and axes."""

from conquestlab.analysis.language import marked
from conquestlab.analysis.rules.rule_words import PLAYERS, KeyWords

RULE_WORDS = {
    **PLAYERS,
    "max_rounds": KeyWords(marked("most rounds"), marked("{value} rounds at most")),
    "piece_limit": KeyWords(
        marked("limit of armies"),
        marked("{value} armies a player at most"),
        {0: marked("no limit of armies")},
    ),
    "map": KeyWords(marked("map"), marked("the map {value}")),
    "dice.attacker": KeyWords(
        marked("attack dice"), marked("{value} attack dice"), {1: marked("one attack die")}
    ),
    "dice.defender": KeyWords(
        marked("defence dice"), marked("{value} defence dice"), {1: marked("one defence die")}
    ),
    "dice.sides": KeyWords(marked("sides of the dice"), marked("dice of {value} sides")),
    "dice.ties": KeyWords(
        marked("who wins ties"),
        cases={"defender": marked("ties for the defender"), "attacker": marked("ties for the attacker")},
    ),
    "dice.defender_sees_attack_roll": KeyWords(
        marked("the defender sees the attack roll"),
        cases={
            True: marked("a defender who sees the attack roll"),
            False: marked("a defender who does not see the attack roll"),
        },
    ),
    "setup.order": KeyWords(
        marked("order of play"),
        cases={"rolled": marked("the order of play rolled"), "drawn": marked("the order of play drawn")},
    ),
    "setup.dealing": KeyWords(
        marked("how lands are dealt"),
        cases={"dice": marked("lands dealt by dice"), "cards": marked("lands dealt by cards")},
    ),
    "setup.deal_jokers": KeyWords(
        marked("jokers among the cards dealt"),
        cases={True: marked("jokers among the cards dealt"), False: marked("no joker among the cards dealt")},
    ),
    "setup.starting_armies": KeyWords(
        marked("starting armies"), entry=marked("{value} starting armies with {entry} players")
    ),
    "setup.initial_placement": KeyWords(
        marked("how starting armies are placed"),
        cases={
            "none": marked("starting armies that nobody places"),
            "simultaneous": marked("starting armies placed by all at once"),
            "in_turn_order": marked("starting armies placed in turn"),
        },
    ),
    "setup.placement_round": KeyWords(
        marked("starting armies placed at a time"),
        marked("starting armies placed in rounds of {value}"),
        {0: marked("all starting armies placed at once"), 1: marked("starting armies placed one by one")},
    ),
    "reinforcement.lands_per_army": KeyWords(
        marked("lands for an army"), marked("an army for each {value} lands"), {1: marked("an army a land")}
    ),
    "reinforcement.min_reinforcement": KeyWords(
        marked("fewest armies a turn"),
        marked("{value} armies a turn at least"),
        {1: marked("one army a turn at least"), 0: marked("no least number of armies a turn")},
    ),
    "reinforcement.continents": KeyWords(
        marked("bonus of a continent"), entry=marked("a bonus of {value} for {entry}")
    ),
    "cards.jokers": KeyWords(marked("jokers"), marked("{value} jokers"), {1: marked("one joker")}),
    "cards.sets": KeyWords(
        marked("sets of cards"),
        cases={
            "three_arms": marked("sets of three different arms"),
            "alike_or_different": marked("sets of three alike or three different"),
            "fixed": marked("sets of a fixed worth"),
        },
    ),
    "cards.joker": KeyWords(
        marked("what a joker is"),
        cases={"series": marked("jokers that make a set"), "wild": marked("jokers that stand for any arm")},
    ),
    "cards.scale": KeyWords(marked("armies of the sets"), marked("sets worth {value} armies")),
    "cards.scale_step": KeyWords(
        marked("growth of later sets"), marked("later sets worth {value} armies more each")
    ),
    "cards.fixed.artillery": KeyWords(
        marked("three artillery"), marked("{value} armies for three artillery")
    ),
    "cards.fixed.infantry": KeyWords(marked("three infantry"), marked("{value} armies for three infantry")),
    "cards.fixed.cavalry": KeyWords(marked("three cavalry"), marked("{value} armies for three cavalry")),
    "cards.fixed.different": KeyWords(
        marked("three different arms"), marked("{value} armies for three different arms")
    ),
    "cards.fixed.joker_pair": KeyWords(
        marked("a joker with a pair"), marked("{value} armies for a joker with a pair")
    ),
    "cards.joker_fixed": KeyWords(
        marked("sets with a joker"),
        cases={
            "pair_only": marked("a joker only beside a pair"),
            "also_different_10": marked("a joker also beside two different arms"),
        },
    ),
    "cards.draw": KeyWords(
        marked("when a card is drawn"),
        cases={
            "start": marked("a card at the start of each turn"),
            "remainder": marked("cards for the lands left over"),
            "conquest": marked("a card for a conquest"),
            "never": marked("no cards"),
        },
    ),
    "cards.land_bonus": KeyWords(
        marked("bonus for the land of a card"),
        marked("{value} armies for the land of an exchanged card"),
        {0: marked("no armies for the land of an exchanged card")},
    ),
    "cards.land_bonus_limit": KeyWords(
        marked("how often that bonus"),
        cases={
            "every_card": marked("that bonus for every card"),
            "one_a_turn": marked("that bonus once a turn"),
        },
    ),
    "cards.world_card_bonus": KeyWords(
        marked("bonus for the land of a card"),
        cases={
            True: marked("a bonus for the land of a card"),
            False: marked("no bonus for the land of a card"),
        },
    ),
    "cards.capture_bonus": KeyWords(
        marked("armies of captured cards"),
        cases={
            "free": marked("armies of captured cards placed anywhere"),
            "bound": marked("armies of captured cards placed under the rule of sets"),
        },
    ),
    "cards.must_exchange_at": KeyWords(
        marked("hand that must exchange"),
        marked("a compulsory exchange from {value} cards"),
        {0: marked("no compulsory exchange")},
    ),
    "cards.capture_exchange": KeyWords(
        marked("exchange after an elimination"),
        cases={
            "allowed": marked("an exchange allowed after an elimination"),
            "forced_from_six": marked("an exchange forced after an elimination from six cards"),
        },
    ),
    "combat.protected_rounds": KeyWords(
        marked("protected rounds"),
        marked("{value} protected rounds"),
        {0: marked("no protected rounds"), 1: marked("one protected round")},
    ),
    "combat.early_elimination": KeyWords(
        marked("early elimination"),
        cases={
            "forbid_attack": marked("no elimination in protected rounds"),
            "allow": marked("eliminations allowed in protected rounds"),
        },
    ),
    "movement.kind": KeyWords(
        marked("moves"),
        cases={
            "simultaneous": marked("moves of all fresh armies"),
            "one": marked("one move at the end of a turn"),
        },
    ),
    "movement.tired": KeyWords(
        marked("which armies are tired"),
        cases={
            "exact": marked("only armies that fought tired"),
            "whole_land": marked("whole lands that fought tired"),
            "none": marked("no armies tired"),
        },
    ),
    "movement.fortify": KeyWords(
        marked("how far the move goes"),
        cases={
            "adjacent": marked("a move to a neighbour only"),
            "connected": marked("a move through all connected lands"),
        },
    ),
    "objectives.dealt": KeyWords(
        marked("secret objectives"),
        cases={True: marked("secret objectives"), False: marked("no secret objectives")},
    ),
    "objectives.deck": KeyWords(marked("objectives"), marked("the objectives {value}")),
    "objectives.absent_colour": KeyWords(
        marked("objectives of absent colours"),
        cases={
            "fallback_24": marked("24 lands instead of an absent colour"),
            "remove_cards": marked("objectives of absent colours left out"),
        },
    ),
    "ally.present": KeyWords(marked("an ally"), cases={True: marked("an ally"), False: marked("no ally")}),
    "ally.armies_each": KeyWords(
        marked("armies of the ally"),
        marked("{value} armies on each land of the ally"),
        {1: marked("one army on each land of the ally")},
    ),
    "handicap.armies": KeyWords(
        marked("extra starting armies"),
        given=(
            marked("one extra army"),
            marked("{value} extra armies"),
            marked("one army fewer"),
            marked("{value} armies fewer"),
        ),
    ),
    "handicap.first_reinforcement": KeyWords(
        marked("extra armies in the first turn"),
        given=(
            marked("one extra army in its first turn"),
            marked("{value} extra armies in its first turn"),
            marked("one army fewer in its first turn"),
            marked("{value} armies fewer in its first turn"),
        ),
    ),
    "handicap.cards": KeyWords(
        marked("extra cards"),
        given=(
            marked("one extra card"),
            marked("{value} extra cards"),
            marked("one card fewer"),
            marked("{value} cards fewer"),
        ),
    ),
    "handicap.bonus": KeyWords(
        marked("armies of a continent given"), entry=marked("the armies of {entry} given to seat {value}")
    ),
    "handicap.given": KeyWords(marked("continent given"), entry=marked("{entry} given to seat {value}")),
}
