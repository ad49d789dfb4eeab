"""Limits as people write them."""

from __future__ import annotations

import re

from etio._errors import InvalidValue

_UNITS = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "kib": 2**10, "mib": 2**20, "gib": 2**30}


def memory_bytes(memory: int | str | None) -> int | None:
    """Bytes of a limit such as `512_000_000` or `"512MB"`.

    >>> memory_bytes("512MB"), memory_bytes("1.5 GiB"), memory_bytes(None)
    (512000000, 1610612736, None)
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
        memory = int(float(match[1]) * unit)
    if memory <= 0:
        raise InvalidValue(f"memory is {memory}; give a number above 0", code="bad-limit")
    return memory
