"""Advice on a first hand: its games are dealt as by chance, and its means are those of natural games."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from manchots_games import SEEDS
from manchots_table import RULES, rulebook
from plain_python import too_many_games

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.manchots.advice import Choice, _Sampler, advise
from conquestlab.analysis.games.manchots.rules import VALUES
from conquestlab.analysis.games.manchots.transcript import card_name
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load

HAND = ["desert_7", "city_2", "moon_5", "moon_5"]
TINY = {"copies": [4, 3], "deal": 6, "rounds": 2, "specials__lookout": 0}


def hand_of(position):
    return sorted(
        card_name(kind) for kind, count in enumerate(position["copies"][0]) for _ in range(int(count))
    )


@pytest.mark.parametrize("players", range(2, 6))
def test_the_first_seat_holds_the_hand_and_the_deck_stays_whole(players):
    book = rulebook()
    sampler = _Sampler(book, players, HAND)
    whole = Counter(sampler.table.rules["deck"][:90].tolist())
    for game in range(30):
        position = sampler._dealt(SEEDS, game)
        assert hand_of(position) == sorted(HAND)
        assert Counter(position["deck"][:90].tolist()) == whole
        assert position["round"] == 1


@too_many_games
def test_all_other_cards_lie_as_chance_has_it():
    """The second Desert 7 is one of the 86 cards not in the hand: its place is any, each as likely."""
    sampler = _Sampler(rulebook(), 3, HAND)
    kind, games = VALUES + 6, 4000
    places = Counter()
    for game in range(games):
        deck = sampler._dealt(SEEDS, game)["deck"][:90]
        (place,) = [i for i in range(4, 90) if deck[i] == kind]
        places[place // 22] += 1
    for part, size in ((0, 18), (1, 22), (2, 22), (3, 22), (4, 2)):
        share = size / 86
        error = (share * (1 - share) / games) ** 0.5
        assert abs(places[part] / games - share) < 4.5 * error


def test_every_choice_is_tried_once():
    rows = advise(load(RULES), ",".join(HAND), players=3, games=2)
    gifts = {(row["left"], row["right"]) for row in rows if not row["land"]}
    assert gifts == set(permutations(HAND, 2))
    landings = Counter((row["left"], row["right"], row["land"]) for row in rows if row["land"])
    expected = set()
    for left, right in gifts:
        rest = Counter(HAND) - Counter([left, right])
        expected |= {(left, right, card) for card in rest}
    assert set(landings) == expected
    assert set(landings.values()) == {1}


def test_rows_are_sorted_and_compare_with_the_best_in_the_same_games():
    rows = advise(load(RULES), ",".join(HAND), players=4, games=6, seed=3)
    for question in {row["question"] for row in rows}:
        own = [row for row in rows if row["question"] == question]
        scores = [row["score"] for row in own]
        assert scores == sorted(scores, reverse=True)
        for row in own:
            assert row["behind"] == pytest.approx(scores[0] - row["score"], abs=1e-9)
            assert row["low"] <= row["score"] <= row["high"]
            assert 0 <= row["win_low"] <= row["win"] <= row["win_high"] <= 1
    assert rows == advise(load(RULES), ",".join(HAND), players=4, games=6, seed=3)
    assert rows != advise(load(RULES), ",".join(HAND), players=4, games=6, seed=4)


def test_one_game_has_no_interval():
    with pytest.raises(WrongUse, match="give 2 or more"):
        advise(load(RULES), ",".join(HAND), games=1)


@too_many_games
@pytest.mark.parametrize("players", [2, 3])
def test_scores_are_those_of_games_in_which_the_hand_came_by_itself(players):
    """A small deck brings the same hand often: games dealt by the engine, and played in the same way."""
    book = rulebook(**TINY)
    hand = ["desert_1", "desert_2", "city_1", "moon_2"]
    sampler = _Sampler(book, players, hand)
    choice = Choice("desert_1", "moon_2", "city_1")
    tried = sampler.tried(700, 9, None)
    advised = tried.scores[tried.choices.index(choice)]
    natural = _natural(book, players, hand, choice, 100_000)
    assert len(natural) > 150
    spread = np.sqrt(advised.var(ddof=1) / len(advised) + natural.var(ddof=1) / len(natural))
    assert abs(advised.mean() - natural.mean()) < 4.5 * spread
    worse = tried.scores[tried.choices.index(Choice("desert_1", "desert_2", "city_1"))]
    assert worse.mean() != advised.mean()


def _natural(book, players, hand, choice, games):
    """Return the scores of seat 1 in games that dealt it this hand, with these choices in the first round."""
    bot = _Sampler(book, players, hand).bot
    table = SeatedGame(book, [bot] * players)
    inside = table.bots["policy"].copy()
    cards = [card_name(kind) for kind in range(5 * VALUES)]
    number = {card: kind for kind, card in enumerate(cards)}
    seeds, found = SEEDS + np.uint64(77), []
    position = np.zeros(1, table.engine.kernels.position_dtype)[0]
    for game in range(games):
        table.engine.kernels.begin(table.rules, seeds, game, players, position)
        if sorted(card_name(kind) for kind in position["deck"][:4]) != sorted(hand):
            continue
        table.bots["policy"][0] = -1
        asked = []

        def choose(position, choices, asked=asked):
            asked.append(int(position["asked"]))
            row = np.zeros(8, np.int64)
            row[0] = asked[-1]
            wanted = [choice.left, choice.right] if len(asked) == 1 else [choice.land]
            row[1 : 1 + len(wanted)] = [number[card] for card in wanted]
            if len(asked) == 2:
                table.bots["policy"] = inside
            return row

        found.append(int(table.play_logged(seeds, game, choose, log_lines=0).row["score"][0]))
    return np.array(found)
