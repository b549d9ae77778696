"""From what was said to what is known: extraction, consolidation, summaries."""
