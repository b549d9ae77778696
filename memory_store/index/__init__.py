"""The derived search index in the cache directory, which may be deleted at any time."""
