"""World conquest: its rules, maps and decks, exact answers, narration, measures and referee."""
