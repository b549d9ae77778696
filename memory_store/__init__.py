"""Memory across sessions for coding agents: hooks, plain files, offline search."""

from memory_store import bytecode

__version__ = "0.3.0"

bytecode.use()
