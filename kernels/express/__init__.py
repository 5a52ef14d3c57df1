"""The engine of Risk Express: seven dice with symbols, country cards to take."""
