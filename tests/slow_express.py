"""A slow twin of the game of Risk Express: a whole game from rules.md, with given luck and choices."""

from collections import Counter
from functools import cache
from itertools import combinations

FACES = ("general", "cavalry", "cannon", "soldier1", "soldier2", "soldier3")
STRENGTH = {"soldier1": 1, "soldier2": 2, "soldier3": 3}


def ways_to_fill(line, roll):
    """Return every part of the roll, as sorted faces, that fills the line."""
    return _ways_to_fill(line, tuple(sorted(roll)))


@cache
def _ways_to_fill(line, roll):
    symbols, soldiers = line
    found = set()
    for size in range(1, len(roll) + 1):
        for part in combinations(roll, size):
            rest = list((Counter(part) - Counter(symbols)).elements())
            if len(rest) != size - len(symbols) or any(face not in STRENGTH for face in rest):
                continue
            enough = sum(STRENGTH[face] for face in rest) >= soldiers
            if enough and (soldiers or not rest):
                found.add(tuple(sorted(part)))
    return sorted(found)


def most_points(rulebook, options, random):
    """Choose the card of most points, with the fewest dice; take over whenever one may."""
    if options == ["fresh", "continue"]:
        return "continue"
    points = {card.id: card.points for card in rulebook.cards.cards}
    fills = [option for option in options if option != "sacrifice"]
    return max(fills, key=lambda fill: (points[fill[0]], -len(fill[2])))


def anything(rulebook, options, random):
    """Choose anything that the rules allow."""
    return random.choice(options)


def play(rulebook, players, random, choose):
    """Play a game and return its record.

    `random` is a `random.Random`; `choose(rulebook, options, random)` picks among "fresh" and "continue", or
    among fills (card, line, dice) and "sacrifice".
    """
    spec, all_dice = rulebook.spec, rulebook.spec.dice.count
    cards = {card.id: card for card in rulebook.cards.cards}
    record = [
        {
            "event": "game",
            "rules": rulebook.name,
            "rules_hash": "0",
            "seed": 0,
            "game": 0,
            "options": {},
            "players": players,
        }
    ]

    def tell(event, **keys):
        record.append({"event": event, **keys})

    def throw(dice):
        return [random.choice(FACES) for _ in range(dice)]

    tell("start_roll", **start(len(players), lambda: throw(all_dice)))
    owner = dict.fromkeys(cards)
    face_down = set()
    left_lying = None  # (card, filled lines, dice on them) of the turn before, where it failed at a target
    turn = 0
    while None in owner.values() and turn < spec.max_turns:
        turn += 1
        player = (turn - 1) % len(players) + 1
        tell("turn", round=(turn - 1) // len(players) + 1, turn=turn, player=player)
        target, filled, on_lines = None, [], 0
        if (
            left_lying
            and spec.continue_failed
            and owner[left_lying[0]] != player
            and left_lying[2] < all_dice
        ):
            accepted = choose(rulebook, ["fresh", "continue"], random) == "continue"
            card, lines, lying = left_lying
            tell(
                "continue",
                player=player,
                accepted=accepted,
                card=card,
                filled=sorted(lines),
                dice=all_dice - lying,
            )
            if accepted:
                target, filled, on_lines = left_lying
        dice = all_dice - on_lines
        while True:
            roll = throw(dice)
            tell("roll", player=player, dice=roll)
            options = []
            for card in cards.values():
                mine_or_safe = owner[card.id] == player or card.continent in face_down
                if card.id != target and (target or mine_or_safe):
                    continue
                for number, line in lines_of(card, owner).items():
                    if number not in filled:
                        options += [(card.id, number, part) for part in ways_to_fill(line, roll)]
            if not options or spec.voluntary_sacrifice:
                options.append("sacrifice")
            choice = options[0] if options == ["sacrifice"] else choose(rulebook, options, random)
            if choice == "sacrifice":
                dice -= 1
                tell("sacrifice", player=player, dice_left=dice)
            else:
                target, number, part = choice
                filled = [*filled, number]
                on_lines += len(part)
                dice -= len(part)
                tell("fill", player=player, card=target, line=number, dice=list(part))
                if len(filled) == len(lines_of(cards[target], owner)):
                    before, owner[target] = owner[target], player
                    continent = cards[target].continent
                    complete = {owner[c.id] for c in cards.values() if c.continent == continent} == {player}
                    if complete:
                        face_down.add(continent)
                    tell(
                        "conquer",
                        player=player,
                        card=target,
                        **{"from": before},
                        continent_completed=complete,
                    )
                    left_lying = None
                    break
            if dice == 0:
                tell("fail", player=player, card=target, dice_on_lines=on_lines)
                left_lying = (target, filled, on_lines) if target else None
                break
    tell("end", **result(rulebook, len(players), owner, turn))
    return record


def lines_of(card, owner):
    """Return the lines of a card by number, the general of another player's card included."""
    lines = dict(enumerate(card.lines, 1))
    needs_general = owner[card.id] is not None and card.circled_general
    return {0: (("general",), 0), **lines} if needs_general else lines


def start(players, throw):
    """Roll for the first turn, ties again."""
    rolls = [[] for _ in range(players)]
    rolling = range(players)
    while len(rolling) > 1:
        for chair in rolling:
            rolls[chair].append(throw())
        most = max(rolls[chair][-1].count("general") for chair in rolling)
        rolling = [chair for chair in rolling if rolls[chair][-1].count("general") == most]
    return {"rolls": rolls, "first": rolling[0] + 1}


def result(rulebook, players, owner, turns):
    """Count the points and name the winners."""
    scores, completed = [0] * players, [0] * players
    for continent in rulebook.cards.continents:
        cards = [card for card in rulebook.cards.cards if card.continent == continent.id]
        owners = {owner[card.id] for card in cards}
        if len(owners) == 1 and owners != {None}:
            (seat,) = owners
            scores[seat - 1] += continent.back
            completed[seat - 1] += 1
        else:
            for card in cards:
                if owner[card.id]:
                    scores[owner[card.id] - 1] += card.points
    for seat, points in enumerate(rulebook.spec.handicap.points[:players]):
        scores[seat] += points
    finished = None not in owner.values()
    rank = [
        (score, done if rulebook.spec.tie == "more_continents" else 0)
        for score, done in zip(scores, completed, strict=True)
    ]
    return {
        "scores": scores,
        "winners": [seat for seat, own in enumerate(rank, 1) if finished and own == max(rank)],
        "how": "taken" if finished else "unfinished",
        "rounds": -(-turns // players),
        "turns": turns,
    }
