"""The page: what is remembered, in a browser on this machine alone."""
