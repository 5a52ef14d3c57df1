"""The referee of conquest refuses wrong ends, and wrong turns of the game for two with its ally."""

import pytest
from broken_records import check_refused_as, only_if

OLD, OBJECTIVES, DUEL, WORLD = "conquete-1957", "risk-1970-objectives", "risk-1970-duel", "risk-1970-world"


# The end


def ended(how):
    """Return the place of the last event of a game that ended so."""

    def found(game):
        return game.first("end", lambda event, before: event["how"] == how)

    return found


def another_winner(how):
    def break_it(game):
        i = ended(how)(game)
        return game.changed(i, winner=(game.record[i]["winner"] or 1) % game.seats + 1)

    return break_it


def another_way(how):
    def break_it(game):
        other = "conquest" if how == "objective" else "objective"
        return game.changed(ended(how)(game), how=other)

    return break_it


def another_length(how):
    def break_it(game):
        i = ended(how)(game)
        return game.changed(i, rounds=game.record[i]["rounds"] + 1)

    return break_it


def one_more_turn(how):
    def break_it(game):
        i = ended(how)(game)
        return game.with_event(i, "turn", round=game.record[i]["rounds"], player=1)

    return break_it


ENDS = [another_winner, another_way, another_length, one_more_turn]


@pytest.mark.parametrize("breaking", ENDS)
def test_ends(breaking):
    check_refused_as(OLD, "3.4.2", breaking("conquest"))
    check_refused_as(WORLD, "5C", breaking("conquest"))
    check_refused_as(DUEL, "5B", breaking("conquest"))
    check_refused_as(OBJECTIVES, "5A", breaking("objective"))


@pytest.mark.parametrize("breaking", ENDS)
def test_2_c2_the_cap(breaking):
    check_refused_as(OLD, "2 C2", breaking("unfinished"))


def test_2_c2_an_unfinished_game_is_no_win():
    check_refused_as(OLD, "2 C2", lambda game: game.changed(ended("unfinished")(game), winner=1))


def test_2_c2_no_end_before_the_cap():
    def breaks_off(game):
        i = game.all("turn")[5]
        end = {
            "event": "end",
            "winner": None,
            "how": "unfinished",
            "rounds": game.record[i - 1].get("round", 2),
        }
        return [*game.record[:i], end], i + 1

    check_refused_as(OLD, "2 C2", breaks_off)


def a_claim(how):
    def break_it(game):
        i = game.all("turn")[5]
        return [*game.record[:i], {"event": "end", "winner": 1, "how": how, "rounds": 2}], i + 1

    return break_it


def test_nobody_wins_before_it_is_true():
    check_refused_as(OLD, "3.4.2", a_claim("conquest"))
    check_refused_as(DUEL, "5B", a_claim("conquest"))
    check_refused_as(OBJECTIVES, "5A", a_claim("objective"))


def test_5a_the_objective_counts_at_the_moment_it_is_met():
    def plays_on(game):
        i = ended("objective")(game)
        only_if(game.record[i - 1]["event"] == "place")
        owned, near = game.owned(i - 1), game.borders
        start = next(x for x in owned if game.positions[i]["armies"][x] > 1)
        goal = next(x for x in game.foreign(i - 1) if (start, x) in near)
        keys = {"player": game.record[i - 1]["player"], "from": start, "to": goal}
        dice = {"attack_dice": [1], "defend_dice": [6], "attacker_lost": 1, "defender_lost": 0}
        return game.with_event(i, "attack", **keys, **dice)

    check_refused_as(OBJECTIVES, "5A", plays_on)


def goals(game):
    return {event["player"]: event["objective"] for event in game.record if event["event"] == "objective"}


def destroyer_wins(game, by_himself):
    """Return the place of the end of a game won with a destroy card, by an elimination or by its fallback."""
    i = ended("objective")(game)
    winner = game.record[i]["winner"]
    colour = goals(game)[winner].removeprefix("destroy_")
    only_if(colour in game.record[0]["colours"])
    victim = game.record[0]["colours"].index(colour) + 1
    killers = [event["player"] for event in game.record if event.get("victim") == victim]
    only_if(winner != victim and (killers == [winner]) == by_himself and killers)
    return i


@pytest.mark.parametrize("by_himself", [True, False])
def test_5a_destroy_cards_and_their_fallback(by_himself):
    def goes_unseen(game):
        i = destroyer_wins(game, by_himself)
        return game.changed(i, winner=None, how="unfinished")

    check_refused_as(f"{OBJECTIVES},combat.protected_rounds=0", "5A", goes_unseen)


def test_5a_an_objective_comes_before_sole_survival():
    def as_a_conquest(game):
        i = destroyer_wins(game, True)
        only_if(sum(event["event"] == "eliminate" for event in game.record) == game.seats - 1)
        return game.changed(i, how="conquest")

    check_refused_as(f"{OBJECTIVES},combat.protected_rounds=0", "5A", as_a_conquest)


# The ally (5B)


def of_the_ally(event, before=None):
    return event.get("side") == "ally"


def the_ally_sleeps(game):
    return game.without(game.first("ally"))


def the_player_commands_it(game):
    i = game.first("ally")
    return game.changed(i, player=3 - game.record[i]["player"])


def ally_place(game):
    return next(i for i in game.all("place", of_the_ally) if i > game.first("turn"))


def it_gets_one_army_more(game):
    i = ally_place(game)
    only_if(game.after(i) != "place")
    return game.changed(i, armies=game.record[i]["armies"] + 1)


def it_gets_nothing(game):
    i = ally_place(game)
    only_if(game.after(i) != "place")
    return game.without(i)


def it_places_on_the_commanders_land(game):
    i = ally_place(game)
    return game.changed(i, land=game.owned(i)[0])


def its_armies_stand_without_its_name(game):
    return game.without(ally_place(game), "side")


def it_attacks_its_commander(game):
    i = game.first("attack", of_the_ally)
    return game.changed(i, to=game.owned(i)[0])


def it_attacks_before_its_part(game):
    i = game.first("attack", lambda event, before: not of_the_ally(event))
    return game.changed(i, side="ally")


def its_conquest_is_the_players(game):
    return game.without(game.first("occupy", of_the_ally), "side")


PARTS = [
    ("5B.2", the_ally_sleeps),
    ("5B.2", the_player_commands_it),
    ("5B.2", it_gets_one_army_more),
    ("5B.2", it_gets_nothing),
    ("5B.2", it_places_on_the_commanders_land),
    ("5B", its_armies_stand_without_its_name),
    ("5B.2", it_attacks_its_commander),
    ("5B.2", it_attacks_before_its_part),
    ("5B.2", its_conquest_is_the_players),
]


@pytest.mark.parametrize(("paragraph", "break_it"), PARTS)
def test_5b_the_allys_part(paragraph, break_it):
    check_refused_as(DUEL, paragraph, break_it)


def no_armies_received(game):
    """Return the place where the ally would have its part in a turn without armies, the ally having lands."""
    for i in game.all("turn"):
        j = i + 1
        only_if(game.record[j]["event"] == "reinforce")
        armies = game.record[j]["from_lands"] + sum(game.record[j]["from_continents"].values())
        if armies == 0 and game.after(j) == "turn" and game.owned(i, "ally"):
            return j + 1
    raise LookupError


def test_5_1_r14_no_part_without_armies():
    def it_has_its_part(game):
        i = no_armies_received(game)
        return game.with_event(i, "ally", player=3 - game.record[i - 1]["player"], side="ally")

    check_refused_as(DUEL, "5.1 R14", it_has_its_part)


def test_5_1_r14_or_always():
    def it_sleeps(game):
        for i in game.all("ally"):
            turn = max(j for j in game.all("turn") if j < i)
            event = game.record[turn + 1]
            obtained = event["from_lands"] + sum(event["from_continents"].values())
            if obtained == 0 and i == turn + 2 and game.after(i) == "turn":
                return game.without(i)
        raise LookupError

    poor = "reinforcement.lands_per_army=6"
    check_refused_as(f"{DUEL},ally.ally_opens=always,{poor}", "5B.2", it_sleeps)


def test_5_1_r13_part_1_is_against_the_opponent_only():
    def against_the_ally(game):
        for i in game.all("attack", lambda event, before: not of_the_ally(event)):
            turn = max(j for j in game.all("turn") if j < i)
            part = max([j for j in game.all("ally") if j < i], default=0)
            later = [j for j in game.all("ally") if j > i]
            goals = [x for x in game.owned(i, "ally") if (game.record[i]["from"], x) in game.borders]
            next_turn = min([j for j in game.all("turn") if j > i], default=len(game.record))
            if part < turn and later and later[0] < next_turn and goals:
                return game.changed(i, to=goals[0], attack_dice=[1], defend_dice=[6])
        raise LookupError

    check_refused_as(DUEL, "5.1 R13", against_the_ally)


def test_5_1_r15_one_move_in_a_turn():
    def moves_before_the_ally(game):
        i = game.first("ally")
        start = next(
            (x, y)
            for x in game.owned(i, game.positions[i]["player"])
            for y in game.owned(i, game.positions[i]["player"])
            if (x, y) in game.borders and game.positions[i]["armies"][x] > 1
        )
        keys = {"player": game.positions[i]["player"], "from": start[0], "to": start[1], "armies": 1}
        return game.with_event(i, "move", **keys)

    check_refused_as(DUEL, "5.1 R15", moves_before_the_ally)


def test_5b_no_card_through_the_ally():
    def takes_one(game):
        for i in game.all("occupy", of_the_ally):
            turn = max(j for j in game.all("turn") if j < i)
            end = next(j for j in game.all("turn") if j > i)
            own = [j for j in game.all("occupy") if turn < j < end and not of_the_ally(game.record[j])]
            moves = [j for j in game.all("move") if turn < j < end]
            if not own and not moves:
                card = game.positions[end]["talon"][0]
                player = game.record[turn]["player"]
                return game.with_event(end, "draw", player=player, card=card, when="end")
        raise LookupError

    check_refused_as(DUEL, "5.0.2", takes_one)


def test_5_1_r19_the_players_are_protected_from_the_ally():
    def takes_the_last_land(game):
        for part in game.all("ally", lambda event, before: before["round"] <= 4):
            i = next(j for j in range(part + 1, len(game.record)) if game.record[j]["event"] != "place")
            before = game.positions[i]
            last = game.owned(i, game.positions[part]["player"])
            starts = [
                land
                for land in game.owned(i, "ally")
                if (land, last[0]) in game.borders and before["armies"][land] > 1
            ]
            if len(last) == 1 and starts:
                keys = {"player": game.record[part]["player"], "from": starts[0], "to": last[0]}
                dice = {"attack_dice": [1], "defend_dice": [6], "attacker_lost": 1, "defender_lost": 0}
                return game.with_event(i, "attack", **keys, **dice, side="ally")
        raise LookupError

    check_refused_as(f"{DUEL},ally.ally_opens=always", "5.0", takes_the_last_land)


def test_5_1_r18_the_commander_wins_by_the_ally():
    def the_cards_change_hands(game):
        i = game.first("eliminate", of_the_ally)
        return game.changed(i, cards=["joker_1"])

    def the_game_goes_on(game):
        i = game.first("eliminate", of_the_ally)
        return game.with_event(i + 1, "turn", round=game.positions[i]["round"], player=1)

    strong = "ally.armies_each=6"
    check_refused_as(f"{DUEL},{strong}", "5B.3", the_cards_change_hands)
    check_refused_as(f"{DUEL},{strong}", "5B", the_game_goes_on)


def test_5b_the_loss_of_the_allys_last_land_is_no_elimination():
    def it_is_told_as_one(game):
        i = game.first("occupy", lambda event, before: list(before["owner"].values()).count("ally") == 1)
        only_if(game.positions[i]["owner"][game.record[i]["to"]] == "ally")
        other = 3 - game.record[i]["player"]
        return game.with_event(i + 1, "eliminate", player=game.record[i]["player"], victim=other, cards=[])

    check_refused_as(DUEL, "5.0", it_is_told_as_one)
