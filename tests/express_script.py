"""Events of a record of Risk Express in few words, and one written game with everything in it."""

from express_table import RULES


def opening(players=2):
    return [
        {
            "event": "game",
            "rules": RULES,
            "rules_hash": "0",
            "seed": 1,
            "game": 0,
            "options": {},
            "players": ["some"] * players,
        },
        {
            "event": "start_roll",
            "rolls": [[["general"] * 7], *([[["cannon"] * 7]] * (players - 1))],
            "first": 1,
        },
    ]


def turn(number, players=2):
    return {"event": "turn", "round": -(-number // players), "turn": number, "player": _seat(number, players)}


def _seat(number, players=2):
    return (number - 1) % players + 1


def roll(player, dice):
    return {"event": "roll", "player": player, "dice": dice.split()}


def fill(player, card, line, dice):
    return {"event": "fill", "player": player, "card": card, "line": line, "dice": dice.split()}


def sacrifice(player, left):
    return {"event": "sacrifice", "player": player, "dice_left": left}


def conquer(player, card, completed=False, taken_from=None):
    return {
        "event": "conquer",
        "player": player,
        "card": card,
        "from": taken_from,
        "continent_completed": completed,
    }


def fail(player, card, on_lines):
    return {"event": "fail", "player": player, "card": card, "dice_on_lines": on_lines}


def offer(player, accepted, card, filled, dice):
    return {
        "event": "continue",
        "player": player,
        "accepted": accepted,
        "card": card,
        "filled": filled,
        "dice": dice,
    }


def end(scores, turns, winners=(), how="unfinished"):
    players = len(scores)
    return {
        "event": "end",
        "scores": scores,
        "winners": list(winners),
        "how": how,
        "rounds": -(-turns // players),
        "turns": turns,
    }


def takes(player, card, **more):
    """Return the rolls of a lucky turn that conquers a card."""
    sure = {
        "asia_1": [(1, "cannon"), (2, "cavalry cavalry"), (3, "soldier3 soldier2")],
        "africa_1": [(1, "cavalry cavalry"), (2, "soldier3 soldier3"), (3, "soldier2")],
        "africa_2": [(1, "general"), (2, "soldier3 soldier3 soldier2")],
        "asia_3": [(1, "soldier3 soldier3 soldier3 soldier1")],
        "europe_1": [(1, "cannon cannon"), (2, "cavalry cavalry")],
        "australia": [(1, "general general"), (2, "cavalry"), (3, "cannon"), (4, "soldier3 soldier1")],
    }[card]
    if more.get("taken_from"):
        sure = [*sure, (0, "general")]
    events, dice = [], 7
    for line, used in sure:
        some = used.split()
        events.append(roll(player, " ".join(some + ["general"] * (dice - len(some)))))
        events.append(fill(player, card, line, used))
        dice -= len(some)
    return [*events, conquer(player, card, **more)]


def misses(player, dice, face="soldier1"):
    """Return rolls that fit nothing, down to the last die."""
    events = []
    for left in range(dice, 0, -1):
        events += [roll(player, " ".join([face] * left)), sacrifice(player, left - 1)]
    return events


def fails(player, card, line, used, face="soldier1"):
    """Return the rolls of a turn that fills one line and no more."""
    some = used.split()
    left = 7 - len(some)
    return [
        roll(player, " ".join(some + [face] * left)),
        fill(player, card, line, used),
        *misses(player, left, face),
        fail(player, card, len(some)),
    ]


def seven_turns():
    """Return a game of three, cut off after seven turns, in which everything happens that may."""
    record = opening(3)
    three, two, one = (" ".join(["general"] * n + ["cannon"] * (7 - n)).split() for n in (3, 2, 1))
    record[1] = {"event": "start_roll", "rolls": [[three, one], [two], [three, two]], "first": 3}
    return [
        *record,
        turn(1, 3),
        *takes(1, "europe_1"),
        turn(2, 3),
        *fails(2, "europe_1", 1, "cannon cannon"),
        turn(3, 3),
        offer(3, True, "europe_1", [1], 5),
        roll(3, "general soldier1 soldier1 soldier1 soldier1"),
        fill(3, "europe_1", 0, "general"),
        *misses(3, 4),
        fail(3, "europe_1", 3),
        turn(4, 3),  # the target is his own card, so there is nothing to take over
        *takes(1, "africa_2"),
        turn(5, 3),
        *takes(2, "australia", completed=True),
        turn(6, 3),
        *fails(3, "asia_1", 1, "cannon", face="general"),
        turn(7, 3),
        offer(1, False, "asia_1", [1], 6),
        *takes(1, "africa_1", completed=True),
        end([9, 3, 0], 7),
    ]
