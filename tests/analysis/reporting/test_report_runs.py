"""Runs of a page: read back from folders whatever state they are in, and named by what tells them apart."""

import pytest

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.play_answers import play
from conquestlab.analysis.playing.run_places import find_folders
from conquestlab.analysis.playing.runs import read_run
from conquestlab.analysis.reporting.report_runs import (
    ReportRun,
    name_runs,
    play_report_run,
    read_report_run,
)
from conquestlab.analysis.reporting.robustness import edge_rows, robustness_verdicts
from conquestlab.analysis.reporting.run_facts import bot_rows, fact_rows, missing_words, play_command
from conquestlab.analysis.requests.games import PlayRequest
from conquestlab.analysis.seeds import parse_seeds

GAMES = 60_000  # three chunks of Risk Express


def described(rules="risk-express", seats=2, bots=("random",), games=300, seed="1", rotate=True):
    return experiment_of(rules, seats, bots, parse_seeds(seed), games, rotate)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("runs") / "run"
    kept = play(
        PlayRequest(
            rules=("risk-express,max_turns=6",), out=str(place), players="2", bots="random", games=GAMES
        )
    )
    return place, kept.rows


def test_a_run_reads_back_as_it_was_played(folder):
    place, rows = folder
    heard = []
    run = read_report_run(read_run(str(place)), listener=_listener(heard))
    assert run.rows == rows
    assert (run.games, run.is_whole, run.place) == (GAMES, True, str(place))
    assert sum(heard) == GAMES
    assert not [line for line in missing_words([run]) if "unfinished:" in line]


def _listener(heard):
    from conquestlab.analysis.playing.workers import Listener

    return Listener(played=heard.append)


def test_a_run_that_was_stopped_tells_of_the_games_before_the_gap(folder, tmp_path):
    place, _ = folder
    half = tmp_path / "half"
    half.mkdir()
    for file in place.iterdir():
        if "24000" not in file.name:
            (half / file.name).write_bytes(file.read_bytes())
    run = read_report_run(read_run(str(half)))
    assert (run.games, run.is_whole) == (24_000, False)
    assert run.rows == ReportRun(run.experiment, play_report_run(described(
        "risk-express,max_turns=6", games=24_000)).tally).rows  # fmt: skip
    (line,) = [line for line in missing_words([run]) if "unfinished" in line]
    assert "24,000 of 60,000 games" in line
    assert line.endswith(f"--out {half} --resume")


def test_a_run_without_a_game_says_so(folder, tmp_path):
    place, _ = folder
    (tmp_path / "run.json").write_bytes((place / "run.json").read_bytes())
    run = read_report_run(read_run(str(tmp_path)))
    assert (run.games, run.rows, run.tally, run.is_whole) == (0, [], None, False)
    (line,) = missing_words([run])
    assert "the first games are not there" in line


def test_a_run_that_stopped_where_it_was_to_is_whole(tmp_path):
    place = tmp_path / "run"
    play(
        PlayRequest(
            rules=("risk-express",), out=str(place), players="2", bots="points", games=50_000, within=0.2
        )
    )
    run = read_report_run(read_run(str(place)))
    assert (run.games, run.is_whole) == (24_000, True)
    assert "--within 0.2" in play_command(run)


def test_folders_are_found_alone_and_in_a_folder_of_several(folder, tmp_path):
    place, _ = folder
    assert find_folders([str(place), f"{place}/"]) == [str(place)]
    assert find_folders([str(place.parent)]) == [str(place)]
    with pytest.raises(WrongUse, match="holds no run"):
        find_folders([str(tmp_path)])
    assert find_folders(["nowhere"]) == ["nowhere"]  # read_run says what is wrong


def test_runs_are_named_by_what_tells_them_apart():
    def names(*experiments):
        return name_runs([ReportRun(one, None) for one in experiments])

    assert names(described()) == ["Risk Express"]
    assert names(described(), described(seats=3)) == ["2 players", "3 players"]
    assert names(described(), described("risk-express,tie=more_continents", seats=3)) == [
        "Risk Express, 2 players",
        "Risk Express with ties for who has more continents, 3 players",
    ]
    assert names(described(), described()) == ["Risk Express (1)", "Risk Express (2)"]
    assert names(described(seed="7"), described(seed="8")) == ["seed 7", "seed 8"]


def test_facts_and_the_command_that_plays_a_run_again():
    run = ReportRun(
        described(bots=("points", "random"), games=31, seed="7,dice=9", rotate=False), None, "my run"
    )
    (fact,) = fact_rows([run])
    assert (fact["bots"], fact["seed"], fact["players"], fact["games"], fact["wanted"]) == (
        "points,random", "7,dice=9", 2, 0, 31
    )  # fmt: skip
    assert play_command(run) == (
        "conquest play --rules risk-express --players 2 --bots points,random --games 31 --seed 7,dice=9 "
        "--no-rotate --out 'my run'"
    )
    assert [row["bot"] for row in bot_rows([run, run])] == ["points", "random"]
    assert all(row["how"] for row in bot_rows([run]))
    assert any("stayed in its seat" in line for line in missing_words([run]))


def test_one_game_says_that_it_is_one():
    run = play_report_run(described(games=1))
    assert any("one game alone" in line for line in missing_words([run]))


def test_edges_are_shares_less_the_even_one():
    runs = [play_report_run(described(seats=seats, games=400)) for seats in (2, 4)]
    rows = edge_rows(runs)
    assert [(row["finding"], row["players"]) for row in rows] == [
        ("first seat", 2), ("first seat", 4), ("last seat", 2), ("last seat", 4)
    ]  # fmt: skip
    for row, run, place in zip(rows, (*runs, *runs), (0, 0, -1, -1), strict=True):
        share = [one for one in run.rows if one["measure"] == "win_share"][place]
        assert row["value"] == share["value"] - 1 / row["players"]
        assert row["high"] == share["high"] - 1 / row["players"]
        assert (row["way"] == 1) == (row["low"] > 0)


def edge(run, way, finding="first seat", players=3, bots="a", value=0.05):
    about = {"finding": finding, "rules": "r", "run": run, "players": players, "bots": bots}
    return about | {"way": way, "value": value * (way or 0)}


def test_robustness_says_what_depends_on_the_bots():
    both = [edge("1", 1, bots="a"), edge("2", -1, bots="b")]
    (verdict,) = robustness_verdicts(both)
    assert (
        "depends on who plays: it wins more with 3 players, a; it wins less with 3 players, b"
        in verdict.words
    )
    assert verdict.tone == "warning"
    (verdict,) = robustness_verdicts([edge("1", 1), edge("2", -1, players=4)])
    assert verdict.headline == "The edge of the first seat depends on the number of players."
    (verdict,) = robustness_verdicts([edge("1", 1), edge("2", None, bots="b")])
    assert "is not shown in all runs" in verdict.words
    (verdict,) = robustness_verdicts([edge("1", 1), edge("2", 1)])
    assert "more than an even share in all 2 runs" in verdict.words
    assert verdict.headline == "The first seat has an edge in every run."
    for size, words in ((0.005, "barely an edge"), (0.02, "a slight edge"), (0.2, "an edge")):
        (verdict,) = robustness_verdicts([edge("1", 1, value=size), edge("2", 1)])
        assert words in verdict.headline  # the smaller of the two counts
    (verdict,) = robustness_verdicts([edge("1", -1, value=0.2), edge("2", -1, value=0.2)])
    assert verdict.headline == "The first seat is at a clear disadvantage in every run."
    (verdict,) = robustness_verdicts([edge("1", None), edge("2", None)])
    assert "in no run is the first or the last seat" in verdict.words
    assert not robustness_verdicts([edge("1", 1)])
