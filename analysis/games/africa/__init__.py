"""Africa 1880: its rules as records, its referee, and the exact answers about its conflicts."""
