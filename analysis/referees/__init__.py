"""Referees: plain readings of the rules that play through the record of a game and check every event."""
