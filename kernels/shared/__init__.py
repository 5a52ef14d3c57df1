"""What all engines share: random streams, the contract, the course of a game, its row."""
