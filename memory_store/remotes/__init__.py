"""Other places of this memory: a person's own machines, and a team."""
