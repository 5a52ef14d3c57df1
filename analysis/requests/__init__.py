"""What the commands are asked: a record for each, filled by the command line and from Python."""
