"""The glossary: terms that answers use and that no catalogue has; docs/glossary.md is made of it.

`TERMS` are words of the games and of statistics, `LADDER` the measures of a ladder, `POLICIES` of exchanging.
Columns of tables are in columns.py, signs in signs.py.
"""

from conquestlab.analysis.language import marked

TERMS = {
    "army": marked("A piece on a land; one at least stays on every land that is held."),
    "arm": marked("What a card shows: infantry, cavalry or artillery."),
    "infantry": marked(
        "One of the three arms on cards; three alike, or one of each, make a set where the rules say so."
    ),
    "cavalry": marked("One of the three arms on cards, as infantry and artillery."),
    "artillery": marked("One of the three arms on cards, as infantry and cavalry."),
    "wild": marked("Another word for a joker."),
    "joker": marked("A wild card, which stands for any arm; in 1957 it is a set by itself."),
    "land": marked("A territory of the map, held by one seat with one army or more."),
    "continent": marked("A group of lands; who holds all of it gets its armies at the start of each turn."),
    "border": marked("Two lands that touch, by land or by sea, and may attack each other."),
    "seat": marked("A place at the table in the order of play: seat 1 moves first."),
    "player": marked("Who sits in a seat: here a bot."),
    "bot": marked("A program that plays. The answers of conquestlab about games are about games of bots."),
    "policy": marked("The way in which a bot chooses; its weights say how much each consideration counts."),
    "weight": marked("A whole number that says how much a consideration counts for a bot."),
    "set": marked(
        "Cards that are exchanged together for armies: three, or a joker alone where the rules say so."
    ),
    "exchange": marked("To give a set of cards for armies."),
    "scale": marked("What the first, second, third set of a game bring, whoever exchanges them."),
    "land bonus": marked("Armies more for a card of an exchanged set whose land the player owns."),
    "round": marked("One turn of every seat that is still in the game."),
    "deal": marked("Which lands, cards or objectives each seat gets before the first turn."),
    "objective": marked(
        "A secret goal that wins the game for who reaches it, where the rulebook deals them."
    ),
    "position": marked(
        "Everything on the table at one moment; a file of it can be asked about with conquest advise."
    ),
    "reinforcement": marked("The armies that a seat gets at the start of its turn for lands and continents."),
    "turn": marked("What one seat does before the next: armies, attacks, moves."),
    "elimination": marked("A seat loses its last land; who takes it gets its cards."),
    "value": marked(
        "Of a bot: what it has learned that positions are worth, as a chance to win; see conquest learn."
    ),
    "aspect": marked("What a learned value is told of a seat, such as its share of the lands."),
    "prospect": marked(
        "What a learned value makes of a seat, before all seats are set against each other as chances."
    ),
    "hidden unit": marked("A sum of aspects in a learned value, which counts only where it is above zero."),
    "standing": marked(
        "A seat's share of the position, from 0 to 1, as its game reckons it; not a chance to win."
    ),
    "lead": marked(
        "The highest standing at the table; a seat leads after a round if none stands higher. Of cards and "
        "scores: what a player has beyond the mean of the others."
    ),
    "leader": marked("The seat with the highest standing after a round; in a tie, whoever led before."),
    "stalemate": marked(
        "A game in which nobody makes progress, so that it ends only by the cap on rounds; it counts as "
        "unfinished."
    ),
    "unfinished": marked("Cut off by the cap on rounds of the rulebook, without a winner."),
    "finished": marked("Ended by its rules before the cap on rounds."),
    "decided": marked("Finished, and won by somebody."),
    "tenth": marked(
        "A tenth of a game by its rounds; which round that is, is known only when the game is over."
    ),
    "seed": marked("The number from which all luck of a run follows; the same seed gives the same games."),
    "luck number": marked("The number that decides the luck of a game under its seed."),
    "block": marked(
        "Games that share their luck while the bots move on by one seat; every interval is computed from "
        "blocks."
    ),
    "stream": marked("One source of luck: order, deal, objectives, dice, cards, bots."),
    "interval": marked(
        "The range from low to high in which the true value lies 95 times in 100 such runs. It tells of "
        "chance in these games, not of what other bots or people would do."
    ),
    "simultaneous": marked("Of intervals: all of them hold together 95 times in 100, not each by itself."),
    "baseline": marked(
        "What a value would be if nothing told who wins, or in an even game of as many seats."
    ),
    "margin": marked("The largest difference that does not matter; within it two things count as equal."),
    "effect": marked(
        "A size without units: Cohen's h for shares, d for means. 0.2 is small, 0.5 medium, 0.8 large."
    ),
    "p": marked(
        "How likely a difference at least as large would be if there were none; not the chance that there "
        "is none."
    ),
    "holm": marked(
        "A correction for asking many questions at once: p-values of a family are raised so that one false "
        "finding among all of them stays as rare as 5 in 100 (Holm, 1979)."
    ),
    "benjamini and hochberg": marked(
        "A milder correction, for exploring: of all findings, at most 5 in 100 are false on average (1995)."
    ),
    "family": marked(
        "The questions that are corrected together: primary ones by Holm, all others as exploratory by "
        "Benjamini and Hochberg."
    ),
    "primary": marked("Of the few differences that a comparison is made for; see family."),
    "exploratory": marked("Of the many other differences, which are looked through; see family."),
    "finding": marked("A difference whose adjusted p is at most 0.05."),
    "undecided": marked("Neither a difference nor its absence is shown; more games would tell."),
    "equivalent": marked("Shown to differ by no more than the margin."),
    "jackknife": marked("An interval from leaving out groups of games, one after the other."),
    "wilson": marked("An interval for shares that holds near 0 and 1 too (Wilson, 1927)."),
    "bootstrap": marked("An interval from drawing many games again from what was found."),
    "z": marked("How many standard errors a simulated value is away from the exact one; 4 is far."),
    "standard error": marked("How much a value varies from run to run by chance alone."),
    "quantile": marked("The value below which so many of a hundred lie: the 10 % quantile has ten below it."),
    "coverage": marked("How often an interval holds the true value, tried on many runs."),
    "elo": marked("A rating in which 400 more means ten times as likely to win at the same table."),
    "plan": marked("A manner in which the bot planner plays a turn: usual, bold, careful, for continents …"),
    "rollout": marked(
        "One play of a position some rounds on, with luck drawn anew, to see what it leads to."
    ),
    "sobol": marked("A way to part the variance of a result among its sources, and among their meetings."),
    "calibrated": marked("Of chances: of all that are stated as 30 %, 30 in 100 come true."),
    "reconstructed": marked("Not from a printed source: made up to fit what is known, and said to be so."),
    "provenance": marked("Where a value comes from."),
    "rulebook": marked("A file with every value of the rules of one game."),
    "referee": marked(
        "A program that reads a written-down game and checks it against the rules; it shares no code with "
        "the engine."
    ),
    "exact": marked("Computed from all possibilities, without drawing anything."),
    "simulated": marked("Found by playing with drawn luck; it has an interval."),
    "response": marked("What a measure was at each setting that a search tried."),
    "handicap": marked("What single seats have more or less than the others, to make a game even."),
}

LADDER = {
    "rating": marked(
        "Strength in natural log-odds: at the same table one bot is e**(difference) times as likely to win."
    ),
    "seat_rating": marked("What a seat adds to the log-odds; the mean of all seats is 0."),
    "win_share_of_all": marked(
        "A bot's chance to win from one seat among all games; a game cut off is lost by everybody."
    ),
    "seat_win_share": marked(
        "How often a bot alone against others wins from one seat, among games that somebody won."
    ),
    "pair_share": marked("With two players: how often the first bot beats the second."),
    "pair_p": marked("The p-value of two bots being equally good, corrected over all pairs by Holm."),
    "misfit": marked(
        "How far the share of a pair is from what the ratings predict; large where a beats b beats c beats a."
    ),
    "misfit_p": marked("The p-value of the ratings being right about a pair."),
    "triples": marked("The number of circles of three bots in which each beats the next."),
    "triple": marked("A circle of three bots; the value is the leg closest to even."),
    "triple_leg": marked("How often the first bot of a leg of a circle wins."),
    "triple_p": marked("The largest p of the legs of a circle."),
    "triple_leg_p": marked("The p-value of a leg of a circle."),
}

POLICIES = {
    "at_once": marked("Exchange every set as soon as it is held."),
    "when_forced": marked("Exchange only when the rules force it."),
    "wait_scale": marked("wait_scale:15 keeps sets until the next set brings 15 armies."),
    "wait_sets": marked("wait_sets:2 keeps sets until the hand holds two, then exchanges all."),
    "solved": marked(
        "Exchange and wait as answers best to players who do the same; found by solving the card table."
    ),
}
