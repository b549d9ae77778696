"""Readers of other tools' memories: transcripts of hosts, and stores. Nothing is written."""
