"""Remotes of a memory: a person's own machines, and a team."""
