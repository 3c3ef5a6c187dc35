"""From a typed program to Python functions."""
