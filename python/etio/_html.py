"""What notebooks show: small tables with bars, in the look of the reports."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

_STYLE = """
<style>
.etio { --quiet: #5a626b; --edge: #d8dde3; --bar: #0f7fc4; --good: #0a6b4d; --bad: #a63a00;
  font: 14px/1.5 system-ui, sans-serif; max-width: 56rem; }
@media (prefers-color-scheme: dark) { .etio { --quiet: #a3abb5; --edge: #363d45; --bar: #5aa9dd;
  --good: #4cc79b; --bad: #ff9466; } }
.etio table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.etio th, .etio td { text-align: left; padding: .15rem .7rem .15rem 0; border: 0;
  border-bottom: 1px solid var(--edge); background: none; }
.etio th { color: var(--quiet); font-weight: 600; }
.etio td.n { text-align: right; white-space: nowrap; }
.etio .quiet { color: var(--quiet); }
.etio .good { color: var(--good); }
.etio .bad { color: var(--bad); }
.etio svg { display: block; }
</style>
"""

_WIDTH = 220


def page(*parts: str) -> str:
    """Parts in a box with the style."""
    return f'{_STYLE}<div class="etio">{"".join(parts)}</div>'


def text(value: object, kind: str = "") -> str:
    """A paragraph; everything is escaped."""
    mark = f' class="{kind}"' if kind else ""
    return f"<p{mark}>{escape(str(value))}</p>"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of cells that are HTML already."""
    heading = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f"<table><thead><tr>{heading}</tr></thead><tbody>{body}</tbody></table>"


def cell(value: object, kind: str = "") -> str:
    """A cell of text."""
    mark = f' class="{kind}"' if kind else ""
    return f"<td{mark}>{escape(str(value))}</td>"


def percent(p: float) -> str:
    """A probability for people: more digits where it is small.

    >>> percent(0.2734), percent(0.00321), percent(1e-7)
    ('27.3%', '0.32%', '<0.01%')
    """
    if 0 < p < 1e-4:
        return "<0.01%"
    return f"{100 * p:.2f}%" if p < 0.01 else f"{100 * p:.1f}%"


def bar(p: float, lower: float | None, upper: float | None) -> str:
    """A bar from 0 to 1 with whiskers from `lower` to `upper` if they can be seen."""
    parts = [f'<rect x="0" y="3" width="{p * _WIDTH:.1f}" height="10" fill="var(--bar)"/>']
    if lower is not None and upper is not None and upper - lower > 0.004:
        low, high = lower * _WIDTH, upper * _WIDTH
        parts.append(
            f'<path d="M{low:.1f} 8H{high:.1f}M{low:.1f} 4v8M{high:.1f} 4v8" '
            'stroke="currentColor" fill="none"/>'
        )
    label = f"{percent(p)}" if lower is None or upper is None else (
        f"{percent(p)}, from {percent(lower)} to {percent(upper)}"
    )
    return (
        f'<td><svg width="{_WIDTH}" height="16" role="img" aria-label="{escape(label)}">'
        f"{''.join(parts)}</svg></td>"
    )


def weight_bar(weight: float, most: float) -> str:
    """A bar to the right for evidence in favour, to the left for evidence against."""
    half = _WIDTH / 2
    length = half * min(abs(weight) / most, 1.0) if most else 0.0
    start = half if weight >= 0 else half - length
    colour = "var(--good)" if weight >= 0 else "var(--bad)"
    return (
        f'<td><svg width="{_WIDTH}" height="16" role="img" aria-label="{weight:+.2f}">'
        f'<path d="M{half} 0v16" stroke="var(--edge)"/>'
        f'<rect x="{start:.1f}" y="3" width="{length:.1f}" height="10" fill="{colour}"/></svg></td>'
    )
