"""Everything between YAML text and a finished game, one module per stage."""
