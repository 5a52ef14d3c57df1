"""The weights of the bots of Africa 1880: what each does, and the numbers that it may have."""

from __future__ import annotations

from conquestlab.analysis.games.engine import Weight

_MOST = 1024
_ABOUT = {
    "start_reach": "worth of a first coast for each neighbour",
    "start_squares": "what each of its squares takes off",
    "start_near": "what each neighbour with somebody there takes off; four times that, if one is there",
    "room": "rounds that the game is expected to last beyond the one that could end it",
    "develop": "worth of developing a territory",
    "finish": "the same, if it fills the last square",
    "hurry": "the same, if it could not be filled in time otherwise",
    "together": "the same, where an ally is too",
    "blocked": "the same, where one is present on whom war is declared",
    "empty": "worth of exploring a territory where nobody is",
    "squares": "what each free square of it takes off",
    "beyond": "worth of each empty territory next to it",
    "one_there": "worth of exploring a territory where one other is",
    "more_there": "the same, where several are",
    "ripe": "the same, where at most one square is free",
    "prey": "the same, where one is on whom war is declared, and who did not declare it",
    "deny": "the same, where that one did declare it",
    "rival": "the same, where the leader is",
    "mood": "how far each weight above, but for `room`, is higher or lower from game to game",
    "suspicion": "threat of anybody",
    "last": "threat of one who declared war in the last round",
    "memory": "threat of one who declared war in all rounds",
    "fame": "threat of one who declared war on everybody in all rounds",
    "final": "threat of anybody in the round that may be the last",
    "war": "reason for war with anybody",
    "threat": "reason for war by the threat",
    "contact": "reason for war for each territory shared with that one alone",
    "threat_contact": "the same, by the threat",
    "crowd": "reason for war for each territory shared with that one and others",
    "pile_on": "the same, for each who declared war on that one in the last round",
    "profit": "reason for war for each shared territory that could become a colony now",
    "grudge": "reason for war with one on whom war was declared in the last round",
    "leader": "reason for war with the leader",
    "end": "reason for war in the round that may be the last",
    "whim": "how far chance goes either way",
}
_LEAST = {"start_reach": 0, "start_squares": 0, "room": 0, "mood": 0, "whim": 0}

EXPERT = {
    name: Weight(_LEAST.get(name, -_MOST), 8 if name == "room" else _MOST, about)
    for name, about in _ABOUT.items()
}
"""Those of `expert`, most in sixty-fourths of a point; threats are from 0 to 64."""

PLANNER = EXPERT | {
    "samples": Weight(1, 100, "how often the orders of the others are guessed"),
    "depth": Weight(1, 8, "rounds that are played on, the one under way among them"),
}
