"""Taking over what other tools kept."""
