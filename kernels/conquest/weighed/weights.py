"""The weights of the policy `weighed`: their names, ranges and meanings, in the order of their record.

Worths are counted in sixty-fourths of an army, chances in parts of 1024, shares in sixty-fourths.
"""

from typing import NamedTuple


class Meaning(NamedTuple):
    """One weight: the least and the most it may be, and what it does."""

    low: int
    high: int
    about: str


WEIGHTS: dict[str, Meaning] = {
    # what a land is worth to whoever attacks it
    "land": Meaning(-512, 1024, "worth of any land"),
    "card": Meaning(0, 1024, "worth of the first conquest of a turn, where it brings a card"),
    "enemy_army": Meaning(-64, 128, "worth of an enemy army destroyed"),
    "own_army": Meaning(0, 128, "cost of an own army lost"),
    "press": Meaning(-512, 512, "worth of any land for each even share of the armies held above one"),
    "progress": Meaning(0, 512, "worth of a land, by bonus and by the share of its continent that is held"),
    "complete": Meaning(0, 1024, "worth, by bonus, of taking all that is missing of a continent this turn"),
    "keep": Meaning(0, 256, "how much the strength beside a continent takes off that worth"),
    "breaks": Meaning(0, 1024, "worth, by bonus, of a land in a continent that another seat holds"),
    "deny": Meaning(0, 512, "worth, by bonus, of a land in a continent that another seat nearly holds"),
    "kill": Meaning(0, 512, "worth of the cards of a seat that can be put out this turn"),
    "rid": Meaning(0, 4096, "worth of putting a seat out"),
    "leader": Meaning(-256, 512, "worth of a land of the strongest of the others"),
    "weak": Meaning(-256, 512, "worth of a land of the weakest of the others"),
    "compact": Meaning(0, 256, "worth of each own land beside it, less the enemy's"),
    "exposure": Meaning(0, 128, "cost of each army of the strongest enemy beside it"),
    "beyond": Meaning(0, 64, "share of the worth of the best land behind it"),
    "objective": Meaning(0, 2048, "worth of a land of the own objective"),
    "counter": Meaning(0, 2048, "worth of a land of what another seat seems to be about to reach"),
    "ally": Meaning(-512, 512, "worth of a land of the ally, besides"),
    # when a plan for the turn counts as possible
    "need": Meaning(0, 192, "armies reckoned for each enemy army of a plan"),
    "slack": Meaning(0, 64, "share of the armies reckoned at which a plan is not tried at all"),
    # when to attack
    "odds": Meaning(0, 1024, "the least chance at which a battle is begun"),
    "stop_odds": Meaning(0, 1024, "the least chance at which a battle goes on"),
    "march": Meaning(-512, 1024, "promise from which the force that marched last attacks at once"),
    # where armies stand
    "start_focus": Meaning(0, 64, "share of the starting armies that goes to the best front at once"),
    "focus": Meaning(0, 64, "share of the armies to place that goes to the best front at once"),
    "guard": Meaning(0, 256, "worth of each army that a border lacks against the enemy beside it"),
    "guard_bonus": Meaning(0, 256, "the same, by the bonus of an own continent that it opens"),
    "stand": Meaning(0, 128, "armies wanted on a border for each army of the strongest enemy beside it"),
    "stand_bonus": Meaning(0, 128, "the same, more of them, where the border opens an own continent"),
    "garrison": Meaning(0, 64, "share of the wanted armies that stays behind when armies march on"),
    # cards
    "hold": Meaning(0, 12, "cards in hand from which a set is exchanged"),
    "least_set": Meaning(0, 64, "armies that a set must bring to be exchanged sooner"),
}

BUDGET: dict[str, Meaning] = {
    "rollouts": Meaning(1, 1000, "how often each plan is played on"),
    "depth": Meaning(1, 20, "rounds that are played on, after the one under way"),
    "searches": Meaning(0, 100, "how often in a turn a plan is sought at most"),
}
"""What a planner may spend, besides."""
