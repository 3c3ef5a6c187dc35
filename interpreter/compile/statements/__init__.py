"""Code for the statements of rules."""
