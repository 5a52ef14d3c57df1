"""Each phase of a round of Africa 1880, as the engine plays it, beside the plain reading of oracle_africa."""

import numpy as np
import pytest
from africa_table import COASTS, NEAR, SQUARES, rulebook
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_africa import Place, becomes_colony, counters_after, points, served, survivors

from conquestlab.analysis.games.africa.compiled_rules import compile_rules
from conquestlab.kernels.africa import state
from conquestlab.kernels.africa.execution import execute
from conquestlab.kernels.africa.rules import count_scores, sole_winner

NAMES = list(SQUARES)
SEATS = st.integers(3, 6)
ROUNDS = settings(max_examples=150, deadline=None)


def random_board(chance, seats):
    """Return a position: a few presences everywhere, colonies here and there, wars between some."""
    crowd, full = chance.random(), chance.random()
    board = {}
    for name in NAMES:
        present = frozenset(seat for seat in range(seats) if chance.random() < crowd)
        counters = SQUARES[name] if chance.random() < full else chance.randint(0, SQUARES[name])
        colony = bool(present) and counters == SQUARES[name] and chance.random() < 0.5
        board[name] = Place(counters, colony, present)
    heat = chance.random()
    wars = {(a, b) for a in range(seats) for b in range(seats) if a != b and chance.random() < heat}
    return board, wars


def random_orders(chance, board, seat):
    """Return develop, explore and land of one seat."""
    develop, explore = [], []
    for name, place in board.items():
        if seat not in place.present:
            continue
        ways = [near for near in NEAR[name] if not board[near].is_colony and seat not in board[near].present]
        if place.counters < SQUARES[name] and chance.random() < 0.5:
            develop.append(name)
        elif ways and chance.random() < 0.8:
            explore.append((name, chance.choice(ways)))
    empty = [name for name in COASTS if not board[name].present]
    return develop, explore, chance.choice(empty) if empty and chance.random() < 0.8 else None


def bits(names):
    return np.uint64(sum(1 << NAMES.index(name) for name in names))


def to_position(board, wars, seats, orders=()):
    """Return the position of the engine."""
    position = np.zeros(1, state.position_dtype)[0]
    position["seats"], position["round"] = seats, 1
    position["landing"] = state.NOWHERE
    position["colonies"] = bits(name for name, place in board.items() if place.is_colony)
    for plane in range(state.PLANES):
        free = (n for n, place in board.items() if SQUARES[n] - place.counters >> plane & 1)
        position["free"][plane] = bits(free)
    for seat in range(seats):
        position["presence"][seat] = bits(name for name, place in board.items() if seat in place.present)
        position["war"][seat] = sum(1 << other for one, other in wars if one == seat)
    for seat, (develop, explore, land) in enumerate(orders):
        position["develop"][seat] = bits(develop)
        position["explore"][seat] = bits(source for source, _ in explore)
        for source, target in explore:
            position["target"][seat, NAMES.index(source)] = NAMES.index(target)
        position["landing"][seat] = state.NOWHERE if land is None else NAMES.index(land)
    return position


def to_board(position):
    """Return a position of the engine as a board."""
    board = {}
    for number, name in enumerate(NAMES):
        free = sum((int(plane) >> number & 1) << digit for digit, plane in enumerate(position["free"]))
        seats = range(int(position["seats"]))
        present = frozenset(seat for seat in seats if int(position["presence"][seat]) >> number & 1)
        is_colony = bool(int(position["colonies"]) >> number & 1)
        board[name] = Place(SQUARES[name] - free, is_colony, present)
    return board


def after_arrivals(board, orders, presences, order, at_execution):
    """Return who is present after explorations and landings, and the orders that the limit made void."""
    present = {name: set(place.present) for name, place in board.items()}
    explored, void = set(), []
    for seat, (_, explore, _) in enumerate(orders):
        left = presences - sum(seat in seats for seats in present.values())
        reached, failed = served(explore, max(left, 0), order)
        explored |= reached
        void += [(seat, source) for source, _ in failed]
        for name in reached:
            present[name].add(seat)
    for seat, (_, _, land) in enumerate(orders):
        if land is None or seat in present[land] or (at_execution and land in explored):
            continue
        if sum(seat in seats for seats in present.values()) < presences:
            present[land].add(seat)
    return present, void


@pytest.fixture(scope="module")
def rules():
    return lambda **changes: compile_rules(rulebook(**changes), 6)[0]


@ROUNDS
@given(st.randoms(use_true_random=False), SEATS)
def test_8_3_3_counters_and_8_3_4_removals_and_8_3_5_colonies(rules, chance, seats):
    """Without a limit of presences: develop, arrive, fight, settle."""
    board, wars = random_board(chance, seats)
    orders = [random_orders(chance, board, seat) for seat in range(seats)]
    position = to_position(board, wars, seats, orders)
    execute(rules(presences=64), position)
    present, _ = after_arrivals(board, orders, 99, 0, False)
    after = to_board(position)
    for name, place in board.items():
        developers = sum(name in develop for develop, _, _ in orders)
        counters = counters_after(place, name, developers)
        left = present[name] if place.is_colony else survivors(present[name], wars)
        settled = Place(counters, place.is_colony, frozenset(left))
        due = becomes_colony(settled, name, wars)
        assert after[name] == settled._replace(is_colony=place.is_colony or due), name


@ROUNDS
@given(
    st.randoms(use_true_random=False),
    SEATS,
    st.integers(1, 24),
    st.sampled_from(["source", "target"]),
    st.sampled_from(["writing", "execution"]),
)
def test_8_3_3_arrivals_under_a_limit_of_presences(rules, chance, seats, more, alphabetical, landing):
    """In peace, so that all who arrive are still there; every seat may have some presences more."""
    board, _ = random_board(chance, seats)
    orders = [random_orders(chance, board, seat) for seat in range(seats)]
    limit = min(32, max(sum(s in place.present for place in board.values()) for s in range(seats)) + more % 5)
    compiled = rules(presences=max(limit, 1), alphabetical=alphabetical, landing_empty=landing)
    position = to_position(board, (), seats, orders)
    execute(compiled, position)
    order, at_execution = int(alphabetical == "target"), landing == "execution"
    present, void = after_arrivals(board, orders, max(limit, 1), order, at_execution)
    assert {name: set(place.present) for name, place in to_board(position).items()} == present
    undone = {
        (seat, name)
        for seat in range(seats)
        for number, name in enumerate(NAMES)
        if int(position["undone"][seat]) >> number & 1
    }
    assert undone == set(void)


@ROUNDS
@given(st.randoms(use_true_random=False), SEATS)
def test_8_4_scores_and_the_winner(rules, chance, seats):
    board, wars = random_board(chance, seats)
    handicap = [chance.randint(-9, 9) for _ in range(seats)]
    book = rulebook(score__alone=7, score__shared=2, score__alliance=3, handicap__points=handicap)
    position = to_position(board, wars, seats)
    compiled = compile_rules(book, seats)[0]
    count_scores(compiled, position)
    totals = [sum(points(s, board, wars, seats, book.spec.score)) + handicap[s] for s in range(seats)]
    assert position["score"][:seats].tolist() == totals
    best = [seat for seat in range(seats) if totals[seat] == max(totals)]
    assert sole_winner(position) == (best[0] if len(best) == 1 else -1)


def test_8_6_the_engine_numbers_territories_by_their_names():
    assert [territory.id for territory in rulebook().map.territories] == NAMES
    assert sorted(NAMES) == NAMES
