"""Facts that hold: how two of them relate, merging and replacing them, taking back, usage."""
