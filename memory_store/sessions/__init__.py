"""Sessions as a whole: their summaries, their todos, and their ends."""
