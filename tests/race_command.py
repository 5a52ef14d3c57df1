"""Runs `conquest` with the race among its rulebooks, for tests that need a process of its own."""

import race

from conquestlab.analysis.rules import rulebook

race.register()
rulebook.load = race.load

if __name__ == "__main__":
    from conquestlab.cli import main

    main()
