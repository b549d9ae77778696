"""The page: the memory in a browser, on this machine alone."""
