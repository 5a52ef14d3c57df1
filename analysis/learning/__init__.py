"""Learning: what positions are worth to a bot, learned from games that it plays with others and itself."""
