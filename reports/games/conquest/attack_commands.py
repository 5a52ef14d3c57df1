"""From the words of `conquest odds` and `conquest need` to rows, notes and a figure."""

from __future__ import annotations

from typing import Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.battles import attack_answers as answers
from conquestlab.analysis.games.conquest.battles.attack_question import Choices, read_size, rules_of_attack
from conquestlab.analysis.rules.faults import shown
from conquestlab.reports.figures.style import check_plot_path
from conquestlab.reports.page import Page
from conquestlab.reports.trial import trial_of

MATRIX = ("attackers", "defenders", "win")
STOPPING = "The larger mean of armies kept, with the worth of the land where it is taken."


def odds_page(words: tuple[str, ...], rules: tuple[str, ...], asked: dict[str, Any]) -> Page:
    """Answer `conquest odds` for battles of armies."""
    if asked["plot"]:
        check_plot_path(asked["plot"])
    if asked["card"]:
        return _card(words, rules, asked)
    choices = _choices(asked)
    views = [name for name in ("size", "policy", "distribution", "quantiles") if asked[name]]
    if len(views) > 1:
        raise WrongUse(
            "--table, --policy, --distribution and --quantiles are answers of their own: ask for one"
        )
    view = {"size": _table, "policy": _policy, "distribution": _distribution, "quantiles": _quantiles}
    if views and views[0] in ("size", "policy") and words:
        raise WrongUse("--table and --policy take their size from AxD: leave out attackers and defenders")
    if not (views and views[0] in ("size", "policy")) and len(words) < 2:
        raise WrongUse("give the attackers and the defenders, such as conquest odds 10 8, or --table 10x10")
    return (view[views[0]] if views else _odds)(words, rules, choices, asked)


def need_page(defenders: tuple[str, ...], rules: tuple[str, ...], asked: dict[str, Any]) -> Page:
    """Answer `conquest need`."""
    rows = answers.need(rules, defenders, asked["chance"], _choices(asked), on_land=asked["on_land"])
    return _page(rules, rows)


def _page(rules: tuple[str, ...], rows: list[dict[str, Any]], **more: Any) -> Page:
    return Page(rows, tuple(rules_of_attack(text).rulebook for text in rules), **more)


def _choices(asked: dict[str, Any]) -> Choices:
    try:
        guards = tuple(map(_guard, asked["leave"].split(",")))
    except ValueError:
        raise WrongUse(
            f"--leave {shown(asked['leave'])!r}: give one number, or one for each land: 1 or 2,1"
        ) from None
    return Choices(
        stop_at=asked.get("stop_at", 0),
        hold_at=asked.get("hold_at", 0),
        attack_dice=_dice(asked["attack_dice"]),
        defend_dice=_dice(asked["defend_dice"]),
        order=asked.get("order"),
        worth=asked.get("worth"),
        guards=guards,
    )


def _guard(text: str) -> int:
    return int(text.strip()[:20])  # a longer number is far too large either way


def _dice(word: Any) -> Any:
    return (
        int(word) if isinstance(word, str) and word.isascii() and word.isdigit() and len(word) < 9 else word
    )


def _odds(words: tuple[str, ...], rules: tuple[str, ...], choices: Choices, asked: dict[str, Any]) -> Page:
    exact, on_land = asked["exact"], asked["on_land"]
    meta: dict[str, Any] = {}
    with trial_of(asked, len(rules), _needs_compiling) as trial:
        rows = answers.odds(rules, words[0], words[1:], choices, on_land=on_land, exact=exact, trial=trial)
    if trial:
        meta = {"seed": trial.seed, "games": trial.games}
    if asked["against"]:
        other = answers.odds((asked["against"],), words[0], words[1:], choices, on_land=on_land, exact=exact)
        rows = answers.odds_against(rows, other)

    def draw() -> Any:
        from conquestlab.reports.games.conquest.odds_figures import end_of_battle

        compared = (*rules, asked["against"]) if asked["against"] else rules
        ends = answers.distribution(compared, words[0], words[1:], choices, on_land=on_land)
        return end_of_battle(ends, " v ".join((words[0], " ".join(words[1:]))))

    return _page(rules, rows, meta=meta, draw=draw)


def _needs_compiling() -> bool:
    from conquestlab.analysis.games.conquest.battles.battle_simulation import needs_compiling

    return needs_compiling()


def _distribution(
    words: tuple[str, ...], rules: tuple[str, ...], choices: Choices, asked: dict[str, Any]
) -> Page:
    options = {"on_land": asked["on_land"]}
    rows = answers.distribution(rules, words[0], words[1:], choices, exact=asked["exact"], **options)

    def draw() -> Any:
        from conquestlab.reports.games.conquest.odds_figures import end_of_battle

        ends = (
            answers.distribution(rules, words[0], words[1:], choices, **options) if asked["exact"] else rows
        )
        return end_of_battle(ends, " v ".join((words[0], " ".join(words[1:]))))

    return _page(rules, rows, draw=draw)


def _quantiles(
    words: tuple[str, ...], rules: tuple[str, ...], choices: Choices, asked: dict[str, Any]
) -> Page:
    return _page(rules, answers.quantiles(rules, words[0], words[1:], choices, on_land=asked["on_land"]))


def _table(_words: tuple[str, ...], rules: tuple[str, ...], choices: Choices, asked: dict[str, Any]) -> Page:
    against = asked["against"]
    rows = answers.table(rules, asked["size"], choices, exact=asked["exact"], against=against)

    def draw() -> Any:
        from conquestlab.reports.games.conquest import odds_figures

        plain = answers.table(rules, asked["size"], choices) if asked["exact"] else rows
        if against:
            label = rules_of_attack(against).label
            if len(rules) > 1 or plain[0]["rules"] == label:
                raise WrongUse("a figure of a difference takes one rulebook and another --against it")
            other = answers.table((against,), asked["size"], choices)
            return odds_figures.difference_map([*plain, *other], label)
        if choices.worth is not None:
            return _stopping_map(plain, asked["size"], choices.worth)
        return odds_figures.odds_map(plain)

    matrix = MATRIX if not against and choices.worth is None and not asked["exact"] else None
    return _page(rules, rows, matrix=matrix, draw=draw)


def _card(words: tuple[str, ...], rules: tuple[str, ...], asked: dict[str, Any]) -> Page:
    if check_plot_path(asked["card"]) != "pdf":
        raise WrongUse(f"a card is printed from a PDF: end the name of {asked['card']} in .pdf")
    if words:
        raise WrongUse(f"a card shows a rulebook as it is: leave out {' '.join(words)}")
    if len(rules) > 1:
        raise WrongUse("a card shows one rulebook: name one with --rules, and make a card of each")
    from conquestlab.analysis.games.conquest.battles.odds_card import odds_card
    from conquestlab.reports.games.conquest.thumb_rules import thumb_sentences

    card = odds_card(rules[0])

    def draw() -> Any:
        from conquestlab.reports.games.conquest.odds_card import draw_card

        return draw_card(card, rules[0])

    return _page(rules, card.rows, notes=tuple(thumb_sentences(card)), meta={"thumb": card.thumb}, draw=draw)


def _stopping_map(rows: list[dict[str, Any]], size: str, worth: float) -> Any:
    from conquestlab.reports.games.conquest.odds_figures import choice_map

    attackers, defenders = read_size(size)
    first = rows[0]["rules"]
    roll = {
        (row["attackers"], row["defenders"]): row["roll"] == "yes" for row in rows if row["rules"] == first
    }
    choices = [[int(roll[a, d]) for d in range(1, defenders + 1)] for a in range(1, attackers + 1)]
    heading = f"{first}: attack a land worth {worth:g} armies, or stop?"
    return choice_map(choices, {0: "stop", 1: "roll"}, heading=heading, subtitle=STOPPING)


def _policy(_words: tuple[str, ...], rules: tuple[str, ...], choices: Choices, asked: dict[str, Any]) -> Page:
    rows = answers.dice_policy(rules, asked["policy"], choices)

    def draw() -> Any:
        from conquestlab.reports.games.conquest.odds_figures import choice_map

        if any("roll" in row for row in rows) or any(not row["defend_dice"].isdigit() for row in rows):
            raise WrongUse("a choice that depends on the roll, or is mixed, has no map: leave out --plot")
        attackers, defenders = read_size(asked["policy"])
        first = rows[0]["rules"]
        dice = {(r["attackers"], r["defenders"]): int(r["defend_dice"]) for r in rows if r["rules"] == first}
        matrix = [[dice.get((a, d)) for d in range(1, defenders + 1)] for a in range(1, attackers + 1)]
        names = {number: f"{number} dice" if number > 1 else "1 die" for number in sorted(set(dice.values()))}
        return choice_map(matrix, names, heading=f"{first}: the defender's best dice")

    return _page(rules, rows, draw=draw)
