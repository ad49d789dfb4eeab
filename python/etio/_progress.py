"""A progress bar for batches that take long."""

from __future__ import annotations

import sys
import time
from types import TracebackType


class Bar:
    """Draws on standard error once a batch has taken two seconds.

    Parameters
    ----------
    show : bool or None
        `None` shows the bar if somebody is watching: in a terminal or a notebook.
    """

    def __init__(self, show: bool | None) -> None:
        self.show = _is_watched() if show is None else show
        self.after = 2.0 if show is None else 0.0
        self.started = time.monotonic()
        self.drawn = 0.0
        self.is_drawn = False

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self.started < self.after or now - self.drawn < 0.2:
            return
        self.drawn = now
        self.is_drawn = True
        share = done / total if total else 1.0
        filled = round(30 * share)
        left = (now - self.started) * (1 - share) / share if share else float("nan")
        text = f"{'█' * filled}{'·' * (30 - filled)} {done:,} of {total:,} cases, {left:.0f} s left"
        sys.stderr.write(f"\r{text}\x1b[K")
        sys.stderr.flush()

    def __enter__(self) -> Bar | None:
        return self if self.show else None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.is_drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _is_watched() -> bool:
    return sys.stderr.isatty() or "ipykernel" in sys.modules
