"""From the words of `conquest compare` to a page and a figure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.comparing.compare_answers import Compared, compare
from conquestlab.analysis.comparing.robustness import sign_rows
from conquestlab.analysis.comparing.variants import MARGIN, Question, comparisons_of
from conquestlab.analysis.comparing.verdicts import SIGNS
from conquestlab.analysis.playing.many_games import Listener
from conquestlab.reports.digits import ShownNumber, shown
from conquestlab.reports.page import Page

if TYPE_CHECKING:
    from conquestlab.analysis.comparing.compare_answers import Judged

Say = Callable[[str], None]
Rows = list[dict[str, Any]]

ABOUT = "about"  # the column that heads a table of its own
BY_TENTH, MIDDLE = ("snowball_auc", "uncertainty"), "5"  # a figure has room for one tenth of the game


def compare_page(rules: Sequence[str], asked: dict[str, Any], quiet: bool, say: Say) -> tuple[Page, Compared]:
    """Answer `conquest compare`; the second tells whether something came before its end."""
    from conquestlab.reports.figures import check_plot_path
    from conquestlab.reports.progress import Progress

    if asked["plot"]:
        check_plot_path(asked["plot"])
    question = Question(
        asked["players"],
        tuple(dict.fromkeys(asked["bots"])),
        asked["games"],
        asked["seed"],
        asked["apart"],
        asked["rotate"],
        asked["within"],
        MARGIN if asked["margin"] is None else asked["margin"],
        asked["same_bots"],
        asked["robust"],
        asked["bot_seconds"],
    )
    total = sum(one.games * len(one.experiments) for one in comparisons_of(rules, question))
    with Progress(total, "games", quiet=quiet) as bar:
        listener = Listener(
            lambda seconds: say(f"compiling the kernels once, about {seconds} s"), bar.advance
        )
        compared = compare(rules, question, jobs=asked["jobs"], listener=listener)
    if compared.interrupted and not compared.rows:
        raise KeyboardInterrupt
    notes = compared.notes
    if question.robust:
        notes = (*_legend(compared.judged), *notes)
    page = Page(
        compared.rows,
        compared.rulebooks,
        notes,
        meta=_meta(compared, question),
        draw=lambda: _forest(compared),
        shown=_signs_shown(compared.judged) if question.robust else _differences_shown(compared),
        apart=ABOUT,
    )
    return page, compared


def _meta(compared: Compared, question: Question) -> dict[str, Any]:
    """Return what is known of the games beside their rules."""
    comparisons = compared.comparisons

    def one_or_all(values: list[Any]) -> Any:
        different = list(dict.fromkeys(values))
        return different[0] if len(different) == 1 else different

    meta = {
        "seed": comparisons[0].base.seeds.text,
        "bots": one_or_all([one.base.bots_text for one in comparisons]),
        "players": one_or_all([one.players for one in comparisons]),
        "games": one_or_all([one.games for one in comparisons]),
        "margin": question.margin,
    }
    if question.apart is not None:
        meta["apart"] = comparisons[0].experiments[1].seeds.text
    return meta


# Tables for the eye -----------------------------------------------------------------------------


def _differences_shown(compared: Compared) -> Rows:
    """Set the values of base and variant side by side, with the verdict on their difference."""
    found: Rows = []
    base: dict[tuple[Any, ...], ShownNumber] = {}
    values = shown(compared.rows, ["value", "low", "high"])["value"]
    for row, value in zip(compared.rows, map(ShownNumber, values), strict=True):
        place = (row["players"], row["bots"], row["measure"], row["of"])
        if row["against"] is None:
            base[place] = value
            continue
        verdict = row["verdict"]
        found.append(
            {
                ABOUT: f"{row['rules']} against {row['against']}, {_seated(row['players'], row['bots'])}",
                "measure": row["measure"],
                "of": row["of"],
                "base": base.get(place),
                "value": value,
                "verdict": verdict and _short_verdict(verdict, row["rules"]),
            }
        )
    return found


def _short_verdict(verdict: str, rules: str) -> str:
    """Leave out whose verdict it is, which stands above the table, and what the heading says."""
    return verdict.removeprefix(f"{rules} is ").replace("no difference larger than", "less than")


def _signs_shown(judged: Sequence[Judged]) -> Rows:
    """Set the signs of a measure out by number of players, those of all sets of bots in one cell."""
    players = sorted({one.comparison.players for one in judged})
    bots = list(dict.fromkeys(one.variant.bots_text for one in judged))
    lines: dict[tuple[Any, ...], dict[tuple[int, str], str]] = {}
    for row in sign_rows(judged):
        line = (f"{row['rules']} against {row['against']}", row["measure"], row["of"], row["holds"])
        lines.setdefault(line, {})[row["players"], row["bots"]] = row["sign"]
    return [
        {ABOUT: about, "measure": measure, "of": of}
        | {str(seats): "".join(signs.get((seats, name), " ") for name in bots).rstrip() for seats in players}
        | {"holds": holds}
        for (about, measure, of, holds), signs in lines.items()
    ]


def _legend(judged: Sequence[Judged]) -> list[str]:
    bots = list(dict.fromkeys(one.variant.bots_text for one in judged))
    signs = ", ".join(f"{sign} {words}" for sign, words in SIGNS.items())
    return [
        f"columns by number of players; in each a sign for {'; '.join(bots)}, in this order: {signs}",
    ]


def _seated(players: int, bots: str) -> str:
    return f"{players} players, bots: {bots}"


# Figure -----------------------------------------------------------------------------------------


def _forest(compared: Compared) -> Any:
    """Draw the differences of all measures: those of shares in points, the others in standard deviations."""
    from conquestlab.reports.difference_figures import differences_with_intervals

    labels = list(dict.fromkeys(one.variant.rulebook.label for one in compared.judged))
    tables = {(one.comparison.players, one.variant.bots_text) for one in compared.judged}
    players, bots = ({table[place] for table in tables} for place in (0, 1))
    base = compared.comparisons[0].base.rulebook.label
    panels: dict[bool, Rows] = {True: [], False: []}
    for one in compared.judged:
        measure, of = one.key
        if measure in BY_TENTH and of != MIDDLE:
            continue
        shares = one.contrast.scale is None
        unit = 0.01 if shares else one.contrast.scale
        if not unit:
            continue
        names = [one.variant.rulebook.label] * (len(labels) > 1)
        names += [f"{one.comparison.players} players"] * (len(players) > 1)
        names += [f"bots: {one.variant.bots_text}"] * (len(bots) > 1)
        value, low, high, *_ = one.contrast.difference
        panels[shares].append(
            {
                "of": f"{measure} {of}".strip(),
                "series": ", ".join(names),
                "value": value / unit,
                "low": None if low is None else low / unit,
                "high": None if high is None else high / unit,
                "finding": one.verdict.is_finding,
            }
        )
    alone = "" if len(labels) > 1 else f"{labels[0]} "
    subtitle = "Differences with 95 % intervals; filled: more than chance, all tests taken together"
    if len(players) == 1:
        subtitle += f"; {players.pop()} players"
    if len(bots) == 1:
        subtitle += f"; bots: {bots.pop()}"
    axes = {True: "points of a share", False: "standard deviations of a game"}
    return differences_with_intervals(
        [(axes[shares], records) for shares, records in panels.items() if records],
        heading=f"{alone}against {base}",
        subtitle=subtitle,
    )
