"""A bar for long runs, on the standard error output."""

from __future__ import annotations

import sys
import time
from typing import Callable


def bar(width: int = 30) -> Callable[[int, int], None]:
    """A function that draws how much is done, and how long the rest takes. It ends the line when all is done."""
    start = time.perf_counter()

    def draw(done: int, total: int) -> None:
        share = done / total if total else 1.0
        passed = time.perf_counter() - start
        rest = f"{passed * (1 - share) / share:.0f} s left" if 0 < share < 1 else f"{passed:.1f} s"
        filled = "#" * round(width * share)
        sys.stderr.write(f"\r[{filled:<{width}}] {done:,}/{total:,}  {rest:<12}" + ("\n" if done >= total else ""))
        sys.stderr.flush()

    return draw
