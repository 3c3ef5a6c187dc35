"""What one seat may know: zones, variables, actions and events, redacted here and nowhere else."""
