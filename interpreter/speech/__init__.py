"""Words for typed expressions, which the rulebook and refusals use."""
