"""Armies, cards and lands are conserved after every event, under random rules, options and maps."""

from collections import Counter

import numpy as np
import pytest
from conquest_ledger import Ledger
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_python import too_many_games

from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load

BOOKS = (
    "conquete-1957",
    "conquete-1957-second",
    "risk-1970-objectives",
    "risk-1970-duel",
    "risk-1970-world",
    "risk-modern",
)
OPTIONS = {
    "dice.attacker": (1, 2, 3),
    "dice.defender": (1, 2, 3),
    "dice.sides": (2, 6, 20),
    "dice.ties": ("defender", "attacker"),
    "dice.defender_sees_attack_roll": ("on", "off"),
    "reinforcement.lands_per_army": (1, 2, 3, 5),
    "reinforcement.min_reinforcement": (0, 3),
    "cards.jokers": (1, 2, 4),
    "combat.protected_rounds": (1, 3),
    "handicap.armies": ("[0,5]", "[3]"),
    "handicap.first_reinforcement": ("[-9,4]", "[2,-1]"),
    "handicap.cards": ("[1,3]", "[0,2]"),
}
OWN_OPTIONS = {
    "conquete-1957": {
        "movement.tired": ("exact", "whole_land", "none"),
        "cards.joker": ("series", "wild"),
        "setup.order": ("rolled", "drawn"),
        "piece_limit": (45, 120),
    },
    "conquete-1957-second": {
        "cards.scale": ("[3,100,1]", "[6]"),
        "setup.dealing": ("dice", "cards"),
        "movement.kind": ("simultaneous", "one"),
    },
    "risk-1970-objectives": {
        "objectives.absent_colour": ("fallback_24", "remove_cards"),
        "cards.joker_fixed": ("pair_only", "also_different_10"),
        "movement.fortify": ("adjacent", "connected"),
    },
    "risk-1970-duel": {
        "ally.duel_part1": ("opponent_only", "any"),
        "ally.ally_opens": ("reinforced", "always"),
        "ally.duel_moves": (1, 2),
        "ally.armies_each": (1, 3),
        "movement.kind": ("simultaneous", "one"),
        "piece_limit": (45, 60),
    },
    "risk-1970-world": {
        "cards.land_bonus": (1, 3),
        "cards.capture_bonus": ("free", "bound"),
        "setup.initial_placement": ("simultaneous", "in_turn_order"),
        "setup.placement_round": (1, 2, 7, "all"),
        "setup.order": ("rolled", "drawn"),
        "movement.kind": ("simultaneous", "one"),
    },
    "risk-modern": {
        "map": ("risiko_it_82", "no_east_africa_middle_east_82"),
        "cards.capture_exchange": ("allowed", "forced_from_six"),
        "cards.must_exchange_at": (3, 7),
        "handicap.armies": ("[0,5]", "[-7,3]", "[-100]"),
        "setup.placement_round": (1, 3),
    },
}


@st.composite
def games(draw):
    name = draw(st.sampled_from(BOOKS))
    known = load(name)
    options = OPTIONS | OWN_OPTIONS[name]
    keys = draw(st.lists(st.sampled_from(sorted(options)), unique=True, max_size=4))
    if known.spec.combat.protected_rounds == 0:
        keys = [key for key in keys if key != "combat.protected_rounds"]
    if "movement.kind" in keys:  # these have no effect beside some of its values
        keys = [key for key in keys if key not in ("ally.duel_moves", "movement.tired")]
    changes = {key: draw(st.sampled_from(options[key])) for key in keys}
    text = ",".join([name, "max_rounds=12", *(f"{key}={value}" for key, value in changes.items())])
    players = known.spec.players
    seats = draw(st.integers(players.min, players.max))
    bots = draw(st.lists(st.sampled_from(("random", "reckless")), min_size=seats, max_size=seats))
    return text, bots, draw(st.integers(0, 10**6))


def play_through(text, bots, game, seed=5):
    book = load(text)
    table = SeatedGame(book, bots)
    played = table.play_logged(np.full(6, seed, np.uint64), game)
    head = {"event": "game", "rules": book.name, "rules_hash": book.hash, "seed": seed, "game": game}
    transcript = table.engine.transcript(
        played.lines, book, head | {"options": book.options, "players": list(bots)}
    )
    assert not table.engine.check(transcript, book)
    return Ledger(book, transcript), played.row, transcript


@settings(max_examples=60, deadline=None, derandomize=True)
@given(games())
def test_everything_is_conserved_after_every_event_and_the_row_agrees(game):
    ledger, row, record = play_through(*game)
    for seat in range(1, ledger.seats + 1):
        own = [event for event in record if event.get("player") == seat]
        told = Counter(event["event"] for event in own)
        assert row["score"][seat - 1] == ledger.lands_of(seat)
        assert row["armies"][seat - 1] == ledger.armies_of(seat)
        for column, event in (("kills", "eliminate"), ("rolls", "attack"), ("sets", "exchange")):
            assert row[column][seat - 1] == told[event]
        conquests = sum(event["event"] == "occupy" and "side" not in event for event in own)
        assert row["conquests"][seat - 1] == conquests
        assert row["income_lands"][seat - 1] == ledger.from_lands[seat]
        assert row["income_continents"][seat - 1] == ledger.from_continents[seat]
        exchanged = [event for event in own if event["event"] == "exchange"]
        from_cards = sum(event["armies"] + sum(event["bonus"].values()) for event in exchanged)
        assert row["income_cards"][seat - 1] == from_cards
    numbers = [event["number"] for event in record if event["event"] == "exchange"]
    assert numbers == list(range(1, len(numbers) + 1))
    assert row["turns"] == sum(event["event"] == "turn" for event in record)


CONTINENTS = """
name = "ring"
title = "A ring of lands"
summary = "Two continents, for tests"
[continents.north]
name = "North"
bonus = 2
[continents.south]
name = "South"
bonus = 1
"""


def ring(folder, lands):
    """Write a map of lands in a ring, and a rulebook that is played on it."""
    text = CONTINENTS
    for i in range(lands):
        arm, continent = ("infantry", "cavalry", "artillery")[i % 3], "north" if 2 * i < lands else "south"
        near = [f"l{(i - 1) % lands}", f"l{(i + 1) % lands}"]
        text += f'[lands.l{i}]\nname = "Land {i}"\ncontinent = "{continent}"\narm = "{arm}"\n'
        text += f"x = {i}\ny = {i % 7}\nby_land = {near}\n"
    (folder / "ring.toml").write_text(text)
    book = folder / "ring_game.toml"
    book.write_text('name = "ring_game"\nextends = "risk-modern"\nmap = "ring.toml"\n')
    return str(book)


@pytest.mark.parametrize(("lands", "seats"), [(6, 2), (13, 4), (64, 6)])
def test_everything_is_conserved_on_small_and_on_the_largest_maps(tmp_path, lands, seats):
    book = ring(tmp_path, lands)
    armies = ",".join(f"{n}=70" for n in range(2, 7))
    for game in range(3):
        bots = ["reckless", *["random", "reckless"] * 3][:seats]
        ledger, row, _ = play_through(f"{book},starting_armies={{{armies}}},max_rounds=30", bots, game)
        assert sum(ledger.lands_of(seat) for seat in range(1, seats + 1)) == row["score"].sum() == lands


def test_C3_a_piece_limit_is_never_passed():
    ledgers = [
        play_through("conquete-1957,piece_limit=40,max_rounds=40", ["reckless"] * 3, game)[0]
        for game in range(4)
    ]
    assert max(ledger.most for ledger in ledgers) == 40


def test_C2_a_capped_game_is_unfinished_and_ranked_by_lands_and_armies():
    rows = SeatedGame(load("risk-modern,max_rounds=2"), ["random"] * 4).play(np.full(6, 8, np.uint64), 0, 50)
    assert (rows["how"] == 0).all()
    assert (rows["rounds"] == 2).all()
    assert (rows["turns"] == 8).all()
    assert not rows["win"].any()
    assert (rows["score"].sum(axis=1) == 42).all()
    assert (rows["armies"][:, :4] >= rows["score"][:, :4]).all()


@too_many_games
@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("bots", [("reckless",), ("random",), ("random", "reckless")])
def test_games_by_the_most_players_are_the_same_played_and_told(name, bots):
    """Run with NUMBA_BOUNDSCHECK=1, as .ci/run does, this sees that no rulebook and bot leaves an array."""
    book = load(f"{name},max_rounds=40")
    seats = book.spec.players.max
    table = SeatedGame(book, (bots * seats)[:seats])
    rows = table.play(np.full(6, 3, np.uint64), 0, 20)
    assert table.play_logged(np.full(6, 3, np.uint64), 19).row.tobytes() == rows[19].tobytes()
