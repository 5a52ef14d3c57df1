"""Which values of a rulebook of Risk Express contradict its cards."""

from collections.abc import Iterator

from conquestlab.analysis.games.express.country_cards import CountryCards, fewest_dice
from conquestlab.analysis.games.express.rules import ExpressRules
from conquestlab.analysis.rules.clashes import Clash


def card_clashes(rules: ExpressRules, deck: CountryCards) -> Iterator[Clash]:
    """Yield the cards that the dice of the rulebook can never fill, so that the game could not end."""
    hardest = max(deck.cards, key=fewest_dice)
    if fewest_dice(hardest) > rules.dice.count:
        wrong = f"at least {fewest_dice(hardest)}, the dice that {hardest.name} takes"
        yield Clash(("dice.count", "cards"), rules.dice.count, wrong)
