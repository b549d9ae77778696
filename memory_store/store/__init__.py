"""A store's directory: names, locks, files opened beneath it, what killed writers left."""
