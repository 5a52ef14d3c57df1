"""What a page of a report holds: plain records of runs, rulebooks and results, and verdicts in words."""
