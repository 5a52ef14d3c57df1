"""Answers about Africa 1880, as plain records: conflicts, what to declare, and what a colony is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.africa.conflicts import Wars, enemies, listed, points_of, reason, resolve
from conquestlab.analysis.games.africa.declarations import read_declarations
from conquestlab.analysis.games.africa.rules import africa_rules

if TYPE_CHECKING:
    from conquestlab.analysis.games.africa.declaration_game import DeclarationGame, Equilibrium, Mixture
    from conquestlab.analysis.rules.rulebook import Rulebook

Row = dict[str, Any]
PEACE = "alliance to all"
MOST_NATIONS = 3  # whose declarations are solved for


def territory_answer(books: Sequence[Rulebook], words: Sequence[str]) -> list[Row]:
    """Return what was asked about one territory: its conflict, its declarations, or the worth of a colony."""
    rows = []
    for rulebook in books:
        if not words:
            rows += colony_worth(rulebook)
            continue
        present, wars = read_declarations(words, rulebook.map.nations)
        rows += declarations(rulebook, present) if wars is None else conflict(rulebook, wars)
    return rows


def conflict(rulebook: Any, wars: Wars) -> list[Row]:
    """Return one row a nation: what it declares, whether it stays and why, and what a colony would bring it.

    `colony_points` are those of its presence if all squares of the territory are filled, so that it becomes
    a colony where no war is left among those who stay; alliances are not in them.
    """
    names = {nation.code: nation.name for nation in rulebook.map.nations}
    removed = resolve(wars).removed
    return [
        {
            "rules": rulebook.label,
            "nation": nation,
            "name": names[nation],
            "war_on": " ".join(wars[nation]),
            "war_from": " ".join(enemies(nation, wars)),
            "stays": "no" if nation in removed else "yes",
            "why": reason(nation, wars),
            "colony_points": points_of(nation, wars, africa_rules(rulebook).score),
        }
        for nation in wars
    ]


def conflict_words(wars: Wars) -> list[str]:
    """Return what comes of a conflict in sentences."""
    outcome = resolve(wars)
    left = [nation for nation in wars if nation not in outcome.removed]
    said = [f"{listed([n for n in wars if n in outcome.removed])} removed" if outcome.removed else "all stay"]
    if outcome.peace:
        said.append(f"a developed territory becomes a colony of {listed(left)}")
    elif left:
        said.append("a war among those who stay keeps a developed territory from becoming a colony")
    else:
        said.append("nobody is left, so nothing becomes a colony")
    return ["; ".join(said)]


def declarations(rulebook: Any, present: Sequence[str]) -> list[Row]:
    """Return what two or three nations should declare on a developed territory in the last round.

    One row a nation and plan that it has with some chance, for each aim and answer:

    * `aim`: `points`, its own, or `lead`, its points less the mean of those of the others present;
    * `answer`: `strict` and `weak` equilibria without chance (in a strict one every other declaration loses),
      `mixed` ones in which all draw alike, told of the first nation, and `safe`: what a nation of two can be
      sure of;
    * `alike`: how many equilibria are the same but for the names of the nations;
    * `expected`: the points, or the lead, that the nation has on average;
    * `gain`: the most that it would gain by declaring otherwise, never above zero but for rounding; of `safe`
      the value is a bound and there is none.
    """
    from conquestlab.analysis.games.africa.declaration_game import DeclarationGame

    if len(present) not in range(2, MOST_NATIONS + 1):
        raise WrongUse(
            f"{len(present)} nations: declarations are solved for 2 or 3; to see who stays, write what they "
            f"declare, as in {' '.join(f'{nation}:' for nation in present)}"
        )
    rows: list[Row] = []
    for aim in ("points", "lead"):
        game = DeclarationGame(present, africa_rules(rulebook).score, aim)
        for number, (kind, found) in enumerate(_answers(game), 1):
            shown = {"rules": rulebook.label, "aim": aim, "number": number, "answer": kind}
            rows += _equilibrium_rows(game, found, shown)
        if len(present) == 2:
            worth, mixture = game.guaranteed()
            shown = {"rules": rulebook.label, "aim": aim, "number": None, "answer": "safe", "alike": None}
            rows += list(_plan_rows(game, 0, mixture, shown, worth, None))
    return rows


def _answers(game: DeclarationGame) -> Iterator[tuple[str, Equilibrium]]:
    for found in game.pure_equilibria():
        yield "strict" if found.strict else "weak", found
    for found in game.even_mixtures():
        yield "mixed", found


def _equilibrium_rows(game: DeclarationGame, found: Equilibrium, shown: Row) -> Iterator[Row]:
    """Yield the rows of all nations, or of the first where all draw alike."""
    drawn = shown["answer"] == "mixed"
    for place, mixture in enumerate(found.mixtures[:1] if drawn else found.mixtures):
        gain = max(found.gains) if drawn else found.gains[place]
        yield from _plan_rows(game, place, mixture, shown | {"alike": found.alike}, found.points[place], gain)


def _plan_rows(
    game: DeclarationGame, place: int, mixture: Mixture, shown: Row, expected: float, gain: float | None
) -> Iterator[Row]:
    for plan, chance in zip(game.plans[place], mixture, strict=True):
        if chance > 0:
            yield shown | {
                "nation": game.present[place],
                "declares": f"war on {' '.join(plan)}" if plan else PEACE,
                "chance": float(chance),
                "expected": expected,
                "gain": gain,
            }


def colony_worth(rulebook: Any) -> list[Row]:
    """Return one row a number of presences: what a colony brings each of them, and all together."""
    score = africa_rules(rulebook).score
    rows = []
    for present in range(1, rulebook.spec.players.max + 1):
        each = score.alone if present == 1 else score.shared
        rows.append(
            {
                "rules": rulebook.label,
                "present": present,
                "points_each": each,
                "points_together": present * each,
                "less_than_alone": score.alone - each,
            }
        )
    return rows
