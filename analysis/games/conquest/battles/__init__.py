"""Exact battles: one land, a row, a tree; chosen dice, stopping, the armies needed; battles played beside."""
