"""Tables of cases in every shape that people have them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from etio import _lib
from etio._errors import InvalidValue

#: The columns of a case that hold lists.
_LISTS = ("present", "absent", "unknown", "asked")

#: Everything that the columns of a table are used for, by their usual names.
_USES = ("id", *_LISTS, "age", "sex")


def as_arrow(cases: Any, findings: list[str], columns: Mapping[str, str | None]) -> Any:
    """An object that exports itself by Arrow's C interface.

    Takes whatever does so already (pyarrow, polars, DuckDB), a pandas frame with or without pyarrow, a mapping
    of columns, rows as dictionaries, and a matrix of cases by findings. `columns` has the names of columns by
    their use where they are not the usual ones.
    """
    used = {use: columns.get(use, use) for use in _USES}
    if isinstance(cases, np.ndarray):
        return _from_matrix(cases, findings)
    if _is_pandas(cases):
        return _from_pandas(cases, used)
    if hasattr(cases, "__arrow_c_stream__") or hasattr(cases, "__arrow_c_array__"):
        return cases
    if isinstance(cases, Mapping):
        return _from_columns(cases, used)
    if isinstance(cases, Iterable) and not isinstance(cases, (str, bytes)):
        return _from_rows(list(cases), findings, used)
    raise TypeError(
        "cases are a table (pyarrow, polars, pandas, DuckDB), a mapping of columns, rows as dictionaries, "
        f"or a matrix; not {type(cases).__name__}"
    )


def _is_pandas(cases: object) -> bool:
    return type(cases).__module__.split(".")[0] == "pandas" and hasattr(cases, "columns")


def _from_pandas(frame: Any, used: Mapping[str, str | None]) -> Any:
    # The index is not a column, unless it has the name of one: a filtered or shuffled frame has an index too.
    named = [name for name in frame.index.names if name is not None and name in used.values()]
    if named:
        frame = frame.reset_index(named)
    try:
        from pyarrow import Table
    except ImportError:
        Table = None
    # Neither pandas before 2.2 nor pyarrow before 14 exports itself.
    if hasattr(Table, "__arrow_c_stream__"):
        return Table.from_pandas(frame, preserve_index=False)
    return _from_columns({str(name): list(frame[name]) for name in frame.columns}, used)


def _from_matrix(matrix: np.ndarray[Any, Any], findings: list[str]) -> Any:
    if matrix.ndim != 2 or matrix.shape[1] != len(findings):
        raise InvalidValue(
            f"the matrix has the shape {matrix.shape}; expected (cases, {len(findings)}), "
            "a column for each finding of the network in its order",
            code="bad-table",
        )
    return _lib.matrix_batch(np.ascontiguousarray(matrix, dtype=np.float64), findings)


def _from_rows(rows: list[Any], findings: list[str], used: Mapping[str, str | None]) -> Any:
    for at, row in enumerate(rows):
        if not isinstance(row, Mapping):
            raise TypeError(f"row {at} is {type(row).__name__}, not a mapping with `present` and `absent`")
    names: dict[str, None] = {}
    for row in rows:
        names.update(dict.fromkeys(map(str, row)))
    # Prior factors are refused with the table.
    read = {*filter(None, used.values()), *findings, "prior_factors"}
    unknown = _lib.unknown_key([name for name in names if name not in read])
    if unknown is not None:
        key, nearest = unknown
        hint = f"; did you mean `{nearest}`?" if nearest else ""
        row = next(at for at, row in enumerate(rows) if key in row)
        raise InvalidValue(
            f"row {row} has the unknown key `{key}`; a key of your own must begin with `_`{hint}", code="bad-column"
        )
    kept = [name for name in names if name in read] or _LISTS[:2]
    return _from_columns({name: [row.get(name) for row in rows] for name in kept}, used)


def _from_columns(columns: Mapping[str, Any], used: Mapping[str, str | None]) -> Any:
    lists = {used[use] for use in _LISTS}
    given = []
    for name, cells in columns.items():
        values = [_plain(value) for value in cells]
        kinds = {kind for value in values if (kind := _kind(value)) is not None}
        if len(kinds) > 1 and name == used["age"] and "lists" not in kinds:
            # As in JSON: years as a number here, text with a unit there.
            values = [None if value is None else str(value) for value in values]
        elif len(kinds) > 1 and name in used.values():
            raise InvalidValue(
                f"the column `{name}` has {' and '.join(sorted(kinds))}; expected one kind", code="bad-column"
            )
        elif len(kinds) > 1:
            # It is not read; only its name counts.
            values = [None] * len(values)
        # A column without any value has no type; the lists may be empty throughout.
        if name in lists or not values or kinds:
            given.append((str(name), values))
    return _lib.record_batch(given)


def _kind(value: Any) -> str | None:
    """What kind of column a cell belongs into."""
    if value is None:
        return None
    return "text" if isinstance(value, str) else "lists" if isinstance(value, list) else "numbers"


def _plain(value: Any) -> Any:
    """A cell as a list, a text, a number or `None`."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, (bool, np.bool_, int, np.integer)):
        whole = int(value)
        if not -(2**63) <= whole < 2**63:
            raise InvalidValue(f"{whole} does not fit into 64 bits; give it as text", code="bad-column")
        return whole
    if isinstance(value, (float, np.floating)):
        return None if value != value else float(value)
    if isinstance(value, Iterable):
        return [None if entry is None else str(entry) for entry in value]
    # Pandas has missing values of its own.
    return None if type(value).__name__ in ("NAType", "NaTType") else str(value)
