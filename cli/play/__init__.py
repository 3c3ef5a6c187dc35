"""Play at a terminal: what `cardrules run` asks, shows and saves."""
