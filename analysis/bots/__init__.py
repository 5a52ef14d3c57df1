"""What a bot is for the house: policies and weights, bot files, and how a name becomes a bot."""
