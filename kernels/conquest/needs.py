"""Which kernels set apart a table comes to: what its rules and its bots say of that.

Each function takes the record of the rules and the records of the bots, an array; see `apart`. That of routes
is in weighed/routes.py.
"""


def has_objectives(rules, bots):
    """Tell whether seats have objectives."""
    return rules["has_objectives"] > 0


def has_ally(rules, bots):
    """Tell whether there is an ally, in a duel."""
    return rules["has_ally"] > 0


def gives_continents(rules, bots):
    """Tell whether a handicap gives continents."""
    return rules["has_given"] > 0


def knows_values(rules, bots):
    """Tell whether a bot has learned what positions are worth."""
    return bots["valued"].any()


def tries_placements(rules, bots):
    """Tell whether a bot tries placements of its starting armies."""
    return bots["weights"]["starts"].any()
