"""The rules of Manchots Barjots; each test is named after its paragraph of docs/rules.md, section 7."""

from collections import Counter

import numpy as np
import pytest
from manchots_games import record_of, table_of
from manchots_table import rulebook

from conquestlab.analysis.games.manchots.compiled_rules import compile_rules
from conquestlab.analysis.games.manchots.transcript import card_name
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.kernels.manchots.play import GIVING, OPEN_ROUND, ROUND_OVER, begin, play_on
from conquestlab.kernels.manchots.rules import add_card, count_scores, gift_change, winners
from conquestlab.kernels.manchots.state import GIVE, LAND, LANDING, ZONES, position_dtype
from conquestlab.kernels.shared.contract import ASK, CHOICE_WIDTH

NAMES = ("antarctica", "desert", "jungle", "city", "moon")
SEEDS = np.arange(3, 9, dtype=np.uint64)


def kind(name):
    zone, value = name.split("_")
    return 9 * NAMES.index(zone) + int(value) - 1


class Game:
    """A game in which the test lays the cards and makes all choices."""

    def __init__(self, seats=4, **changes):
        self.table = SeatedGame(rulebook(**changes), [None] * seats)
        self.rules = self.table.rules
        self.kernels = self.table.engine.kernels
        self.position = np.zeros(1, position_dtype)[0]
        self.seats = seats
        begin(self.rules, SEEDS, 0, seats, self.position)
        self.position["bot_of_seat"][:seats] = np.arange(seats)
        self.events = np.zeros((1024, 16), np.int64)
        self.course = np.zeros((20, seats), np.int32)

    def advance(self):
        self.position["logged"] = 0
        why = self.kernels.advance(self.rules, self.table.bots, self.position, self.events, self.course)
        head = {"event": "game", "players": [""] * self.seats}
        lines = self.events[: self.position["logged"]]
        self.told = self.table.engine.transcript(lines, self.table.rulebook, head)[1:]
        return why

    def choose(self, *cards):
        choice = np.zeros(CHOICE_WIDTH, np.int64)
        choice[0] = self.position["asked"]
        choice[1 : 1 + len(cards)] = [kind(card) for card in cards]
        return self.kernels.choose(self.rules, self.position, choice)

    def hold(self, *hands):
        """Put cards into hands beside those that are there."""
        for seat, cards in enumerate(hands):
            for card in cards:
                add_card(self.position, seat, kind(card))

    def to_landing(self):
        """Give any cards, until the first one is asked what to land."""
        assert self.advance() == ASK
        while self.position["asked"] == GIVE:
            rows = self.table.choices(self.position)
            assert self.kernels.choose(self.rules, self.position, rows[0]) == 0
            self.advance()

    def land(self, cards):
        """Land cards by seat in the order in which they are asked, which is returned, with all events."""
        asked, told = [], []
        while self.position["asked"] == LAND and self.position["doing"] == LANDING:
            seat = int(self.position["asker"])
            asked.append(seat)
            assert self.choose(*cards[seat]) == 0
            self.advance()
            told += self.told
            if any(event["event"] == "round" for event in self.told):
                break
        return asked, told

    def events_of(self, name, told):
        return [event for event in told if event["event"] == name]


def test_7_0_the_deck_has_five_zones_of_eighteen_cards_and_ninety_points():
    rules = compile_rules(rulebook())[0]
    deck = Counter(rules["deck"][: rules["cards"]].tolist())
    assert rules["cards"] == 90
    assert len(deck) == 45
    for zone in range(ZONES):
        copies = [deck[9 * zone + value] for value in range(9)]
        assert copies == [1, 1, 2, 3, 4, 3, 2, 1, 1]
        assert sum(copies) == 18
        assert sum((value + 1) * number for value, number in enumerate(copies)) == 90
    assert rules["points"] == 450


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_7A_everybody_is_dealt_eighteen_cards_and_draws_two(seats):
    record = record_of(table_of(seats), 0)
    deals = [event for event in record if event["event"] == "deal"]
    assert [len(event["cards"]) for event in deals] == [18] * max(seats, 4 if seats == 2 else 0)
    first = next(place for place, event in enumerate(record) if event["event"] == "round")
    draws = [event for event in record[:first] if event["event"] == "draw"]
    assert [event["player"] for event in draws] == list(range(1, seats + 1))
    for draw in draws:
        assert draw["cards"] == next(one for one in deals if one["player"] == draw["player"])["cards"][:2]


def test_7A_1_two_cards_are_drawn_so_that_four_are_in_hand_in_round_1():
    game = Game()
    game.advance()
    assert (game.position["hand_size"][:4] == 4).all()
    assert (game.position["top"][:4] - 18 * np.arange(4) == 4).all()


def test_7A_2_cards_go_to_both_neighbours_at_once():
    game = Game()
    game.advance()
    given = []
    for _ in range(4):
        before = game.position["copies"].copy()
        row = game.table.choices(game.position)[0]
        given.append(row[1:3].tolist())
        game.kernels.choose(game.rules, game.position, row)
        game.advance()
        if len(given) < 4:
            assert (game.position["copies"] == before).all()  # nothing is shown before all have chosen
    told = game.events_of("give", game.told)
    assert [event["player"] for event in told] == [1, 2, 3, 4]
    for seat in range(4):
        assert told[seat]["left"] == card_name(given[seat][0])
        assert game.position["got"][(seat + 1) % 4, 0, 1] == given[seat][0]
        assert game.position["got"][(seat - 1) % 4, 0, 0] == given[seat][1]
    assert (game.position["hand_size"][:4] == 4).all()


def test_7_1_P11_a_card_just_received_cannot_be_given():
    game = Game()
    game.advance()
    game.hold((), ("moon_9",))
    game.position["copies"][0, kind("moon_9")] = 0
    game.position["kinds"][0] &= ~(np.uint64(1) << np.uint64(kind("moon_9")))
    own = [each for each in range(45) if game.position["copies"][0, each]]
    assert game.choose("moon_9", card_name(own[0])) == 3
    assert game.choose(card_name(own[0]), card_name(own[0])) == (
        0 if game.position["copies"][0, own[0]] > 1 else 3
    )


def test_7A_3_twins_make_two_cards_land_in_the_next_round():
    game = Game()
    game.to_landing()
    game.hold(("moon_1",), ("moon_4",), ("moon_4",), ("moon_4",))
    game.land([("moon_1",), ("moon_4",), ("moon_4",), ("moon_4",)])
    assert game.position["need"][:4].tolist() == [2, 1, 1, 1]
    game.to_landing()
    assert (game.table.choices(game.position)[:, 3] == 0).all()
    game.hold(("city_5", "city_6"), ("moon_4",), ("moon_4",), ("moon_4",))
    assert game.choose("city_5") != 0
    assert game.choose("city_6", "city_5") == 4
    game.land([("city_5", "city_6"), ("moon_4",), ("moon_4",), ("moon_4",)])
    assert game.position["table_sum"][0].tolist() == [0, 0, 0, 11, 1]
    assert game.position["need"][:4].tolist() == [1, 1, 1, 1]


@pytest.mark.parametrize(("stack", "need"), [(False, 2), (True, 3)])
def test_7_1_P3_and_P14_two_twins_in_one_round(stack, need):
    game = Game(twins_stack=stack)
    game.to_landing()
    game.position["need"][0] = 2
    game.hold(("moon_1", "city_1"), ("moon_4",), ("moon_4",), ("moon_4",))
    game.land([("city_1", "moon_1"), ("moon_4",), ("moon_4",), ("moon_4",)])
    assert game.position["need"][0] == need


def test_7A_3b_who_landed_a_lookout_chooses_after_the_others_have_shown():
    game = Game()
    game.to_landing()
    game.hold(("moon_4",), ("moon_3",), ("moon_4",), ("moon_4",))
    asked, _ = game.land([("moon_4",), ("moon_3",), ("moon_4",), ("moon_4",)])
    assert asked == [0, 1, 2, 3]
    game.to_landing()
    game.hold(*[("desert_5",)] * 4)
    view = []
    asked = []
    told = []
    while game.position["asked"] == LAND:
        seat = int(game.position["asker"])
        asked.append(seat)
        view.append(game.table.engine.view(game.rules, game.position, seat)["landed"])
        game.choose("desert_5")
        game.advance()
        told += game.told
    assert asked == [0, 2, 3, 1]
    assert view[:3] == [[[], [], [], []]] * 3
    shown = kind("desert_5")
    assert view[3] == [[shown], [], [shown], [shown]]
    assert [(event["player"], event["step"]) for event in game.events_of("land", told)] == [
        (1, "a"), (3, "a"), (4, "a"), (2, "b"),
    ]  # fmt: skip


def test_7_1_P5_where_everybody_waits_all_choose_at_once():
    game = Game(seats=3)
    game.to_landing()
    game.hold(*[("moon_3",)] * 3)
    game.land([("moon_3",)] * 3)
    game.to_landing()
    game.hold(*[("city_5",)] * 3)
    asked, told = game.land([("city_5",)] * 3)
    assert asked == [0, 1, 2]
    assert [event["step"] for event in game.events_of("land", told)] == ["b"] * 3


def test_7_1_P4_twins_and_lookout_together():
    game = Game()
    game.to_landing()
    game.position["need"][0] = 2
    game.hold(("moon_1", "moon_3"), ("moon_4",), ("moon_4",), ("moon_4",))
    game.land([("moon_1", "moon_3"), ("moon_4",), ("moon_4",), ("moon_4",)])
    assert game.position["need"][0] == 2
    assert game.position["watching"] == 1


def test_7A_3c_and_7_1_P1_a_kamikaze_takes_out_all_high_cards_its_owners_too():
    game = Game()
    game.to_landing()
    game.position["need"][0] = 2
    cards = [("city_8", "moon_2"), ("desert_7",), ("desert_6",), ("jungle_9",)]
    game.hold(*cards)
    _, told = game.land(cards)
    (event,) = game.events_of("destroyed", told)
    assert [(one["player"], one["card"]) for one in event["cards"]] == [
        (1, "city_8"), (2, "desert_7"), (4, "jungle_9"),
    ]  # fmt: skip
    assert game.position["table_sum"][:4].sum(axis=1).tolist() == [2, 0, 6, 0]
    assert game.position["destroyed"] == 3


def test_7_1_P2_a_kamikaze_of_the_second_step_takes_out_cards_of_the_first_and_of_its_own():
    game = Game()
    game.to_landing()
    game.position["watching"] = 0b1010
    game.position["waiting"] = 0b0101
    cards = [("city_8",), ("moon_2",), ("desert_6",), ("jungle_9",)]
    game.hold(*cards)
    asked, told = game.land(cards)
    assert asked == [0, 2, 1, 3]
    (event,) = game.events_of("destroyed", told)
    assert {one["card"] for one in event["cards"]} == {"city_8", "jungle_9"}


def test_7A_3c_a_kamikaze_off_or_one_that_takes_out_nothing():
    for changes in ({"specials__kamikaze": 0}, {"specials__kamikaze_from": 0}):
        game = Game(**changes)
        game.to_landing()
        cards = [("city_8",), ("moon_2",), ("desert_6",), ("jungle_9",)]
        game.hold(*cards)
        _, told = game.land(cards)
        assert not game.events_of("destroyed", told)
        assert game.position["table_sum"][:4].sum(axis=1).tolist() == [8, 2, 6, 9]


def test_7A_3e_specials_of_the_last_round_have_no_effect():
    game = Game(rounds=1)
    game.to_landing()
    game.hold(*[("moon_1",)] * 4)
    game.land([("moon_1",)] * 4)
    assert game.position["how"] == 1
    assert game.position["round"] == 1


def lay(position, player, zone, total):
    position["table_sum"][player, NAMES.index(zone)] = total


def golden(**changes):
    """The end of the game of 7.2: player C is seat 3."""
    game = Game(seats=3, **changes)
    for player, zones in enumerate(
        ({"moon": 11, "jungle": 15}, {"city": 12}, {"desert": 11, "antarctica": 11, "moon": 2, "jungle": 4})
    ):
        for zone, total in zones.items():
            lay(game.position, player, zone, total)
    hand = (
        "desert_9",
        "desert_6",
        "desert_4",
        "antarctica_8",
        "moon_2",
        "moon_5",
        "jungle_5",
        "jungle_7",
        "city_6",
    )
    game.hold((), (), hand)
    count_scores(game.rules, game.position, 3)
    return game


def test_7_2_golden_case():
    assert golden().position["score"][2] == 19 + 8 + 2 + 5 + 0 == 34
    assert golden(lowest_card="highest").position["score"][2] == 19 + 8 + 5 + 7
    assert golden(lowest_card="none").position["score"][2] == 19 + 8
    assert golden(handicap__points=[0, 0, -4]).position["score"][2] == 30


def test_7A_a_shared_majority_scores_all_for_each():
    game = Game(seats=3)
    for player in (0, 2):
        lay(game.position, player, "moon", 7)
    lay(game.position, 1, "moon", 6)
    game.hold(*[("moon_4", "moon_9")] * 3)
    count_scores(game.rules, game.position, 3)
    assert game.position["score"][:3].tolist() == [13, 4, 13]
    assert winners(game.rules, game.position) == 0b101  # 7.1 P9


def test_7_1_P10_who_has_no_card_on_the_table_scores_nothing():
    game = Game(seats=3)
    game.hold(("moon_9",), ("moon_8",), ())
    lay(game.position, 1, "moon", 1)
    count_scores(game.rules, game.position, 3)
    assert game.position["score"][:3].tolist() == [0, 8, 0]


def test_what_a_gift_changes_is_what_the_score_changes():
    game = golden()
    for card in ("desert_1", "moon_1", "moon_9", "jungle_2", "city_9", "antarctica_5"):
        before = int(game.position["score"][2])
        change = gift_change(game.rules, game.position, 2, kind(card))
        again = golden()
        again.hold((), (), (card,))
        count_scores(again.rules, again.position, 3)
        assert again.position["score"][2] - before == change


def flow(seats, game, **changes):
    return record_of(table_of(seats, **changes), game)


def test_7B_the_ring_and_the_stocks_of_the_virtual_players():
    record = flow(2, 0)
    assert record[0]["ring"] == [1, "virtual_1", 2, "virtual_2"]
    takes = [event for event in record if event["event"] == "take"]
    assert len(takes) == 8 * 4
    assert Counter((event["player"], event["from"]) for event in takes) == {
        (player, virtual): 8 for player in (1, 2) for virtual in ("virtual_1", "virtual_2")
    }


def test_7B_the_card_flow_of_the_virtual_players_without_twins():
    """Three cards of a stock a round, a new stock of twelve after round 6, ten face-down cards at the end."""
    for game in range(20):
        record = flow(2, game, specials__twins=0)
        rounds = [place for place, event in enumerate(record) if event["event"] == "round"]
        remakes = [place for place, event in enumerate(record) if event["event"] == "remake"]
        assert len(remakes) == 2
        for place in remakes:
            assert rounds[5] < place < rounds[6]
            assert len(record[place]["cards"]) == 12
        for virtual in ("virtual_1", "virtual_2"):
            used = sum(event.get("from") == virtual for event in record)
            used += sum(
                len(event["cards"])
                for event in record
                if event["event"] == "land" and event["player"] == virtual
            )
            assert used == 24
            assert 18 + 16 - used == 10


@pytest.mark.parametrize(("order", "seconds"), [("alternate", [1, 2]), ("seat", [1, 1])])
def test_7_1_P12_who_takes_first(order, seconds):
    record = flow(2, 1, take_order=order)
    takes = [event["player"] for event in record if event["event"] == "take"]
    firsts = [takes[4 * number] for number in range(8)]
    assert firsts == seconds * 4


def test_7_1_P13_a_stock_is_made_anew_at_once_from_what_is_given_by_then():
    for game in range(30):
        record = flow(2, game)
        given = {"virtual_1": Counter(), "virtual_2": Counter()}
        neighbours = {1: ("virtual_1", "virtual_2"), 2: ("virtual_2", "virtual_1")}
        for place, event in enumerate(record):
            if event["event"] == "give":
                for virtual, card in zip(
                    neighbours[event["player"]], (event["left"], event["right"]), strict=True
                ):
                    given[virtual][card] += 1
            if event["event"] == "remake":
                last = record[place - 1]
                landed = Counter(last["cards"]) if last["event"] == "land" else Counter()
                pile = given[event["player"]]
                assert Counter(event["cards"]) <= pile
                assert pile - Counter(event["cards"]) <= landed
                given[event["player"]] = Counter()


def test_7_1_P6_and_P16_a_virtual_lookout_lands_late_or_not():
    late = {"acts": 0, "none": 0}
    for option in late:
        for game in range(20):
            lands = [event for event in flow(2, game, virtual_lookout=option) if event["event"] == "land"]
            late[option] += sum(event["step"] == "b" and isinstance(event["player"], str) for event in lands)
    assert late["acts"] > 20
    assert late["none"] == 0


def test_7_1_P8_and_P15_a_virtual_player_may_win_or_share_a_win():
    seen = set()
    for game in range(300):
        record = flow(2, game)
        scores = {event["player"]: event["total"] for event in record if event["event"] == "score"}
        best = max(scores.values())
        end = record[-1]
        assert set(end["winners"]) == {player for player, score in scores.items() if score == best}
        assert end["winner"] == (end["winners"][0] if len(end["winners"]) == 1 else None)
        seen.add((end["winner"] is None, any(isinstance(player, str) for player in end["winners"])))
        barred = flow(2, game, virtual_can_win=False)[-1]["winners"]
        assert barred
        assert all(isinstance(player, int) for player in barred)
    assert {(False, True), (False, False), (True, True)} <= seen


def test_a_share_of_a_win_beside_a_virtual_player_is_half_of_it():
    table = table_of(2)
    rows = table.play(SEEDS, 0, 4000)
    wins = rows["win"].sum(axis=1)
    assert ((wins + rows["virtual_win"]) == 60).all()
    shared = (rows["virtual_win"] > 0) & (wins > 0)
    assert shared.any()
    best = np.maximum(rows["score"].max(axis=1), rows["virtual_score"].max(axis=1))
    assert ((rows["score"][:, :2] == best[:, None]) == (rows["win"][:, :2] > 0)).all()


def test_the_hand_grows_by_one_card_a_round_without_twins():
    game = Game(specials__twins=0)
    sizes = []
    choose = np.zeros(CHOICE_WIDTH, np.int64)
    while game.advance() == ASK:
        if game.position["asked"] == GIVE and game.position["asker"] == 0:
            sizes.append(int(game.position["hand_size"][0]) - 2)
        choose[:] = game.table.choices(game.position)[0]
        game.kernels.choose(game.rules, game.position, choose)
    assert [*sizes[1:], int(game.position["hand_size"][0])] == [3, 4, 5, 6, 7, 8, 9, 10]
    assert game.position["doing"] not in (GIVING, OPEN_ROUND)
    assert play_on(game.rules, game.position) != ROUND_OVER
