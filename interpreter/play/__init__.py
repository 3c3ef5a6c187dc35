"""Games and their states."""
