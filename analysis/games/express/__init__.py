"""The exact law of Risk Express and the answers about its cards."""
