"""Bots: policies and weights, bot files, and how a name becomes a bot."""
