"""What is shown of the games of conquest: battles, sets of cards, the world on a map, objectives."""
