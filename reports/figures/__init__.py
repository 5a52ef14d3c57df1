"""Figures by matplotlib: what each command can draw."""
