"""What every engine has, written once: streams of luck, the contract, the course of a game, its row."""
