"""Results of scenarios as output: failures, coverage and mutants."""
