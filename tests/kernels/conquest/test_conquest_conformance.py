"""The engine of conquest keeps to the contract of all engines, in every rulebook and with many options."""

from conformance import Case, Conformance

from conquestlab.analysis.rules.rulebook import load


def case(rulebook, *bots, **more):
    return Case(load(rulebook), bots, **more)


class TestConquest(Conformance):
    cases = (
        case("conquete-1957,max_rounds=6,early_elimination=allow", "greedy", "random", "reckless", games=12),
        case("conquete-1957-second,cards.joker=wild,tired=whole_land,max_rounds=4", *["reckless"] * 6),
        case("risk-1970-objectives,absent_colour=remove_cards,max_rounds=6", "random", "objective", "expert"),
        case(
            "risk-1970-duel,early_elimination=allow,duel_moves=2,duel_part1=any,max_rounds=6",
            "continental",
            "expert",
            games=12,
        ),
        case(
            "risk-1970-world,initial_placement=in_turn_order,dice.ties=attacker,max_rounds=4",
            *["greedy", "expert", "cautious", "continental"],
            games=12,
        ),
        case("risk-modern,max_rounds=2", "planner", "expert", games=12, slow_games=1, heavy=True),
        case("risk-1970-world,max_rounds=3", *["strategist", "raider", "strategist"], games=12, slow_games=1),
        case(
            "conquete-1957,given={oceania=1,africa=3},max_rounds=4", "reckless", "greedy", "random", games=12
        ),
        case(
            "risk-modern,placement_round=2,initial_placement=in_turn_order,max_rounds=4",
            *["expert", "random", "greedy"],
            games=12,
        ),
        case(
            "risk-1970-world,max_rounds=5",
            *["builder", "hoarder", "raider", "builder"],
            games=12,
            slow_games=1,
        ),
        case("conquete-1957,tired=none,max_rounds=4", "reckless", "expert", "random", games=12),
        case("risk-modern,handicap.bonus={asia=2,africa=1},max_rounds=4", "reckless", "expert", games=12),
        case("risk-modern,fortify=connected,defender_sees_attack_roll=on,max_rounds=6", "random", "random"),
    )
