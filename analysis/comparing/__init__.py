"""Variants side by side: the same games under other rules, their differences, and what to make of them."""
