"""The policy `weighed`: everything the bot does follows from its weights. See docs/weighed.md."""
