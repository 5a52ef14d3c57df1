"""Mixing: bots that are mixes, on which no known response gains much."""
