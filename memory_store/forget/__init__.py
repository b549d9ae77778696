"""Taking a thing out of a memory for good."""
