"""Experiments: seated games, batches, workers, run folders, and the answers of play and replay."""
