"""The engine of world conquest: La Conquete du Monde, Risk, and all their options; see docs/conquest_engine.md."""
