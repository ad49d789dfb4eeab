"""Charts, if matplotlib is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def axes(ax: Axes | None, rows: int) -> Axes:
    """The axes given, or those of a new figure with room for some bars."""
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError("plots need matplotlib: pip install matplotlib") from error
    figure = pyplot.figure(figsize=(7, 1 + 0.32 * max(rows, 1)), layout="constrained")
    made: Axes = figure.add_subplot()
    return made
