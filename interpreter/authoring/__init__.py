"""Tools for those who write rulesets."""
