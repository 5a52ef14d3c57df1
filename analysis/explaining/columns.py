"""The columns of tables: what stands in each, by its name; where commands differ, each is told.

A column that ends in `_low` or `_high` is the end of the interval of the column before it.
"""

from __future__ import annotations

from conquestlab.analysis.language import marked

COLUMNS = {
    "a": marked("Of rules diff: the value in the first rulebook."),
    "against": marked(
        "What the row is measured against: the base of a comparison, the other bot, or the opponent."
    ),
    "against_win": marked("The chance under the other rulebook."),
    "about": marked("What it is about, how a bot plays, or what something is for."),
    "aliases": marked("Other names that are accepted."),
    "aim": marked("What players want: the most points or armies, or the largest lead."),
    "alike": marked("How many equilibria are the same but for the names of the nations."),
    "allowed": marked("What may stand there."),
    "answer": marked(
        "What kind of equilibrium: strict, weak, mixed or safe; of bots ask, what was answered."
    ),
    "armies": marked("Armies that something brings: a set, a hand, or all turns so far."),
    "at": marked("The whole numbers of a point of a search, in the order of the keys."),
    "attack_dice": marked("How many dice the attacker rolls."),
    "attackers": marked("The armies that may attack; the one that stays behind is not counted."),
    "attackers_left": marked("Mean number of attackers left at the end, over wins and losses together."),
    "b": marked("Of rules diff: the value in the second rulebook."),
    "baseline": marked(
        "What the value would be if nothing told who wins, or in an even game of as many seats."
    ),
    "added": marked("Whether a trained response became known, since it was shown to gain."),
    "again": marked("Whether the games of a bot were the same when they were played a second time."),
    "asked": marked("What was to be decided."),
    "behind": marked("How much less than the best row of the same question, in the same games."),
    "best_target": marked("How often this card is the best target after the first roll."),
    "better": marked("What to do, or yes in the row that is the best choice."),
    "bonus": marked("Armies for own lands on exchanged cards."),
    "bonus_per_guard": marked("Of a continent: its bonus for each land that has to be guarded."),
    "bot": marked("The bot that plays."),
    "bots": marked("Who plays: one name if all are alike, else one for each seat."),
    "bytes": marked("The size on disk."),
    "card": marked("A card by its id."),
    "cards": marked("How many cards are in the hand, or are drawn."),
    "chance": marked("A probability, from 0 to 1."),
    "check": marked("What kind of check."),
    "choice": marked("What can be chosen, such as exchange or wait."),
    "colony_points": marked("What a presence brings if the territory becomes a colony."),
    "complete": marked("Whether all games of a run are there."),
    "continent": marked("A continent, by its id or name."),
    "decision": marked("The number of a question in its game, from 1."),
    "declares": marked("What the nation declares."),
    "defend_dice": marked("How many dice the defender rolls."),
    "defenders": marked("The armies that are attacked, on a land, in a row or on a tree."),
    "defenders_left": marked("Mean number of defenders left at the end, over wins and losses together."),
    "dice": marked("How many dice."),
    "difference": marked("The value minus the value of what it is compared with."),
    "effect": marked("The size of a difference without units: 0.2 is small, 0.5 medium, 0.8 large."),
    "error": marked("A standard error."),
    "events": marked("How many events the referee read."),
    "entries": marked("Of a continent: borders that lead into it."),
    "expected": marked("What is expected: on average, or by an exact answer."),
    "expected_points": marked("Points times the chance to win them."),
    "facts": marked("What else is known, by what it is about."),
    "family": marked("primary or exploratory: which differences are corrected together."),
    "fault": marked("What is wrong, and how to mend it."),
    "fewest_to_roll": marked(
        "Break off with fewer attackers than this, against so many defenders; empty: never roll."
    ),
    "file": marked("A file."),
    "filled": marked("The lines of a card that are filled already."),
    "first": marked("The chance that just this card brings the first set."),
    "first_game": marked("The number of the first game."),
    "folder": marked("Where a run is kept."),
    "format": marked("The format of a run folder."),
    "fresh_points": marked("What a fresh turn is worth, in points."),
    "from_another": marked("The chance if the card belongs to another player."),
    "from": marked("Where it goes from: the land that attacks or moves."),
    "gain": marked(
        "How much is gained: by waiting, by declaring otherwise, by a trained bot over its start, or by a "
        "best response over an even share."
    ),
    "gains": marked("What taking a land brings: a card, a continent, an end of a player."),
    "game": marked("The game that plays a rulebook; in rows of a run, the number of the game."),
    "games": marked("How many games the value rests on."),
    "give": marked("The cards to give."),
    "hand": marked("A hand of cards; 2+1+j is explained under that sign."),
    "hands": marked("How many hands were dealt."),
    "hash": marked("Twelve hex digits; equal rules have equal hashes."),
    "held": marked("How many games of a run are there; in rows, how long something was held."),
    "high": marked("The upper end of the 95 % interval of the value."),
    "holds": marked("Whether a finding holds at all tables."),
    "how": marked("How a game ended."),
    "inner_borders": marked("Of a continent: borders between its own lands."),
    "key": marked("A key of a rulebook."),
    "kind": marked("What `of` names: a seat, a bot, a tenth of the game …"),
    "known_gain": marked(
        "What the best of all bots known from a training gains on the mix after a round, by the games in "
        "which the mix was found."
    ),
    "land": marked("A land; of Manchots Barjots, the card that lands."),
    "lands_to_guard": marked("Of a continent: its lands that a border from outside leads to."),
    "lands": marked("How many lands are owned."),
    "last_card": marked("What the last card of a hand adds on average, in armies."),
    "lead": marked("What a player gets beyond the mean of the others."),
    "left_if_lost": marked("Mean number of defenders left where not everything is taken."),
    "left_if_won": marked("Mean number of attackers left where everything is taken."),
    "left": marked(
        "What stays, such as the cards that are kept; of Manchots Barjots, the card for the left neighbour."
    ),
    "lines": marked("The lines of a card."),
    "lose": marked("The chance that not everything is taken."),
    "loss": marked(
        "Of conquest learn: the mean of -log(chance of who won) in games held out; 0 is the best."
    ),
    "lost": marked("Mean losses, whatever comes."),
    "low": marked("The lower end of the 95 % interval of the value."),
    "made_of": marked("What a bot is: a policy, weights of one, or a mix of several."),
    "margin": marked("The largest difference that does not matter."),
    "mean": marked("The mean."),
    "measure": marked("What is measured; conquest explain has each by its name."),
    "measured": marked("How many games were played to measure, beside those that were learned from."),
    "met": marked("How often a player faces this decision in a game."),
    "mix": marked("The members of a mix, each with its share of a hundred."),
    "more": marked("How many armies more than the set before."),
    "name": marked("What it is called."),
    "name_fr": marked("What it is called in French."),
    "name_provenance": marked("Where the name comes from; a reconstructed one was not seen in print."),
    "nation": marked("A nation, by its letters."),
    "nearest": marked("The most similar name that is known; of tune, the point that comes closest."),
    "next_card": marked("The chance to hold a set with one card more."),
    "number": marked("Which set of the game is the next, whoever exchanges it; or how many."),
    "of": marked("What the row stands for: a seat (1, 2 …), a bot, a tenth of the game, a continent …"),
    "others": marked("What the others get or do on average."),
    "owner": marked("Whose it is."),
    "p": marked("How likely a difference at least as large would be if there were none."),
    "p_adjusted": marked(
        "The p-value after the correction for many questions: Holm's if primary, else Benjamini and "
        "Hochberg's."
    ),
    "p_holm": marked("The p-value after Holm's correction for many questions."),
    "parent": marked("The rulebook that this one extends."),
    "part": marked(
        "Which part of the answer of a search: root, nearest, flat, predicted, played or response."
    ),
    "players": marked("How many play."),
    "points": marked("Points of a card or a score."),
    "policy": marked("By which policy cards are exchanged, or dice chosen."),
    "positions": marked("How many positions were learned from."),
    "probability": marked("How likely it is, from 0 to 1."),
    "provenance": marked("Where it comes from."),
    "question": marked("Which question the row answers."),
    "questions": marked("How many questions a bot was asked."),
    "questions_per_second": marked(
        "How many questions a bot answers in a second, the talk with it included."
    ),
    "ratio": marked("How many times as much as the reference."),
    "reach": marked("The figure to be reached."),
    "reference": marked("What it is compared with."),
    "reference_value": marked("The figure of the reference."),
    "response": marked("A bot that was trained against the mix of the round before."),
    "right": marked("The card for the right neighbour."),
    "roll": marked("A roll of the dice."),
    "round": marked("Which round, counted from 1: of a game, of learning, or of the training of a mix."),
    "rounded": marked("The best whole number."),
    "rounds": marked("How many rounds; of odds, the mean number of rolls."),
    "rules": marked("The rulebook with its changes."),
    "rules_hash": marked("The hash of the rules."),
    "score": marked("The final score."),
    "sd": marked("The standard deviation."),
    "seed": marked("The seed of all luck."),
    "set": marked("A kind of set."),
    "set_worth": marked("What a set is worth."),
    "sets": marked("How many sets: in the hand, or on average."),
    "share": marked("A part of the whole, from 0 to 1."),
    "sign": marked("1 for more, -1 for less, 0 for no difference that matters, empty if undecided."),
    "simulated": marked("What playing it with drawn luck gave, beside the exact value."),
    "spans": marked("Which games of a run are there."),
    "stays": marked("Whether a presence stays."),
    "strength": marked("How strong a bot is known to be."),
    "target": marked("The value that is to be reached."),
    "target_points": marked("What the best target brings."),
    "then": marked("What the best set of the cards that are left would bring after this one."),
    "title": marked("What it is."),
    "to": marked("Where it goes to: the land that is attacked."),
    "total": marked("All so far together."),
    "turn": marked("Which turn, counted from 1."),
    "unit": marked("The unit of the value: share, points, rounds, plain …"),
    "value": marked("The value."),
    "verdict": marked("What comes of it, in words."),
    "version": marked("The version of conquestlab."),
    "war_from": marked("Who declares war on the nation."),
    "war_on": marked("On whom the nation declares war."),
    "was": marked("The value in the rulebook that this one extends."),
    "what": marked("What it is about."),
    "why": marked("What decides it."),
    "win": marked("The chance to win; of a battle, that everything is taken."),
    "win_with_one_less": marked("The chance with one army less."),
    "within": marked("How closely something is to be known, up or down."),
    "worst_bin": marked(
        "Of ten bins of learned chances, the largest difference of what happened and what was predicted."
    ),
    "worst_bin_error": marked("The standard error of that difference."),
    "worth": marked("What it is worth; of policies, armies discounted to the first turn."),
    "z": marked("How many standard errors the simulated value is away from the exact one."),
}

_QUANTILE = marked("The {percent} % quantile: so many of a hundred lie below.")


def column_means(name: str) -> str | None:
    """Return what stands in a column, or None where no column has this name."""
    from conquestlab.analysis.language import say, translated

    if name in COLUMNS:
        return translated(COLUMNS[name])
    for ending in ("_low", "_high"):
        first = name.removesuffix(ending)
        if name.endswith(ending) and first in COLUMNS:
            end = say("lower") if ending == "_low" else say("upper")
            return say("The {end} end of the 95 % interval of {column}.", end=end, column=first)
    if name.startswith("q") and name[1:].isdigit():
        return translated(_QUANTILE).format(percent=int(name[1:]))
    return None
