"""Players that are programs, and counting what can be played."""
