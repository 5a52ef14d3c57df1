"""The commands: a module for each, named after it, which the program imports when the command is run."""
