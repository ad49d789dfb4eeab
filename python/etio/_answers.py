"""A table of answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from etio import _html, _lib

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class Answers:
    """One row per case, in the order of the cases.

    Any library that takes Arrow tables takes this one without copying: `pyarrow.table(answers)`,
    `polars.DataFrame(answers)`, DuckDB by name, or `to_pandas`. Without such a library, iterate: every
    row is a dictionary. It can be pickled.

    The columns are `id`, `ranking` (a list of structs with `disease`, `posterior`, `lower`, `upper` and
    `is_cause`), `exactness`, `error_bound`, `log_evidence`, `method`, `notes`, `ignored`, `error_code`,
    `error` and `certified`. A case without an answer has no ranking; `error_code` and `error` say why.
    """

    def __init__(self, raw: _lib.Table) -> None:
        self._raw = raw

    def __reduce__(self) -> tuple[object, ...]:
        return (_from_ipc, (self._raw.to_ipc(),))

    def __len__(self) -> int:
        return len(self._raw)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._raw.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self._raw.__arrow_c_schema__()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for start in range(0, len(self), 1024):
            yield from self._raw.rows(start, 1024)

    def __getitem__(self, row: int) -> dict[str, Any]:
        at = row + len(self) if row < 0 else row
        if not 0 <= at < len(self):
            raise IndexError(f"row {row} of {len(self)}")
        return self._raw.rows(at, 1)[0]

    @property
    def failed(self) -> int:
        """How many cases have no answer."""
        return self._raw.failed

    def to_pyarrow(self) -> pyarrow.Table:
        """The table in pyarrow (14 or later), without copying.

        Returns
        -------
        pyarrow.Table

        Examples
        --------
        >>> import etio
        >>> answers = etio.open("starter").diagnose_batch([{"present": ["fever"]}])
        >>> answers.to_pyarrow()["exactness"].to_pylist()
        ['exact']
        """
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> pandas.DataFrame:
        """The table in pandas. Needs pyarrow, as pandas does for Arrow.

        Returns
        -------
        pandas.DataFrame

        Examples
        --------
        >>> import etio
        >>> answers = etio.open("starter").diagnose_batch([{"id": "p1", "present": ["fever"]}])
        >>> answers.to_pandas().loc[0, "id"]
        'p1'
        """
        frame: pandas.DataFrame = self.to_pyarrow().to_pandas()
        return frame

    def to_polars(self) -> polars.DataFrame:
        """The table in polars, without copying.

        Returns
        -------
        polars.DataFrame

        Examples
        --------
        >>> import etio
        >>> answers = etio.open("starter").diagnose_batch([{"present": ["fever"]}, {"present": ["cough"]}])
        >>> answers.to_polars()["id"].to_list()
        [0, 1]
        """
        import polars

        return polars.DataFrame(self)

    def __repr__(self) -> str:
        failed = f", {self.failed} without an answer" if self.failed else ""
        return f"<Answers to {len(self):,} cases{failed}>"

    def _repr_html_(self) -> str:
        def row(answer: dict[str, Any]) -> list[str]:
            if answer["error"] is not None:
                return [_html.cell(answer["id"]), _html.cell(answer["error"], "bad"), _html.cell("")]
            leading = answer["ranking"][:3]
            names = ", ".join(f"{r['disease']} {_html.percent(r['posterior'])}" for r in leading)
            return [_html.cell(answer["id"]), _html.cell(names), _html.cell(answer["exactness"], "quiet")]

        rows = [row(answer) for answer in self._raw.rows(0, 5)]
        return _html.page(
            _html.table(["case", "leading diseases", ""], rows), _html.text(repr(self)[1:-1], "quiet")
        )


def _from_ipc(data: bytes) -> Answers:
    """A table that was pickled."""
    return Answers(_lib.table_from_ipc(data))
