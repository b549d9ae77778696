"""Recorded sessions, lived again on a machine and by a clock of their own, to judge a change."""
