"""Comparisons on a small race of dice: what they say, what may change it, and how seldom they err."""

import json
import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from conquestlab import analysis
from conquestlab.analysis.comparing import compare_answers, judging
from conquestlab.analysis.comparing.compare_answers import compare
from conquestlab.analysis.comparing.paired_games import play_together, widest_half_width
from conquestlab.analysis.comparing.variants import comparisons_of
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.evidence.studies.false_findings import runs_without_finding
from conquestlab.analysis.games import engine_for, find_game
from conquestlab.analysis.measures.significance import benjamini_hochberg, holm, two_proportions
from conquestlab.analysis.playing.play_answers import play
from conquestlab.analysis.playing.workers import Listener
from conquestlab.analysis.requests.games import CompareRequest, PlayRequest
from conquestlab.analysis.rules.rulebook import load

BOLD = CompareRequest(bots=("bold",), games=600)
COLUMNS = ["rules", "players", "bots", "measure", "of", "value", "low", "high", "games", "against"]
COLUMNS += ["difference", "difference_low", "difference_high", "effect"]
COLUMNS += ["p", "p_adjusted", "family", "margin", "verdict"]
SEATS_OF_TWO = ("win_share", "seat_slope")
SIGN_AND_AFTER = ["sign", "kind", "unit"]


def rows_of(compared, measure, rules=None):
    return [row for row in compared.rows if row["measure"] == measure and rules in (None, row["rules"])]


def test_rows_are_tidy_and_the_base_is_compared_with_nothing():
    found = compare(BOLD.but(rules=("race", "race,goal=40", "race,jostle=off")))
    assert all(list(row) == COLUMNS + SIGN_AND_AFTER for row in found.rows)
    assert {row["against"] for row in found.rows} == {None, "race"}
    for row in found.rows:
        if row["against"] is None:
            assert {row[name] for name in [*COLUMNS[9:], "sign"]} == {None}
    assert [book.label for book in found.rulebooks] == ["race", "race,goal=40", "race,jostle=off"]
    assert {row["rules"] for row in found.rows if row["against"]} == {"race,goal=40", "race,jostle=off"}


def test_the_base_has_the_measures_of_play():
    found = compare(BOLD.but(rules=("race", "race,goal=40")))
    alone = play(PlayRequest(rules=("race",), bots="bold", games=600)).rows
    for row, again in zip([row for row in found.rows if row["against"] is None], alone, strict=True):
        del again["baseline"]
        assert {name: row[name] for name in [*COLUMNS[:9], "kind", "unit"]} == again


def test_differences_are_those_of_the_values():
    found = compare(BOLD.but(rules=("race", "race,goal=40")))
    base = {(row["measure"], row["of"]): row["value"] for row in found.rows if row["against"] is None}
    differing = [row for row in found.rows if row["difference"] is not None]
    assert len(differing) > 10
    for row in differing:
        if row["measure"] == "seat_shares":
            continue
        before = base[row["measure"], row["of"]]
        assert row["difference"] == pytest.approx(row["value"] - before, abs=1e-12)
        assert row["difference_low"] <= row["difference"] <= row["difference_high"]
    (rounds,) = rows_of(found, "rounds", "race,goal=40")
    assert rounds["verdict"].startswith("race,goal=40 is longer by 4.")
    assert rounds["p_adjusted"] < 1e-6
    assert rounds["effect"] > 1.0


def test_two_families_for_the_whole_answer():
    found = compare(
        CompareRequest(rules=("race", "race,goal=31"), bots=("bold", "chaser"), players="2,3", games=300)
    )
    for family, adjust in (("primary", holm), ("exploratory", benjamini_hochberg)):
        tested = [row for row in found.rows if row["family"] == family]
        assert {(row["players"], row["bots"]) for row in tested} == {
            (players, bots) for players in (2, 3) for bots in ("bold", "chaser")
        }
        alone = [row for row in tested if not (row["players"] == 2 and row["measure"] in SEATS_OF_TWO)]
        assert [row["p_adjusted"] for row in alone] == pytest.approx(adjust([row["p"] for row in alone]))
    assert {row["measure"] for row in found.rows if row["family"] == "primary"} == {
        "seat_shares",
        "win_share",
        "rounds",
        "lead_changes",
    }
    twos = [row for row in found.rows if row["players"] == 2 and row["bots"] == "bold" and row["against"]]
    (together,) = [row for row in twos if row["measure"] == "seat_shares"]
    for row in twos:  # one question of two seats: one answer to it
        if row["measure"] in SEATS_OF_TWO:
            assert (row["p_adjusted"], row["family"]) == (together["p_adjusted"], "primary")


def test_measures_that_are_named_are_the_primary_questions():
    request = BOLD.but(rules=("race", "race,goal=31"), measures=("drama", "score.2"))
    rows = compare(request).rows
    assert {(row["measure"], row["of"]) for row in rows if row["family"] == "primary"} == {
        ("drama", ""),
        ("score", "2"),
    }
    named = [row for row in rows if row["family"] == "primary"]
    assert [row["p_adjusted"] for row in named] == holm([row["p"] for row in named])


@pytest.mark.parametrize("bots", ["bold", "chaser,bold,random"])
def test_the_same_rules_under_another_name_differ_by_exactly_nothing(bots):
    found = compare(CompareRequest(rules=("race", "race,start=[0,0]"), bots=(bots,), games=300))
    assert found.rulebooks[0].label != found.rulebooks[1].label
    compared = [row for row in found.rows if row["against"]]
    differing = [row for row in compared if row["difference"] is not None]
    assert len(differing) >= len(compared) - 1 > 10
    for row in differing:
        ends = row["difference"], row["difference_low"], row["difference_high"], row["effect"]
        assert ends == (0.0,) * 4
        assert (row["p"], row["p_adjusted"], row["verdict"]) == (None, None, "the same in every game")
    assert "NaN" not in json.dumps(found.rows)
    same = "race,start=[0,0] has the rules of race: every game came out the same"
    assert any(same in note for note in found.notes)
    assert not rows_of(found, "variance_reduction")


def test_other_rules_that_never_matter_are_told_from_the_same():
    found = compare(BOLD.but(rules=("race", "race,max_rounds=49")))
    assert {row["verdict"] for row in found.rows if row["difference"] is not None} == {
        "the same in every game"
    }
    assert any("has other rules than race" in note for note in found.notes)


def test_runs_that_differ_by_luck_alone_are_seldom_said_to_differ():
    question = CompareRequest(bots=("bold",), players="2", games=120)
    assert runs_without_finding(question.but(rules=("race", "race"), jobs=1), 100) >= 89


def test_luck_of_its_own_gives_other_games_and_no_gain():
    together, apart = (
        compare(BOLD.but(games=300, apart=seed, rules=("race", "race"))) for seed in (None, "2")
    )
    assert together.rows != apart.rows
    assert all(row["difference"] == 0.0 for row in together.rows if row["difference"] is not None)
    assert any(row["difference"] != 0.0 for row in apart.rows if row["p"] is not None)
    assert any("of seed 2" in note for note in apart.notes)
    assert not rows_of(apart, "variance_reduction")
    again = play(PlayRequest(rules=("race",), bots="bold", games=300, seed="2")).rows
    values = [row["value"] for row in apart.rows if row["against"] and row["measure"] != "seat_shares"]
    assert values == [row["value"] for row in again]


def test_the_gain_of_common_luck_is_told():
    found = compare(BOLD.but(games=1200, rules=("race", "race,goal=33")))
    gains = {row["of"]: row for row in rows_of(found, "variance_reduction")}
    assert set(gains) == {"rounds", "win_share 1"}
    for row in gains.values():
        assert 1.0 < row["low"] < row["value"] < row["high"]
        assert (row["against"], row["games"]) == ("race", 1200)


def test_the_number_of_threads_changes_nothing():
    question = CompareRequest(bots=("bold,chaser,random",), games=900)
    answers = [compare(question.but(rules=("race", "race,goal=33"), jobs=jobs)).rows for jobs in (1, 2, 3)]
    assert answers[0] == answers[1] == answers[2]


def test_within_stops_where_it_is_reached_whatever_the_chunks():
    rules = ("race", "race,goal=31")
    question = BOLD.but(rules=rules, games=60_000, within=0.05, players="2", apart="2")
    (comparison,) = comparisons_of(question)
    stops = []
    for jobs in (1, 3):
        sums = play_together(comparison, jobs=jobs, within=0.05).total
        assert widest_half_width(comparison, sums) <= 0.05
        stops.append(sums.tallies[0].games)
    assert stops[0] == stops[1] < 60_000
    sooner = stops[0] - max(60, stops[0] // 10)
    shorter = play_together(comparison, games=sooner).total
    assert widest_half_width(comparison, shorter) > 0.05
    note = next(note for note in compare(question).notes if "stopped" in note)
    assert f"after {stops[0]} games" in note
    too_few = compare(question.but(games=120))
    assert any("takes more games" in note for note in too_few.notes)


def test_where_games_stop_does_not_decide_what_they_say():
    """Looked at again and again, the interval at the stop still covers what it is to cover."""
    generator = np.random.default_rng(3)
    chances, within, runs = (0.3, 0.42), 0.05, 3000
    looks = [300]
    while looks[-1] < 4000:
        looks.append(looks[-1] + max(60, looks[-1] // 10 // 60 * 60))
    kept = 0
    for _ in range(runs):
        wins = [0, 0]
        for before, games in zip([0, *looks], looks, strict=False):
            wins = [
                one + generator.binomial(games - before, chance)
                for one, chance in zip(wins, chances, strict=True)
            ]
            _, low, high, _ = two_proportions(wins[0], games, wins[1], games)
            if (high - low) / 2 <= within:
                break
        kept += low <= chances[1] - chances[0] <= high
    assert kept / runs > 0.95 - 4 * math.sqrt(0.95 * 0.05 / runs)


def test_a_planned_comparison_plays_what_it_says_and_counts_its_pilot():
    request = CompareRequest(rules=("race", "race,goal=33"), bots=("bold",), players="2", apart="5")
    heard = []
    planned = compare(request.but(detect="8points"), told=heard.append)
    games = planned.rows[0]["games"]
    assert heard == [note for note in planned.notes if "8 points takes" in note]
    assert 600 < games < 4000
    assert planned.rows == compare(request.but(games=games)).rows
    told = int(heard[0].partition("takes ")[2].split()[0].replace(",", ""))
    assert games == -(-told // 60) * 60
    given = compare(request.but(detect="8points", games=400))
    assert given.rows[0]["games"] == 400
    assert any("400 games find" in note and f"8 points takes {told:,}" in note for note in given.notes)
    more = compare(request.but(detect="8points", power=0.95))
    assert more.rows[0]["games"] > games


def test_games_cut_off_are_told_first():
    found = compare(BOLD.but(rules=("race", "race,max_rounds=14"), games=300))
    assert "of the games are cut off under race,max_rounds=14" in found.notes[0]
    assert "win_share" in found.notes[0]
    assert "rounds" not in found.notes[0].partition("alone: ")[2].split(", ")


def test_an_interruption_keeps_what_is_done():
    heard = []

    def interrupt(games):
        heard.append(games)
        if len(heard) == 9:
            raise KeyboardInterrupt

    question = CompareRequest(bots=("bold", "chaser"), games=600)
    found = compare(question.but(rules=("race", "race,goal=31"), jobs=1), listener=Listener(played=interrupt))
    assert found.interrupted
    chunk = found.comparisons[0].chunk
    assert heard == [2 * chunk] * 9
    games = {(row["bots"], row["games"]) for row in rows_of(found, "rounds")}
    assert games == {("bold", 600), ("chaser", (9 - 600 // chunk - 1) * chunk)}


def test_lengths_are_compared_as_far_as_both_rulebooks_go():
    found = compare(BOLD.but(rules=("race,max_rounds=12", "race,max_rounds=14", "race,goal=20")))
    rounds = rows_of(found, "rounds")
    assert [row["of"] for row in rounds] == [""] * 3
    assert any("rounds is the mean up to round 12" in note for note in found.notes)
    assert rounds[0]["value"] < 12.0
    assert rounds[1]["difference"] == pytest.approx(0.0, abs=1e-12)  # the same games, as far as both go
    assert rounds[2]["difference"] == pytest.approx(rounds[2]["value"] - rounds[0]["value"])
    assert all(row["low"] <= row["value"] <= row["high"] for row in rounds)
    unfinished = rows_of(found, "unfinished_share")
    assert unfinished[1]["difference"] < -0.1


def test_a_difference_that_cannot_be_known_says_why():
    found = compare(BOLD.but(rules=("race", "race,max_rounds=2")))
    (drama,) = rows_of(found, "drama", "race,max_rounds=2")
    assert (drama["value"], drama["difference"], drama["verdict"]) == (None, None, "not known of both")
    few = compare(BOLD.but(games=9, rules=("race", "race,goal=35")))
    assert rows_of(few, "rounds", "race,goal=35")[0]["verdict"] == "too few games"


def test_a_sign_that_depends_on_the_bots_is_marked():
    """A short race is the bold bot's longest lead and the cautious one's shortest: scores move both ways."""
    question = CompareRequest(bots=("bold", "cautious"), players="2", games=600)
    found = compare(question.but(rules=("race,jostle=off", "race,jostle=off,start=[6,0]")))
    assert not [row for row in found.rows if row["verdict"] and "depends" in row["verdict"]]
    judged = list(found.judged)
    place = next(i for i, one in enumerate(judged) if one.key == ("rounds", "") and one.verdict.is_finding)
    turned = judged[place].verdict._replace(sign="+" if judged[place].verdict.sign == "-" else "-")
    judged[place] = judged[place]._replace(verdict=turned)
    marked = judging._marked(judged)
    told = [one.verdict.about("B") for one in marked if one.key == ("rounds", "")]
    assert len(told) == 2
    assert all(words.endswith("; depends on the bots") for words in told)
    assert sum("depends" in one.verdict.beside for one in marked) == 2


def test_signs_by_bots_and_players():
    question = CompareRequest(games=120, robust=True)
    found = compare(question.but(rules=("race", "race,goal=36")))
    assert {row["players"] for row in found.rows} == {2, 3, 4, 5, 6}
    assert {row["bots"] for row in found.rows} == set(find_game("race").engine.contrasting_bots)
    lengths = [row for row in found.rows if row["measure"] == "rounds"]
    assert [row["sign"] for row in lengths] == ["+"] * 15
    assert {row["holds"] for row in lengths} == {"higher everywhere"}
    last = [row for row in found.rows if (row["measure"], row["of"]) == ("win_share", "6")]
    assert {row["players"] for row in last} == {6}
    assert list(found.rows[0])[:7] == ["rules", "against", "measure", "of", "players", "bots", "sign"]
    measures = [row["measure"] for row in found.rows]
    assert sum(a != b for a, b in pairwise(measures)) + 1 == len(set(measures))


def test_bots_of_the_base_or_of_each_rulebook(monkeypatch):
    seen = {}
    honest = compare_answers.comparisons_of

    def spy(request):
        found = honest(request)
        seen[request.same_bots] = found[0].experiments
        return found

    monkeypatch.setattr(compare_answers, "comparisons_of", spy)
    for same in (False, True):
        found = compare(BOLD.but(games=60, same_bots=same, rules=("race", "race,goal=31")))
        assert any("the bots that the first one has" in note for note in found.notes) == same
    assert seen[True][1].seated[0] is seen[True][0].seated[0]
    assert seen[False][1].seated[0] is not seen[False][0].seated[0]


def test_which_weights_were_taken_is_said(monkeypatch):
    honest = compare_answers.comparisons_of

    def tuned(request):
        found = honest(request)
        return [
            replace(
                comparison,
                experiments=tuple(
                    replace(
                        one,
                        seated=tuple(
                            replace(bot, tuned_for=f"{one.rulebook.label}, 4") for bot in one.seated
                        ),
                    )
                    for one in comparison.experiments
                ),
            )
            for comparison in found
        ]

    monkeypatch.setattr(compare_answers, "comparisons_of", tuned)
    notes = compare(BOLD.but(games=60, rules=("race", "race,goal=31"))).notes
    assert any("race,goal=31, 4 players: bold has weights for race,goal=31, 4" in note for note in notes)


def test_the_usual_players_are_those_that_all_rulebooks_allow():
    few, some, many = "race,players.max=3", "race,players.min=3,players.max=5", "race,players.min=4"
    (comparison,) = comparisons_of(CompareRequest(rules=(few, some), bots=("bold",)))
    assert comparison.players == 3
    with pytest.raises(WrongUse, match="no number of players is allowed by all"):
        comparisons_of(CompareRequest(rules=(few, many)))


@pytest.mark.parametrize(
    ("rules", "question", "words"),
    [
        (("race",), CompareRequest(), "two rulebooks or more"),
        (("race", "race,goal=31"), CompareRequest(within=0.0), "within 0"),
        (("race", "race,goal=31"), CompareRequest(margin=1.0), "margin 1"),
        (("race", "race,goal=31"), CompareRequest(apart="1"), "another seed"),
        (("race", "race,goal=31"), CompareRequest(bots=("bald",)), "did you mean bold"),
        (
            ("race", "race,goal=31"),
            CompareRequest(bots=("bold,chaser",), players="3"),
            "2 bots for 3 players",
        ),
        (("race", "risk-express"), CompareRequest(), "compare rulebooks of one game"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_one_line(rules, question, words):
    with pytest.raises(WrongUse, match=words) as refusal:
        comparisons_of(question.but(rules=rules))
    assert "\n" not in str(refusal.value)


def test_every_game_has_bots_of_different_manner():
    for name in ("conquete-1957", "risk-express", "race"):
        engine = engine_for(load(name))
        assert len(engine.contrasting_bots) >= 3
        assert set(engine.contrasting_bots) <= set(engine.bots)


def test_the_answers_in_python_are_those_of_the_command():
    frame = analysis.compare("race", "race,goal=40", players=2, bots="bold", games=300, seed=7)
    compared = compare(
        CompareRequest(rules=("race", "race,goal=40"), players="2", bots=("bold",), games=300, seed="7")
    )
    records = [
        {
            name: None if isinstance(value, float) and math.isnan(value) else value
            for name, value in row.items()
        }
        for row in frame.to_dict("records")
    ]
    assert records == compared.rows
