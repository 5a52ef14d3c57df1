"""A game of one's own to begin with: the files that `conquest init` writes."""
