"""From what was said to facts: explicit words, retain lines, the scorer, the nudge."""
