"""Why: the reasons of refusals, how points came about, and what seats can know of values."""
