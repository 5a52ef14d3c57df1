"""The policy `weighed`: what a bot does follows from a row of weights. See docs/bots.md."""
