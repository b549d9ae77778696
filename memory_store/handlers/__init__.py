"""One hook a module: `handle(event, context) -> Reply`, with no wire words and no printing."""
