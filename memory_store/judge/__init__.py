"""The judge: a model of the user's that reads each ended session once."""
