"""What a seat may know: zones, variables, actions and events without hidden information."""
