"""From the memory to a model's context: search, ranking, relevance, news, briefing."""
