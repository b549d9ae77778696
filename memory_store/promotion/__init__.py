"""Facts that proved themselves, on their way into MEMORY.md."""
