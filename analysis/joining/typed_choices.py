"""What a person types for a choice: its number, or words of it, with an amount where it takes one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from conquestlab.analysis.games.messages import Message
from conquestlab.analysis.games.talk import Talk
from conquestlab.analysis.joining.joined_game import Decision
from conquestlab.analysis.language import say

UNTIL = "until"
WON = "won"
MOST_NAMED = 6  # choices that a message names


class NotUnderstood(Exception):
    """What was typed names no choice; the message says so to the person."""


class Offer(NamedTuple):
    """Choices that differ by a number alone, under one number and one label.

    Attributes
    ----------
    label : str
    choices : tuple of dict
        In the order in which they are offered; the last is the usual one.
    low, high : int
        The numbers that may be given with it; both 0 where none may.
    """

    label: str
    choices: tuple[Message, ...]
    low: int
    high: int

    @property
    def usual(self) -> Message:
        """The choice that is meant where no number is given."""
        return self.choices[-1]


class Order(NamedTuple):
    """What was typed: a decision now, and perhaps the same again later.

    Attributes
    ----------
    decision : Decision
    again : hashable
        What is alike in the choices that repeat it; None where it is not to be repeated.
    keep : int
        It is repeated while more armies than these are behind it.
    """

    decision: Decision
    again: Hashable = None
    keep: int = 0


def offers_of(choices: Sequence[Message], talk: Talk) -> list[Offer]:
    """Return the choices as a person sees them."""
    groups: dict[Hashable, list[Message]] = {}
    for choice in choices:
        groups.setdefault((choice["kind"], talk.alike(choice)), []).append(choice)
    return [_offer(group, talk) for group in groups.values()]


def _offer(group: list[Message], talk: Talk) -> Offer:
    numbers = [number for number in map(talk.number, group) if number is not None]
    first = group[0]
    if numbers:
        group = sorted(group, key=lambda choice: talk.number(choice) or 0)
    low = min(numbers, default=first.get("fewest", 0))
    return Offer(talk.label(first), tuple(group), low, max(numbers, default=first.get("most", 0)))


def order_of(typed: str, offers: Sequence[Offer], talk: Talk) -> Order:
    """Return what a line means.

    Parameters
    ----------
    typed : str
        As "3", "3 5" (the third choice, five armies), "brazil 5" or "attack Brazil from Peru until won".
    offers : sequence of Offer
    talk : Talk

    Raises
    ------
    NotUnderstood
    """
    words, keep = _until(_words(typed))
    number: int | None
    if not words:
        raise NotUnderstood(say("Type the number of a choice, or words of it; ? helps."))
    if len(offers) == 1 and offers[0].high and len(words) == 1 and words[0].isdigit():
        offer, number = offers[0], int(words[0])  # where there is nothing to choose but a number
    elif all(word.isdigit() for word in words) and len(words) <= 2:
        place = int(words[0]) - 1
        if not 0 <= place < len(offers):
            raise NotUnderstood(say("There are choices 1 to {last}.", last=len(offers)))
        offer, number = offers[place], int(words[1]) if len(words) > 1 else None
    else:
        offer, number = _named(words, offers)
    decision = _decided(offer, number, talk)
    if keep is None:
        return Order(decision)
    again = talk.alike(offer.usual)
    if talk.number(offer.usual) is None:
        raise NotUnderstood(say("Only an attack goes on until something."))
    return Order(decision, again, keep)


def same_again(order: Order, choices: Sequence[Message], view: Message, talk: Talk) -> Decision | None:
    """Return the decision that repeats an order; None where it is carried out, or cannot go on."""
    alike = [choice for choice in choices if order.again is not None and talk.alike(choice) == order.again]
    if not alike or (talk.strength(alike[0], view) or 0) <= order.keep:
        return None
    most = max(alike, key=lambda choice: talk.number(choice) or 0)
    return Decision(most["choice"], None, True)


def _words(typed: str) -> list[str]:
    plain = unicodedata.normalize("NFD", typed.lower())
    return re.findall(r"[a-z0-9]+", "".join(letter for letter in plain if not unicodedata.combining(letter)))


def _until(words: list[str]) -> tuple[list[str], int | None]:
    """Split off how far an attack is to go: until it is won, or until so many armies are left."""
    if UNTIL not in words:
        return words, None
    place = words.index(UNTIL)
    goal = words[place + 1 :]
    if goal[:1] == [WON]:
        return words[:place], 1
    if goal and goal[0].isdigit():
        return words[:place], int(goal[0])
    raise NotUnderstood(say("An attack goes on `until won`, or `until 4` armies are left."))


def _named(words: list[str], offers: Sequence[Offer]) -> tuple[Offer, int | None]:
    """Return the choice that words name, and the number that stands beside them."""
    found, number = _matching(words, offers), None
    if not found:
        numbers = [word for word in words if word.isdigit()]
        rest = [word for word in words if not word.isdigit() and word not in ("dice", "armies", "with")]
        if numbers and rest:
            found, number = _matching(rest, offers), int(numbers[-1])
    if len(found) == 1:
        return found[0], number
    if not found:
        raise NotUnderstood(say("No choice has these words; `list` shows all, ? helps."))
    names = ", ".join(offer.label for offer in found[:MOST_NAMED])
    more = (
        say("{names} and {more} more", names=names, more=len(found) - MOST_NAMED)
        if len(found) > MOST_NAMED
        else names
    )
    raise NotUnderstood(say("That may be: {names}.", names=more))


def _matching(words: list[str], offers: Sequence[Offer]) -> list[Offer]:
    """Return the choices with these words: in this order if any has them so, whole words first."""
    labels = [(_words(offer.label), offer) for offer in offers]
    for in_order in (True, False):
        for whole in (True, False):
            found = [offer for label, offer in labels if _has(label, words, whole, in_order)]
            if found:
                exact = [offer for label, offer in labels if label == words]
                return exact or found
    return []


def _has(label: list[str], words: list[str], whole: bool, in_order: bool) -> bool:
    left = list(label)
    for word in words:
        places = [at for at, one in enumerate(left) if one == word or (not whole and one.startswith(word))]
        if not places:
            return False
        left = left[places[0] + 1 :] if in_order else left[: places[0]] + left[places[0] + 1 :]
    return True


def _decided(offer: Offer, number: int | None, talk: Talk) -> Decision:
    if number is None:
        return Decision(offer.usual["choice"])
    if not offer.high:
        raise NotUnderstood(say("`{choice}` takes no number.", choice=offer.label))
    if not offer.low <= number <= offer.high:
        raise NotUnderstood(
            say("`{choice}` takes {low} to {high}.", choice=offer.label, low=offer.low, high=offer.high)
        )
    if "most" in offer.usual:
        return Decision(offer.usual["choice"], number)
    return Decision(next(choice["choice"] for choice in offer.choices if talk.number(choice) == number))
