"""Tuning: which value of a number in a rulebook levels the seats, or brings a measure where it is wanted."""
