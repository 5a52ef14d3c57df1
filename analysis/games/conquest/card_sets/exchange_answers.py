"""Answers to when cards should be exchanged, as plain records: gains of waiting, policies, armies by turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.games.conquest.card_sets.card_question import (
    card_tables,
    played_games,
    read_policies,
)
from conquestlab.analysis.games.conquest.card_sets.card_rules import (
    JOKER,
    CardRules,
    Hand,
    best_sets,
    kind_armies,
    must_exchange,
    next_set,
)
from conquestlab.analysis.games.conquest.card_sets.exchange_model import CardTable
from conquestlab.analysis.requests.exact import CardsRequest

if TYPE_CHECKING:
    from conquestlab.analysis.games.conquest.card_sets.exchange_solution import Solution
    from conquestlab.analysis.games.conquest.card_sets.exchange_timing import Probe

Row = dict[str, Any]
Case = tuple[Hand, int]  # a hand, and the sets done before

Progress = Callable[[int], object] | None

LEAST_MET = 0.01  # times a game, for a row of its own
BAND = (0.1, 0.9)
MOST_TOLD_GAMES = 100_000


def timing(request: CardsRequest, progress: Progress = None) -> list[Row]:
    """Return one row a hand and number of the next set: what waiting a turn gains beyond exchanging now.

    The table plays the solved policy. A row is the mean over all turns but the last, each weighed by how
    often a player decides then, and over hands that differ only in the names of the arms where these do not
    matter.
    """
    from conquestlab.analysis.games.conquest.card_sets.exchange_solution import solve
    from conquestlab.analysis.games.conquest.card_sets.exchange_timing import play_probes

    rows = []
    for rulebook, card_rules, table in card_tables(request):
        cases = waiting_gains(card_rules, solve(card_rules, table), table)
        probes = {}
        if request.simulate:
            probes = _by_case(card_rules, play_probes(card_rules, table, played_games(request, progress)))
        for (hand, done), (met, gain) in sorted(cases.items(), key=_in_order):
            kind = next_set(card_rules, hand, done + 1)
            assert kind is not None
            row: Row = {"rules": rulebook.label, "players": table.players}
            row["number"] = done + 1 if card_rules.has_scale else None
            row["armies"] = kind_armies(card_rules, kind, done + 1)
            row |= {"hand": hand_text(card_rules, hand), "cards": sum(hand)}
            row |= {"sets": len(best_sets(card_rules, hand)), "met": met, "gain": gain}
            row["better"] = "wait" if gain > 0 else "exchange"
            if request.simulate:
                row |= _beside(probes.get((hand, done), []), gain)
            rows.append(row)
    return rows


def hand_text(rules: CardRules, hand: Hand) -> str:
    """Write a hand: `2+1+j` has two cards of an arm, one of another, a joker; `2i+1c` names the arms."""
    letters = ("", "", "") if alike(rules) else ("i", "c", "a")
    parts = [f"{held}{letter}" for held, letter in zip(hand, letters, strict=False) if held]
    jokers = hand[JOKER]
    return "+".join([*parts, *(["j" if jokers == 1 else f"{jokers}j"] if jokers else [])])


def alike(rules: CardRules) -> bool:
    """Tell whether the rules treat all arms alike, so that their names do not matter."""
    return rules.has_scale and len(set(rules.arms)) == 1


def _in_order(case: tuple[Case, Any]) -> tuple[int, int, tuple[int, ...]]:
    (hand, done), _ = case
    return done, sum(hand), tuple(-held for held in hand)


def waiting_gains(rules: CardRules, solution: Solution, table: CardTable) -> dict[Case, tuple[float, float]]:
    """Return by hand and sets done how often a player decides there in a game, and what waiting a turn gains.

    Cases met less than LEAST_MET times a game are left out, and those in which a set has to be exchanged.
    """
    sums: dict[Case, tuple[float, float]] = {}
    met = solution.met[:, :-1].sum(axis=(0, 1, 2)) / table.players
    gained = (solution.met * solution.gains)[:, :-1].sum(axis=(0, 1, 2)) / table.players
    for place, hand in enumerate(solution.hands):
        if must_exchange(rules, hand) or not next_set(rules, hand):
            continue
        for done in range(met.shape[0]):
            case = (without_names(rules, hand), done)
            often, gain = sums.get(case, (0.0, 0.0))
            sums[case] = often + float(met[done, place]), gain + float(gained[done, place])
    return {case: (often, gain / often) for case, (often, gain) in sums.items() if often >= LEAST_MET}


def without_names(rules: CardRules, hand: Hand) -> Hand:
    """Return a hand with its arms in the order of their number, where the rules treat all arms alike."""
    if not alike(rules):
        return hand
    first, second, third = sorted(hand[:3], reverse=True)
    return first, second, third, hand[3]


def _by_case(rules: CardRules, probes: dict[Case, Probe]) -> dict[Case, list[Probe]]:
    found: dict[Case, list[Probe]] = {}
    for (hand, done), probe in probes.items():
        found.setdefault((without_names(rules, hand), done), []).append(probe)
    return found


def _beside(probes: list[Probe], gain: float) -> Row:
    from conquestlab.analysis.games.conquest.card_sets.exchange_timing import pooled
    from conquestlab.analysis.measures.intervals import normal_quantile

    probe = pooled(probes)
    if not probe.error > 0:
        return {"simulated": None, "low": None, "high": None, "z": None, "games": probe.games}
    half = normal_quantile() * probe.error
    row = {"simulated": probe.gain, "low": probe.gain - half, "high": probe.gain + half}
    return row | {"z": (probe.gain - gain) / probe.error, "games": probe.games}


def turning_points(rows: list[Row]) -> list[str]:
    """Say in words, for each table of `timing`, from which set on exchanging at once is better."""
    tables: dict[tuple[str, int], dict[int, float]] = {}
    for row in rows:
        if row["number"] is not None:
            gains = tables.setdefault((row["rules"], row["players"]), {})
            gains[row["number"]] = gains.get(row["number"], 0.0) + row["met"] * row["gain"]
    words = []
    for (rules, players), gains in tables.items():
        about = f"{rules}, {players} players"
        waiting = [number for number, gain in gains.items() if gain > 0]
        if not waiting:
            words.append(f"{about}: on average exchanging at once is better throughout")
        elif max(waiting) == max(gains):
            words.append(f"{about}: on average waiting is better up to the last set that is met often")
        else:
            words.append(f"{about}: on average exchanging at once is better from set {max(waiting) + 1} on")
    return words


def policies(request: CardsRequest, progress: Progress = None) -> list[Row]:
    """Return one row a pair of policies: what one player of the first gets among players of the second."""
    from conquestlab.analysis.games.conquest.card_sets.exchange_timing import play_match
    from conquestlab.analysis.measures.intervals import normal_quantile

    asked = read_policies(request)
    rows = []
    for rulebook, card_rules, table in card_tables(request):
        for policy in asked:
            for against in asked:
                played = played_games(request, progress)
                match = play_match(card_rules, table, policy, against, played)
                half = normal_quantile() * match.error
                rows.append(
                    {
                        "rules": rulebook.label,
                        "players": table.players,
                        "policy": str(policy),
                        "against": str(against),
                        "armies": match.armies,
                        "worth": match.worth,
                        "others": match.others,
                        "lead": match.lead,
                        "low": match.lead - half,
                        "high": match.lead + half,
                        "games": played.games,
                    }
                )
    return rows


def turns(request: CardsRequest, progress: Progress = None) -> list[Row]:
    """Return one row a policy and turn: the armies that a player got from cards so far, all playing alike.

    The mean over many games, and the tenth and ninetieth of a hundred of them.
    """
    import numpy as np

    from conquestlab.analysis.games.conquest.card_sets.exchange_timing import play_turns

    rows = []
    for rulebook, card_rules, table in card_tables(request):
        for policy in read_policies(request):
            played = played_games(request, progress)
            played = played._replace(games=min(played.games, MOST_TOLD_GAMES))
            armies = play_turns(card_rules, table, policy, played)
            low, high = np.quantile(armies, BAND, axis=0, method="inverted_cdf")
            for turn, mean in enumerate(armies.mean(axis=0)):
                row: Row = {"rules": rulebook.label, "players": table.players, "policy": str(policy)}
                row |= {
                    "turn": turn + 1,
                    "armies": float(mean),
                    "q10": int(low[turn]),
                    "q90": int(high[turn]),
                }
                rows.append(row | {"games": played.games})
    return rows
