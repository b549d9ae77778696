"""From what is known to what a model is given: search, ranking, relevance, news, briefing."""
