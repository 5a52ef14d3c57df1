"""How a game feels in time: minutes at the table, waiting for one's turn, what is done in a turn."""
