"""How the measures of any game are to be read: what each must not be taken for, and who proposed it."""

from conquestlab.analysis.games.game_words import MeasureNote
from conquestlab.analysis.language import marked

_AS_OBSERVED = marked(
    "It rests on a model of the chance to win, fitted to games of these bots, as seen by an observer who "
    "knows the whole position; people at the table see less, or more."
)
_STATED = marked(
    "The seconds of each act are stated in round numbers, not measured: give your own with --seconds. "
    "Compare variants by it rather than trusting the minutes."
)
_STANDSTILLS = marked(
    "The seconds of each act are stated, not measured: give your own with --seconds. Where games can stand "
    "still, a few very long ones weigh most: a run without one of them has too low a value, and an interval "
    "that is too low as well."
)
_PLANS = marked("A plan is a manner for a whole turn and not a single move, as the bot planner sees it.")

NOTES = {
    "win_share": MeasureNote(
        marked(
            "Not how good a seat would be for people: it is what these bots win. Games cut off are left out."
        )
    ),
    "seat_bot_share": MeasureNote(
        marked("Many rows stand together; of twenty such intervals one misses by chance alone.")
    ),
    "seat_gap": MeasureNote(
        marked("Never 0, even at an even table: some seat is always best. Hold it against its baseline.")
    ),
    "seat_chi2_p": MeasureNote(
        marked(
            "Not the chance that the seats are even, and not how uneven they are: with enough games a "
            "difference too small to matter has a small p. See seat_gap for the size."
        ),
        marked("Pearson's chi-squared test, with the variance of blocks that share their luck."),
    ),
    "seat_effect": MeasureNote(
        marked("A number without a unit: 0 is even, sqrt(n - 1) one seat that always wins."),
        marked("Cohen's w, less what chance adds."),
    ),
    "seat_balanced": MeasureNote(
        marked("Empty does not mean uneven: it means that more games are needed to tell.")
    ),
    "seat_balanced_p": MeasureNote(
        marked(
            "A small p shows that the seats ARE even, to within the margin; it is no test for a difference."
        ),
        marked("Two one-sided tests (TOST)."),
    ),
    "seat_slope": MeasureNote(
        marked("A straight line through the seats: where the middle seats are best it says little.")
    ),
    "skill_gap": MeasureNote(
        marked("It depends on the two bots that are compared; 0 means that these two are equally good.")
    ),
    "rounds": MeasureNote(
        marked("If games were cut off, rounds up to the cap are counted, so the true mean is higher.")
    ),
    "rounds_median": MeasureNote(marked("Not the mean: half of the games take longer.")),
    "rounds_p90": MeasureNote(marked("Not the longest game: one in ten takes longer.")),
    "rounds_spread": MeasureNote(marked("1 does not mean that all games take as long as each other.")),
    "unfinished_share": MeasureNote(
        marked("A game that is cut off is a matter of the cap on rounds and of bots that make no progress.")
    ),
    "first_elimination": MeasureNote(
        marked("Only games with an elimination count; a high value does not mean that many players fall.")
    ),
    "downtime": MeasureNote(
        marked("A share of all players' time together; who falls first watches for much longer.")
    ),
    "fell_early": MeasureNote(marked("The first half of the rounds of that game, not of a usual game.")),
    "lead_changes": MeasureNote(
        marked("Longer games have more of them; and a lead may change hands without much being at stake.")
    ),
    "winner_led": MeasureNote(marked("Leading counts by the standing, which is not the chance to win.")),
    "drama": MeasureNote(
        marked(
            "It looks at the winner alone; a game in which all stay close has little drama and may be tense."
        ),
        marked("Browne, Automatic generation and evaluation of recombination games, 2008."),
    ),
    "decided_at": MeasureNote(
        marked("Known only afterwards: a player at the table cannot tell that the lead will last.")
    ),
    "comeback_share": MeasureNote(
        marked(
            "With six players many games are won by another than the leader at half-time even if the lead "
            "tells much: hold it against its baseline."
        )
    ),
    "snowball_after": MeasureNote(
        marked(
            "Only games that go on beyond the round are counted, so later rounds tell of longer games. "
            "0.5 says nothing, 1 everything."
        ),
        marked("The area under the ROC curve, within each game that goes on."),
    ),
    "snowball_auc": MeasureNote(
        marked(
            "Tenths of a game are known only when it is over, so the early ones tell more than players see. "
            "0.5 says nothing, 1 everything."
        ),
        marked("The area under the ROC curve, within each game."),
    ),
    "score": MeasureNote(marked("A mean over winners and losers; a higher one need not mean more wins.")),
    "decisions": MeasureNote(
        marked(
            "Many legal choices are not many sensible ones; see sensible_plans. Counted in some games only."
        )
    ),
    "luck_share": MeasureNote(
        marked(
            "A small share does not mean that this luck hardly matters: it may matter together with other "
            "luck. See luck_swing and luck_total."
        ),
        marked("First-order Sobol indices, by the design of Saltelli and others, 2010."),
    ),
    "luck_swing": MeasureNote(
        marked("Another winner is not a fairer one; in a chaotic game any luck that acts early swings it.")
    ),
    "luck_total": MeasureNote(
        marked("The rows are no parts of a whole and add up to more than 1."),
        marked("Total Sobol indices."),
    ),
    "seat_shares": MeasureNote(
        marked("A distance: it says that the seats win other shares, not which seat wins more.")
    ),
    "surprise": MeasureNote(_AS_OBSERVED, marked("Ely, Frankel and Kamenica, Suspense and Surprise, 2015.")),
    "suspense": MeasureNote(_AS_OBSERVED, marked("Ely, Frankel and Kamenica, Suspense and Surprise, 2015.")),
    "openness": MeasureNote(_AS_OBSERVED, marked("The entropy of the win chances, over its largest value.")),
    "openness_after": MeasureNote(_AS_OBSERVED, marked("As openness; a game that is over counts as 0.")),
    "settled_at": MeasureNote(_AS_OBSERVED),
    "winner_lowest": MeasureNote(
        marked("Low chances of winners are no sign of unfairness: calibrated chances have them too.")
    ),
    "won_from_below": MeasureNote(
        marked("It tells how a game moves, not how fair it is; no calibrated game can exceed its baseline.")
    ),
    "runaway": MeasureNote(_AS_OBSERVED),
    "runaway_lost": MeasureNote(
        marked("One leader in five with a chance of 80 % should be caught: that is what 80 % means.")
    ),
    "kingmaking": MeasureNote(marked("Only what happens on the board counts, no promises and no threats.")),
    "hopeless_rounds": MeasureNote(_AS_OBSERVED),
    "calibration": MeasureNote(
        marked("It tests the model, not the game: a value at its baseline means that the chances hold."),
    ),
    "movement": MeasureNote(
        marked("It tests the model, not the game: 1 is as it should be."),
        marked("Augenblick and Rabin, Belief movement, uncertainty reduction and rational updating, 2021."),
    ),
    "minutes": MeasureNote(_STATED),
    "waiting": MeasureNote(_STATED),
    "longest_wait": MeasureNote(_STATED),
    "watching": MeasureNote(_STANDSTILLS),
    "acts_a_turn": MeasureNote(
        marked(
            "What bots do; people attack less and talk more. Where games can stand still, a few very long "
            "ones weigh most: a run without one of them has too low a value, and an interval that is too low "
            "as well."
        )
    ),
    "second_choice_cost": MeasureNote(_PLANS),
    "single_choice": MeasureNote(_PLANS),
    "sensible_plans": MeasureNote(_PLANS),
    "variance_reduction": MeasureNote(
        marked(
            "It is about how sure an answer is, not about the game: 3 means that shared luck saved two "
            "games in three."
        )
    ),
}
