"""Bringing the stores of a place up to date."""
