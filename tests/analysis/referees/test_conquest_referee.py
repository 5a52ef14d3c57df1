"""The referee of conquest passes good games of every rulebook, and of every option that changes the play."""

from collections import Counter
from random import Random

import pytest
from slow_conquest import play
from small_worlds import SMALL, small

from conquestlab.analysis.games.conquest.referee import check
from conquestlab.analysis.rules.rulebook import load

VARIANTS = [
    "conquete-1957,cards.joker=wild",
    "conquete-1957,cards.land_bonus=2,cards.must_exchange_at=3",
    "conquete-1957,cards.jokers=0,cards.scale=[1],cards.scale_step=0",
    "conquete-1957,cards.jokers=8,cards.joker=wild",
    "conquete-1957,combat.early_elimination=allow,movement.tired=whole_land",
    "conquete-1957,dice.sides=8,dice.ties=attacker,dice.attacker=2,dice.defender=1",
    "conquete-1957,handicap.armies=[0,3],handicap.first_reinforcement=[-2,2],handicap.cards=[1,0,3]",
    "conquete-1957,handicap.first_reinforcement=[-100,-100,-100],reinforcement.min_reinforcement=2",
    "conquete-1957,cards.jokers=0,handicap.cards=[4,5,5]",
    "conquete-1957,handicap.given={east=3}",
    "conquete-1957,setup.dealing=cards,handicap.given={east=1}",
    "risk-1970-duel,handicap.given={east=2}",
    "risk-1970-objectives,setup.deal_jokers=off,handicap.given={east=2}",
    "conquete-1957,handicap.bonus={east=3,north=1}",
    "risk-1970-duel,handicap.bonus={south=1}",
    "risk-modern,handicap.bonus={north=2},handicap.first_reinforcement=[0,-4]",
    "conquete-1957,piece_limit=16",
    "conquete-1957,reinforcement.min_reinforcement=3,reinforcement.continents={north=4,east=0}",
    "conquete-1957,setup.order=drawn",
    "conquete-1957,setup.dealing=cards",
    "conquete-1957-second,reinforcement.lands_per_army=5,combat.protected_rounds=1",
    "risk-1970-objectives,objectives.absent_colour=remove_cards",
    "risk-1970-objectives,cards.joker_fixed=also_different_10,cards.jokers=4,setup.deal_jokers=false",
    "risk-1970-objectives,setup.initial_placement=in_turn_order,combat.protected_rounds=0",
    "risk-1970-objectives,movement.fortify=connected,cards.capture_bonus=bound,combat.early_elimination=allow",
    "risk-1970-objectives,movement.kind=simultaneous,piece_limit=12",
    "risk-1970-duel,ally.duel_part1=any,ally.ally_opens=always",
    "risk-1970-duel,ally.duel_moves=2,combat.protected_rounds=0",
    "risk-1970-duel,movement.kind=simultaneous,ally.armies_each=1,piece_limit=14",
    "risk-1970-world,setup.dealing=dice,setup.order=rolled",
    "risk-1970-world,cards.world_card_bonus=false,cards.must_exchange_at=never",
    "risk-1970-world,cards.land_bonus_limit=one_a_turn,cards.draw=start,cards.jokers=6,setup.deal_jokers=false",
    "risk-modern,setup.initial_placement=in_turn_order,movement.fortify=connected",
    "risk-modern,cards.draw=start,cards.capture_bonus=free",
    "conquete-1957,movement.tired=none",
    "risk-1970-objectives,movement.kind=simultaneous,movement.tired=none",
    "risk-modern,setup.initial_placement=in_turn_order,setup.placement_round=1",
    "risk-1970-world,setup.placement_round=2,handicap.armies=[0,3],handicap.cards=[1]",
    "risk-1970-duel,setup.initial_placement=in_turn_order,setup.placement_round=3,piece_limit=14",
    "conquete-1957,handicap.armies=[5,0,2],setup.placement_round=2",
]


def check_passes(rulebook, seats, seed):
    record = play(rulebook, seats, Random(seed), bold=seed % 2 == 0)
    assert check(record, rulebook) == [], seed
    return record


@pytest.mark.parametrize("name", SMALL)
def test_good_games_pass(name):
    rulebook, seats = small(name)
    ends = Counter(check_passes(rulebook, seats, seed)[-1]["how"] for seed in range(40))
    assert set(ends) >= {"conquest", "unfinished"} - ({"unfinished"} if rulebook.objectives else set())
    assert ("objective" in ends) == rulebook.spec.objectives.dealt


@pytest.mark.parametrize("text", VARIANTS)
def test_good_games_of_variants_pass(text):
    rulebook, seats = small(text)
    for seed in range(8):
        check_passes(rulebook, seats, seed)


@pytest.mark.parametrize("name", SMALL)
def test_good_games_on_the_whole_map_pass(name):
    rulebook = load(f"{name},max_rounds=8")
    seats = rulebook.spec.players.max
    assert len(check_passes(rulebook, seats, 2)) > 200


@pytest.mark.parametrize("name", SMALL)
def test_only_choices_may_be_missing(name):
    """A record without one event is refused, unless it is an attack, a set or a move."""
    rulebook, seats = small(name)
    record = play(rulebook, seats, Random(3))
    for i, event in enumerate(record):
        if event["event"] not in ("attack", "exchange", "move"):
            assert check(record[:i] + record[i + 1 :], rulebook), event


NONSENSE = [None, True, -1, 1.5, "", [], [None], [[]], {}, {"north": -1}]


@pytest.mark.parametrize("name", SMALL)
def test_nonsense_is_refused_and_never_breaks_the_referee(name):
    rulebook, seats = small(name)
    random, record = Random(5), play(rulebook, seats, Random(4), bold=True)
    for _ in range(150):
        i = random.randrange(len(record))
        key = random.choice(list(record[i]))
        nonsense = random.choice([value for value in NONSENSE if value != record[i][key]])
        broken = [*record[:i], record[i] | {key: nonsense}, *record[i + 1 :]]
        told_only = i == 0 and key in ("seed", "game")
        assert check(broken, rulebook) or told_only, (i, key, nonsense)
    for order in range(30):
        shuffled = list(record)
        Random(order).shuffle(shuffled)
        assert check(shuffled, rulebook)
