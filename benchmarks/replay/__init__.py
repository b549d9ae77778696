"""Replays recorded sessions on a machine and clock of their own, to judge a change."""
