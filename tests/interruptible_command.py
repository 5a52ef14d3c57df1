"""Runs `conquest` in a process of its own that heeds Ctrl-C, for tests that send it signals."""

import signal

# The tests may run in the background of a shell, which lets its processes ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

if __name__ == "__main__":
    from conquestlab.cli import main

    main()
