"""The card of odds as it is printed: one page of A5, the numbers of the table, words that hold."""

import re
from functools import cache

import pytest
from command_line import answered, check_refused, csv_rows, run
from matplotlib.colors import to_rgb
from readable import assert_readable

from conquestlab.analysis.games.conquest.battles.odds_card import SIDE
from conquestlab.analysis.games.conquest.battles.odds_card import odds_card as make_card
from conquestlab.reports.digits import show_percent
from conquestlab.reports.games.conquest.odds_card import MM, NOTE, TINTS, WIDE, draw_card
from conquestlab.reports.games.conquest.thumb_rules import dice_words, provenance_words, thumb_sentences

odds_card = cache(make_card)
LONG = "risk-modern,dice.defender_sees_attack_roll=on,cards.scale=[4,6,8,10,12,15,20,25,30,35]"
STEEP = "risk-modern,dice.attacker=1,dice.defender=3,dice.sides=2"
SURE = "conquete-1957,dice.defender=1,dice.sides=2,dice.ties=attacker"


def drawn(figure):
    """Texts of a card by their names."""
    return {text.get_gid(): text for text in figure.axes[0].texts if text.get_gid()}


def test_a_card_is_one_page_of_a5_with_its_type_in_it(tmp_path):
    path = tmp_path / "card.pdf"
    assert run("odds", "--card", path, "-r", "risk-modern").exit_code == 0
    content = path.read_bytes()
    boxes = re.findall(rb"/MediaBox \[\s*([\d. ]+?)\s*\]", content)
    assert len(boxes) == 1
    assert b"/Count 1" in content
    assert [float(side) for side in boxes[0].split()] == pytest.approx([0, 0, 419.53, 595.28], abs=0.01)
    assert content.count(b"/FontFile2") == content.count(b"/Type /FontDescriptor") >= 2
    assert b"/Subtype /Image" not in content
    other = tmp_path / "other.pdf"
    assert run("odds", "--card", other, "-r", "risk-modern").exit_code == 0
    assert other.read_bytes() == content


@pytest.mark.parametrize("rules", ["risk-modern", "conquete-1957,dice.ties=attacker"])
def test_the_printed_numbers_are_those_of_the_table(rules):
    texts = drawn(draw_card(odds_card(rules)))
    rows = csv_rows("odds", "--table", f"{SIDE}x{SIDE}", "-r", rules)
    assert len(rows) == SIDE * SIDE
    for row in rows:
        text = texts.pop(f"chance {row['attackers']} {row['defenders']}")
        win = float(row["win"])
        shown = text.get_text()
        if shown == "<1":
            assert 0 < win < 0.005
        elif shown == ">99":
            assert win >= 0.995
        else:
            assert abs(100 * win - int(shown)) <= 0.5
            assert int(shown) not in (0, 100)
        assert text.get_weight() == ("bold" if win >= 0.5 else "normal")
    assert {name.split()[0] for name in texts} == {"50", "75", "90", "losses", "roll"}


@pytest.mark.parametrize("rules", ["conquete-1957", "conquete-1957-3v2", LONG, STEEP])
def test_every_card_is_readable(rules):
    figure = draw_card(odds_card(rules))
    assert_readable(figure, dots=WIDE * MM * figure.dpi, least=NOTE)


def test_tints_keep_their_order_in_black_and_white():
    greys = [0.299 * r + 0.587 * g + 0.114 * b for r, g, b, _ in TINTS([step / 20 for step in range(21)])]
    assert greys == sorted(greys, reverse=True)
    assert greys[0] - greys[-1] > 0.25
    assert 0.299 * to_rgb(TINTS(1.0))[0] > 0  # a colour, not black


def test_words_say_the_dice():
    assert "up to 3 dice, the defender up to 2 dice, six-sided" in dice_words(odds_card("risk-modern").rules)
    words = dice_words(odds_card(STEEP).rules)
    assert "You roll one die" in words
    assert "2-sided" in words
    assert "the attacker wins ties" in dice_words(odds_card(SURE).rules)
    assert "sees your roll" in dice_words(odds_card(LONG).rules)


def test_rules_of_thumb_follow_the_rulebook():
    modern, first = (
        " ".join(thumb_sentences(odds_card(rules))) for rules in ("risk-modern", "conquete-1957")
    )
    assert "85 % of the defenders, rounded up, and 1 army more" in modern
    assert "larger battles are better for you" in modern
    assert "From 5 on you are the favourite" in modern
    assert "170 % of the defenders, rounded up, less 1" in first
    assert "larger battles are worse for you" in first
    assert "favourite" not in first
    assert "may be below 1 %" in thumb_sentences(odds_card(STEEP))[1]
    assert ">99 % with 30" in thumb_sentences(odds_card(SURE))[2]


def test_a_card_says_what_no_rulebook_says():
    words = provenance_words(odds_card("conquete-1957-3v2").rules.rulebook)
    assert "defence dice: a variant of this project" in words
    assert "when the defender chooses: reading A5" in words
    assert "a reading is this project" in words.lower()


def test_a_rulebook_of_ones_own_has_a_card_that_can_be_made_again(tmp_path):
    mine = tmp_path / "mine.toml"
    long = "A game of a very long name indeed, so long that it takes more than one line of the card"
    mine.write_text(f'name = "mine"\ntitle = "{long}"\ngame = "conquest"\nmap = "standard83"\n', "utf-8")
    card = odds_card(str(mine))
    figure = draw_card(card, str(mine))
    assert_readable(figure, dots=WIDE * MM * figure.dpi, least=NOTE)
    assert "the rulebook does not say from where" in provenance_words(card.rules.rulebook)
    words = " ".join(text.get_text() for text in figure.axes[0].texts)
    assert f"--rules {mine}" in words


def test_a_chance_is_certain_only_if_its_rest_is_nothing():
    assert show_percent(1.0, rest=1e-30) == ">99"
    assert show_percent(1.0, rest=0.0) == show_percent(1.0) == "100"
    assert show_percent(1e-30) == "<1"


def test_the_answer_holds_the_rules_of_thumb(tmp_path):
    answer = answered("odds", "--card", tmp_path / "card.pdf", "-r", "risk-modern")
    assert list(answer["rows"][0]) == [
        "rules", "defenders", "armies_50", "armies_75", "armies_90", "lost_90"
    ]  # fmt: skip
    assert answer["meta"]["thumb"]["even"]["share"] == 85
    assert answer["meta"]["notes"] == thumb_sentences(odds_card("risk-modern"))


def test_a_card_that_cannot_be_made_is_refused_in_one_line(tmp_path):
    card = tmp_path / "card.pdf"
    check_refused(run("odds", "--card", card, "-r", "risk-express"), 2, "battles of armies")
    check_refused(run("odds", "--card", tmp_path / "card.png"), 2, ".pdf")
    check_refused(run("odds", "--card", tmp_path / "nowhere" / "card.pdf"), 2, "does not exist")
    check_refused(run("odds", "--card", card, "-r", "risk-modern", "-r", "conquete-1957"), 2, "one rulebook")
    check_refused(run("odds", 5, 3, "--card", card), 2, "leave out 5 3")
    check_refused(run("odds", "--card", card, "--worth", 4), 2, "--worth has no effect beside --card")
    check_refused(
        run("odds", "--card", card, "--attack-dice", 2, "--table", "3x3"), 2, "--attack-dice", "--table"
    )
    assert not list(tmp_path.iterdir())
