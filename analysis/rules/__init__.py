"""Rulebooks, maps, decks and objectives: read from their files, checked, changed, compared."""
