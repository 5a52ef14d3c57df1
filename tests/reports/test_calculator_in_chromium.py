"""The calculator in a real browser: its script gives what the package gives, and its page says it."""

import itertools
import json
from fractions import Fraction

import pytest
from chromium import Chromium, found
from command_line import rows, run

from conquestlab.analysis.games.conquest.battles.armies_needed import fewest_for_row
from conquestlab.analysis.games.conquest.battles.attack_question import Choices, attack_on, rules_of_attack
from conquestlab.analysis.games.conquest.card_sets import card_odds
from conquestlab.analysis.games.conquest.card_sets.card_question import read_rules
from conquestlab.analysis.games.conquest.card_sets.card_rules import best_sets, hand_armies
from conquestlab.analysis.games.express.question import Lying, Question
from conquestlab.analysis.rules.rulebook import load
from conquestlab.reports.formatted_numbers import formatted

BOOKS = (
    "conquete-1957",
    "risk-modern",
    "conquete-1957,dice.defender_sees_attack_roll=true",
    "risk-modern,dice.attacker=2,dice.defender=1,dice.sides=8,dice.ties=attacker",
    "risk-modern,dice.defender=3,dice.sides=20",
    "risk-1970-objectives,cards.joker_fixed=also_different_10",
    "conquete-1957-second,cards.joker=wild",
    "risk-modern,dice.attacker=1,dice.defender=1,dice.sides=2",
    "risk-express",
    "risk-express,voluntary_sacrifice=on,dice.count=6",
)
BATTLES = [book for book in BOOKS if not book.startswith("risk-express")]
SIZES = (1, 2, 3, 4, 5, 8, 13, 31, 60)


@pytest.fixture(scope="module")
def browser():
    if not found():
        pytest.skip("no Chromium here: apt-get install chromium, or the like, and these tests run")
    with Chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    place = tmp_path_factory.mktemp("page") / "calculator.html"
    words = itertools.chain.from_iterable(("--rules", book) for book in BOOKS)
    result = run("odds", "--page", place, *words)
    assert result.exit_code == 0, result.stderr
    return place


@pytest.fixture(scope="module")
def opened(browser, page):
    browser.look(1280)
    browser.open(page)
    assert browser.run("document.documentElement.dataset.ready") == "yes"
    assert browser.complaints() == []
    return browser


def asked(browser, script, *given):
    """The answer to a piece of script, with `given` as JSON."""
    return json.loads(browser.run(f"JSON.stringify(((given) => {script})({json.dumps(given)}))"))


def near(one, exact):
    return abs(one - exact) <= 1e-12 * exact


def attacks(browser, book, questions):
    place = BOOKS.index(book)
    return asked(
        browser,
        f"given[0].map((question) => attack(calculator.books[{place}].battles, question))",
        questions,
    )


def check_attack(answer, exact):
    assert near(answer["win"], float(exact.win))
    assert near(answer["lose"], float(exact.lose))
    assert near(answer["attackersLeft"], float(exact.attackers_left.mean))
    assert near(answer["defendersLeft"], float(exact.defenders_left.mean))
    assert near(answer["rolls"], float(exact.rounds))
    ends = {(end["attackers"], end["defenders"]): end["chance"] for end in answer["ends"]}
    assert list(ends) == [end for end in exact.ends if exact.ends[end]]
    assert all(near(chance, float(exact.ends[end])) for end, chance in ends.items())


@pytest.mark.parametrize("book", BATTLES)
def test_battles_have_the_chances_of_the_package(opened, book):
    rules = rules_of_attack(book)
    pairs = [(a, d) for a in SIZES for d in SIZES if not rules.seen or a * d < 1000]
    answers = attacks(opened, book, [{"attackers": a, "lands": [d]} for a, d in pairs])
    for (a, d), answer in zip(pairs, answers, strict=True):
        check_attack(answer, attack_on(a, (d,), rules, Choices()))
        assert answer["taken"] == [answer["win"]]


def test_small_battles_have_the_chances_of_fractions(opened):
    for book in BATTLES:
        rules = rules_of_attack(book)
        answers = attacks(
            opened, book, [{"attackers": a, "lands": [d]} for a in (1, 4, 7) for d in (1, 3, 6)]
        )
        for (a, d), answer in zip(itertools.product((1, 4, 7), (1, 3, 6)), answers, strict=True):
            check_attack(answer, attack_on(a, (d,), rules, Choices(), exact=True))


@pytest.mark.parametrize("book", BATTLES)
def test_an_attack_can_be_broken_off(opened, book):
    rules = rules_of_attack(book)
    for attackers, defenders, stop in ((5, 3, 1), (12, 9, 4), (30, 20, 3)):
        (answer,) = attacks(opened, book, [{"attackers": attackers, "lands": [defenders], "stop": stop}])
        check_attack(answer, attack_on(attackers, (defenders,), rules, Choices(stop_at=stop)))


ROWS = [
    (12, (3, 2, 4), 2, 0),
    (60, (5, 1, 7, 3), 1, 0),
    (20, (4, 4), 3, 2),
    (6, (1,) * 6, 1, 0),
    (90, (60, 20), 5, 7),
]


@pytest.mark.parametrize("book", [book for book in BATTLES if "sees" not in book])
def test_rows_of_lands_have_the_chances_of_the_package(opened, book):
    rules = rules_of_attack(book)
    for attackers, lands, leave, stop in ROWS:
        question = {"attackers": attackers, "lands": lands, "leave": leave, "stop": stop}
        (answer,) = attacks(opened, book, [question])
        exact = attack_on(attackers, lands, rules, Choices(guards=(leave,), stop_at=stop))
        check_attack(answer, exact)
        for number in range(len(lands)):
            behind = sum(lands[number + 1 :])
            taken = sum(chance for (_, d), chance in exact.ends.items() if d <= behind)
            assert answer["taken"][number] == pytest.approx(taken, rel=1e-12)


def fewest(browser, book, lands, leave, percent):
    place = BOOKS.index(book)
    script = (
        f"(() => {{ const found = fewest(calculator.books[{place}].battles, given[0], given[1], "
        "readPercent(given[2])); return [found.attackers, found.chances.at(-1)]; })()"
    )
    return asked(browser, script, lands, leave, percent)


@pytest.mark.parametrize("book", [book for book in BATTLES if "sees" not in book])
def test_the_armies_needed_are_those_of_the_package(opened, book):
    dice = rules_of_attack(book).dice
    for lands, percent in itertools.product(
        ((1,), (2,), (8,), (60,), (3, 2, 4)), ("0.01", "50", "75", "99.9")
    ):
        attackers, last = fewest(opened, book, lands, 2, percent)
        guards = (2,) if len(lands) > 1 else (1,)
        assert attackers == fewest_for_row(lands, Fraction(percent) / 100, guards, dice)
        assert last["attackers"] == attackers


def test_a_chance_that_is_reached_exactly_counts_as_reached(opened):
    # Two-sided dice, one against one: a roll is won with a chance of 1/4, and chances have few digits.
    book = "risk-modern,dice.attacker=1,dice.defender=1,dice.sides=2"
    rules, hits = rules_of_attack(book), 0
    for defenders, attackers in itertools.product((1, 2, 3), range(1, 5)):
        exact = 100 * attack_on(attackers, (defenders,), rules, Choices(), exact=True).win
        digits = f"{float(exact):.9f}"
        if Fraction(digits) != exact or not 0 < exact < 100:
            continue
        hits += 1
        for text, needed in ((digits, attackers), (f"{float(exact) + 1e-9:.9f}", attackers + 1)):
            assert fewest(opened, book, [defenders], 1, text)[0] == needed
    assert hits > 8


@pytest.mark.parametrize("book", BATTLES)
def test_hands_bring_what_the_package_says(opened, book):
    _, rules = read_rules(book)
    hands = list(itertools.product(range(4), range(4), range(4), range(3)))
    place = BOOKS.index(book)
    for number in (1, 7, 12):
        script = f"given[0].map((cards) => hand(calculator.books[{place}].sets, cards, {number}))"
        for cards, answer in zip(hands, asked(opened, script, hands), strict=True):
            assert answer["armies"] == hand_armies(rules, cards, number), cards
            assert [one["name"] for one in answer["sets"]] == [kind.name for kind in best_sets(rules, cards)]
    sizes = range(1, 12)
    chances = asked(
        opened, f"given[0].map((size) => setChance(calculator.books[{place}].sets, size))", list(sizes)
    )
    for size, chance in zip(sizes, chances, strict=True):
        assert near(chance, float(card_odds.set_chance(rules, size)))


def test_the_next_card_is_counted_over_the_unseen_cards(opened):
    _, rules = read_rules("risk-modern")
    script = "hand(calculator.books[1].sets, given[0], 1).nextCard"
    for cards in ((1, 1, 0, 0), (2, 0, 0, 0), (2, 2, 0, 0), (1, 0, 0, 1), (0, 0, 0, 0)):
        unseen = [arm for arm in range(4) for _ in range(rules.deck[arm] - cards[arm])]
        hits = sum(
            bool(best_sets(rules, tuple(held + (arm == place) for place, held in enumerate(cards))))
            for arm in unseen
        )
        assert asked(opened, script, cards) == hits / len(unseen)


@pytest.mark.parametrize("book", [book for book in BOOKS if book.startswith("risk-express")])
def test_cards_of_express_have_the_chances_of_the_package(opened, book):
    place = BOOKS.index(book)
    question = Question(load(book), (), Lying())
    for number, card in enumerate(question.cards):
        law = question.law(card)
        cases = [
            (left, dice) for left in range(1, 1 << len(law.lines)) for dice in range(1, question.dice + 1)
        ]
        script = (
            f"(() => {{ const {{ columns }} = calculator.books[{place}]; "
            f"const lines = [columns.general, ...columns.cards[{number}].lines]; "
            "const law = columnLaw(lines, columns.faces, columns.voluntary); "
            "return given[0].map(([left, dice]) => law(left, dice)); })()"
        )
        for (left, dice), chance in zip(cases, asked(opened, script, cases), strict=True):
            assert chance == pytest.approx(law.chance(left, dice), rel=1e-12)


def test_numbers_are_shown_as_everywhere(opened):
    values = [
        0,
        1,
        0.5,
        0.125,
        0.0625,
        0.03125,
        1e-3,
        4.9e-4,
        5e-4,
        5.1e-4,
        1e-9,
        1e-12,
        0.9995,
        0.99951,
        1 - 1e-9,
    ]
    values += [place / 997 for place in range(998)] + [place / 2048 for place in range(2049)]
    shown = asked(
        opened, "given[0].map((value) => [calculator.percent(value), calculator.plain(100 * value)])", values
    )
    for value, (percent, plain) in zip(values, shown, strict=True):
        assert percent == formatted(value, percent=True)[0] + " %"
        if value == 0 or value > 1e-8:
            assert plain == formatted(100 * value)[0]
    assert asked(opened, "calculator.percent(1, 1e-20)") == ">99.9 %"


# The page ---------------------------------------------------------------------------------------


def text(browser, name):
    return browser.run(f"document.getElementById('{name}').textContent")


def enter(browser, name, value):
    browser.run(
        f"(() => {{ const box = document.getElementById('{name}'); box.value = '{value}';"
        " box.dispatchEvent(new Event('input')); })()"
    )


def click(browser, selector):
    browser.run(f"document.querySelector({json.dumps(selector)}).click()")


@pytest.fixture
def fresh(browser, page):
    browser.look(390, 844, touch=True)
    browser.open(page)
    return browser


def test_what_is_asked_is_answered_at_once(fresh):
    assert text(fresh, "head") == "You win 34.1 %."
    enter(fresh, "attackers", 20)
    (answer,) = rows("odds", 20, 8, "--rules", "conquete-1957")
    assert text(fresh, "head") == f"You win {formatted(answer['win'], percent=True)[0]} %."
    assert f"after {answer['rounds']:.1f} rolls" in text(fresh, "sentences")
    click(fresh, "#rules label:nth-of-type(2) input")
    (answer,) = rows("odds", 20, 8, "--rules", "risk-modern")
    assert text(fresh, "head") == f"You win {formatted(answer['win'], percent=True)[0]} %."
    assert "up to 2 dice" in text(fresh, "about")
    click(fresh, ".check input")
    (answer,) = rows("odds", 20, 8, "--rules", "risk-modern", "--on-land")
    assert text(fresh, "head") == f"You win {formatted(answer['win'], percent=True)[0]} %."
    click(fresh, "button.wide")
    enter(fresh, "land-1", 3)
    enter(fresh, "leave", 2)
    enter(fresh, "stop", 1)
    words = ("odds", 20, 8, 3, "--rules", "risk-modern", "--on-land", "--leave", 2, "--stop-at", 1)
    (answer,) = rows(*words)
    chance = formatted(answer["win"], percent=True)[0]
    assert text(fresh, "head") == f"You take the whole row in {chance} % of cases."
    click(fresh, "#ask-need")
    enter(fresh, "percent", "66,6")
    (answer,) = rows("need", 8, 3, "--chance", "66.6%", "--rules", "risk-modern", "--on-land", "--leave", 2)
    assert text(fresh, "head") == f"You need {answer['attackers']} armies for 66.6 %."
    win, less = (formatted(answer[name], percent=True)[0] for name in ("win", "win_with_one_less"))
    assert f"They win {win} %; one army less wins {less} %." in text(fresh, "sentences")
    click(fresh, "#ask-cards")
    assert text(fresh, "head") == "Your hand brings 4 armies now."
    enter(fresh, "number", 9)
    assert text(fresh, "head") == "Your hand brings 30 armies now."
    enter(fresh, "arm-0", 0)
    assert text(fresh, "head") == "Your hand holds no set."
    assert fresh.complaints() == []


def test_what_cannot_be_asked_is_said(fresh):
    enter(fresh, "stop", 10)
    assert text(fresh, "head").startswith("You stop with 10 left and have only 10")
    enter(fresh, "stop", 0)
    enter(fresh, "attackers", 1)
    click(fresh, ".check input")
    assert "nobody attacks" in text(fresh, "head")
    for typed in ("", "0", "1000", "2.5"):
        enter(fresh, "land-0", typed)
        assert fresh.run("document.getElementById('land-0').hasAttribute('aria-invalid')"), typed
    enter(fresh, "land-0", 7)
    assert not fresh.run("document.getElementById('land-0').hasAttribute('aria-invalid')")
    click(fresh, "#ask-need")
    for typed in ("", "0", "100", "seven", "1e5", "-5"):
        enter(fresh, "percent", typed)
        assert text(fresh, "head") == "Give a chance above 0 % and below 100 %."
    click(fresh, "#rules label:nth-of-type(3) input")  # the defender sees the roll: no rows, no armies needed
    assert fresh.run("document.querySelector('#ask-need')") is None
    assert fresh.run("document.querySelector('button.wide')") is None
    assert fresh.complaints() == []


def test_a_card_of_express_is_asked_about(fresh):
    click(fresh, f"#rules label:nth-of-type({BOOKS.index('risk-express') + 1}) input")
    fresh.run(
        "(() => { const card = document.getElementById('card'); card.value = 4;"
        " card.dispatchEvent(new Event('change')); })()"
    )
    click(fresh, ".check input")
    click(fresh, ".check:last-of-type input")
    enter(fresh, "dice", 4)
    words = ("United States", "--filled", 1, "--another", "--dice", 4, "--rules", "risk-express")
    (answer,) = rows("odds", *words)
    chance = formatted(answer["win"], percent=True)[0]
    assert text(fresh, "head") == f"You conquer United States in {chance} % of cases."
    assert "reconstructed" in text(fresh, "about")


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("wide", [1280, 390, 340])
def test_it_fits_the_screen_and_the_finger(browser, page, wide, dark):
    browser.look(wide, 844, dark=dark, touch=wide < 1000)
    browser.open(page)
    for ask in ("attack", "need", "cards"):
        click(browser, f"#ask-{ask}")
        if ask == "attack":
            click(browser, "button.wide")
        assert browser.run("document.documentElement.scrollWidth <= innerWidth")
        small = browser.run(
            "[...document.querySelectorAll('button, input:not([type=radio]):not([type=checkbox]), select, "
            ".check, #rules span')].filter((one) => one.offsetParent"
            " && (one.offsetHeight < 44 || one.offsetWidth < 44))"
            ".map((one) => one.outerHTML.slice(0, 80))"
        )
        assert small == []
        nameless = browser.run(
            "[...document.querySelectorAll('input, select, button')].filter((one) => "
            "!(one.labels?.[0]?.textContent || one.ariaLabel || one.textContent.trim())).length"
        )
        assert nameless == 0
    assert browser.run("document.getElementById('head').closest('[aria-live]').ariaLive") == "polite"
    assert browser.complaints() == []


def test_it_works_with_the_keyboard_and_with_a_finger(fresh):
    fresh.run("document.getElementById('attackers').focus()")
    fresh.press("ArrowUp")
    assert fresh.run("document.getElementById('attackers').value") == "11"
    assert text(fresh, "head") != "You win 34.1 %."
    x, y = fresh.run(
        "(() => { const box = document.querySelector('.counts button').getBoundingClientRect();"
        " return [box.x + box.width / 2, box.y + box.height / 2]; })()"
    )
    fresh.tap(x, y)
    assert fresh.run("document.getElementById('attackers').value") == "10"
    fresh.run("document.querySelector('.counts button').focus()")
    fresh.press("Enter")
    assert fresh.run("document.getElementById('attackers').value") == "9"
    fresh.run("document.getElementById('ask-attack').focus()")
    fresh.press("ArrowRight")
    assert fresh.run("document.activeElement.id") == "ask-need"


def test_it_asks_nothing_of_a_network(page):
    html = page.read_text(encoding="utf-8")
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")
    assert len(html.encode()) < 400_000
