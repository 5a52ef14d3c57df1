"""Scenes against the positions of the engine: after every turn they show what lies on the table."""

import pytest
from small_worlds import EIGHT

from conquestlab.analysis.games.scenes import told_scenes
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.replay_answers import head_of
from conquestlab.analysis.seeds import parse_seeds

SMALL = f"risk-modern,map={EIGHT},players.max=3,setup.starting_armies={{2=10,3=8}},max_rounds=15"
GAMES = 4


def states_of(scenes):
    """The whole state after each scene that ends a turn: places, hands and standings."""
    places, hands, standings, found = {}, {}, {}, []
    for place, scene in enumerate(scenes.scenes):
        places |= scene.places
        hands |= scene.hands
        standings |= scene.standings
        if place in scenes.pauses:
            found.append((dict(places), dict(hands), dict(standings)))
    return found


def played(rules, seats, bots, game):
    """The scenes of a game, and what its engine shows at each pause."""
    experiment = experiment_of(rules, seats, (bots,), parse_seeds("3"), 1)
    seen = []
    table = experiment.table

    def look(position):
        seen.append(experiment.engine.view(table.rules, position, 0))

    logged = table.play_logged(experiment.seeds.words, game, at_pause=look)
    head = head_of(experiment.rulebook, "3", game, experiment.bots)
    transcript = experiment.engine.transcript(logged.lines, experiment.rulebook, head)
    return told_scenes(experiment.engine, transcript, experiment.rulebook), seen, experiment.rulebook


@pytest.mark.parametrize(
    ("rules", "seats"), [(SMALL, 3), ("risk-1970-duel", 2), ("conquete-1957", 4), ("risk-1970-objectives", 3)]
)
def test_lands_armies_and_cards_are_those_of_the_engine(rules, seats):
    for game in range(GAMES):
        scenes, seen, book = played(rules, seats, "reckless", game)
        states = states_of(scenes)
        assert len(states) == len(seen) > 2
        ids = [land.id for land in book.map.lands]
        for (places, hands, standings), view in zip(states, seen, strict=True):
            owners = [places[land].players for land in ids]
            assert owners == [(seats + 1 if owner == 6 else owner + 1,) for owner in view["owner"]]
            assert [places[land].number for land in ids] == view["armies"]
            assert [len(hands[seat]) for seat in range(1, seats + 1)] == view["hand_sizes"]
            for seat in range(1, seats + 1):
                own = [place for place, owner in enumerate(view["owner"]) if owner == seat - 1]
                armies = sum(view["armies"][place] for place in own)
                assert standings[seat] == (len(own), armies, view["hand_sizes"][seat - 1])


def test_cards_of_express_and_points_are_those_of_the_engine():
    for game in range(GAMES):
        scenes, seen, book = played("risk-express", 3, "points", game)
        states = states_of(scenes)
        assert len(states) == len(seen) > 3
        ids = [card.id for card in book.cards.cards]
        for (places, _, standings), view in zip(states, seen, strict=True):
            assert [places[card].players for card in ids] == [
                () if owner is None else (owner + 1,) for owner in view["owner"]
            ]
            turned = [card for card in ids if places[card].note == "turned over"]
            assert turned == [ids[card] for card in view["face_down"]]
            assert [standings[seat][0] for seat in range(1, 4)] == view["scores"]


@pytest.mark.parametrize("seats", [2, 4])
def test_hands_and_zones_of_manchots_are_those_of_the_engine(seats):
    for game in range(GAMES):
        scenes, seen, _ = played("manchots-barjots", seats, "random", game)
        states = states_of(scenes)
        assert len(states) == len(seen) == 9
        for (places, hands, _), view in zip(states, seen, strict=True):
            assert [len(hands[seat]) for seat in range(1, seats + 1)] == view["hand_sizes"]
            for player, cards in enumerate(view["table"], 1):
                shown = [held.note.split() for id, held in places.items() if id.startswith(f"{player}-")]
                values = sorted(kind % 9 + 1 for kind in cards)
                assert sorted(int(value) for some in shown for value in some) == values


def test_presences_and_colonies_of_africa_are_those_of_the_engine():
    for game in range(GAMES):
        scenes, seen, book = played("africa-1880", 4, "random", game)
        states = states_of(scenes)
        assert len(states) == len(seen) > 3
        ids = [one.id for one in book.map.territories]
        for (places, _, standings), view in zip(states, seen, strict=True):
            for place, territory in enumerate(ids):
                seats = tuple(seat for seat, some in enumerate(view["presences"], 1) if place in some)
                assert places[territory].players == seats
                squares = book.map.territories[place].squares
                filled = f"{squares - view['free_squares'][place]}/{squares}"
                assert places[territory].note == ("colony" if place in view["colonies"] else filled)
            assert [standings[seat][0] for seat in range(1, 5)] == [len(some) for some in view["presences"]]


def test_a_game_without_scenes_shows_its_lines():
    scenes, _, _ = played("race", 2, "bold", 1)
    assert scenes.columns == ()
    assert len(scenes.scenes) > 3
    assert not any(scene.places for scene in scenes.scenes)
