"""Everything between YAML text and a finished game, one folder per stage."""
