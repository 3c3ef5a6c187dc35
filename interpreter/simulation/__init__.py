"""Many games, and what they tell."""
