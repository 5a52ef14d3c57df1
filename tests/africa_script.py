"""Events of Africa 1880 written by hand, and a short game with everything in it."""

from types import SimpleNamespace

from africa_table import rulebook

THREE = ("great_britain", "france", "germany")


def game(nations=THREE):
    return {
        "event": "game",
        "rules": "africa-1880",
        "rules_hash": "0",
        "seed": 0,
        "game": 0,
        "options": {},
        "players": ["some"] * len(nations),
        "nations": list(nations),
        "map": "africa32",
    }


def starts(*territories):
    return [{"event": "start", "player": seat, "territory": name} for seat, name in enumerate(territories, 1)]


def round_(number, year):
    return {"event": "round", "round": number, "year": year}


def orders(player, develop="", explore="", land=None, war=(), seats=3):
    """Write orders: territories to develop with blanks between, ways as `alger>tunis`, seats of wars."""
    relations = ["war" if seat in war else "alliance" for seat in range(1, seats + 1)]
    relations[player - 1] = None
    return {
        "event": "orders",
        "player": player,
        "develop": develop.split(),
        "explore": [way.split(">") for way in explore.split()],
        "land": land,
        "relations": relations,
    }


def develop(territory, counters=1):
    return {"event": "develop", "territory": territory, "counters": counters}


def arrive(player, territory, source=None):
    return {"event": "arrive", "player": player, "territory": territory, "from": source}


def void(player, source, target):
    return {"event": "void", "player": player, "from": source, "to": target}


def removed(player, territory):
    return {"event": "removed", "player": player, "territory": territory}


def colony(territory, *presences):
    return {"event": "colony", "territory": territory, "presences": list(presences)}


def score(player, alone=0, shared=0, alliances=0, extra=0):
    return {
        "event": "score",
        "player": player,
        "alone": alone,
        "shared": shared,
        "alliances": alliances,
        "total": alone + shared + alliances + extra,
    }


def end(winner, how="1914", rounds=3):
    return {"event": "end", "winner": winner, "how": how, "rounds": rounds}


SHORT = SimpleNamespace(years=[1880, 1885, 1890], presences=3)


def short_book(**changes):
    """Return the rulebook of the short game."""
    return rulebook(**{"years": SHORT.years, "presences": SHORT.presences, **changes})


def short_game():
    """Return a game of three rounds with three presences each, in which everything happens once."""
    return [
        game(),
        *starts("tripoli", "tunis", "rio_de_oro"),
        round_(1, 1880),
        orders(1, "tripoli", "", "gabon"),
        orders(2, "", "tunis>tripoli", war=(1,)),
        orders(3, "rio_de_oro", "", "massaoua"),
        develop("rio_de_oro"),
        develop("tripoli"),
        arrive(1, "gabon"),
        arrive(2, "tripoli", "tunis"),
        arrive(3, "massaoua"),
        removed(1, "tripoli"),
        colony("rio_de_oro", 3),
        round_(2, 1885),
        orders(1, "gabon", "", "dahomey"),
        orders(2, "tripoli tunis", "", None),
        orders(3, "", "massaoua>khartoum rio_de_oro>sahara"),
        develop("gabon"),
        develop("tripoli"),
        develop("tunis"),
        arrive(1, "dahomey"),
        arrive(3, "khartoum", "massaoua"),
        void(3, "rio_de_oro", "sahara"),
        colony("tripoli", 2),
        round_(3, 1890),
        orders(1, "gabon", "dahomey>tombouctou", "alger"),
        orders(2, "tunis", "tripoli>khartoum", war=(3,)),
        orders(3, "khartoum massaoua", "rio_de_oro>sahara", "dakar", war=(2,)),
        develop("gabon"),
        develop("khartoum"),
        develop("massaoua"),
        develop("tunis"),
        arrive(1, "tombouctou", "dahomey"),
        arrive(2, "khartoum", "tripoli"),
        void(1, None, "alger"),
        void(3, "rio_de_oro", "sahara"),
        void(3, None, "dakar"),
        colony("gabon", 1),
        colony("tunis", 2),
        score(1, alone=8, alliances=2),
        score(2, alone=16, alliances=1),
        score(3, alone=8, alliances=1),
        end(2),
    ]
