"""Answers about Risk Express, as plain rows: the chances of the cards, and the choices at a roll."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.express.law import FACES, count_faces, place_of_best, rolls
from conquestlab.analysis.games.express.question import Lying, Question, line_text, lines_text
from conquestlab.analysis.rules.rulebook import Rulebook, load

if TYPE_CHECKING:
    from conquestlab.analysis.games.trial import Trial

Row = dict[str, Any]


def card_odds(
    rules: Sequence[str | Rulebook],
    cards: tuple[str, ...] = (),
    lying: Lying = Lying(),  # noqa: B008 - an immutable record
    *,
    exact: bool = False,
    trial: Trial | None = None,
) -> list[Row]:
    """Return one row a rulebook and card: the chance to conquer it with best play.

    Columns of chances:

    * `win`: the card as it lies, fixed as the target before the roll;
    * `from_another`: the same if it lay before another player; null where it never does;
    * `expected_points`: its points times `win`;
    * `best_target`, `target_points` (no line filled): the chance that after the first roll this card, of
      those asked for, is the target of most expected points; and the points that the turn gains by it;
    * `fresh_points`, `better` (lines filled): what a fresh turn at all cards is worth, and whether to
      `continue` the attack or to begin `fresh`.

    With a `trial` attacks are played besides: `simulated` is the share of those that conquered the card, then
    follow its interval, its z-score under the exact chance and the number of attacks.
    """
    rows = []
    for text in rules:
        rulebook = load(text)
        question = Question(rulebook, cards, lying, exact=exact)
        rows += odds_of(question) if trial is None else _with_trial(question, rulebook, trial)
    return rows


def odds_of(question: Question) -> list[Row]:
    """Return the rows of `card_odds` for one rulebook."""
    rows = [_odds_row(question, card) for card in question.cards]
    if question.lying.filled:
        fresh = question.fresh_turn().worth(question.spec.dice.count)
        for row in rows:
            better = ("continue", "fresh")[place_of_best([row["expected_points"], fresh])]
            row |= {"fresh_points": fresh, "better": better}
        return rows
    turn = question.first_roll()
    parts = zip(turn.shares(question.dice), turn.worths(question.dice), strict=True)
    for row, (share, points) in zip(rows, parts, strict=True):
        row |= {"best_target": share, "target_points": points}
    return rows


def _with_trial(question: Question, rulebook: Any, trial: Trial) -> list[Row]:
    """Return the rows of `odds_of` with what came of attacks that were played."""
    from conquestlab.analysis.games.express.simulation import Attacks
    from conquestlab.analysis.games.trial import share_beside

    attacks, rows = Attacks(rulebook), odds_of(question)
    for row, card in zip(rows, question.cards, strict=True):
        left = question.left(card, question.lying)
        taken = attacks.conquered(card.id, left, question.dice, *trial)
        row |= share_beside(taken, trial.games, float(row["win"])) | {"games": trial.games}
    return rows


def _odds_row(question: Question, card: Any) -> Row:
    lying, attack = question.lying, question.law(card)
    win = attack.chance(question.left(card, lying), question.dice)
    taken = None
    if not question.is_safe(card):
        taken = attack.chance(question.left(card, lying._replace(another=True)), question.dice)
    return {
        "rules": question.label,
        "card": card.id,
        "name": card.name,
        "name_fr": card.name_fr,
        "name_provenance": _provenance(card),
        "continent": card.continent,
        "points": card.points,
        "lines": lines_text(card),
        "owner": "another" if lying.another else "none",
        "filled": " ".join(map(str, sorted(lying.filled))),
        "dice": question.dice,
        "win": win,
        "from_another": taken,
        "expected_points": card.points * win,
    }


def _provenance(card: Any) -> str:
    return "reconstructed" if card.name_reconstructed else "attested"


def roll_choices(
    rules: Sequence[str | Rulebook],
    faces: tuple[str, ...],
    cards: tuple[str, ...] = (),
    lying: Lying = Lying(),  # noqa: B008
    *,
    exact: bool = False,
) -> list[Row]:
    """Return one row a rulebook and choice at a roll, the best first.

    With one card it is the target, and the best choice is that of the greatest chance; with several, or all,
    the roll is the first of a turn, and the best choice that of the most expected points.
    """
    counts = count_faces(faces)
    if lying.dice not in (None, len(faces)):
        raise WrongUse(f"the roll shows {len(faces)} dice, not {lying.dice}: leave the number of dice out")
    lying = lying._replace(dice=len(faces))
    rows = []
    for text in rules:
        question = Question(load(text), cards, lying, exact=exact)
        rows += [_choice_row(question, faces, *choice) for choice in _choices(question, counts)]
    return rows


def first_rolls(
    rules: Sequence[str | Rulebook],
    cards: tuple[str, ...] = (),
    lying: Lying = Lying(),  # noqa: B008
    *,
    exact: bool = False,
) -> list[Row]:
    """Return one row a rulebook and first roll, the likeliest first: chance, best target and worth."""
    rows = []
    for text in rules:
        question = Question(load(text), cards, lying, exact=exact)
        turn, outcomes = question.first_roll(), len(FACES) ** question.dice
        for counts, ways in sorted(rolls(question.dice), key=lambda roll: -roll[1]):
            best = turn.targets(counts)[0]
            faces = tuple(face for face, many in zip(FACES, counts, strict=True) for _ in range(many))
            card = None if best.card is None else question.cards[best.card]
            row = _choice_row(question, faces, 0, card, *best[1:])
            del row["best"]
            chance = Fraction(ways, outcomes)
            rows.append({"rules": row.pop("rules"), "chance": chance if exact else float(chance)} | row)
    return rows


def _choices(question: Question, counts: tuple[int, ...]) -> list[tuple[Any, ...]]:
    """Return (place, card, line, dice used, chance, expected points) of every choice, the best first."""
    if len(question.cards) == 1:
        card = question.cards[0]
        choices = question.law(card).choices(counts, question.left(card, question.lying))
        return [(i, card, *choice, card.points * choice.chance) for i, choice in enumerate(choices)]
    targets = question.first_roll().targets(counts)
    return [(i, None if t.card is None else question.cards[t.card], *t[1:]) for i, t in enumerate(targets)]


def _choice_row(
    question: Question,
    faces: tuple[str, ...],
    place: int,
    card: Any,
    line: int | None,
    used: int,
    chance: Any,
    points: Any,
) -> Row:
    return {
        "rules": question.label,
        "roll": " ".join(faces),
        "card": card and card.id,
        "name": card and card.name,
        "name_provenance": card and _provenance(card),
        "line": line,
        "fills": "nothing" if line is None else line_text(question.law(card).lines[line]),
        "dice_used": used,
        "dice_left": len(faces) - used,
        "win": chance,
        "expected_points": points,
        "best": "no" if place else "yes",
    }
