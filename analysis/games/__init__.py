"""The games: what each engine is called, who may play it, and how its rulebook becomes numbers."""
