"""How the work on a text grows with it: what a test asks where seconds would ask the machine.

The best of many rounds is compared, so that other work beside a test changes nothing. Must not
know what is measured.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

MOST = 8.0
"""Times the work that four times the text may be: a linear way is at 4, a quadratic one at 16."""

_LEAST_ROUNDS, _ROUNDS = 3, 12
_LEAST_SECONDS = 0.002  # of a round: less is noise, and is done several times


def of(work: Callable[[str], object], made: Callable[[int], str], size: int) -> float:
    """How many times the work on half of `size` the work on twice `size` is.

    It is measured again, up to a number of rounds, as long as the answer is over `MOST`.
    """
    part, text = made(size // 2), made(2 * size)
    work(part)  # compiles patterns, imports modules
    times = max(1, round(_LEAST_SECONDS / max(_seconds(work, part, 1), 1e-6)))
    small = large = float("inf")
    for at in range(_ROUNDS):
        small = min(small, _seconds(work, part, times))
        large = min(large, _seconds(work, text, times))
        if at + 1 >= _LEAST_ROUNDS and large <= MOST * small:
            break
    return large / small


def _seconds(work: Callable[[str], object], text: str, times: int) -> float:
    begun = time.process_time()  # however busy the machine is
    for _ in range(times):
        work(text)
    return time.process_time() - begun
