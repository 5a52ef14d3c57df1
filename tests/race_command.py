"""Runs `conquest` with the race among its rulebooks, for tests that need a process of its own."""

import signal

import race

from conquestlab.analysis.rules import rulebook

# The tests may run in the background of a shell, which lets its processes ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

race.register()
rulebook.load = race.load

if __name__ == "__main__":
    from conquestlab.cli import main

    main()
