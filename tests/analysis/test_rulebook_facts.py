"""The built-in rulebooks say what rules.md says, paragraph by paragraph, and have its options."""

import pytest

from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.rules.rulebook_keys import values_of

FIRST_SCALE = [4, 6, 8, 10, 12, 15, 20, 25, 30, 35]


def values(name):
    return values_of(load(name).spec)


def worth(name, number):
    """The armies of the `number`-th set of the game, by the words of paragraph 3.4."""
    cards = load(name).spec.cards
    if number <= len(cards.scale):
        return cards.scale[number - 1]
    return cards.scale[-1] + cards.scale_step * (number - len(cards.scale))


def reinforcement(name, owned):
    """The armies of a seat that owns some lands, without cards, by the words of paragraph 3.4 a and b."""
    book = load(name)
    rules = book.spec.reinforcement
    armies = max(len(owned) // rules.lands_per_army, rules.min_reinforcement)
    numbers = {book.map.number[land] for land in owned}
    for lands, bonus in zip(book.map.continent_lands, book.continent_bonus, strict=True):
        armies += bonus if numbers.issuperset(lands) else 0
    return armies


def lands_of(**how_many):
    """Return so many lands of each continent named."""
    found = load("conquete-1957").map
    return [
        found.lands[i].id
        for continent, lands in zip(found.continents, found.continent_lands, strict=True)
        for i in lands[: how_many.get(continent.id, 0)]
    ]


# Section 2: conventions.


def test_2_caps():
    for name in ("conquete-1957", "risk-1970-objectives", "risk-modern"):
        assert values(name)["max_rounds"] == 200
    assert values("risk-express")["max_turns"] == 10000
    assert values("conquete-1957")["piece_limit"] == 0
    assert load("conquete-1957,piece_limit=120").spec.piece_limit == 120


# Section 3: the first rule of 1957.


def test_3_1_components():
    book = load("conquete-1957")
    assert len(book.map.lands) == 42
    assert book.spec.cards.jokers == 2
    assert (book.spec.dice.attacker, book.spec.dice.defender, book.spec.dice.sides) == (3, 3, 6)


def test_3_2_players_and_order():
    rules = load("conquete-1957").spec
    assert (rules.players.min, rules.players.max, rules.setup.order) == (2, 6, "rolled")


def test_3_3_distribution():
    setup = load("conquete-1957").spec.setup
    assert (setup.dealing, setup.starting_armies, setup.initial_placement) == ("dice", {}, "none")


def test_3_4_turn():
    rules = load("conquete-1957").spec
    assert (rules.reinforcement.lands_per_army, rules.reinforcement.min_reinforcement) == (3, 0)
    assert (rules.cards.draw, rules.cards.sets, rules.cards.land_bonus) == ("start", "three_arms", 0)
    assert (rules.cards.must_exchange_at, rules.cards.capture_exchange) == (0, "allowed")
    assert rules.movement.kind == "simultaneous"
    assert rules.dice.ties == "defender"


def test_3_4_scale():
    assert [worth("conquete-1957", n) for n in range(1, 11)] == FIRST_SCALE
    assert worth("conquete-1957", 223) == 15 + 5 * 217


def test_3_5_no_early_elimination():
    combat = load("conquete-1957").spec.combat
    assert (combat.protected_rounds, combat.early_elimination) == (4, "forbid_attack")


def test_3_7_golden_reinforcements():
    assert reinforcement("conquete-1957", lands_of(europe=6, asia=8)) == 4
    sixteen = lands_of(africa=6, oceania=4, europe=5, south_america=1)
    assert len(sixteen) == 16
    assert reinforcement("conquete-1957", sixteen) == 5 + 3 + 2 == 10
    assert reinforcement("conquete-1957", lands_of(europe=2)) == 0


def test_3_7_golden_sets():
    assert worth("conquete-1957", 1) + worth("conquete-1957", 2) == 10
    assert sum(worth("conquete-1957", n) for n in (2, 3, 4)) == 24


# Section 4: the second rule.


def test_4_armies_and_cards_by_four_lands():
    rules = load("conquete-1957-second").spec
    assert rules.cards.draw == "remainder"
    split = {
        n: (n // rules.reinforcement.lands_per_army, n % rules.reinforcement.lands_per_army)
        for n in range(43)
    }
    assert split[3] == (0, 3)
    assert split[4] == (1, 0)
    assert split[7] == (1, 3)
    assert split[9] == (2, 1)
    assert split[42] == (10, 2)


def test_4_scale_starts_at_six():
    assert [worth("conquete-1957-second", n) for n in range(1, 9)] == FIRST_SCALE[1:9]


def test_4_everything_else_as_in_the_first_rule():
    changed = {"reinforcement.lands_per_army", "cards.draw", "cards.scale"}
    first, second = values("conquete-1957"), values("conquete-1957-second")
    assert {key for key in first if first[key] != second[key]} == changed


# Section 5: Risk 1970.


@pytest.mark.parametrize("name", ["risk-1970-objectives", "risk-1970-duel", "risk-1970-world"])
def test_5_0_common_part(name):
    rules = load(name).spec
    assert (rules.dice.attacker, rules.dice.defender, rules.dice.ties) == (3, 2, "defender")
    assert (rules.reinforcement.lands_per_army, rules.reinforcement.min_reinforcement) == (3, 0)
    assert (rules.movement.kind, rules.movement.fortify) == ("one", "adjacent")
    assert (rules.cards.draw, rules.cards.jokers, rules.cards.must_exchange_at) == ("conquest", 2, 5)
    assert (rules.cards.land_bonus, rules.cards.land_bonus_limit) == (2, "every_card")
    assert (rules.cards.capture_bonus, rules.cards.capture_exchange) == ("free", "allowed")
    assert rules.combat.protected_rounds == 4
    assert rules.setup.order == "drawn"


@pytest.mark.parametrize("name", ["risk-1970-objectives", "risk-1970-duel"])
def test_5_0_fixed_values(name):
    cards = load(name).spec.cards
    fixed = cards.fixed
    assert cards.sets == "fixed"
    assert (fixed.artillery, fixed.infantry, fixed.cavalry, fixed.different, fixed.joker_pair) == (
        4,
        6,
        8,
        10,
        12,
    )


def test_5a_objectives():
    rules = load("risk-1970-objectives").spec
    assert (rules.players.min, rules.players.max) == (3, 6)
    assert rules.setup.starting_armies == {3: 35, 4: 30, 5: 25, 6: 20}
    assert (rules.setup.dealing, rules.setup.deal_jokers) == ("cards", True)
    assert rules.objectives.dealt
    assert len(load("risk-1970-objectives").objectives.objectives) == 14


def test_5b_duel():
    book = load("risk-1970-duel")
    rules = book.spec
    assert (rules.players.min, rules.players.max) == (2, 2)
    assert rules.setup.starting_armies == {2: 40}
    assert not rules.setup.deal_jokers
    assert (rules.ally.present, rules.ally.armies_each) == (True, 2)
    assert book.objectives is None
    assert 14 * rules.ally.armies_each == 28
    assert rules.setup.starting_armies[2] - 14 == 26


def test_5c_world():
    book = load("risk-1970-world")
    assert (book.spec.players.min, book.spec.players.max) == (3, 6)
    assert book.spec.cards.sets == "alike_or_different"
    assert [worth("risk-1970-world", n) for n in range(1, 10)] == FIRST_SCALE[:9]
    assert worth("risk-1970-world", 3) == 8
    assert book.objectives is None
    assert book.spec.setup == load("risk-1970-objectives").spec.setup


def test_5d_modern():
    rules = load("risk-modern").spec
    assert (rules.players.min, rules.players.max) == (2, 6)
    assert rules.setup.starting_armies == {2: 40, 3: 35, 4: 30, 5: 25, 6: 20}
    assert not rules.setup.deal_jokers
    assert (rules.dice.attacker, rules.dice.defender) == (3, 2)
    assert rules.reinforcement.min_reinforcement == 3
    assert reinforcement("risk-modern", lands_of(europe=2)) == 3
    assert [worth("risk-modern", n) for n in range(1, 9)] == [4, 6, 8, 10, 12, 15, 20, 25]
    assert (rules.cards.land_bonus, rules.cards.land_bonus_limit) == (2, "one_a_turn")
    assert (rules.cards.capture_bonus, rules.cards.capture_exchange) == ("bound", "forced_from_six")
    assert rules.cards.must_exchange_at == 5
    assert (rules.combat.protected_rounds, rules.movement.fortify) == (0, "adjacent")
    assert not rules.ally.present


def test_5_2_golden_reinforcement():
    twelve = lands_of(africa=6, europe=5, asia=1)
    assert len(twelve) == 12
    assert reinforcement("risk-1970-world", twelve) == 4 + 3 == 7
    assert reinforcement("risk-1970-world", lands_of(europe=6, asia=8)) == 4


def test_the_two_halves_of_three_against_two_or_three():
    for name, parent in (("conquete-1957-3v2", "conquete-1957"), ("risk-1970-world-3v3", "risk-1970-world")):
        one, other = values(name), values(parent)
        assert {key for key in one if one[key] != other[key]} == {"dice.defender"}
    assert values("conquete-1957-3v2")["dice.defender"] == 2
    assert values("risk-1970-world-3v3")["dice.defender"] == 3


# Section 6: Risk Express.


def test_6_express():
    rules = load("risk-express").spec
    assert (rules.players.min, rules.players.max, rules.dice.count) == (2, 6, 7)
    assert len(load("risk-express").cards.cards) == 14


# Every option of sections 2 to 6: a rulebook in which it acts, its default there, the other readings.
OPTIONS = {
    "C2 max_rounds": ("conquete-1957", "max_rounds", 200, ["1000"]),
    "C2 max_turns": ("risk-express", "max_turns", 10000, ["500"]),
    "C3": ("conquete-1957", "piece_limit", 0, ["120"]),
    "A1": ("conquete-1957", "joker", "series", ["wild"]),
    "A5": ("conquete-1957", "defender_sees_attack_roll", False, ["yes"]),
    "A6": ("conquete-1957", "min_reinforcement", 0, ["3"]),
    "A7": ("conquete-1957", "tired", "exact", ["whole_land", "none"]),
    "A10": ("conquete-1957", "early_elimination", "forbid_attack", ["allow"]),
    "5.0 capture bonus": ("risk-1970-objectives", "capture_bonus", "free", ["bound"]),
    "5D fortify": ("risk-modern", "fortify", "adjacent", ["connected"]),
    "5B opens": ("risk-1970-duel", "ally_opens", "reinforced", ["always"]),
    "R1": ("risk-1970-objectives", "initial_placement", "simultaneous", ["in_turn_order"]),
    "R1 rounds": ("risk-modern", "placement_round", 0, ["1", "3"]),
    "R3": ("risk-1970-world", "min_reinforcement", 0, ["3"]),
    "R5": ("risk-1970-objectives", "joker_fixed", "pair_only", ["also_different_10"]),
    "R8": ("risk-1970-world", "world_card_bonus", True, ["off"]),
    "R9": ("risk-1970-world", "defender_sees_attack_roll", False, ["yes"]),
    "R10": ("risk-1970-objectives", "absent_colour", "fallback_24", ["remove_cards"]),
    "R13": ("risk-1970-duel", "duel_part1", "opponent_only", ["any"]),
    "R15": ("risk-1970-duel", "duel_moves", 1, ["2"]),
    "R21": ("risk-1970-world", "map", "standard83", ["no_east_africa_middle_east_82", "risiko_it_82"]),
    "X1": ("risk-express", "voluntary_sacrifice", False, ["on"]),
    "X5": ("risk-express", "tie", "shared", ["more_continents"]),
    "X6": ("risk-express", "continue_failed", True, ["off"]),
}


@pytest.mark.parametrize("reading", OPTIONS)
def test_every_option_is_a_key_with_its_default(reading):
    name, word, default, others = OPTIONS[reading]
    key = next(key for key in values(name) if key.rpartition(".")[2] == word)
    assert values(name)[key] == default
    for other in others:
        book = load(f"{name},{word}={other}")
        assert list(book.options) == [key]
        assert book.hash != load(name).hash
