"""The kernels of Risk Express against slow twins: rolls, tables, bots; and whole games before the referee."""

from fractions import Fraction
from itertools import product

import numpy as np
import oracle_express
import pytest
from express_table import LINES, card, rulebook
from plain_python import too_many_games

from conquestlab.analysis.games.express.compiled_rules import Failures, compile_rules
from conquestlab.analysis.games.express.description import ENGINE
from conquestlab.analysis.games.express.law import FACES, Attack
from conquestlab.analysis.games.express.law import fewest_dice as fewest
from conquestlab.analysis.games.express.law import rolls as multisets
from conquestlab.analysis.games.express.transcript import dice_used, faces_of
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.kernels.express import rules as kernel_rules
from conquestlab.kernels.express import state
from conquestlab.kernels.express.bots import PLAYED_BY
from conquestlab.kernels.express.play import begin
from conquestlab.kernels.shared.purposes import DICE, ORDER
from conquestlab.kernels.shared.rows import WHOLE_WIN

SEEDS = np.full(6, 5, np.uint64)
GENERAL = (("general",), 0)
RULES = compile_rules(rulebook())[0]
ROB = int(SeatedGame(rulebook(), ["points"] * 2).bots[0]["rob"])


def packed(counts):
    return sum(count << 8 * face for face, count in enumerate(counts))


def record_of(table, game, bots):
    played = table.play_logged(SEEDS, game)
    players = [bots[place] for place in played.row["bot"][: len(bots)]]
    head = {
        "event": "game",
        "rules": "risk-express",
        "rules_hash": "",
        "seed": 5,
        "game": game,
        "options": {},
        "players": players,
    }
    return played.row, ENGINE.transcript(played.lines, table.rulebook, head)


# Rolls


@pytest.mark.parametrize("dice", range(1, 5))
def test_6_1_the_index_of_a_roll_is_its_faces(dice):
    seen = set()
    for index, faces in enumerate(product(FACES, repeat=dice)):
        assert faces_of(index, dice) == list(faces)
        counts = [faces.count(face) for face in FACES]
        assert kernel_rules.count_faces(index, dice) == packed(counts)
        seen.add(kernel_rules.number_of(packed(counts)))
    assert len(seen) == len(multisets(dice))


def test_6_1_rolls_of_many_dice_are_counted_too():
    for dice in (7, 8, 11, 12):
        for index in (0, 1, 6**dice - 1, 6**dice // 7, 6**dice // 3):
            faces = faces_of(index, dice)
            assert kernel_rules.count_faces(index, dice) == packed([faces.count(face) for face in FACES])


def test_every_multiset_of_up_to_twelve_dice_has_a_number_of_its_own():
    numbers = [kernel_rules.number_of(packed(counts)) for dice in range(13) for counts, _ in multisets(dice)]
    assert sorted(numbers) == list(range(state.ROLLS))


# Tables


def test_6_3_the_dice_that_fill_each_line_of_each_card():
    for dice in range(1, 8):
        for counts, _ in multisets(dice):
            uses = RULES["uses"][kernel_rules.number_of(packed(counts))]
            for number, name in enumerate(LINES):
                for line, needs in enumerate((GENERAL, *card(name).lines)):
                    assert uses[number] >> 4 * line & 15 == fewest(needs, counts)


def test_6_3_the_chances_of_the_engine_are_the_exact_ones():
    for number, name in enumerate(LINES):
        attack = Attack(card(name).lines, number=Fraction)
        for left in range(1 << len(attack.lines)):
            for dice in range(8):
                exact = attack.chance(left, dice)
                rounded = Fraction(int(RULES["chance"][number, left, dice]), state.CHANCE_ONE)
                assert abs(rounded - exact) <= Fraction(1, state.CHANCE_ONE)


def test_6_3_the_chance_after_the_best_first_line():
    for number, name in enumerate(LINES):
        attack = Attack(card(name).lines)
        for another in (False, True):
            left = attack.lines_left(another=another and name != "australia")
            for counts, _ in multisets(6)[::5]:
                best = max((fill.chance for fill in attack.fills(counts, left)), default=0)
                found = RULES["fresh"][kernel_rules.number_of(packed(counts)), int(another), number]
                assert found == round(best * state.CHANCE_ONE)


def left_lying(lines, all_lines, dice, table_dice):
    """Return the chance that an attack fails and the next player conquers the rest, by every ordered roll."""
    if not lines:
        return Fraction(0)
    if not dice:
        filled = list(all_lines)
        for line in lines:
            filled.remove(line)
        on_lines = sum(len(symbols) - (-soldiers // 3) for symbols, soldiers in filled)
        return oracle_express.conquer(lines, table_dice - on_lines, False) if filled else Fraction(0)
    total = Fraction(0)
    for roll in product(FACES, repeat=dice):
        options = [
            (
                lines[:i] + lines[i + 1 :],
                dice - min(oracle_express.numbers_that_fill(line, tuple(sorted(roll)))),
            )
            for i, line in enumerate(lines)
            if oracle_express.numbers_that_fill(line, tuple(sorted(roll)))
        ]
        after = max(options or [(lines, dice - 1)], key=lambda o: oracle_express.conquer(*o, False))
        total += left_lying(*after[:1], all_lines, after[1], table_dice)
    return total / 6**dice


@pytest.mark.parametrize("name", ["africa_2", "europe_1", "asia_1", "north_america_3"])
def test_6_4_what_a_failure_leaves_to_the_next_player(name):
    lines = card(name).lines
    failures = Failures(Attack(lines), 4, another=False)
    whole = failures.whole
    for left in range(2, whole, 2):
        rest = tuple(line for i, line in enumerate(lines, 1) if left >> i & 1)
        for dice in range(1, 4):
            exact = left_lying(rest, lines, dice, 4)
            assert failures.chance(left, dice) == pytest.approx(float(exact), abs=1e-12)


def test_6_4_failing_and_leaving_is_never_likelier_than_failing():
    assert (RULES["chance"][:, None] + RULES["leaves"].astype(np.int64) <= state.CHANCE_ONE + 1).all()


# Games


TABLES = [
    ({}, ("points", "expert", "random", "points")),
    ({"voluntary_sacrifice": True}, ("random", "expert", "points")),
    ({"continue_failed": False}, ("random",) * 5),
    ({"tie": "more_continents", "handicap__points": [1, 0, 0]}, ("points",) * 3),
    ({"max_turns": 9, "dice__count": 9}, ("points", "random")),
    ({}, ("expert",) * 6),
]


@pytest.mark.parametrize(("changes", "bots"), TABLES, ids=str)
def test_6_the_referee_finds_nothing_in_games_of_the_engine(changes, bots):
    table = SeatedGame(rulebook(**changes), bots, shared=len(set(bots)) > 1)
    kinds = set()
    for game in range(30):
        row, record = record_of(table, game, bots)
        assert ENGINE.check(record, table.rulebook) == []
        kinds |= {event["event"] for event in record}
        end = record[-1]
        assert end["scores"] == row["score"][: len(bots)].tolist()
        assert (end["rounds"], end["turns"]) == (row["rounds"], row["turns"])
        assert record[1]["first"] == row["first_chair"] + 1
        conquests = [event for event in record if event["event"] == "conquer"]
        for seat in range(len(bots)):
            mine = [event for event in conquests if event["player"] == seat + 1]
            assert row["conquered"][seat] == len(mine)
            assert row["robbed"][seat] == sum(event["from"] is not None for event in mine)
        completed = {
            next(c.continent for c in table.rulebook.cards.cards if c.id == event["card"]): event["player"]
            for event in conquests
            if event["continent_completed"]
        }
        ids = [continent.id for continent in table.rulebook.cards.continents]
        owners = [completed.get(name, 0) - 1 for name in ids]
        assert row["continent"].tolist() == owners + [-1] * (state.MOST_CONTINENTS - len(ids))
    assert {"roll", "fill", "sacrifice", "conquer", "fail"} <= kinds
    assert ("continue" in kinds) == (changes.get("continue_failed", True))


def test_each_roll_is_one_word_of_the_stream_of_dice_of_its_seat():
    bots = ("points",) * 3
    _, record = record_of(SeatedGame(rulebook(), bots), 4, bots)
    for seat in range(3):
        rolls = [
            event["dice"] for event in record if event["event"] == "roll" and event["player"] == seat + 1
        ]
        lane = DICE + 8 * seat
        words = np.random.Philox(key=[5, 4], counter=[0, lane, 0, 0]).random_raw(len(rolls)).tolist()
        for dice, word in zip(rolls, words, strict=True):
            assert dice == faces_of(word * 6 ** len(dice) >> 64, len(dice))
    starts = np.random.Philox(key=[5, 4], counter=[0, ORDER, 0, 0]).random_raw(3).tolist()
    assert [own[0] for own in record[1]["rolls"]] == [faces_of(word * 6**7 >> 64, 7) for word in starts]


@too_many_games
def test_6_2_every_chair_starts_as_often():
    rows = SeatedGame(rulebook(), ("points",) * 3).play(SEEDS, 0, 6000)
    starts = np.bincount(rows["first_chair"], minlength=3)
    # Each is binomial with mean 2000 and standard deviation sqrt(6000 * 1/3 * 2/3) = 36.5; within 4 of them.
    assert (abs(starts - 2000) < 4 * 36.5).all()


def test_6_5_a_shared_win_is_a_fraction():
    rows = SeatedGame(rulebook(), ("points",) * 4).play(SEEDS, 0, 2000)
    wins = rows["win"][:, :4]
    best = rows["score"][:, :4] == rows["score"][:, :4].max(axis=1, keepdims=True)
    assert (wins == np.where(best, WHOLE_WIN // best.sum(axis=1, keepdims=True), 0)).all()
    assert (best.sum(axis=1) > 1).any()


def test_6_6_x5_more_continents_leave_fewer_wins_shared():
    shared, broken = (
        (SeatedGame(rulebook(tie=tie), ("points",) * 4).play(SEEDS, 0, 2000)["win"] == WHOLE_WIN)
        .any(axis=1)
        .sum()
        for tie in ("shared", "more_continents")
    )
    assert broken > shared


def test_2_c2_a_game_is_cut_off_after_the_last_turn_allowed_and_nobody_wins():
    rows = SeatedGame(rulebook(max_turns=10), ("points",) * 4).play(SEEDS, 0, 50)
    assert (rows["how"] == 0).all()
    assert (rows["turns"] == 10).all()
    assert (rows["rounds"] == 3).all()
    assert not rows["win"].any()


# Bots


def decide(rules, bot, position):
    """Have a bot choose for the one who is asked."""
    position["bot"][position["asker"]] = bot
    PLAYED_BY[bot["policy"]][0](rules, position)


def decisions(bots, games=12, **changes):
    """Return position, legal choices and the choice of an inside bot at every decision of some games."""
    table = SeatedGame(rulebook(**changes), [None] * len(bots))
    weights = SeatedGame(table.rulebook, bots).bots
    found = []

    def choose(position, choices):
        copied = np.array([position])[0]
        decide(table.rules, weights[position["asker"]], copied)
        choice = copied["choice"].copy()
        found.append((np.array([position])[0], choices.copy(), choice.copy()))
        return choice

    for game in range(games):
        table.play_logged(SEEDS, game, choose)
    return found


def gain(names, held, name):
    """Return what a score grows by with a card, by the continents that `held` and the card make."""
    backs = {"asia": 10, "north_america": 8, "europe": 8, "africa": 5, "south_america": 4, "australia": 3}
    continent = card(name).continent
    others = [other for other in names if card(other).continent == continent and other != name]
    if set(others) <= held:
        return backs[continent] - sum(card(other).points for other in others)
    return card(name).points


def value(position, choice, laws):
    """Return what a fill promises the bot `points`, from the exact law."""
    names = list(LINES)
    name = names[choice[1]]
    player = position["asker"]
    held = {other for i, other in enumerate(names) if int(position["held"][player]) >> i & 1}
    in_middle = int(position["middle"]) >> int(choice[1]) & 1
    worth = Fraction(gain(names, held, name))
    if not in_middle and worth == card(name).points:
        worth *= Fraction(ROB, 64)
    attack = laws[name]
    if position["target"] == choice[1]:
        left = int(position["left"])
    else:
        left = attack.lines_left(another=not in_middle and name != "australia")
    faces = faces_of(int(position["roll_index"]), int(position["dice"]))
    counts = tuple(faces.count(face) for face in FACES)
    (fill,) = [fill for fill in attack.fills(counts, left) if fill.line == choice[2]]
    return worth * fill.chance


def test_points_takes_the_most_expected_points_by_the_exact_law():
    laws = {name: Attack(card(name).lines, number=Fraction) for name in LINES}
    first, fills = 0, 0
    for position, choices, choice in decisions(["points"] * 3, games=3):
        if position["asked"] != state.FILL:
            continue
        values = [value(position, option, laws) for option in choices]
        assert value(position, choice, laws) >= max(values) - Fraction(1, 10**6)
        first += position["target"] < 0
        fills += 1
    assert first > 20
    assert fills > 60


@pytest.mark.parametrize("bot", ["random", "points", "expert"])
@pytest.mark.parametrize("changes", [{}, {"voluntary_sacrifice": True}], ids=str)
def test_every_bot_makes_legal_choices_of_each_kind(bot, changes):
    kinds = set()
    for _, choices, choice in decisions([bot] * 3, **changes):
        assert choice.tolist() in choices.tolist()
        kinds.add(choice[0])
    assert {state.CONTINUE, state.FILL} <= kinds
    if bot == "random":
        assert (state.SACRIFICE in kinds) == bool(changes)


@too_many_games
@pytest.mark.parametrize(
    ("better", "worse"), [("expert", "points"), ("points", "random"), ("expert", "random")]
)
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_the_bots_are_ordered_by_strength(better, worse, seats):
    games = 300 * seats
    bots = tuple([better, worse] * 3)[:seats]
    rows = SeatedGame(rulebook(max_turns=2000), bots, shared=True).play(SEEDS, 0, games)
    best_places = [place for place, bot in enumerate(bots) if bot == better]
    mine = np.isin(rows["bot"][:, :seats], best_places)
    share = (rows["win"][:, :seats] * mine).sum(axis=1) / WHOLE_WIN
    share = share.reshape(-1, seats).mean(axis=1)  # of a block, the unit of chance
    even = len(best_places) / seats
    assert share.mean() - even > 4 * share.std(ddof=1) / len(share) ** 0.5


@pytest.mark.parametrize("wins", [True, False])
def test_expert_ends_a_game_that_it_wins_and_does_not_end_one_that_it_loses(wins):
    """The Middle East is the last card in the middle; cards of Asia and Africa may be taken from seat 2."""
    names = list(LINES)
    last = names.index("asia_4")
    position = np.zeros(1, state.position_dtype)[0]
    begin(RULES, SEEDS, 0, 2, position)
    position["player"], position["asker"], position["asked"] = 0, 0, state.FILL
    position["middle"] = 1 << last
    position["held"][1] = (1 << len(names)) - 1 - (1 << last)
    position["safe"] = sum(
        1 << i for i, name in enumerate(names) if card(name).continent not in ("asia", "africa")
    )
    position["score"][:2] = (50 if wins else 0, 30)
    faces = ["cavalry", "cavalry", "soldier1", "soldier1", "soldier1", "soldier1", "soldier1"]
    position["roll_number"] = kernel_rules.number_of(packed([faces.count(face) for face in FACES]))
    decide(RULES, SeatedGame(rulebook(), ["expert"] * 2).bots[0], position)
    assert position["choice"][0] == state.FILL
    assert (position["choice"][1] == last) == wins


# The description


def test_the_description_knows_the_numbers_of_the_kernels():
    assert ENGINE.policy_number("random") == state.RANDOM
    assert ENGINE.policy_number("points") == state.POINTS
    assert ENGINE.policy_number("expert") == state.EXPERT
    assert ENGINE.decisions[state.FILL] == "fill"
    assert ENGINE.decisions[state.CONTINUE] == "continue"


def test_the_dice_of_a_fill_are_the_fewest_of_the_roll():
    roll = ["soldier1", "cavalry", "soldier3", "soldier2", "cannon", "cavalry", "soldier3"]
    assert dice_used((("cavalry", "cavalry"), 0), roll) == ["cavalry", "cavalry"]
    assert dice_used(((), 5), roll) == ["soldier3", "soldier3"]
    assert dice_used(((), 7), roll) == ["soldier3", "soldier3", "soldier2"]
    assert dice_used((("general",), 0), ["general"]) == ["general"]
