"""Tables of cases in every shape that people have them."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from etio import _lib
from etio._errors import InvalidValue


def as_arrow(cases: Any, findings: list[str]) -> Any:
    """An object that exports itself by Arrow's C interface.

    Takes whatever does so already (pyarrow, polars, DuckDB, pandas with pyarrow), a mapping of columns,
    rows as dictionaries, a pandas frame without pyarrow, and a matrix of cases by findings.
    """
    if isinstance(cases, np.ndarray):
        return _from_matrix(cases, findings)
    if _is_pandas(cases):
        if importlib.util.find_spec("pyarrow") is None:
            return _from_columns({str(name): list(cases[name]) for name in cases.columns})
        return cases
    if hasattr(cases, "__arrow_c_stream__") or hasattr(cases, "__arrow_c_array__"):
        return cases
    if isinstance(cases, Mapping):
        return _from_columns(cases)
    if isinstance(cases, Iterable) and not isinstance(cases, (str, bytes)):
        return _from_rows(list(cases))
    raise TypeError(
        "cases are a table (pyarrow, polars, pandas, DuckDB), a mapping of columns, rows as dictionaries, "
        f"or a matrix; not {type(cases).__name__}"
    )


def _is_pandas(cases: object) -> bool:
    return type(cases).__module__.split(".")[0] == "pandas"


def _from_matrix(matrix: np.ndarray[Any, Any], findings: list[str]) -> Any:
    if matrix.ndim != 2 or matrix.shape[1] != len(findings):
        raise InvalidValue(
            f"the matrix has the shape {matrix.shape}; expected (cases, {len(findings)}), "
            "a column for each finding of the network in its order",
            code="bad-table",
        )
    return _lib.matrix_batch(np.ascontiguousarray(matrix, dtype=np.float64), findings)


#: The columns of a case that hold lists.
_LISTS = ("present", "absent", "unknown", "asked")


def _from_rows(rows: list[Any]) -> Any:
    for at, row in enumerate(rows):
        if not isinstance(row, Mapping):
            raise TypeError(f"row {at} is {type(row).__name__}, not a mapping with `present` and `absent`")
    names: dict[str, None] = {}
    for row in rows:
        names.update(dict.fromkeys(row))
    return _from_columns({name: [row.get(name) for row in rows] for name in names or _LISTS[:2]})


def _from_columns(columns: Mapping[str, Any]) -> Any:
    plain = ((str(name), [_plain(value) for value in values]) for name, values in columns.items())
    # A column without any value has no type; the lists may be empty throughout.
    given = [
        (name, values)
        for name, values in plain
        if name in _LISTS or not values or any(value is not None for value in values)
    ]
    return _lib.record_batch(given)


def _plain(value: Any) -> Any:
    """A cell as a list, a text, a number or `None`."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, (bool, np.bool_, int, np.integer, float, np.floating)):
        return None if value != value else float(value)
    if isinstance(value, Iterable):
        return [None if entry is None else str(entry) for entry in value]
    # Pandas has missing values of its own.
    return None if type(value).__name__ in ("NAType", "NaTType") else str(value)
