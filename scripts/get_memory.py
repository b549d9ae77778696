"""The command `memory-store get` as a script of its own."""

import os
import sys

_ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.append(
    os.path.dirname(os.path.dirname(_ROOT))
    if _ROOT.endswith(os.path.join("memory_store", "shims"))
    else _ROOT
)

from memory_store import entry  # noqa: E402  the path above comes first

if __name__ == "__main__":
    entry.be_script("get")
