"""Memories that others keep: transcripts of hosts, stores of other tools; read, never written."""
