"""What every engine and every bot must keep to: one suite for all; see docs/engines.md.

A test module of an engine derives a class from `Conformance` and lists its cases:

    class TestRace(Conformance):
        cases = (Case(load("race"), ("bold", "chaser")), …)
"""

import hashlib
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from plain_python import too_many_games

from conquestlab.analysis.bots.named_bots import find_bot
from conquestlab.analysis.games.engine import nobody_checks
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.measures.table import measure_rows
from conquestlab.analysis.measures.tallies import tally_rows
from conquestlab.analysis.playing.note_taking import note_one_by_one
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.kernels.shared.contract import (
    AMOUNT,
    ASK,
    CHOICE_WIDTH,
    EVENT_WIDTH,
    MOST,
    OUTSIDE,
    ROOM,
)
from conquestlab.kernels.shared.deciding import pick_any
from conquestlab.kernels.shared.purposes import BOTS
from conquestlab.kernels.shared.rows import FIXED_ONE, SEATS, WHOLE_WIN
from conquestlab.kernels.shared.streams import draw, open_stream, stream_dtype

SEEDS = np.arange(11, 17, dtype=np.uint64)
BY_SEAT = ("bot", "win", "score", "out")


@dataclass(frozen=True)
class Case:
    """A table to play at: a rulebook, a bot a seat, and how many games are looked at."""

    rulebook: Any
    bots: tuple[str, ...]
    games: int = 60
    slow_games: int = 2  # played without the JIT, and choice by choice
    heavy: bool = False  # a bot thinks too long for plain Python
    others_win: bool = False  # a player without a seat may win, or share a win with one that has a seat

    @cached_property
    def shared(self) -> bool:
        return len(set(self.bots)) > 1

    @cached_property
    def table(self) -> SeatedGame:
        return SeatedGame(self.rulebook, self.bots, self.shared)

    @cached_property
    def rows(self) -> np.ndarray:
        return self.table.play(SEEDS, 0, self.games)

    def __str__(self) -> str:
        return f"{self.rulebook.label} {'+'.join(dict.fromkeys(self.bots))} x{len(self.bots)}"


def at_random(table, seeds, game):
    """A bot outside that chooses as the inside bot `random` does, out of the same draws."""
    streams = np.zeros(SEATS, stream_dtype)
    luck = game // table.seats if table.shared else game
    for seat in range(table.seats):
        open_stream(streams[seat], seeds[BOTS], luck, BOTS, seat)

    def choose(position, choices):
        if position["asked"] in table.engine.one_by_one:
            choices[:, MOST] = choices[:, AMOUNT]
        choice = np.zeros(CHOICE_WIDTH, np.int64)
        word = np.uint64(draw(streams[position["asker"]]))
        assert position["word"] == word
        pick_any(word, choices, len(choices), choice)
        return choice

    return choose


def is_listed(choices, choice):
    """Whether a choice is one of those that `legal` lists."""
    for each in choices:
        most = max(each[AMOUNT], each[MOST])
        if (each[:AMOUNT] == choice[:AMOUNT]).all() and each[AMOUNT] <= choice[AMOUNT] <= most:
            return True
    return False


def spoilt(choices):
    """Choices near some of the legal ones, each changed in a part that is in use."""
    parts = [part for part in range(AMOUNT) if choices[:, part].any()]
    for each in choices[:: max(1, len(choices) // 5)]:
        for part in parts:
            for change in (-100, -1, 1, 100):
                choice = each.copy()
                choice[part] += change
                yield choice
        if each[MOST]:
            for amount in (-1, 0, each[AMOUNT] - 1, each[MOST] + 1):
                choice = each.copy()
                choice[AMOUNT] = amount
                yield choice


def fingerprint(case):
    """A digest of the rows, of the log and of the notes of a few games."""
    digest = hashlib.sha256(case.table.play(SEEDS, 0, case.slow_games).tobytes())
    digest.update(case.table.play_logged(SEEDS, 0).lines.tobytes())
    if case.table.engine.features:
        notes = case.table.play_noted(SEEDS, 0, case.slow_games)[1]
        for name in notes.dtype.names:
            digest.update(notes[name].tobytes())
    return digest.hexdigest()


def print_fingerprints(path, name):
    """For a process of its own: the fingerprints of all cases of a class in a test module."""
    spec = spec_from_file_location("cases", path)
    module = module_from_spec(spec)
    sys.modules["cases"] = module
    spec.loader.exec_module(module)
    print(json.dumps([fingerprint(case) for case in getattr(module, name).cases]))


class Conformance:
    """The suite; derive a class whose `cases` cover every bot of one engine."""

    cases: tuple[Case, ...] = ()

    def pytest_generate_tests(self, metafunc):
        if "case" in metafunc.fixturenames:
            cases = [
                pytest.param(case, marks=too_many_games) if case.heavy else case
                for case in metafunc.cls.cases
            ]
            metafunc.parametrize("case", cases, ids=str)

    def test_the_cases_cover_every_bot_and_number_of_seats_at_the_ends(self):
        engine = self.cases[0].table.engine
        assert {bot for case in self.cases for bot in case.bots} == set(engine.bots)
        assert {case.table.engine.name for case in self.cases} == {engine.name}
        assert engine.default_bot in engine.bots
        book = self.cases[0].table.rulebook
        fast = find_bot(engine.fast_bot, engine, book, len(self.cases[0].bots))
        assert not engine.budgets.keys() & set(fast.policies)
        assert "random" in engine.bots
        assert engine.ends[0] == "unfinished"
        assert engine.chunk % 60 == 0

    def test_a_game_is_the_same_alone_and_in_other_chunks(self, case):
        for game in (0, 1, case.games // 2, case.games - 1):
            assert case.table.play(SEEDS, game, 1)[0] == case.rows[game]
        for size in (7, case.games - 1):
            chunks = [
                case.table.play(SEEDS, first, min(size, case.games - first))
                for first in range(0, case.games, size)
            ]
            assert (np.concatenate(chunks) == case.rows).all()

    def test_a_game_is_the_same_on_two_threads(self, case):
        half = case.games // 2
        with ThreadPoolExecutor(2) as pool:
            parts = [
                pool.submit(case.table.play, SEEDS, 0, half),
                pool.submit(case.table.play, SEEDS, half, case.games - half),
            ]
            rows = np.concatenate([part.result() for part in parts])
        assert (rows == case.rows).all()

    def test_a_game_is_the_same_when_it_is_told_however_long_the_log(self, case):
        for game in range(case.slow_games):
            played = case.table.play_logged(SEEDS, game)
            assert played.row == case.rows[game]
            in_pieces = case.table.play_logged(SEEDS, game, log_lines=ROOM)
            assert in_pieces.row == case.rows[game]
            assert in_pieces.lines.tolist() == played.lines.tolist()

    def test_notes_change_no_row_and_tell_of_every_turn(self, case):
        engine, seats = case.table.engine, len(case.bots)
        if not engine.features:
            pytest.skip("this engine takes no notes")
        rows, notes = case.table.play_noted(SEEDS, 0, case.games)
        assert (rows == case.rows).all()
        assert notes["acts"].shape[1:] == (len(engine.acts),)
        assert notes["features"].shape[1:] == (SEATS, len(engine.features))
        at_once = bool((notes["mover"] < 0).all())
        pauses = 1 + rows["rounds" if at_once else "turns"]
        assert (notes["game"] == np.repeat(rows["game"], pauses)).all()
        assert (notes["luck"] == np.repeat(rows["luck"], pauses)).all()
        assert (abs(notes["standing"].sum(axis=1) - FIXED_ONE) < 100).all()
        assert not notes["standing"][:, seats:].any()
        assert not notes["features"][:, seats:].any()
        for row, of_game in zip(rows, np.split(notes, np.cumsum(pauses)[:-1]), strict=True):
            first, last = of_game[0], of_game[-1]
            assert (first["round"], first["turn"], first["mover"]) == (0, 0, -1)
            assert (last["round"], last["turn"]) == (row["rounds"], row["turns"])
            steps = np.diff(of_game["turn"])
            assert (steps == (of_game["turn"][1] if at_once else 1)).all()
            assert (np.diff(of_game["round"]) >= 0).all()
            assert (np.diff(of_game["acts"], axis=0) >= 0).all()
            assert at_once or (np.isin(of_game["mover"][1:], range(seats))).all()

    def test_notes_are_the_same_step_by_step_and_where_there_is_little_room(self, case):
        if not case.table.engine.features:
            pytest.skip("this engine takes no notes")
        kernels, games = case.table.engine.kernels, case.slow_games
        rows, notes = case.table.play_noted(SEEDS, 0, games)
        again = np.zeros(games, kernels.row_dtype)
        one_by_one = note_one_by_one(case.table, SEEDS, 0, again)
        assert (again == rows).all()
        assert (one_by_one == notes).all()
        room = np.zeros(len(notes) - 1, kernels.note_dtype)
        plan, course = case.table._plan(0, games), case.table._course()
        done, noted = kernels.simulate_noted(
            case.table.rules, case.table.bots, SEEDS, plan, again, course, room
        )
        assert (done, noted) == (games - 1, np.sum(notes["game"] < games - 1))
        assert (room[:noted] == notes[:noted]).all()

    def test_without_a_course_only_its_columns_are_missing(self, case):
        kernels = case.table.engine.kernels
        rows = np.zeros(2, kernels.row_dtype)
        none = np.zeros((0, case.table.seats), np.int32)
        kernels.simulate(case.table.rules, case.table.bots, SEEDS, case.table._plan(0, 2), rows, none)
        names = rows.dtype.names
        for name in names[: names.index("lead_changes")] + names[names.index("surprise") + 1 :]:
            assert (rows[name] == case.rows[name][:2]).all(), name
        assert not rows["surprise"].any()

    def test_games_of_a_block_share_their_luck(self, case):
        """With one bot everywhere the games of a block are one and the same."""
        seats = len(case.bots)
        rows = SeatedGame(case.rulebook, case.bots[:1] * seats, shared=True).play(SEEDS, 0, 3 * seats)
        assert (rows["luck"] == np.arange(3 * seats) // seats).all()
        rows["game"] = rows["luck"]
        rows["bot"] = 0
        for block in range(3):
            assert len({row.tobytes() for row in rows[block * seats : (block + 1) * seats]}) == 1

    def test_another_seed_is_another_game(self, case):
        assert (case.table.play(SEEDS + np.uint64(1), 0, case.games) != case.rows).any()

    def test_a_game_ends_or_reaches_its_cap_and_its_row_is_in_order(self, case):
        engine, rows, seats = case.table.engine, case.rows, len(case.bots)
        assert (rows["game"] == np.arange(case.games)).all()
        assert (rows["seats"] == seats).all()
        assert ((rows["how"] >= 0) & (rows["how"] < len(engine.ends))).all()
        assert (rows["rounds"] <= engine.most_rounds(case.rulebook, seats)).all()
        assert (rows["turns"] >= rows["rounds"]).all()
        wins = rows["win"].sum(axis=1)
        assert case.others_win or np.isin(wins, (0, WHOLE_WIN)).all()
        assert ((wins >= 0) & (wins <= WHOLE_WIN)).all()
        assert not wins[rows["how"] == 0].any()
        assert (rows["out"] <= rows["rounds"][:, None]).all()
        for name in BY_SEAT:
            assert not rows[name][:, seats:].any(), name
        assert not rows["tenth"][:, :, seats:].any()
        assert (abs(rows["tenth"].sum(axis=2) - FIXED_ONE) < 100).all()
        for name in ("led", "trailed", "settled"):
            assert (rows[name][wins == 0] == -1).all()
            assert (rows[name] <= rows["rounds"]).all()

    def test_the_record_tells_what_the_row_says(self, case):
        engine = case.table.engine
        for game in range(case.slow_games):
            played = case.table.play_logged(SEEDS, game)
            players = [case.bots[place] for place in played.row["bot"][: len(case.bots)]]
            book = case.rulebook
            head = {"event": "game", "rules": book.name, "rules_hash": book.hash, "seed": 11, "game": game}
            head |= {"options": json.loads(json.dumps(book.options)), "players": players}
            transcript = engine.transcript(played.lines, case.rulebook, head)
            assert json.loads(json.dumps(transcript)) == transcript
            assert transcript[0]["event"] == "game"
            assert transcript[0]["players"] == players
            seats = [event["player"] for event in transcript if isinstance(event.get("player"), int)]
            assert all(1 <= seat <= len(players) for seat in seats)
            end = transcript[-1]
            assert (end["event"], end["how"]) == ("end", engine.ends[played.row["how"]])
            assert end["rounds"] == played.row["rounds"]
            winners = end["winners"] if "winners" in end else [end["winner"]] if end["winner"] else []
            shares = [WHOLE_WIN // len(winners) if seat in winners else 0 for seat in range(1, SEATS + 1)]
            assert played.row["win"].tolist() == shares
            assert engine.narrate(transcript, case.rulebook)
            if engine.check is not nobody_checks:
                assert not engine.check(transcript, case.rulebook)

    def test_the_measures_of_the_engine_are_told_from_its_rows(self, case):
        engine, seats = case.table.engine, len(case.bots)
        own = engine.quantities(case.rulebook, seats)
        statistics = engine.statistics(case.rulebook, seats)
        tally = tally_rows(case.rows, case.bots, own, statistics)
        counted = {one.measure for one in (*tally.quantities, *tally.statistics)}
        # Bots by seat are told where bots differ; what is told with every table has rows of its own.
        common = [
            one.name for one in engine.measures if one.name in COMMON and (one.rows or one.name in counted)
        ]
        assert len(common) > 2
        named = dict.fromkeys([*common, *(one.measure for one in (*own, *statistics))])
        told = {row["measure"] for row in measure_rows(tally, list(named))}
        assert {"win_share", "rounds"} <= told <= set(named)  # some need an option of the rules
        for name in engine.seat_columns:
            assert case.rows.dtype[name].shape[-1] == SEATS
            assert not case.rows[name][..., seats:].any()

    def test_choices_are_accepted_exactly_if_they_are_legal(self, case):
        table = SeatedGame(case.rulebook, [None] * len(case.bots), case.shared)
        kernels, game = table.engine.kernels, 1
        choose = at_random(table, SEEDS, game)
        kinds = set()

        def tried(position, choices):
            assert len(choices) > 0
            assert 0 <= position["asker"] < table.seats
            name = table.engine.decisions[position["asked"]]
            assert name
            if sum(kind == name for kind, _ in kinds) < 4:
                kinds.add((name, len(kinds)))
                try_all(position, choices)
            return choose(position, choices)

        def try_all(position, choices):
            before = position.tobytes()
            for each in choices:
                for amount in {each[AMOUNT], max(each[AMOUNT], each[MOST])}:
                    copied = np.array([position])[0]
                    choice = each.copy()
                    choice[AMOUNT] = amount
                    assert kernels.choose(table.rules, copied, choice) == 0
            for choice in spoilt(choices):
                if not is_listed(choices, choice):
                    reason = kernels.choose(table.rules, position, choice)
                    assert table.engine.refusals[reason], choice
                    assert position.tobytes() == before
            assert kernels.legal(table.rules, position, choices.copy()) == len(choices)

        table.play_logged(SEEDS, game, tried)
        assert kinds

    def test_a_bot_outside_that_copies_random_plays_the_same_games(self, case):
        inside = SeatedGame(case.rulebook, ["random"] * len(case.bots), shared=False)
        for outside in ([None] * len(case.bots), [None, *["random"] * (len(case.bots) - 1)]):
            table = SeatedGame(case.rulebook, outside, shared=False)
            for game in range(case.slow_games):
                played = table.play_logged(SEEDS, game, at_random(table, SEEDS, game))
                same = inside.play_logged(SEEDS, game)
                assert played.row == same.row
                assert played.lines.tolist() == same.lines.tolist()

    def test_an_inside_bot_may_take_over_from_one_outside(self, case):
        """A choice from outside uses up one draw, so that the bot inside goes on with the right one."""
        seats = len(case.bots)
        same = SeatedGame(case.rulebook, ["random"] * seats, shared=False).play_logged(SEEDS, 0)
        table = SeatedGame(case.rulebook, ["random"] * seats, shared=False)
        inside = table.bots["policy"].copy()
        table.bots["policy"] = OUTSIDE
        choose, asked = at_random(table, SEEDS, 0), []

        def until_the_tenth(position, choices):
            asked.append(position["asker"])
            if len(asked) == 10:
                table.bots["policy"] = inside
            return choose(position, choices)

        played = table.play_logged(SEEDS, 0, until_the_tenth)
        assert len(asked) == 10
        assert played.lines.tolist() == same.lines.tolist()
        assert played.row == same.row

    def test_a_copied_position_plays_on_to_the_same_end(self, case):
        """The copy is taken at some choice and played on from there, after the original has ended."""
        table = SeatedGame(case.rulebook, [None] * len(case.bots), case.shared)
        for stop in (0, 5, 40):
            positions = np.zeros(2, table.engine.kernels.position_dtype)
            self._play_to(table, positions[0], stop)
            positions[1] = positions[0]
            ends = []
            for position in positions:
                lines = table.go_on(position, lambda _, choices: _first(choices))
                ends.append((lines.tolist(), table.row_of(position, 1).tobytes()))
            assert ends[0] == ends[1]

    def _play_to(self, table, position, stop):
        kernels = table.engine.kernels
        kernels.begin(table.rules, SEEDS, 0, table.seats, position)
        position["bot_of_seat"][: table.seats] = np.arange(table.seats)
        none = np.zeros((0, EVENT_WIDTH), np.int64)
        course = table._course()
        for _ in range(stop):
            if kernels.advance(table.rules, table.bots, position, none, course) != ASK:
                return
            assert kernels.choose(table.rules, position, _first(table.choices(position))) == 0

    @pytest.mark.thorough
    def test_a_game_is_the_same_with_the_jit_off(self, request):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
        here = str(Path(__file__).parent)
        paths = os.pathsep.join([here, *(path for path in sys.path if path)])
        call = f"conformance.print_fingerprints({str(request.path)!r}, {type(self).__name__!r})"
        done = subprocess.run(
            [sys.executable, "-W", "ignore::RuntimeWarning", "-c", f"import conformance; {call}"],
            env=kept | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths},
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout) == [fingerprint(case) for case in self.cases]


def _first(choices):
    return choices[0]
