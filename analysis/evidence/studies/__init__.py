"""Studies: do intervals and tests keep what they promise? Games with known answers, many times over.

A study is a name and runs; each run says of its intervals whether they held the truth (`coverage.py`). The
tables of the docs are printed by `python -m conquestlab.analysis.evidence.studies NAME`.
"""
