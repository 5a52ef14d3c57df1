"""The referee of Manchots Barjots refuses what breaks a rule of the game for two, or of the score."""

import pytest
from manchots_records import check_refused_as, good, is_virtual, only_if

# 7B: two players


def test_7b_2_each_takes_one_card_of_each_stock():
    check_refused_as(2, "7B.2", lambda game: game.without(game.in_round(3, "take")[-1]))
    check_refused_as(2, "7B.2", lambda game: game.doubled(game.in_round(3, "take")[0]))
    check_refused_as(2, "7B.2", lambda game: game.doubled(game.in_round(3, "take")[-1]))


def test_7b_2_the_top_card_is_taken():
    def second(game):
        i, j = [k for k in game.in_round(3, "take") if game.record[k]["from"] == "virtual_1"]
        only_if(game.record[i]["card"] != game.record[j]["card"])
        return game.changed(i, card=game.record[j]["card"])

    check_refused_as(2, "7B.2", second)


@pytest.mark.parametrize("order", ["alternate", "seat"])
def test_7_1_p12_the_order_of_taking(order):
    def turned(game):
        first, _, second, _ = game.in_round(2, "take")
        return game.swapped(first, second)

    check_refused_as(2, "7.1 P12", turned, take_order=order)


def test_7b_2_nobody_takes_where_three_play():
    def take(game):
        i = game.in_round(2, "land")[0]
        return game.with_event(i, "take", player=1, from_=2, card="moon_5")

    check_refused_as(3, "record", take)


def test_7b_3_a_virtual_player_lands_its_top_card():
    def other(game):
        i = game.in_round(2, "land", is_virtual)[0]
        player = game.record[i]["player"]
        j = game.in_round(4, "land", lambda event: event["player"] == player)[0]
        only_if(len(game.record[i]["cards"]) == 1 == len(game.record[j]["cards"]))
        only_if(game.record[i]["cards"] != game.record[j]["cards"])
        return game.changed(i, cards=game.record[j]["cards"])

    check_refused_as(2, "7B.3", other)


def test_7b_3_a_virtual_player_lands_one_or_after_twins_two():
    def one_more(game):
        i = game.first("land", lambda event: is_virtual(event) and len(event["cards"]) == 1)
        return game.changed(i, cards=game.record[i]["cards"] * 2)

    def one_less(game):
        i = game.first("land", lambda event: is_virtual(event) and len(event["cards"]) == 2)
        return game.changed(i, cards=game.record[i]["cards"][:1])

    check_refused_as(2, "7B.3", one_more)
    check_refused_as(2, "7B.3", one_less)


def test_7_1_p13_an_empty_stock_is_remade_at_once():
    check_refused_as(2, "7.1 P13", lambda game: game.without(game.first("remake")))

    def later(game):
        i = game.first("remake")
        only_if(game.record[i + 1]["event"] in ("take", "land"))
        return game.swapped(i, i + 1)

    check_refused_as(2, "7.1 P13", later)


def test_7_1_p13_a_stock_that_is_not_empty_is_not_remade():
    def early(game):
        i = game.in_round(3, "take")[1]
        return game.with_event(i, "remake", player="virtual_1", cards=["moon_5"])

    check_refused_as(2, "7.1 P13", early)
    check_refused_as(2, "7.1 P13", lambda game: game.doubled(game.first("remake")))


def test_7_1_p13_the_new_stock_is_what_was_given():
    def other(game):
        i = game.first("remake")
        cards = game.record[i]["cards"]
        return game.changed(i, cards=[*cards[1:], "desert_5" if cards[0] != "desert_5" else "moon_5"])

    def fewer(game):
        i = game.first("remake")
        return game.changed(i, cards=game.record[i]["cards"][1:])

    def of_another(game):
        i = game.first("remake")
        player = "virtual_1" if game.record[i]["player"] == "virtual_2" else "virtual_2"
        return game.changed(i, player=player)

    for break_it in (other, fewer, of_another):
        check_refused_as(2, "7.1 P13", break_it)


def test_7_1_p13_nothing_is_remade_after_the_last_card_of_the_game():
    """Five rounds take fifteen cards off a stock without Twins."""

    def one_more(game):
        i = game.in_round(5, "land", is_virtual)[0]
        player = game.record[i]["player"]
        only_if(not game.all("remake", lambda event: event["player"] == player))
        virtual = game.all("land", lambda event: event["player"] == player)
        only_if(sum(len(game.record[j]["cards"]) for j in virtual) == 5)
        cards = game.given_to(player, i)
        return game.with_event(i + 1, "remake", player=player, cards=cards)

    check_refused_as(2, "7.1 P13", one_more, rounds=5, deal=15)


# The end


@pytest.mark.parametrize(("players", "paragraph"), [(2, "7B.4"), (4, "7A.4")])
@pytest.mark.parametrize("key", ["table", "hand"])
def test_7a_4_and_7b_4_the_sums_by_zone(players, paragraph, key):
    def wrong(game):
        i = game.all("score", is_virtual if players == 2 else lambda event: True)[-1]
        sums = game.record[i][key]
        zone = next(iter(sums))
        return game.changed(i, **{key: sums | {zone: sums[zone] + 1}})

    check_refused_as(players, paragraph, wrong)


def test_7a_4_a_zone_with_points_is_not_left_out():
    def silent(game):
        i = game.first("score", lambda event: event["table"]["moon"] > 0)
        sums = {zone: points for zone, points in game.record[i]["table"].items() if zone != "moon"}
        return game.changed(i, table=sums)

    check_refused_as(4, "7A.4", silent)


def test_7a_4_majorities_and_totals():
    def no_majority(game):
        i = game.first("score", lambda event: event["majority"])
        return game.changed(i, majority=game.record[i]["majority"][1:])

    def a_majority(game):
        i = game.first("score", lambda event: "moon" not in event["majority"])
        return game.changed(i, majority=[*game.record[i]["majority"], "moon"])

    def total(game):
        i = game.first("score")
        return game.changed(i, total=game.record[i]["total"] - 1)

    for break_it in (no_majority, a_majority, total):
        check_refused_as(4, "7A.4", break_it)


def test_7a_4_the_lowest_card_without_a_majority():
    """Where the rulebook says otherwise, the points of the printed rule are refused."""
    for reading in ("highest", "none"):

        def as_printed(game):
            printed = good(4, game.seed)
            i = game.all("score")
            differs = [k for k in i if game.record[k]["hand"] != printed.record[k]["hand"]]
            return game.changed(differs[0], hand=printed.record[differs[0]]["hand"])

        check_refused_as(4, "7A.4", as_printed, lowest_card=reading)


def test_7a_4_everybody_scores_once():
    check_refused_as(4, "7A.4", lambda game: game.lacking(game.first("score")))
    check_refused_as(4, "7A.4", lambda game: game.doubled(game.first("score")))
    check_refused_as(4, "7A.4", lambda game: game.doubled(game.all("score")[-1]))


def test_7a_4_the_highest_total_wins():
    def another(game):
        winner = game.record[-1]["winner"]
        only_if(winner)
        return game.changed(len(game.record) - 1, winner=winner % 4 + 1, winners=[winner % 4 + 1])

    def two(game):
        winner = game.record[-1]["winner"]
        only_if(winner)
        return game.changed(len(game.record) - 1, winners=[winner, winner % 4 + 1])

    def nobody(game):
        only_if(game.record[-1]["winner"])
        return game.changed(len(game.record) - 1, winner=None)

    for break_it in (another, two, nobody):
        check_refused_as(4, "7A.4", break_it)


def test_7_1_p9_a_tie_is_not_won_by_one():
    def tied(game):
        only_if(game.record[-1]["winner"] is None)
        return len(game.record) - 1, game.record[-1]["winners"]

    def one_wins(game):
        i, winners = tied(game)
        return game.changed(i, winner=winners[0], winners=winners[:1])

    def one_is_named(game):
        i, winners = tied(game)
        return game.changed(i, winner=winners[0])

    check_refused_as(5, "7.1 P9", one_wins)
    check_refused_as(5, "7.1 P9", one_is_named)


@pytest.mark.parametrize("virtual_can_win", [True, False])
def test_7_1_p8_whether_virtual_players_win(virtual_can_win):
    def turned(game):
        totals = {e["player"]: e["total"] for e in game.record if e["event"] == "score"}
        real, virtual = ((1, 2), ("virtual_1", "virtual_2"))
        ahead, behind = (virtual, real)
        best = {side: max(side, key=totals.get) for side in (ahead, behind)}
        only_if(totals[best[ahead]] > totals[best[behind]] and len(game.record[-1]["winners"]) == 1)
        wrong = best[behind] if virtual_can_win else best[ahead]
        return game.changed(len(game.record) - 1, winner=wrong, winners=[wrong])

    check_refused_as(2, "7.1 P8", turned, virtual_can_win=virtual_can_win)


def test_7a_4_how_and_how_long():
    check_refused_as(4, "7A.4", lambda game: game.changed(len(game.record) - 1, how="taken"))
    check_refused_as(4, "7A", lambda game: game.changed(len(game.record) - 1, rounds=7))
