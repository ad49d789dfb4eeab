"""Numbers that people give: limits, counts, and when an answer is good enough."""

from __future__ import annotations

import math
import operator
import re
import sys
from typing import Any

from etio._errors import InvalidValue

_UNITS = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "kib": 2**10, "mib": 2**20, "gib": 2**30}

#: The most that the compiled part can count.
_MOST = 2**63 - 1


def whole(name: str, value: Any, *, least: int = 0, code: str = "bad-argument") -> int:
    """A whole number of some things.

    More than can be counted is as good as the most that can be.

    >>> whole("top", 10), whole("top", 10**30) == 2**63 - 1
    (10, True)
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise InvalidValue(f"{name} is {value!r}; give a whole number", code=code) from None
    if number < least:
        raise InvalidValue(f"{name} is {number}; give {least} or more", code=code)
    return min(number, _MOST)


def thread_count(threads: int | None) -> int | None:
    """How many threads; `None` for all cores."""
    return None if threads is None else whole("threads", threads, least=1, code="bad-limit")


def memory_bytes(memory: float | str | None) -> int | None:
    """Bytes of a limit such as `512_000_000`, `5e8` or `"512MB"`.

    >>> memory_bytes("512MB"), memory_bytes("1.5 GiB"), memory_bytes(5e8), memory_bytes(None)
    (512000000, 1610612736, 500000000, None)
    """
    if memory is None:
        return None
    if isinstance(memory, str):
        match = re.fullmatch(r"\s*([0-9]*\.?[0-9]+)\s*([a-zA-Z]*)\s*", memory)
        unit = _UNITS.get(match[2].lower()) if match else None
        if match is None or unit is None:
            raise InvalidValue(
                f"memory is `{memory}`; give bytes, or text such as `512MB` or `2GiB`", code="bad-limit"
            )
        return whole("memory", int(float(match[1]) * unit), least=1, code="bad-limit")
    return whole("memory", int(_above_zero("memory", memory, "bad-limit")), least=1, code="bad-limit")


def _above_zero(name: str, value: Any, code: str, most: float = sys.float_info.max) -> float:
    """A number above 0."""
    # A text would be taken for its number.
    if not isinstance(value, str):
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError):
            number = math.nan
        if 0 < number <= most:
            return number
    raise InvalidValue(f"{name} is {value!r}; give a number above 0", code=code)


#: How queries are answered, as the compiled part takes it: method, seconds, memory, seed, samples, standard error,
#: width of intervals, and whether a proven order is enough.
Terms = tuple[str, float | None, int | None, int, int | None, float | None, float | None, bool]


def terms(
    method: str,
    seconds: float | None,
    memory: float | str | None,
    seed: int,
    samples: int | None,
    standard_error: float | None,
    within: float | None,
    until: str | None,
) -> Terms:
    """Checks how queries are to be answered."""
    if not isinstance(method, str):
        raise InvalidValue(f"method is {method!r}; give the name of a method", code="bad-method")
    if until not in (None, "ranked"):
        raise InvalidValue(f"until is {until!r}; give `ranked` or None", code="bad-argument")
    if (number := whole("seed", seed)) != seed:
        raise InvalidValue(f"seed is {seed}; give a number below 2**63", code="bad-argument")
    argument = "bad-argument"
    return (
        method,
        None if seconds is None else _above_zero("seconds", seconds, "bad-limit", math.inf),
        memory_bytes(memory),
        number,
        None if samples is None else whole("samples", samples, least=1),
        None if standard_error is None else _above_zero("standard_error", standard_error, argument),
        None if within is None else _above_zero("within", within, argument),
        until == "ranked",
    )
