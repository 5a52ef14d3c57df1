"""Training: the weights of a bot improved by games against a pool of bots and of its own earlier selves."""
