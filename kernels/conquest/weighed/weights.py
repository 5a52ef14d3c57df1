"""The weights of the policy `weighed`, in the order of their record: smallest value, largest value, meaning.

Values are in sixty-fourths of an army, chances in parts of 1024, shares in sixty-fourths.
"""

WEIGHTS: dict[str, tuple[int, int, str]] = {
    # what a land is worth to whoever attacks it
    "land": (-512, 1024, "worth of any land"),
    "card": (0, 1024, "worth of the first conquest of a turn, where it brings a card"),
    "enemy_army": (-64, 128, "worth of an enemy army destroyed"),
    "own_army": (0, 128, "cost of an own army lost"),
    "press": (-512, 512, "worth of any land for each even share of the armies held above one"),
    "progress": (0, 512, "worth of a land, by bonus and by the share of its continent that is held"),
    "complete": (0, 1024, "worth, by bonus, of taking all that is missing of a continent this turn"),
    "keep": (0, 256, "how much the strength beside a continent takes off that worth"),
    "breaks": (0, 1024, "worth, by bonus, of a land in a continent that another seat holds"),
    "deny": (0, 512, "worth, by bonus, of a land in a continent that another seat nearly holds"),
    "kill": (0, 512, "worth of the cards of a seat that can be put out this turn"),
    "rid": (0, 4096, "worth of putting a seat out"),
    "leader": (-256, 512, "worth of a land of the strongest of the others"),
    "weak": (-256, 512, "worth of a land of the weakest of the others"),
    "compact": (0, 256, "worth of each own land beside it, less the enemy's"),
    "exposure": (0, 128, "cost of each army of the strongest enemy beside it"),
    "beyond": (0, 64, "share of the worth of the best land behind it"),
    "objective": (0, 2048, "worth of a land of the own objective"),
    "counter": (0, 2048, "worth of a land of what another seat seems to be about to reach"),
    "ally": (-512, 512, "worth of a land of the ally, besides"),
    # when a plan for the turn counts as possible
    "need": (0, 192, "armies reckoned for each enemy army of a plan"),
    "slack": (0, 64, "share of the armies reckoned at which a plan is not tried at all"),
    # when to attack
    "odds": (0, 1024, "the least chance at which a battle is begun"),
    "stop_odds": (0, 1024, "the least chance at which a battle goes on"),
    "march": (-512, 1024, "promise from which the force that marched last attacks at once"),
    # when not to attack, in the first rounds
    "rest_rounds": (0, 30, "rounds in which an attack must promise more: see rest and wait"),
    "rest": (0, 4096, "what a further attack must promise in them, after the first conquest of a turn"),
    "wait": (0, 2048, "what an attack must promise in them, before the first conquest of a turn"),
    "tempt": (0, 64, "share taken off rest and wait, for a continent won or broken, or a seat put out"),
    "spend": (0, 64, "share of the worth of the own cards that is taken off rest and wait"),
    "wary": (0, 64, "added to rest and wait for each army by which the own border is outnumbered"),
    # routes: plans for several lands, see routes.py
    "route_seat": (0, 16384, "worth of a route that puts a seat out, besides its cards"),
    "route_continent": (0, 4096, "worth, by bonus, of a route that completes an own continent"),
    "route_break": (0, 4096, "worth, by bonus, of a route into a continent that another seat holds"),
    "route_odds": (
        0,
        1024,
        "the least chance at which a route is begun and goes on; with 0 there are no routes",
    ),
    # where armies stand
    "start_focus": (0, 64, "share of the starting armies that goes to the best front at once"),
    "start_spread": (0, 64, "share of the starting armies that is spread over the borders first"),
    # where it starts, if any of these is not 0; all the starting armies go to the best land
    "start_share": (-256, 256, "worth of a land to start from, by the square of the share of its continent"),
    "start_closed": (-256, 256, "the same, divided by the lands through which the continent is entered"),
    "start_bonus": (-256, 256, "the same, for each army that the continent brings"),
    "start_each": (-256, 256, "the same, by the armies that it brings for each of its lands"),
    "start_doors": (-256, 256, "the same, for each land through which it is entered"),
    "start_rival": (-256, 256, "the same, by the share that one other seat has of it, the most"),
    "start_wide": (-256, 256, "the same, for each land of others within two lands"),
    "start_beside": (-256, 256, "the same, for each army of another that will start beside it"),
    "start_sooner": (-256, 256, "the same, besides, if that one moves sooner"),
    "start_near": (-256, 256, "the same, for each army of another that will start within two lands"),
    "start_same": (-256, 256, "the same, for each that will start in the same continent"),
    "focus": (0, 64, "share of the armies to place that goes to the best front at once"),
    "guard": (0, 256, "worth of each army that a border lacks against the enemy beside it"),
    "guard_bonus": (0, 256, "the same, by the bonus of an own continent that it opens"),
    "stand": (0, 128, "armies wanted on a border for each army of the strongest enemy beside it"),
    "stand_bonus": (0, 128, "the same, more of them, where the border opens an own continent"),
    "garrison": (0, 64, "share of the wanted armies that stays behind when armies march on"),
    # cards
    "hold": (0, 12, "cards in hand from which a set is exchanged"),
    "least_set": (0, 64, "armies that a set must bring to be exchanged sooner"),
}

STARTS = (
    "start_share",
    "start_closed",
    "start_bonus",
    "start_each",
    "start_doors",
    "start_rival",
    "start_wide",
    "start_beside",
    "start_sooner",
    "start_near",
    "start_same",
)
"""Those of them that judge a land to start from; see opening.py."""

BUDGET: dict[str, tuple[int, int, str]] = {
    "rollouts": (1, 1000, "how often each plan is played on"),
    "depth": (0, 20, "rounds that are played on, after the one under way; 0 for the own turn alone"),
    "searches": (0, 100, "how often in a turn a plan is sought at most"),
    "plans": (0, 1023, "plans that are tried, as the sum of 2 to the power of their numbers; 0 for all"),
    "doubt": (0, 256, "by how much another plan must be better than the usual one, in 1024ths of a win"),
    "whim": (0, 1024, "how often in 1024 turns any plan is followed, to learn what comes of it"),
    "starts": (0, 256, "placements of the starting armies that are tried; 0 leaves them to the weights"),
}
"""What a planner may spend, besides."""
