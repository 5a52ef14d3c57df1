"""How games of Africa 1880 are told at the table."""

from africa_script import short_book, short_game

from conquestlab.analysis.games.africa.narration import FOOTNOTE, narrate_game


def told(record=None):
    return "\n".join(narrate_game(record or short_game(), short_book()))


def test_a_game_is_told_at_the_table():
    text = told()
    assert text.startswith("Seat 1 plays Great Britain.\nSeat 2 plays France.\nSeat 3 plays Germany.\n")
    assert "Great Britain places its first presence in Tripoli.\n" in text
    assert (
        "\nRound 1, 1880\n"
        "Great Britain:\n"
        "  develops Tripoli\n"
        "  lands in Gabon\n"
        "  declares alliance to all\n"
        "France:\n"
        "  explores Tripoli from Tunis\n"
        "  declares war on Great Britain, alliance to Germany\n"
    ) in text
    assert (
        "Rio de Oro is developed by 1: 1 of 1 squares filled.\n"
        "Tripoli is developed by 1: 1 of 2 squares filled.\n"
        "Great Britain arrives in Gabon by sea.\n"
        "France arrives in Tripoli from Tunis.\n"
        "Germany arrives in Massaoua by sea.\n"
        "Great Britain is driven out of Tripoli.\n"
        "Rio de Oro becomes a colony of Germany.\n"
    ) in text
    assert "Tripoli is developed by 1: 2 of 2 squares filled." in text
    assert "Germany has no presence left for Sahara." in text
    assert "  develops Tripoli and Tunis\n" in text
    assert "France scores 17: alone 16, shared 0, alliances 1.\n" in text
    assert "The last year is over after 3 rounds. France wins." in text


def test_every_event_is_told():
    record = short_game()
    lines = told(record).splitlines()
    said = sum(event["event"] not in ("game", "orders") for event in record)
    assert sum(not line.startswith("  ") and line.endswith(".") for line in lines) >= said - 3  # rounds


def test_the_end_is_told_as_it_came():
    record = short_game()
    record[-1] |= {"winner": None, "how": "colonies", "rounds": 1}
    record[-2]["total"] += 4
    text = told(record)
    assert "Germany scores 13: alone 8, shared 0, alliances 1, handicap 4." in text
    assert "The last colony is founded after 1 round. A tie for first: nobody wins." in text


def test_relations_are_told_in_words():
    record = short_game()
    place = next(i for i, event in enumerate(record) if event["event"] == "orders")
    record[place]["relations"] = [None, "war", "war"]
    assert "  declares war on France and Germany\n" in told(record)


def test_the_last_line_says_that_the_map_is_reconstructed():
    assert told().splitlines()[-1] == FOOTNOTE
