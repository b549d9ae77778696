"""Which module reads which host's transcripts: the one table of them.

Apart from the registry, which every hook loads: no hook reads a transcript before its answer is
out. Must not read one itself.
"""

from __future__ import annotations

from memory_store import model
from memory_store.hosts import transcript_claude, transcript_cursor, turns

DIALECTS: dict[str, turns.Dialect] = {
    model.CURSOR: transcript_cursor,
    model.CLAUDE: transcript_claude,
}
