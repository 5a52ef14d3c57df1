"""What is shown of Manchots Barjots alone."""
