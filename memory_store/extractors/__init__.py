"""Models that find facts in a conversation, asked over HTTP where a user says so."""
