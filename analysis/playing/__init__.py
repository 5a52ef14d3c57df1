"""Experiments: tables, chunks, run folders, and the answers of play and replay."""
