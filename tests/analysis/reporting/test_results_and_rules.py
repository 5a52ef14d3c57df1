"""Results of other commands read back and judged, and what is said of rulebooks."""

import json

import pytest

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.games.conquest.battles.attack_answers import table
from conquestlab.analysis.games.conquest.card_sets.card_answers import chance
from conquestlab.analysis.games.conquest.facts import disputed_borders
from conquestlab.analysis.games.express.facts import reconstructed_names
from conquestlab.analysis.reporting.compare_signs import LESS, MORE, compared, holds, way_of
from conquestlab.analysis.reporting.contents import gather
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.analysis.reporting.result_files import Result, read_result
from conquestlab.analysis.reporting.result_verdicts import heading_of, result_verdicts
from conquestlab.analysis.reporting.rule_facts import (
    difference_rows,
    provenance_rows,
    reconstructed_rows,
    source_rows,
)
from conquestlab.analysis.reporting.sentences import WARNING
from conquestlab.analysis.reporting.shared_tables import shared_tables
from conquestlab.analysis.requests.exact import CardsRequest, OddsRequest
from conquestlab.analysis.rules.rulebook import load


def write(tmp_path, answer):
    place = tmp_path / "answer.json"
    place.write_text(answer if isinstance(answer, str) else json.dumps(answer), encoding="utf-8")
    return str(place)


def test_an_answer_is_read_back(tmp_path):
    answer = {
        "meta": {"command": "conquest tune --rules x", "rules": "x", "notes": ["n"]},
        "rows": [{"key": "k"}],
    }
    result = read_result(write(tmp_path, answer), "tune")
    assert (result.kind, result.rules, result.notes, result.rows) == ("tune", ["x"], ["n"], [{"key": "k"}])


@pytest.mark.parametrize(
    ("answer", "error", "words"),
    [
        ("{", Failed, "is not JSON: make it with conquest compare … --format json"),
        ([], Failed, "is no answer"),
        ({"meta": {}, "rows": [1]}, Failed, "is no answer"),
        ({"meta": {"command": "conquest play"}, "rows": []}, WrongUse, "is the answer of conquest play"),
        ({"meta": {}, "rows": []}, WrongUse, "does not say which command made it"),
    ],
)
def test_what_is_no_such_answer_is_refused(tmp_path, answer, error, words):
    with pytest.raises(error, match=words):
        read_result(write(tmp_path, answer), "compare")


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(WrongUse, match="is no file"):
        read_result(str(tmp_path / "none.json"), "tune")


def difference(measure, of, bots, sign=None, p=1.0, **more):
    row = {"rules": "b", "against": "a", "players": 3, "bots": bots, "measure": measure, "of": of}
    entry = measure_called(measure)
    kind = "bot" if of == "expert" else entry.of if of else ""
    return row | {"difference": 0.1, "p_adjusted": p, "sign": sign, "kind": kind, "unit": entry.unit, **more}


def test_marks_of_a_robust_answer_and_numbers_of_others_say_which_way():
    assert [way_of({"sign": sign}) for sign in "+-=0?"] == [1, -1, 0, 0, None]
    assert [way_of({"sign": sign}) for sign in (1, -1, 0, None)] == [1, -1, 0, None]


def test_an_answer_of_an_older_version_is_refused(tmp_path):
    rows = [{"rules": "a", "measure": "rounds", "of": "", "verdict": "b is longer by 2 rounds"}]
    place = write(tmp_path, {"meta": {"command": "conquest compare a b"}, "rows": rows})
    with pytest.raises(WrongUse, match="was made by an older version: run conquest compare again"):
        read_result(place, "compare")


def test_tables_are_taken_together_by_measure():
    base = {"rules": "a", "measure": "rounds", "of": "", "value": 3.0, "difference": None, "sign": None}
    rows = [base, difference("rounds", "", "x", "+"), difference("rounds", "", "y", "-")]
    (one,) = compared(rows)
    assert (one.name, one.signs, len(one.rows)) == ("rounds", [MORE, LESS], 2)
    assert holds(one) == "depends on the bots"
    assert compared([difference("win_share", "2", "x", "+")])[0].name == "win share, seat 2"
    assert compared([difference("win_share", "expert", "x", "+")])[0].name == "win share, expert"
    assert holds(compared([difference("drama", "", "x", "=")])[0]) == "no difference"
    assert holds(compared([difference("drama", "", "x", "?")])[0]) == "not decided"
    assert holds(compared([difference("drama", "", bots, "+") for bots in "xy"])[0]) == "higher everywhere"
    kept = difference("drama", "", "x", "+", holds="depends on the bots")
    assert holds(compared([kept])[0]) == "depends on the bots"


def test_a_comparison_says_what_differs_in_words():
    rows = [
        difference("rounds", "", "x", 1, p=0.01),
        difference("drama", "", "x", 1, p=0.001),
        difference("winner_led", "", "x"),
    ]
    result = Result("compare", "f", {"rules": ["a", "b"]}, rows)
    assert [(verdict.headline, verdict.words) for verdict in result_verdicts(result)] == [
        ("Games are longer.", "By … rounds."),
        ("Winners come from further behind.", "By …."),
    ]
    assert heading_of(result) == "b against a"
    nothing = Result("compare", "f", {"rules": ["a", "b"]}, rows[2:])
    assert [verdict.headline for verdict in result_verdicts(nothing)] == ["No difference is shown."]
    other = Result("compare", "f", {"rules": ["a", "b"]}, [difference("winner_led", "", "x", "+")])
    assert [verdict.words for verdict in result_verdicts(other)] == ["1 measure differs: see the tables."]


def spoken(*rows):
    return [(one.headline, one.words) for one in result_verdicts(Result("compare", "f", {}, rows))]


def test_a_comparison_names_seats_continents_and_tables():
    one = difference("win_share", "2", "x", "+") | {"difference_low": 0.01, "difference_high": 0.03}
    assert spoken(one) == [("Seat 2 wins more often.", "By ….")]
    assert spoken(one, one | {"of": "3"}) == [
        ("Seats 2 and 3 win more often.", "Seat 2 by … and seat 3 by ….")
    ]
    two = difference("rounds", "", "x", "-"), difference("rounds", "", "y", "?")
    assert spoken(*two) == [
        ("Games are shorter, at 1 of 2 tables.", "By … rounds with x; not decided with y.")
    ]
    kept = [difference("continent_kept", of, "x", "-") for of in ("north_america", "asia")]
    assert spoken(*kept) == [
        ("North America and Asia are harder to keep.", "North America by … and Asia by ….")
    ]
    less = difference("income_share", "cards", "x", "-")
    assert spoken(less) == [("Fewer of the armies come from cards.", "By ….")]


def test_a_difference_is_told_as_loudly_as_it_is_large():
    def head(measure, before, after):
        base = {"rules": "a", "measure": measure, "of": "", "players": 3, "bots": "x", "value": before}
        base |= {"against": None, "difference": None, "sign": None}
        one = difference(measure, "", "x", 1) | {"value": after, "difference": after - before}
        return spoken(base, one)[0]

    assert head("rounds", 30.0, 30.5)[0] == "Games are longer, but barely."
    assert head("rounds", 30.0, 32.0)[0] == "Games are longer, slightly."
    assert head("rounds", 30.0, 40.0) == ("Games are longer.", "By … rounds, from … to ….")
    assert head("comeback_share", 0.30, 0.305)[0] == "A lead at half-time is lost more often, but barely."
    assert head("comeback_share", 0.30, 0.32)[0] == "A lead at half-time is lost more often, slightly."
    assert head("comeback_share", 0.30, 0.40)[0] == "A lead at half-time is lost more often."


def test_a_ladder_is_told_as_loudly_as_the_bots_differ():
    def head(gap):
        rows = [rating("x", 0.0, -0.01, 0.01), rating("y", gap, gap - 0.01, gap + 0.01)]
        (verdict,) = result_verdicts(Result("ladder", "f", {}, rows))
        return verdict.headline

    assert head(0.05) == "y is barely stronger than x."
    assert head(0.2) == "y is slightly stronger than x."
    assert head(0.6) == "y is the strongest."
    assert head(1.5) == "y is clearly the strongest."
    assert head(0.001) == "y and x are not told apart."


def test_what_turns_with_the_number_of_players_alone_does_not_depend_on_who_plays():
    rows = [difference("rounds", "", "x", "+"), difference("rounds", "", "x", "-") | {"players": 4}]
    (verdict,) = result_verdicts(Result("compare", "f", {}, rows))
    assert (verdict.headline, verdict.tone) == ("It depends on the number of players.", WARNING)


def test_a_difference_that_turns_with_the_bots_is_a_warning():
    rows = [difference("rounds", "", "x", "+"), difference("rounds", "", "y", "-")]
    (verdict,) = result_verdicts(Result("compare", "f", {}, rows))
    assert (verdict.headline, verdict.tone) == ("It depends on who plays.", WARNING)


def test_a_difference_is_shown_by_its_size_and_kept_as_it_is():
    less = difference("rounds", "", "x", "-")
    less |= {"difference": -2.5, "difference_low": -3.0, "difference_high": -2.0}
    (verdict,) = result_verdicts(Result("compare", "f", {}, [less]))
    (number,) = verdict.numbers
    assert (number.value, number.low, number.high) == (-2.5, -3.0, -2.0)
    assert number.shown == (2.5, 2.0, 3.0)


def rating(of, value, low, high, players=2):
    return {"players": players, "measure": "rating", "of": of, "value": value, "low": low, "high": high}


def test_a_ladder_says_who_is_strongest_and_whether_that_is_sure():
    sure = Result("ladder", "f", {"rules": "r"}, [rating("x", 0.2, 0.1, 0.3), rating("y", 0.9, 0.7, 1.1)])
    (verdict,) = result_verdicts(sure)
    assert verdict.words == "With 2 players y is rated highest, at …, before x at …."
    close = Result("ladder", "f", {"rules": "r"}, [rating("x", 0.8, 0.1, 1.3), rating("y", 0.9, 0.7, 1.1)])
    (verdict,) = result_verdicts(close)
    assert verdict.words.endswith("; their intervals overlap.")
    one_sided = Result("ladder", "f", {}, [rating("x", None, None, -4.0), rating("y", 0.9, 0.7, 1.1)])
    assert not result_verdicts(one_sided)


def test_a_sweep_says_which_cells_differ():
    def cell(rules, value, **more):
        row = {
            "rules": rules,
            "players": 3,
            "bots": "expert",
            "measure": "rounds",
            "of": "",
            "unit": "rounds",
        }
        return row | {"value": value, "low": value - 0.1, "high": value + 0.1} | more

    third = "risk-modern,dice.defender=3"
    sure = {"against": "risk-modern", "difference": 2.5, "p_holm": 0.001}
    sure |= {"difference_low": 2.0, "difference_high": 3.0}
    meta = {"rules": ["risk-modern", third], "against": "risk-modern", "notes": ["a note"]}
    result = Result("sweep", "f", meta, [cell("risk-modern", 10.0), cell(third, 12.5, **sure)])
    verdict, note = result_verdicts(result)
    assert verdict.headline == "Three defence dice, 3 players: Length in rounds … -> …."
    assert [one.value for one in verdict.head if not isinstance(one, str)] == [10.0, 12.5]
    assert ([one.value for one in verdict.numbers], note.words) == ([2.5], "A note.")
    open_ = result._replace(rows=[cell("risk-modern", 10.0), cell(third, 12.5, **sure | {"p_holm": 0.4})])
    title = load("risk-modern").title
    assert result_verdicts(open_)[0].headline == f"No difference from {title} is more than chance."
    assert heading_of(open_) == f"Sweep, {title}"


def test_a_tuning_says_what_was_found():
    answer = {
        "part": "root",
        "key": "armies.2",
        "target": "seat_gap=0",
        "value": 3.4,
        "low": 3.1,
        "high": 3.7,
    }
    test = {"part": "played", "key": "", "measure": "seat_balanced", "value": 1}

    def said(*rows):
        return result_verdicts(Result("tune", "f", {"notes": ["played anew"]}, list(rows)))

    tuning, note = said(answer | {"rounded": 3.0}, test)
    assert tuning.words == "The answer is armies.2 of …; to be played, armies.2 = 3."
    assert (tuning.headline, note.words) == ("armies.2 = 3: the seats are level then.", "Played anew.")
    assert [one.value for one in tuning.numbers] == [3.4]
    not_shown = said(answer | {"rounded": 3}, test | {"value": 0})[0]
    assert not_shown.headline == "armies.2 = 3: nearest to level seats."
    missed = said(answer | {"part": "nearest", "rounded": 3})[0]
    assert missed.headline == "armies.2 = 3: nearest, but no value in this range levels the seats."
    assert missed.words.startswith("Nearest comes armies.2 of …")
    assert said(answer | {"part": "flat", "rounded": None})[0].headline == ""


def test_the_headline_of_a_tuning_has_words_for_keys_and_measures():
    def head(key, target, rounded, **more):
        row = {"part": "root", "key": key, "target": target, "value": 1.0, "low": 0.9, "high": 1.1}
        meta = {"notes": more.get("notes", []), "rules": "risk-modern"}
        rows = [row | {"rounded": rounded, "players": 3} | more.get("row", {})]
        return result_verdicts(Result("tune", "f", meta, rows))[0].headline

    assert head("dice.sides", "rounds=7", 5) == (
        "Play with dice of five sides (three players): length in rounds comes near 7 then."
    )
    assert head("handicap.armies.2", "win_share.1=0.4", -4) == (
        "Give seat 2 four armies fewer (three players): share of the wins, seat 1 comes near 40 % then."
    )
    lowered = "Play with armies of the sets lowered by three each"
    assert head("cards.scale", "rounds=12", -3, row={"part": "nearest"}) == (
        f"{lowered}: nearest, but no value in this range brings length in rounds to 12."
    )
    assert head("cards.scale", "rounds=12", -3, notes=["not met: …"]) == (
        f"{lowered}: nearest, but no whole numbers are shown to bring length in rounds to 12."
    )
    assert head("handicap.armies.2", "seat_gap=0", 1, notes=["not met: …"]) == (
        "Give seat 2 one extra army (three players): nearest, but no whole numbers are shown to level the "
        "seats."
    )


def test_a_ladder_tells_ratings_in_the_points_that_its_table_shows():
    rows = [rating("x", 0.2, 0.1, 0.3), rating("y", 0.9, 0.7, 1.1)]
    rows += [row | {"measure": "elo", "value": 174 * row["value"]} for row in rows]
    (verdict,) = result_verdicts(Result("ladder", "f", {"rules": "r"}, rows))
    assert verdict.words == "With 2 players y is rated highest, at … points of Elo, before x at …."
    assert [one.value for one in verdict.numbers] == [174 * 0.9, 174 * 0.2]


# Rulebooks --------------------------------------------------------------------------------------


def test_differences_are_those_to_the_parent_and_the_changes():
    found = {
        row["key"]: (row["was"], row["value"]) for row in difference_rows(load("risk-modern,dice.defender=3"))
    }
    assert found["dice.defender"] == ("2", "3")
    assert found["setup.deal_jokers"] == ("on", "off")
    assert "movement.tired" not in found  # it has no effect there


def test_what_is_reconstructed_is_found():
    names = reconstructed_names(load("risk-express"))
    assert len(names) == 10
    assert "China" in names
    assert "Australia" not in names
    book = load("conquete-1957")
    assert ("East Africa", "Middle East") in disputed_borders(book)
    assert {(row["part"], row["key"]) for row in reconstructed_rows(book)} == {
        ("map", "kind"),
        ("map", "position"),
    }


def test_kinds_of_evidence():
    kinds = load("conquete-1957,dice.defender=2").evidence
    assert (kinds["max_rounds"], kinds["handicap.armies"], kinds["cards.scale"]) == (
        "convention",
        "tool",
        "reading",
    )
    assert (kinds["dice.defender"], kinds["dice.attacker"]) == ("changed", "source")
    rows = {row["keys"]: row["kind"] for row in provenance_rows(load("risk-express"))}
    assert rows["cards"] == "reconstructed"
    assert rows["cards: dice"] == "source"


def test_a_word_in_a_provenance_is_no_kind_of_evidence(tmp_path):
    place = tmp_path / "mine.toml"
    text = 'extends = "risk-express"\nmax_turns = 40\n[provenance]\nmax_turns = "my own reading"\n'
    place.write_text(text, encoding="utf-8")
    assert load(place).evidence["max_turns"] == "source"
    place.write_text(f'{text}[evidence]\nreading = ["max_turns"]\n', encoding="utf-8")
    assert load(place).evidence["max_turns"] == "reading"
    for wrong in ('reading = ["tie"]', 'guess = ["max_turns"]', 'tool = ["max_turns", "max_turns"]'):
        place.write_text(f"{text}[evidence]\n{wrong}\n", encoding="utf-8")
        with pytest.raises(WrongUse, match="evidence"):
            load(place)


def test_every_acting_key_has_its_evidence_and_every_source_its_text():
    book = load("risk-modern")
    keys = {key for row in provenance_rows(book) for key in row["keys"].split(", ")}
    assert {key for key in book.provenance if key not in book.unused} <= keys
    assert "map: position" in keys
    assert any(row["source"] == "later-editions" for row in source_rows(book))


# A page without runs ------------------------------------------------------------------------------


def test_a_result_about_a_rulebook_that_is_not_here_is_shown_all_the_same():
    result = Result("compare", "f", {"rules": ["risk-modern", "gone.toml"]}, [])
    contents = gather((), [result])
    assert [facts.rules for facts in contents.books] == ["risk-modern"]
    assert any("gone.toml" in line for line in contents.missing)


def test_rulebooks_with_the_same_odds_share_a_table():
    books = [(rules, load(rules)) for rules in ("risk-modern", "risk-modern,cards.jokers=0", "conquete-1957")]
    odds = shared_tables(books, lambda book: table((book,), OddsRequest(table="4x4")), ("win",))
    assert [shared.labels for shared in odds] == [
        ("risk-modern", "risk-modern,cards.jokers=0"),
        ("conquete-1957",),
    ]
    assert len(shared_tables(books, lambda book: chance(CardsRequest.about(book)), ("chance",))) == 3
