"""The advice on a hand of cards in words: what to do, what it brings, and what waiting would bring."""

from __future__ import annotations

from conquestlab.analysis.games.conquest.card_sets.card_rules import scale_value
from conquestlab.analysis.games.conquest.card_sets.hand_advice import (
    EXCHANGE,
    HandAdvice,
    SetChoice,
    draws,
)
from conquestlab.analysis.language import say
from conquestlab.reports.formatted_numbers import formatted

HARDLY, HARDLY_UNFORCED = 0.25, 1.0
"""Armies below which it hardly matters; more where nobody has to exchange (docs/commands/cards.md)."""
LATER = 3  # sets after the next that are named


def hand_words(advice: HandAdvice) -> list[str]:
    """Return the advice for one rulebook and number of players, a paragraph each."""
    about = say(
        "{rules}, {players} players. You hold {hand}.",
        rules=advice.rulebook.label,
        players=advice.table.players,
        hand=", ".join(map(str, advice.hand.cards)),
    )
    if not advice.choices:
        return [f"{about} {say('You have no set to exchange.')}", _soon(advice), _last(advice)]
    first = advice.choices[0]
    told = [f"{about} {_verdict(advice)}", _give(advice, first)]
    if advice.waiting is not None:
        told.append(_later(advice, first))
        told += _obligation(advice)
    told.append(_last(advice))
    return told


def _verdict(advice: HandAdvice) -> str:
    waiting = advice.waiting
    if waiting is None and not advice.forced:
        return say(
            "Whether waiting pays cannot be told: in {turns} turns {players} players hardly ever come to "
            "decide on this set. More --turns may help.",
            turns=advice.table.turns,
            players=advice.table.players,
        )
    if waiting is None:
        return say(
            "You must exchange a set now: who begins a turn with {limit} cards or more, and has a set, has "
            "to.",
            limit=advice.rules.must_exchange_at,
        )
    gain = _number(abs(waiting.gain))
    if abs(waiting.gain) < (HARDLY if advice.rules.must_exchange_at else HARDLY_UNFORCED):
        if advice.better == EXCHANGE:
            return say(
                "It hardly matters: exchanging now is worth only {gain} armies more than waiting a turn.",
                gain=gain,
            )
        return say(
            "It hardly matters: waiting a turn is worth only {gain} armies more than exchanging now.",
            gain=gain,
        )
    if advice.better == EXCHANGE:
        return say("Exchange now: waiting a turn would cost about {gain} armies.", gain=gain)
    return say("Wait: keeping the set for a turn is worth about {gain} armies.", gain=gain)


def _give(advice: HandAdvice, first: SetChoice) -> str:
    give, left = ", ".join(map(str, first.given)), first.kept
    if advice.number is None:
        told = [say("The set to give is {give}: it brings {armies} armies.", give=give, armies=first.armies)]
    else:
        told = [
            say(
                "The set to give is {give}: as set {number} of the game it brings {armies} armies.",
                give=give,
                number=advice.number,
                armies=first.armies,
            )
        ]
    if first.bonus:
        told.append(say("Own lands on its cards bring {bonus} armies more.", bonus=first.bonus))
    if left:
        told.append(say("You keep {left}.", left=", ".join(map(str, left))))
    if first.after:
        told.append(say("With what is left another set can bring {after}.", after=first.after))
    rest = len(left)
    limit = advice.rules.must_exchange_at
    if advice.forced and rest >= limit and first.after:
        told.append(say("You then still hold {cards} cards, and must exchange again.", cards=rest))
    if len(advice.choices) > 1:
        told.append(
            say(
                "Of the {number} kinds of sets that you could give, none brings more armies together with "
                "the cards that are left; among equals it is one with the fewest jokers.",
                number=len(advice.choices),
            )
        )
    return " ".join(told)


def _later(advice: HandAdvice, first: SetChoice) -> str:
    waiting, table = advice.waiting, advice.table
    assert waiting is not None
    discounted = _number(waiting.armies * table.discount)
    if advice.number is None:
        return say(
            "Values are fixed, so next turn this set brings the same {armies} armies. An army next turn is "
            "counted as {discount} of one now, which makes {discounted}; what speaks for waiting is a "
            "better set out of the cards to come.",
            armies=first.armies,
            discount=f"{table.discount:g}",
            discounted=discounted,
        )
    later = (scale_value(advice.rules, advice.number + place) for place in range(1, LATER + 1))
    none, one = waiting.others.get(0, 0.0), waiting.others.get(1, 0.0)
    told = [
        say("The sets after it bring {later}.", later=", ".join(map(str, later))),
        say(
            "Until your next turn the others exchange {mean} sets on average (none with a chance of {none} "
            "%, one {one} %, more {more} %), so the same set would then bring {armies} armies on average.",
            mean=_number(sum(number * chance for number, chance in waiting.others.items())),
            none=_percent(none),
            one=_percent(one),
            more=_percent(max(1 - none - one, 0.0)),
            armies=_number(waiting.armies),
        ),
        say(
            "An army next turn is counted as {discount} of one now, which makes {discounted}, against "
            "{armies} now.",
            discount=f"{table.discount:g}",
            discounted=discounted,
            armies=first.armies,
        ),
        _what_follows(waiting.gain - (waiting.armies * table.discount - first.armies)),
    ]
    return " ".join(told)


def _what_follows(rest: float) -> str:
    """Say what the later turns add to the comparison of the armies of now and of the next turn."""
    if rest >= 0:
        return say(
            "The turns that follow speak for waiting, by {rest} armies: an exchange raises what the next "
            "sets of the others bring, and cards to come can make a better set.",
            rest=_number(rest),
        )
    return say(
        "The turns that follow speak for exchanging, by {rest} armies: your later sets then come sooner.",
        rest=_number(-rest),
    )


def _obligation(advice: HandAdvice) -> list[str]:
    limit, cards = advice.rules.must_exchange_at, len(advice.hand.cards)
    most = max(draws(advice))
    if not limit or cards + most < limit:
        return []
    return [
        say(
            "You cannot wait for long: with {limit} cards at the beginning of a turn you must exchange.",
            limit=limit,
        )
    ]


def _soon(advice: HandAdvice) -> str:
    told = []
    for cards, chance in advice.sooner.items():
        percent = _percent(float(chance))
        if chance == 1 and cards == 1:
            told.append(say("The next card is sure to complete one."))
        elif cards == 1:
            told.append(
                say("The next card completes one with a chance of {percent} % ({exact}).", percent=percent,
                    exact=chance)
            )  # fmt: skip
        elif chance == 1:
            told.append(say("With {cards} more cards you are sure to have one.", cards=cards))
        else:
            told.append(say("With {cards} more cards it is {percent} %.", cards=cards, percent=percent))
    return " ".join(told)


def _last(advice: HandAdvice) -> str:
    if not advice.choices:
        return say("This is exact, if all cards that you do not hold are taken as equally likely.")
    risk = say(
        "A player who is eliminated loses his cards to whoever does it; nobody is eliminated in this "
        "reckoning, so exchange if somebody can take your last lands."
    )
    exact = say("What sets bring, and when you must exchange, is exact.")
    if advice.forced:
        return exact
    if advice.waiting is None:
        return " ".join((exact, risk))
    table = advice.table
    assumed = say(
        "What waiting is worth is not: it assumes {players} players who do nothing but draw and exchange "
        "for {turns} turns, all by the policy `solved`, without bonuses for lands.",
        players=table.players,
        turns=table.turns,
    )
    told = [exact, assumed]
    if advice.rules.draw == "conquest":
        told.append(say("A turn brings a card with a chance of {chance}.", chance=f"{table.conquests:g}"))
    return " ".join((*told, risk))


def _number(value: float) -> str:
    return formatted(value, decimals=1)[0]


def _percent(chance: float) -> str:
    return formatted(chance, percent=True, decimals=0)[0]
