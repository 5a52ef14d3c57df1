"""What all commands share: how words become a request, and how an error becomes one line and a status."""
