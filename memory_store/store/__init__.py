"""A store's directory: paths, locks, safe file access, compiled expressions."""
