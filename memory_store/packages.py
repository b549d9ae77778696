"""Makes installed packages importable in a hook, which begins without them: most need none."""

from __future__ import annotations

import os
import sys


def use() -> None:
    """Do at once what `python -S` leaves out at the start.

    In a virtual environment its directory is enough, without what is done for its .pth files.
    """
    if not sys.flags.no_site or "site" in sys.modules:
        return
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    above = os.path.dirname(os.path.dirname(sys.executable))
    directory = os.path.join(above, "lib", version, "site-packages")
    if os.path.exists(os.path.join(directory, "apsw")):
        sys.path.append(directory)
        return
    import site

    site.main()
