"""Facts about the typed program, found before it is lowered."""
