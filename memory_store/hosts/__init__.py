"""The hosts' dialects, one module each: payload to Event, Reply to answer."""
