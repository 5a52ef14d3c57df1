"""What the house knows of the engine of conquest: its names, records, tales, views and measures."""

import json

import numpy as np
import pytest
from conquest_script import Script

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.compiled_rules import compile_rules
from conquestlab.analysis.games.conquest.description import ENGINE
from conquestlab.analysis.games.conquest.measures import MEASURES
from conquestlab.analysis.measures.quantities import GameColumns
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.kernels.conquest import state

SEEDS = np.arange(51, 57, dtype=np.uint64)
KEYS = {
    "roll_order": ["rolls", "first_dealt"],
    "objective": ["player", "objective"],
    "turn": ["round", "player"],
    "draw": ["player", "card", "when"],
    "reinforce": ["player", "lands", "from_lands", "from_continents"],
    "exchange": ["player", "cards", "number", "armies", "bonus"],
    "place": ["player", "land", "armies"],
    "attack": ["player", "from", "to", "attack_dice", "defend_dice", "attacker_lost", "defender_lost"],
    "occupy": ["player", "from", "to", "armies"],
    "eliminate": ["player", "victim", "cards"],
    "ally": ["player"],
    "move": ["player", "from", "to", "armies"],
    "end": ["winner", "how", "rounds"],
}
DEAL_KEYS = (
    ["player", "land", "armies"],
    ["player", "land", "armies", "roll"],
    ["player", "card", "land", "armies"],
)


def record_of(text, bots, game=0):
    book = load(text)
    head = {
        "event": "game",
        "rules": book.name,
        "seed": 1,
        "game": game,
        "options": book.options,
        "players": bots,
    }
    return book, ENGINE.transcript(SeatedGame(book, bots).play_logged(SEEDS, game).lines, book, head)


def test_the_numbers_of_the_description_are_those_of_the_kernels():
    assert len(ENGINE.policies) == len(ENGINE.played_by)
    assert ENGINE.decisions[state.MOVE] == "move"
    assert ENGINE.decisions[state.EXCHANGE] == "exchange"
    assert ENGINE.one_by_one == (state.PLACE,)
    assert len(ENGINE.refusals) == state.NOT_CONNECTED + 1
    assert ENGINE.ends[state.BY_OBJECTIVE] == "objective"


@pytest.mark.parametrize(
    ("text", "seats"),
    [("conquete-1957", 3), ("risk-1970-objectives", 4), ("risk-1970-duel", 2), ("risk-modern", 6)],
)
def test_every_event_has_the_keys_of_the_page_on_records(text, seats):
    seen = set()
    for game in range(3):
        _, record = record_of(text, ["reckless"] * seats, game)
        for event in record[1:]:
            keys = [key for key in event if key not in ("event", "side")]
            assert keys == KEYS[event["event"]] if event["event"] != "deal" else keys in DEAL_KEYS
            seen.add(event["event"])
        assert json.loads(json.dumps(record)) == record
    assert {"deal", "turn", "draw", "attack", "occupy", "eliminate", "exchange", "end"} <= seen
    assert ("colours" in record[0]) == (text == "risk-1970-objectives")
    assert ("roll_order" in seen) == (text == "conquete-1957")
    assert ("ally" in seen) == (text == "risk-1970-duel")


@pytest.mark.parametrize(
    ("text", "seats"), [("conquete-1957-second", 3), ("risk-1970-objectives", 3), ("risk-1970-duel", 2)]
)
def test_a_game_is_told_as_at_the_table(text, seats):
    book, record = record_of(text, ["reckless"] * seats)
    lines = ENGINE.narrate(record, book)
    assert lines[0].startswith(f"{text}: game 0 under seed 1")
    assert any("attacks" in line and "against" in line for line in lines)
    names = {land.name for land in book.map.lands}
    assert any(name in line for line in lines for name in names)
    assert "wins by" in lines[-1]
    attacks = [line for line in lines if " attacks " in line]
    assert sum(line.count(" against ") for line in attacks) == sum(
        event["event"] == "attack" for event in record
    )


def test_a_view_shows_own_cards_and_objective_and_hides_those_of_others():
    goals = [("t24", "red"), ("as_af", "blue"), ("na_oc", "black")]
    hands = {1: ["alaska", "joker_1"], 2: ["peru", "china"], 3: ["egypt"]}
    first = {1: {"alaska": 5}, 2: {"argentina": 2}, 3: "rest"}
    one, two = (
        Script("risk-1970-objectives", 3, first, goals=goals, hands=hands | more)
        for more in ({}, {2: ["brazil", "ural"]})
    )
    for game in (one, two):
        game.position["objective"][1] += 1 if game is two else 0
        game.run()
    views = [ENGINE.view(game.rules, game.position, 0) for game in (one, two)]
    assert views[0] == views[1]  # nothing that others hold in secret shows
    assert sorted(views[0]["hand"]) == sorted(one.card(card) for card in hands[1])
    assert views[0]["hand_sizes"] == [2, 2, 1]
    assert ENGINE.view(one.rules, one.position, 1) != ENGINE.view(two.rules, two.position, 1)
    assert json.loads(json.dumps(views[0])) == views[0]


def test_a_number_of_players_that_the_rulebook_does_not_allow_is_refused():
    with pytest.raises(WrongUse, match="for 2 to 2 players, not 3"):
        compile_rules(load("risk-1970-duel"), 3)


def test_the_own_measures_are_what_they_say():
    book = load("risk-1970-objectives")
    rows = SeatedGame(book, ["reckless"] * 3).play(SEEDS, 0, 300)
    games = GameColumns(rows, 3, np.zeros(3, np.int64))
    found = {
        (one.measure, one.of): one.number(games).sum() / one.weight(games).sum()
        for one in ENGINE.quantities(book, 3)
    }
    income = {source: rows[f"income_{source}"].sum(axis=1) for source in ("lands", "continents", "cards")}
    for source, part in income.items():
        share = (part / sum(income.values())).mean()
        assert found["income_share", source] / 2**20 == pytest.approx(share, abs=1e-6)
    assert found["kills", "2"] == rows["kills"][:, 1].mean()
    assert found["continent_kept", "asia"] == rows["kept"][:, 4].sum() / rows["held"][:, 4].sum()
    held = rows["objective"][:, :3] == 0
    assert found["objective_share", "t18x2"] == (rows["win"][:, :3][held] == 60).mean()
    assert not {measure for measure, _ in found} & set(MEASURES)


def test_continents_kept_are_counted_from_round_to_round():
    """Seat 1 owns Oceania after rounds 1 to 3 and loses a land of it in round 4; all else is seat 2's."""
    game = Script("risk-modern,max_rounds=6", 2)
    from conquestlab.kernels.conquest.turn import end_round, end_turn

    place = [continent.id for continent in game.book.map.continents].index("oceania")
    game.position["armies_of"][0] = 1
    for round in range(1, 6):
        own = game.book.map.continent_lands[place][0 if round < 4 else 1 :]
        game.position["owner"] = 1
        game.position["owner"][list(own)] = 0
        for side in range(2):
            owned = np.flatnonzero(game.position["owner"] == side)
            game.position["owned"][side] = sum(1 << int(land) for land in owned if land < game.rules["lands"])
        game.position["round"] = round
        end_turn(game.position)
        end_round(game.rules, game.position)
    assert (game.position["held"][place], game.position["kept"][place]) == (3, 2)
    others = np.delete(game.position["held"][: game.rules["continents"]], place)
    assert (others == 4).all()
    assert game.position["kept"].sum() == 2 + others.sum()
