"""The language service: what an editor asks about rulesets and suites, as plain functions over documents."""
