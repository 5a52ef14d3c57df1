"""The card rules that tests run over: those of the built-in games, and what the options make of them."""

from conquestlab.analysis.games.conquest.card_sets.card_rules import CardRules

FIRST_1957 = CardRules("three_arms", scale=(4, 6, 8, 10, 12, 15, 20, 25), draw="start")
SECOND_1957 = FIRST_1957._replace(scale=(6, 8, 10, 12, 15, 20, 25), draw="remainder", lands_per_army=4)
WILD_1957 = FIRST_1957._replace(joker="wild")
FIXED_1970 = CardRules("fixed", land_bonus=2, must_exchange_at=5)
FIXED_MIXED = FIXED_1970._replace(joker_fixed="also_different_10")
WORLD_1970 = CardRules(
    "alike_or_different", scale=(4, 6, 8, 10, 12, 15, 20, 25), land_bonus=2, must_exchange_at=5
)
MODERN = WORLD_1970._replace(
    scale=(4, 6, 8, 10, 12, 15, 20), land_bonus_limit="one_a_turn", capture_exchange="forced_from_six"
)
SHORT_HANDS = MODERN._replace(must_exchange_at=3)
NO_JOKERS = MODERN._replace(jokers=0)
MANY_JOKERS = MODERN._replace(jokers=8, arms=(5, 3, 4))

ALL = {
    "first_1957": FIRST_1957,
    "second_1957": SECOND_1957,
    "wild_1957": WILD_1957,
    "fixed_1970": FIXED_1970,
    "fixed_mixed": FIXED_MIXED,
    "world_1970": WORLD_1970,
    "modern": MODERN,
    "no_jokers": NO_JOKERS,
    "short_hands": SHORT_HANDS,
    "many_jokers": MANY_JOKERS,
}
