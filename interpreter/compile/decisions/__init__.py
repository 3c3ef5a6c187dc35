"""Code for decisions: which actions are legal, and what they do."""
