"""Conflicts and declarations of Africa 1880: all cases counted, and equilibria checked by definition."""

from fractions import Fraction
from itertools import combinations, permutations, product
from types import SimpleNamespace

import numpy as np
import pytest
from africa_table import rulebook
from oracle_africa import survivors

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.africa.answers import (
    colony_worth,
    conflict,
    conflict_words,
    declarations,
    territory_answer,
)
from conquestlab.analysis.games.africa.conflicts import points_of, reason, resolve
from conquestlab.analysis.games.africa.declaration_game import EXACT, DeclarationGame, plans_of
from conquestlab.analysis.games.africa.declarations import read_declarations
from conquestlab.analysis.rules.rulebook import load

RULES = "africa-1880"
SCORE = SimpleNamespace(alone=8, shared=3, alliance=1)
SCORES = [
    SCORE,
    SimpleNamespace(alone=8, shared=3, alliance=0),
    SimpleNamespace(alone=5, shared=4, alliance=2),
]
NATIONS = ("GB", "FR", "DE", "IT")
# The five examples of the rulebook
EXAMPLES = [
    ("FR: DE:", set()),
    ("FR:war>DE DE:war>FR", set()),
    ("FR:ally>DE DE:war>FR", {"FR"}),
    ("FR:war>DE DE:ally>FR", {"DE"}),
    ("FR:war>DE,ally>GB DE:war>FR,ally>GB GB:ally>FR,war>DE", {"DE"}),
]


def read(text):
    return read_declarations(text.split("|"), rulebook().map.nations)


@pytest.mark.parametrize(("text", "gone"), EXAMPLES)
def test_8_7_the_five_examples_of_conflicts_are_resolved(text, gone):
    assert set(resolve(read(text).wars).removed) == gone
    rows = conflict(rulebook(), read(text).wars)
    assert {row["nation"] for row in rows if row["stays"] == "no"} == gone


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_8_3_4_every_conflict_is_resolved_as_the_plain_reading_does(size):
    present = NATIONS[:size]
    for plans in product(*(plans_of(nation, present) for nation in present)):
        wars = dict(zip(present, plans, strict=True))
        pairs = {(one, other) for one, plan in wars.items() for other in plan}
        left = survivors(frozenset(present), pairs)
        found = resolve(wars)
        assert set(present) - found.removed == left
        assert found.peace == (bool(left) and not any((a, b) in pairs for a in left for b in left))
        for nation in present:
            held = nation in left and found.peace
            assert points_of(nation, wars, SCORE) == held * (8 if len(left) == 1 else 3)
            assert reason(nation, wars)


def test_a_conflict_is_told_in_words():
    wars = read("FR:war>DE DE: GB:war>DE").wars
    assert conflict_words(wars) == ["DE removed; a developed territory becomes a colony of FR and GB"]
    assert [row["why"] for row in conflict(rulebook(), wars)] == [
        "DE and GB declare alliance to it",
        "war from 2 (FR and GB), alliance from none",
        "FR and DE declare alliance to it",
    ]
    war = "all stay; a war among those who stay keeps a developed territory from becoming a colony"
    assert conflict_words(read("FR:war>DE DE:war>FR").wars) == [war]
    all_at_war = "FR:war>DE,war>GB DE:war>FR,war>GB GB:war>FR,war>DE"
    gone = "FR, DE and GB removed; nobody is left, so nothing becomes a colony"
    assert conflict_words(read(all_at_war).wars) == [gone]


def test_declarations_are_read_as_they_are_typed():
    question = read("FR:war>DE,ally>GB DE:|great_britain:WAR>fr")
    assert question.present == ("FR", "DE", "GB")
    assert question.wars == {"FR": ["DE"], "DE": [], "GB": ["FR"]}
    assert read("FR|DE") == (("FR", "DE"), None)


WRONG = [
    ("", "who is present? Name nations, as in FR DE"),
    ("XX", "there is no nation 'XX': the nations are GB, FR, DE, IT, NL, BE"),
    ("FR:war>XX DE:", "there is no nation 'XX' in 'FR:war>XX'"),
    ("FR FR", "FR is named twice"),
    ("FR: DE", "DE has no colon, others have: write DE:"),
    ("FR:war DE:", "'war' is no declaration: write 'FR:war>DE,ally>GB', in quotation marks"),
    ("FR:peace>DE DE:", "'peace>DE' is no declaration"),
    ("FR:war>DE, DE:", "'' is no declaration"),
    ("FR:war>FR DE:", "FR declares something to itself"),
    ("FR:war>IT DE:", "IT is not present"),
    ("FR:war>DE,ally>DE DE:", "FR declares both war and alliance to DE"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_wrong_declarations_are_refused_in_one_line(text, message):
    with pytest.raises(WrongUse) as wrong:
        read(text)
    assert str(wrong.value).startswith(message)
    assert "\n" not in str(wrong.value)


def test_declarations_are_solved_for_two_or_three():
    for words in (("FR",), NATIONS):
        with pytest.raises(WrongUse, match=f"^{len(words)} nations: declarations are solved for 2 or 3"):
            declarations(rulebook(), words)


# Equilibria, by their definition ------------------------------------------------------------------


def worth(present, plans, score, aim):
    """Return what each nation gets, in fractions, from the plain reading of conflicts."""
    pairs = {(one, other) for one, plan in zip(present, plans, strict=True) for other in plan}
    left = survivors(frozenset(present), pairs)
    peace = left and not any((a, b) in pairs for a in left for b in left)
    each = score.alone if len(left) == 1 else score.shared
    points = []
    for nation in present:
        allies = len(present) - 1 - sum(on == nation for _, on in pairs)
        points.append(Fraction(score.alliance * allies + (each if peace and nation in left else 0)))
    if aim == "lead":
        others = len(present) - 1
        return [own - (sum(points) - own) / others for own in points]
    return points


def best_gains(present, mixtures, score, aim):
    """Return by nation what it expects, and the most that a plan of its own would bring more."""
    plans = [plans_of(nation, present) for nation in present]
    found = []
    for place in range(len(present)):
        values = []
        for own in plans[place]:
            value = 0.0
            others = [
                [(own, 1.0)] if other == place else list(zip(plans[other], mixtures[other], strict=True))
                for other in range(len(present))
            ]
            for picks in product(*others):
                chance = np.prod([chance for _, chance in picks])
                if chance:
                    value += chance * float(worth(present, [plan for plan, _ in picks], score, aim)[place])
            values.append(value)
        here = float(np.dot(values, mixtures[place]))
        found.append((here, max(values) - here))
    return found


CASES = [(size, score, aim) for size in (2, 3) for score in SCORES for aim in ("points", "lead")]


@pytest.mark.parametrize(("size", "score", "aim"), CASES, ids=str)
def test_the_equilibria_without_chance_are_all_that_there_are(size, score, aim):
    present = NATIONS[:size]
    game = DeclarationGame(present, score, aim)
    steady = []
    for plans in product(*(plans_of(nation, present) for nation in present)):
        here = worth(present, plans, score, aim)
        others = [
            worth(present, [*plans[:place], plan, *plans[place + 1 :]], score, aim)[place] <= here[place]
            for place in range(size)
            for plan in plans_of(present[place], present)
        ]
        if all(others):
            steady.append(plans)
    found = game.pure_equilibria()
    assert sum(one.alike for one in found) == len(steady)
    for one in found:
        plans = tuple(game.plans[place][int(np.argmax(m))] for place, m in enumerate(one.mixtures))
        assert plans in steady
        assert list(one.points) == [float(value) for value in worth(present, plans, score, aim)]
        assert one.strict == all(
            worth(present, [*plans[:place], plan, *plans[place + 1 :]], score, aim)[place] < one.points[place]
            for place in range(size)
            for plan in plans_of(present[place], present)
            if plan != plans[place]
        )


@pytest.mark.parametrize(("size", "score", "aim"), CASES, ids=str)
def test_nobody_gains_by_leaving_a_mixed_equilibrium(size, score, aim):
    present = NATIONS[:size]
    for one in DeclarationGame(present, score, aim).even_mixtures():
        for mixture in one.mixtures:
            assert mixture.min() >= 0
            assert mixture.sum() == pytest.approx(1, abs=1e-12)
            assert np.count_nonzero(mixture) > 1
        found = best_gains(present, one.mixtures, score, aim)
        assert [value for value, _ in found] == pytest.approx(one.points, abs=1e-9)
        assert max(gain for _, gain in found) <= EXACT
        assert max(one.gains) <= EXACT


def test_three_nations_have_mixed_equilibria_and_an_even_one_is_known():
    """Against chances 1/2, 1/4, 1/4 each plan but war on both brings 2.25, and that one 2 (by hand)."""
    first = DeclarationGame(NATIONS[:3], SCORE).even_mixtures()[0]
    assert first.mixtures[0].tolist() == pytest.approx([0.5, 0.25, 0.25, 0], abs=1e-9)
    assert first.points == pytest.approx([2.25] * 3, abs=1e-9)


@pytest.mark.parametrize("score", SCORES, ids=str)
@pytest.mark.parametrize("aim", ["points", "lead"])
def test_what_one_of_two_can_be_sure_of_is_a_bound_that_is_reached(score, aim):
    """The mixture brings the value against every plan, and no other mixture brings more."""
    present = NATIONS[:2]
    game = DeclarationGame(present, score, aim)
    value, mixture = game.guaranteed()
    mine, theirs = (plans_of(nation, present) for nation in present)
    table = np.array([[float(worth(present, (a, b), score, aim)[0]) for b in theirs] for a in mine])
    assert (mixture @ table).min() == pytest.approx(value, abs=1e-9)
    for chance in np.linspace(0, 1, 401):
        assert (np.array([1 - chance, chance]) @ table).min() <= value + 1e-9
    if aim == "lead":
        assert value == pytest.approx(0, abs=1e-9)  # both nations are alike


def test_peace_of_three_holds_by_itself_and_peace_of_two_does_not():
    """With the points of the rulebook; between two, war is never worse than alliance."""
    two, three = (DeclarationGame(NATIONS[:size], SCORE).pure_equilibria() for size in (2, 3))
    assert [one.points for one in three if one.strict] == [(5.0, 5.0, 5.0)]
    assert not any(one.strict for one in two)
    assert all(sum(m[0] for m in one.mixtures) < 2 for one in two)
    leads = DeclarationGame(NATIONS[:3], SCORE, "lead").pure_equilibria()
    assert [(one.strict, one.points) for one in leads] == [(True, (0.0, 0.0, 0.0))]
    assert all(m[-1] == 1 for m in leads[0].mixtures)


def test_equilibria_are_alike_that_differ_by_names_alone():
    game = DeclarationGame(NATIONS[:3], SCORE)
    for one in game.pure_equilibria():
        wars = {
            (a, b)
            for a, m in enumerate(one.mixtures)
            for b in (game.present.index(name) for name in game.plans[a][int(np.argmax(m))])
        }
        images = {frozenset((order[a], order[b]) for a, b in wars) for order in permutations(range(3))}
        assert len(images) == one.alike


# Rows ---------------------------------------------------------------------------------------------


def test_the_rows_of_declarations():
    rows = declarations(rulebook(), ("FR", "DE"))
    assert {row["answer"] for row in rows} == {"weak", "strict", "safe"}
    weak = [row for row in rows if (row["aim"], row["number"]) == ("points", 1)]
    assert [(row["nation"], row["declares"], row["expected"]) for row in weak] == [
        ("FR", "alliance to all", 0.0),
        ("DE", "war on FR", 9.0),
    ]
    three = declarations(rulebook(), ("FR", "DE", "GB"))
    mixed = [row for row in three if row["answer"] == "mixed"]
    assert {row["nation"] for row in mixed} == {"FR"}
    for number in {row["number"] for row in mixed}:
        assert sum(row["chance"] for row in mixed if row["number"] == number) == pytest.approx(1)
    assert max(row["gain"] for row in three if row["gain"] is not None) <= EXACT


def test_the_worth_of_a_colony_alone_and_shared():
    rows = colony_worth(rulebook(score__alone=10))
    assert [(row["points_each"], row["points_together"]) for row in rows][:3] == [(10, 10), (3, 6), (3, 9)]
    assert rows == territory_answer((load(f"{RULES},score.alone=10"),), ())


def test_the_options_of_the_score_act():
    dear = territory_answer((load(f"{RULES},score.shared=8"),), ("FR", "DE"))
    peace = [row for row in dear if row["number"] == 1 and row["aim"] == "points"]
    assert [row["expected"] for row in peace] == [9.0, 9.0]
    assert {row["declares"] for row in peace} == {"alliance to all"}


def test_no_plan_is_forgotten():
    for size in (2, 3, 4):
        present = NATIONS[:size]
        others = present[1:]
        subsets = [set(some) for many in range(size) for some in combinations(others, many)]
        assert sorted(map(sorted, plans_of("GB", present))) == sorted(map(sorted, subsets))
