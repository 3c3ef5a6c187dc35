"""Play at a terminal: asking players, showing the table, saving games."""
