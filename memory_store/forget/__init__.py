"""Removing a text from a memory for good."""
