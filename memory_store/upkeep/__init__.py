"""Maintenance of the stores of a place."""
