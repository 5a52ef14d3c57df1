"""A slow twin of the score of Manchots Barjots (7A): each sentence of the rule by itself, on lists of cards.

A card is a pair (zone, value).
"""


def table_sum(cards, zone):
    return sum(value for where, value in cards if where == zone)


def has_cards(cards, zone):
    return any(where == zone for where, _ in cards)


def has_majority(tables, player, zone):
    """Say whether nobody has a higher sum in the zone, of those who have a card there."""
    if not has_cards(tables[player], zone):
        return False
    return not any(table_sum(other, zone) > table_sum(tables[player], zone) for other in tables)


def zone_score(tables, hands, player, zone, single="lowest"):
    """Return what a zone scores: all hand cards with a majority, one of them without."""
    held = [value for where, value in hands[player] if where == zone]
    if not has_cards(tables[player], zone):
        return 0
    if has_majority(tables, player, zone):
        return sum(held)
    if not held or single == "none":
        return 0
    return min(held) if single == "lowest" else max(held)


def total(tables, hands, player, zones, single="lowest"):
    return sum(zone_score(tables, hands, player, zone, single) for zone in zones)


def winners(totals, able):
    """Return who has the highest total among those who can win."""
    return {player for player in able if all(totals[player] >= totals[other] for other in able)}
