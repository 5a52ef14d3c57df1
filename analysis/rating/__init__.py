"""Ladders: which bots meet, how strong they come out, and whether strength is the whole story."""
