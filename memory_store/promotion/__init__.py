"""Promotion of proven facts into MEMORY.md."""
