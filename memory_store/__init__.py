"""Memory across sessions for coding agents: hooks, plain files, offline search."""

__version__ = "0.2.0"
