"""The derived search index in the cache directory: it may be deleted at any moment."""
