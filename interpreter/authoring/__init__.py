"""Tools for authors of rulesets."""
