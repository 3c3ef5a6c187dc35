"""The public API: games, states, actions, observations and saved games."""
