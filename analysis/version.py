"""The version of conquestlab, in a module so small that a command may read it without loading anything else."""

VERSION = "0.1.0"
