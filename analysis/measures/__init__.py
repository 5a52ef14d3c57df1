"""From rows to measures: tallies, intervals, tests, and the evidence that intervals keep their promise."""
