"""The engine of world conquest: every rulebook of the family; see docs/conquest_engine.md."""
