"""Tuning on a small race of dice, where a head start levels the seats exactly when all have the same."""

import pytest

from conquestlab import analysis
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.playing.batches import PlayedBatch
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.many_games import play_experiment
from conquestlab.analysis.playing.workers import Listener
from conquestlab.analysis.requests.searches import TuneRequest
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.analysis.tuning.fresh_runs import later, tolerance
from conquestlab.analysis.tuning.plans import games_to_show, plan_of
from conquestlab.analysis.tuning.surface import SHARES
from conquestlab.analysis.tuning.targets import read_target
from conquestlab.analysis.tuning.trials import Trials
from conquestlab.analysis.tuning.tune_answers import tune
from conquestlab.analysis.tuning.tune_rows import COLUMNS
from conquestlab.analysis.tuning.varied import Variants, read_varied
from conquestlab.analysis.tuning.whole_numbers import Choice

UNEVEN = TuneRequest(
    rules=("race,start=[5,2,0]",),
    vary=("start.2=0..12", "start.3=0..12"),
    players="3",
    bots="random",
    games=8000,
    confirm=6000,
    margin=0.03,
)


def of(tuned, part):
    return [row for row in tuned.rows if row["part"] == part]


def test_head_starts_that_level_the_seats_are_found_rounded_and_confirmed():
    tuned = tune(UNEVEN.but(response=True))
    assert tuned.met
    assert not tuned.interrupted
    assert all(tuple(row) == COLUMNS for row in tuned.rows)
    first, second = of(tuned, "root")
    assert (first["key"], second["key"]) == ("start.2", "start.3")
    for row in (first, second):
        assert row["low"] < 5 < row["high"]
        assert row["rounded"] == 5
        assert row["games"] == pytest.approx(0.8 * 8000, abs=60)
    expected, *others = of(tuned, "predicted")
    assert (expected["at"], expected["measure"]) == ("5,5", "seat_gap")
    assert len(others) == 3
    played = {(row["at"], row["measure"], row["of"]): row for row in of(tuned, "played")}
    assert played["5,5", "seat_balanced", "0.03"]["value"] == 1.0
    assert played["5,5", "win_share", "3"]["rules"] == "race,start=[5,5,5]"
    assert played["5,5", "seat_gap", ""]["games"] == 6000
    for row in others:
        assert played[row["at"], "seat_gap", ""]["games"] == 1500
    answered = of(tuned, "response")
    assert {row["measure"] for row in answered} == {"win_share"}
    assert sum(row["games"] for row in answered) == 3 * tuned.search.games
    met, rounding, anew = tuned.notes
    assert met == "met: race,start=[5,5,5] brings seats within 3 points of an even share"
    assert rounding.startswith("whole numbers: race,start=[5,5,5]; rounding is expected to leave a gap of ")
    gap = f"{100 * played['5,5', 'seat_gap', '']['value']:.1f}"
    assert anew.startswith(f"played anew, 6,000 games, seed 2: a gap of {gap} points (")
    assert "), all seats are within 3 points of an even share (p = " in anew


def test_the_fresh_run_is_the_one_that_play_makes():
    tuned = tune(UNEVEN)
    again = experiment_of("race,start=[5,5,5]", 3, ("random",), parse_seeds("2"), 6000)
    wins = play_experiment(again).tally.wins
    shares = [row["value"] for row in of(tuned, "played") if row["measure"] == "win_share"]
    assert shares == [won / wins.sums[-1] for won in wins.sums[:3]]


def test_neither_threads_nor_the_response_change_the_answer():
    rows = tune(UNEVEN.but(jobs=1)).rows
    assert tune(UNEVEN.but(jobs=3)).rows == rows
    assert tune(UNEVEN.but(seed="2")).rows != rows


def test_of_a_whole_list_the_strongest_seat_keeps_what_it_has():
    tuned = tune(UNEVEN.but(vary=("start=0..12",)))
    assert [row["key"] for row in of(tuned, "root")] == ["start.2", "start.3"]
    assert "seat 1, the strongest as the rules are, keeps start.1 = 5" in tuned.notes
    assert of(tuned, "predicted")[0]["rules"] == "race,start=[5,5,5]"


def test_bots_that_differ_are_tuned_in_blocks():
    tuned = tune(UNEVEN.but(bots="random,bold,random", confirm=0))
    assert all(row["low"] < 5 < row["high"] for row in of(tuned, "root"))
    assert not of(tuned, "played")
    assert all(sums.games % 3 == 0 for sums in tuned.search.sums.values())


def test_a_length_is_brought_about():
    tuned = tune(
        TuneRequest(
            rules=("race",),
            vary=("goal",),
            target="rounds=6",
            players="2",
            bots="random",
            games=3000,
            confirm=3000,
        )
    )
    (row,) = of(tuned, "root")
    assert row["high"] - row["low"] < 2
    played = of(tuned, "played")
    assert [one["measure"] for one in played] == ["rounds"] * len(played)
    assert abs(played[0]["value"] - 6) < 0.2
    assert tuned.notes[-1].startswith("played anew, 3,000 games, seed 2: rounds ")


def test_a_target_that_no_whole_number_meets_is_not_met():
    question = TuneRequest(
        rules=("race",),
        vary=("goal",),
        target="rounds=6",
        players="2",
        bots="random",
        games=3000,
        confirm=3000,
    )
    assert tune(question).notes[0].startswith("met: race,goal=")
    strict = tune(question.but(margin=0.001))
    assert not strict.met
    assert strict.notes[0].startswith(
        "not met: no whole numbers were shown to bring rounds within 0.006 of 6"
    )
    assert "; nearest, race,goal=" in strict.notes[0]
    assert of(strict, "root")


def test_no_worse_whole_numbers_are_kept_than_fresh_runs_show():
    for seed in ("1", "2", "3", "4"):
        tuned = tune(UNEVEN.but(games=2000, confirm=800, seed=seed))
        best = of(tuned, "root")
        kept = ",".join(str(row["rounded"]) for row in best)
        gaps = {row["at"]: row["value"] for row in of(tuned, "played") if row["measure"] == "seat_gap"}
        assert gaps[kept] == min(gaps.values())
        games = {row["at"]: row["games"] for row in of(tuned, "played") if row["measure"] == "seat_gap"}
        assert games[kept] == 800
        assert set(games.values()) <= {200, 800}


def test_several_sets_of_bots_get_the_numbers_that_suit_the_worst_of_them_best():
    """A cautious runner is slower than a bold one: what is right for one is wrong for the other."""
    question = TuneRequest(
        rules=("race",), vary=("goal=10..60",), target="rounds=6", players="2", games=3000, confirm=2000
    )
    each = {bots: tune(question.but(bots=bots)) for bots in ("bold", "cautious")}
    both = tune(question.but(bots=("bold", "cautious")))
    alone = {bots: of(one, "root")[0]["rounded"] for bots, one in each.items()}
    roots = of(both, "root")
    assert [row["bots"] for row in roots] == ["bold", "cautious"]
    assert len({row["rounded"] for row in roots}) == 1
    if alone["bold"] != alone["cautious"]:
        assert min(alone.values()) <= roots[0]["rounded"] <= max(alone.values())
    misses = {}
    for row in of(both, "played"):
        misses.setdefault(row["at"], {})[row["bots"]] = abs(row["value"] - 6)
    assert all(len(one) == 2 for one in misses.values())
    worst = {at: max(one.values()) for at, one in misses.items()}
    assert worst[str(roots[0]["rounded"])] == min(worst.values())
    assert both.notes[0].startswith("best for the bots that it suits least: race,goal=")
    assert {note.partition(":")[0] for note in both.notes[1:]} == {"bold", "cautious"}


def test_how_far_from_the_target_counts_as_met():
    shares = TuneRequest(rules=("race",), vary=("goal=10..60",), players="2", bots="random")
    cases = {"rounds=6": 0.3, "unfinished_share=0.2": 0.015, "win_share.1=0.4": 0.015, "rounds_p90=20": 1.0}
    for target, within in cases.items():
        assert tolerance(plan_of(shares.but(target=target))) == pytest.approx(within)
    assert tolerance(plan_of(shares.but(target="rounds=6", margin=0.1))) == pytest.approx(0.6)
    assert tolerance(plan_of(shares.but(target="seat_slope=0"))) == 0.015


def test_a_mean_of_games_that_are_cut_off_says_so():
    question = TuneRequest(
        rules=("race,max_rounds=8",),
        vary=("goal=10..60",),
        target="rounds=6",
        players="2",
        bots="random",
        games=2000,
        confirm=2000,
    )
    tuned = tune(question)
    assert any("cut off" in note for note in tuned.notes)
    assert of(tuned, "played")[0]["measure"] == "rounds"


def test_what_is_out_of_reach_is_said_with_a_way_on():
    question = TuneRequest(
        rules=("race",),
        vary=("goal=10..40",),
        target="rounds=20",
        players="2",
        bots="random",
        games=2000,
        confirm=1000,
    )
    tuned = tune(question)
    assert not tuned.met
    (row,) = of(tuned, "nearest")
    assert (row["value"], row["rounded"]) == (40.0, 40)
    assert tuned.notes[0] == "nothing was found in this range that meets rounds=20; this is nearest"
    assert tuned.notes[1] == "goal would have to be higher than 40: try --vary goal=10..100"


def test_a_seat_that_would_need_less_than_nothing_is_said():
    question = TuneRequest(
        rules=("race,start=[12,0]",),
        vary=("start.2=0..12",),
        bots="cautious,random",
        rotate=False,
        games=2000,
        confirm=0,
    )
    tuned = tune(question)
    assert not tuned.met
    assert [row["value"] for row in of(tuned, "nearest")] == [0.0]
    assert tuned.notes[1] == (
        "start.2 would have to be lower than 0, which no rulebook allows: "
        "--vary start finds the seats that need more"
    )
    both = tune(question.but(vary=("start",), games=4000))
    assert [row["key"] for row in of(both, "root")] == ["start.1"]
    assert of(both, "root")[0]["value"] > 12.5


def test_one_number_cannot_level_three_seats():
    tuned = tune(UNEVEN.but(vary=("start.3=0..12",), confirm=0))
    assert not tuned.met
    assert tuned.notes[0].startswith("seat_gap=0 cannot be met: one number cannot level 3 seats")


def test_what_moves_nothing_has_no_answer():
    # So many rounds are never played.
    question = TuneRequest(
        rules=("race",),
        vary=("max_rounds=40..60",),
        target="unfinished_share=0.1",
        players="2",
        bots="bold",
        games=1000,
    )
    tuned = tune(question)
    assert not tuned.met
    (row,) = tuned.rows
    assert row["part"] == "flat"
    assert [row[name] for name in ("value", "low", "high", "rounded")] == [None] * 4
    assert "moved nothing that could be told from chance" in tuned.notes[0]


def test_an_interruption_leaves_what_was_played():
    def interrupt_after(games):
        heard = []

        def played(more):
            heard.append(more)
            if sum(heard) >= games:
                raise KeyboardInterrupt

        return Listener(played=played)

    whole = tune(UNEVEN.but(jobs=1))
    searched, screened = whole.search.games, UNEVEN.games
    for games, parts in (
        (2500, {"predicted"}),
        (searched + 200, {"predicted"}),
        (screened + 1500, {"predicted"}),
        (screened + 6500, {"predicted", "played"}),
    ):
        tuned = tune(UNEVEN.but(jobs=1), listener=interrupt_after(games))
        assert tuned.interrupted
        assert {row["part"] for row in tuned.rows} - {"root", "nearest", "flat"} == parts
        assert tuned.search.games <= searched
    with pytest.raises(KeyboardInterrupt):
        tune(UNEVEN.but(jobs=1), listener=interrupt_after(10))


def test_the_listener_hears_every_game():
    heard = []
    planned = plan_of(UNEVEN)
    tuned = tune(UNEVEN, listener=Listener(played=heard.append))
    assert tuned.search.games < sum(heard) <= planned.games + 30 * 60


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"vary": ()}, "--vary KEY"),
        ({"vary": ("start.1", "start.2", "start.3")}, "or start alone"),
        ({"vary": ("goal", "max_rounds"), "target": "rounds=5"}, "name 1 at most"),
        ({"vary": ("start",), "target": "rounds=5"}, "name 1 at most"),
        ({"vary": ("jostle",)}, "is no number"),
        ({"within": 0.0}, "within 0"),
        ({"games": 500}, "500 games are too few"),
        ({"margin": 2.0}, "margin 2"),
        ({"players": "2-3"}, "one number of players"),
        ({"bots": "bald"}, "did you mean bold"),
        ({"seed": "x"}, "seed"),
    ],
)
def test_what_cannot_be_tuned_is_refused_before_any_game(changes, told):
    with pytest.raises(WrongUse, match=told) as refusal:
        plan_of(UNEVEN.but(**changes))
    assert "\n" not in str(refusal.value)


def test_a_number_for_a_seat_that_nobody_has_is_refused():
    with pytest.raises(WrongUse, match="it does nothing at a table of 3"):
        plan_of(
            TuneRequest(
                rules=("risk-modern",), vary=("setup.starting_armies.4",), target="rounds=9", players="3"
            )
        )


def test_a_table_without_entries_is_refused():
    with pytest.raises(WrongUse, match="has no entries"):
        plan_of(
            TuneRequest(
                rules=("conquete-1957",), vary=("setup.starting_armies",), target="rounds=9", players="3"
            )
        )


def test_games_enough_to_show_that_seats_are_even():
    assert games_to_show(3, 0.015) == 43_000
    assert UNEVEN.but(games=None).games_at_most == 100_000
    assert UNEVEN.but(games=None, within=0.5).games_at_most == 10_000_000
    assert plan_of(UNEVEN.but(confirm=None)).confirming == games_to_show(3, 0.03)


def test_the_fresh_run_has_seeds_of_its_own():
    assert later(parse_seeds("7")).text == "8"
    assert later(parse_seeds("7,dice=9")).text == "8,dice=10"
    assert later(parse_seeds(str(2**64 - 1))).text == "0"


def trials(**named):
    like = experiment_of("race", 2, ("random", "bold"), parse_seeds("1"), 600)
    variants = Variants("race", like.rulebook, 2)
    varied = read_varied(["start.1=0..9"], variants)
    return Trials(variants, varied, read_target("seat_gap=0", like), like, 1, Listener(), **named)


def summed(player, batch):
    return player.target.summed(PlayedBatch(batch, batch.rows()))


def test_no_two_points_of_a_search_share_their_luck():
    player = trials()
    sums = dict(player([((0,), 7), ((3,), 4)]))
    assert [one.games for one in sums.values()] == [8, 4]
    assert player.next_game == 12
    experiment = player.experiment((3,))
    assert sums[(3,)] == summed(player, experiment.batch(8, 4))


def test_points_that_are_compared_do():
    player = trials(next_game=6, common=True)
    list(player([((0,), 8), ((3,), 4)]))
    assert player.next_game == 14
    sums = dict(player([((0,), 4), ((3,), 4)]))
    experiment = player.experiment((3,))
    assert sums[(3,)] == summed(player, experiment.batch(14, 4))


def test_whole_points_are_weighed_by_surface_and_games():
    from conquestlab.analysis.tuning.search import Aim, Search

    player = trials()
    search = Search(Aim(player.target.aim, SHARES, (0,), (9,), (0,)), player)
    answer = search.run(2000)
    choice = Choice(answer.surface, player.target, search.sums)
    whole = choice.near(answer.point, search.box)
    assert 3 <= len(whole) <= 5
    point = whole[0].point
    seen = search.seen[point].means[0]
    by_surface = answer.surface.means(point)[0]
    assert min(seen, by_surface) <= whole[0].means[0] <= max(seen, by_surface)
    # Far beyond its points the surface knows nothing, and what is played counts alone.
    assert choice.known((40,)).covariance[0, 0] > 0.05
    more = choice.played(whole, trials(next_game=player.next_game, common=True), 400)
    assert {one.point for one in more} <= {one.point for one in whole}
    assert sum(one.games for one in more) > sum(one.games for one in whole)


def test_the_answers_in_python_are_those_of_the_command():
    frame = analysis.tune(
        UNEVEN.rules,
        vary={"start.2": (0, 12), "start.3": (0, 12)},
        players=3,
        bots="random",
        games=8000,
        confirm=6000,
        margin=0.03,
        jobs=1,
    )
    rows = tune(UNEVEN).rows
    assert frame["value"].tolist() == [row["value"] for row in rows]
    assert frame["rules"].tolist() == [row["rules"] for row in rows]


def test_who_plays_well_plays_where_no_bot_is_named():
    express = TuneRequest(rules=("risk-express",), vary=("dice.count=6..9",), target="rounds=12")
    assert plan_of(express).experiment.bots_text == "expert"
    assert plan_of(express.but(bots="points")).experiment.bots_text == "points"
    assert (
        plan_of(TuneRequest(rules=("race",), vary=("goal",), target="rounds=6")).experiment.bots_text
        == "chaser"
    )
