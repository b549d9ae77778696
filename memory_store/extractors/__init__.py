"""Models of the user's that find facts in a conversation, asked over HTTP."""
