"""Taking over memories of other tools."""
