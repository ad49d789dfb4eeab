"""Etio on Spark: a DataFrame of cases in, a DataFrame of answers out.

Needs Etio's wheel, pyspark, pyarrow and pandas on the driver and on the executors: `docs/spark.md` says
how they get there. A cluster is worth it where the data is; for the arithmetic alone one machine often
suffices.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from types import EllipsisType
from typing import TYPE_CHECKING, Any, Literal

from etio import _lib
from etio._build import from_arrays
from etio._errors import InvalidValue
from etio._network import Network, from_bytes
from etio._network import open as open_network

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import Column, DataFrame
    from pyspark.sql.types import StructType

#: Networks up to this size travel with the tasks; larger ones as a file.
_LARGEST_BROADCAST = 200_000_000

#: Networks up to this size are part of the function with Spark Connect, where a message has at most
#: 128 MB.
_LARGEST_MESSAGE = 64_000_000

#: How many networks a worker process keeps open.
_MOST_OPENED = 4

#: Networks by key that this worker process has opened, each with the version of its file. The one used
#: last comes last.
_opened: dict[str, tuple[object, Network]] = {}


@dataclass(frozen=True)
class _Source:
    """Where a worker process gets the network from."""

    key: str
    #: A path that every executor sees.
    path: str | None = None
    #: A file that was shipped with `addFile`.
    file: str | None = None
    #: A broadcast variable with the bytes, or the bytes.
    data: Any = None

    def network(self) -> Network:
        """The network, opened once in each process, and again if its file has been replaced."""
        # Worker processes outlive jobs, and the file may be another one by the next.
        version = None if self.path is None else _version(self.path)
        found = _opened.pop(self.key, None)
        if found is None or found[0] != version:
            # A network that is not used any more makes room before the new one takes it.
            while len(_opened) >= _MOST_OPENED:
                del _opened[next(iter(_opened))]
            found = (version, self._open())
        _opened[self.key] = found
        return found[1]

    def _open(self) -> Network:
        if self.path is not None:
            return open_network(self.path)
        if self.file is not None:
            from pyspark import SparkFiles

            return open_network(SparkFiles.get(self.file))
        return from_bytes(self.data if isinstance(self.data, bytes) else self.data.value)


def _version(path: str) -> object:
    """Size and time of change of a file, or of each file in a folder."""
    if os.path.isdir(path):
        return [(name, _version(os.path.join(path, name))) for name in sorted(os.listdir(path))]
    try:
        status = os.stat(path)
    except FileNotFoundError:
        # Opening it says so, or it is the built-in network.
        return None
    return status.st_size, status.st_mtime_ns, status.st_ino


@dataclass(frozen=True)
class _Task:
    """What runs on executors: Arrow batches of cases to Arrow batches of answers."""

    source: _Source
    options: dict[str, Any]

    def __call__(self, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        network = self.source.network()
        for batch in batches:
            # Spark runs a task for each core already: one thread each.
            answers = network.diagnose_batch(batch, threads=1, progress=False, **self.options)
            yield from answers.to_pyarrow().to_batches()


def diagnose(
    df: DataFrame,
    network: Network | str | os.PathLike[str],
    *,
    id: str | EllipsisType | None = ...,
    present: str | EllipsisType | None = ...,
    absent: str | EllipsisType | None = ...,
    unknown_column: str | EllipsisType | None = ...,
    asked: str | EllipsisType | None = ...,
    age: str | EllipsisType | None = ...,
    sex: str | EllipsisType | None = ...,
    top: int = 10,
    unknown: Literal["row", "ignore", "error"] = "row",
    method: str = "auto",
    seconds: float | None = None,
    memory: float | str | None = None,
    seed: int = 0,
    samples: int | None = None,
    standard_error: float | None = None,
    within: float | None = None,
    until: Literal["ranked"] | None = None,
    explode: bool = False,
    ship: Literal["auto", "path", "file", "broadcast"] = "auto",
) -> DataFrame:
    """Answers the cases of a DataFrame: one row of answers per case.

    The columns of cases are those of `Network.diagnose_batch`. By default each is read if the DataFrame has a
    column of its usual name; another name is read in its place, and `None` leaves it unread. A column of nearly
    such a name, and `prior_factors`, are errors.

    Parameters
    ----------
    df : pyspark.sql.DataFrame
        The cases.
    network : Network or path
        The network, or where the driver finds it.
    id : str or None
        The column with the case's id, of any type; it is passed through. Without one, cases get different
        numbers from `monotonically_increasing_id`, which are not those of a batch.
    present, absent, asked : str or None
        Columns of arrays of ids.
    unknown_column : str or None
        The column of arrays of ids that were asked about and not known; its usual name is `unknown`.
    age, sex : str or None
        Columns with age and sex.
    top : int
        How many diseases to list per case.
    unknown : {"row", "ignore", "error"}
        What to do about ids that the network does not have: an error in the row, left out and listed in
        `ignored`, or the job fails.
    method : str
        `"auto"`, or a method by name.
    seconds : float, optional
        Maximum time per case. Set one: a single hard case can hold up a stage.
    memory : int or str, optional
        Maximum memory per task, such as `"512MB"`.
    seed, samples, standard_error, within, until
        As in `Network.diagnose`.
    explode : bool
        One row per case and listed disease instead of one per case. A case without an answer keeps one
        row, with its error.
    ship : {"auto", "path", "file", "broadcast"}
        How the network gets to the executors: by a path that all of them see, as a file with `addFile`, or
        as a broadcast variable. `"auto"` broadcasts networks of up to 200 MB and ships larger ones as
        files. Spark Connect has no broadcast variables: networks of up to 64 MB are sent with the
        function, larger ones as artifacts.

    Returns
    -------
    pyspark.sql.DataFrame
        The columns of `etio.Answers`; with `explode`, `rank`, `disease`, `posterior`, `lower`, `upper` and
        `is_cause` in place of `ranking`.

    Raises
    ------
    InvalidValue
        If an argument cannot be used, or the DataFrame does not have a column. Nothing runs before all of them
        have been checked.

    Examples
    --------
    >>> import etio.spark
    >>> etio.spark.diagnose(df, "f120.etio", id="patient", seconds=1)  # doctest: +SKIP
    """
    given = {
        "id": id,
        "present": present,
        "absent": absent,
        "unknown": unknown_column,
        "asked": asked,
        "age": age,
        "sex": sex,
    }
    names = _columns(df, {use: name for use, name in given.items() if not isinstance(name, EllipsisType)})
    options: dict[str, Any] = {
        "top": top,
        "unknown": unknown,
        "method": method,
        "seconds": seconds,
        "memory": memory,
        "seed": seed,
        "samples": samples,
        "standard_error": standard_error,
        "within": within,
        "until": until,
        "wide": False,
    }
    # What is wrong with them is said here and not by the executors.
    from_arrays([0.5], [0.5], [[0.5]]).diagnose_batch({"present": []}, **options)
    options["columns"] = {use: use if use in names or use == "id" else None for use in given}
    task = _Task(_source(df, network, ship), options)
    # By their uses: `mapInArrow` does not take names with dots, and a column may serve two uses.
    cases = df.select(_id(names), *(_column(names[use]).alias(use) for use in names if use != "id"))
    answers = cases.mapInArrow(task, schema(cases.schema["id"].dataType))
    return _exploded(answers) if explode else answers


def _columns(df: DataFrame, given: dict[str, str | None]) -> dict[str, str]:
    """The columns to read by their use, found and checked as in a batch."""
    if given.get("present", "") is None and given.get("absent", "") is None:
        raise InvalidValue("give the column `present`, `absent` or both", code="bad-argument")
    for name in given.values():
        if name is not None and name not in df.columns:
            raise InvalidValue(
                f"the DataFrame has no column `{name}`; it has {', '.join(df.columns)}", code="bad-column"
            )
    kinds = df.schema
    found = _lib.find_columns(df.columns, given)
    names = {use: name for use, name in found.items() if name is not None}
    for use, name in names.items():
        _check_type(use, name, kinds[name].dataType)
    return names


def _id(names: dict[str, str]) -> Column:
    """The column of ids, or one that is made."""
    from pyspark.sql import functions as f

    column: Column = _column(names["id"]) if "id" in names else f.monotonically_increasing_id()
    return column.alias("id")


def _column(name: str) -> Column:
    """A column by its whole name: Spark takes what follows a dot for a field of a struct."""
    from pyspark.sql import functions as f

    quoted: Column = f.col("`" + name.replace("`", "``") + "`")
    return quoted


#: Names of types of columns.
_TEXTS = ("string", "char", "varchar", "void")
_NUMBERS = ("byte", "short", "integer", "long", "float", "double")


def _check_type(use: str, name: str, kind: Any) -> None:
    """Refuses a column that cannot be read here, where the error has its name."""
    if use == "id" or kind.typeName() == "void":
        return
    if use == "age":
        fits, expected = kind.typeName() in _TEXTS + _NUMBERS, "numbers of years, or strings with a unit"
    elif use == "sex":
        fits, expected = kind.typeName() in _TEXTS, "strings"
    else:
        fits = kind.typeName() == "array" and kind.elementType.typeName() in _TEXTS
        expected = "an array of strings"
    if not fits:
        raise InvalidValue(
            f"the column `{name}` has the type {kind.simpleString()}; expected {expected}", code="bad-column"
        )


def schema(id_type: Any) -> StructType:
    """The columns of the answers to cases whose ids have a type."""
    from pyspark.sql import types as t

    ranked = t.StructType(
        [
            t.StructField("disease", t.StringType(), False),
            t.StructField("posterior", t.DoubleType(), False),
            t.StructField("lower", t.DoubleType(), True),
            t.StructField("upper", t.DoubleType(), True),
            t.StructField("is_cause", t.BooleanType(), False),
        ]
    )
    texts = t.ArrayType(t.StringType())
    return t.StructType(
        [
            t.StructField("id", id_type),
            t.StructField("ranking", t.ArrayType(ranked)),
            t.StructField("exactness", t.StringType()),
            t.StructField("error_bound", t.DoubleType()),
            t.StructField("log_evidence", t.DoubleType()),
            t.StructField("method", t.StringType()),
            t.StructField("notes", texts),
            t.StructField("ignored", texts),
            t.StructField("error_code", t.StringType()),
            t.StructField("error", t.StringType()),
            t.StructField("certified", t.BooleanType()),
        ]
    )


def _exploded(answers: DataFrame) -> DataFrame:
    from pyspark.sql import functions as f

    others = [name for name in answers.columns if name not in ("id", "ranking")]
    # The outer form keeps cases without a ranking.
    rows = answers.select("id", f.posexplode_outer("ranking").alias("place", "ranked"), *others)
    return rows.select("id", (f.col("place") + 1).alias("rank"), "ranked.*", *others)


def _source(
    df: DataFrame, network: Network | str | os.PathLike[str], ship: str
) -> _Source:
    if ship not in ("auto", "path", "file", "broadcast"):
        raise InvalidValue(
            f"ship is `{ship}`; give `auto`, `path`, `file` or `broadcast`", code="bad-argument"
        )
    if ship == "path":
        if isinstance(network, Network):
            raise InvalidValue("to ship by path, give the path instead of a network", code="bad-argument")
        path = os.fspath(network)
        return _Source(key=f"path:{path}", path=path)
    opened = network if isinstance(network, Network) else open_network(network)
    data = opened.to_bytes()
    key = sha256(data).hexdigest()
    is_classic = _is_classic(df)
    largest = _LARGEST_BROADCAST if is_classic else _LARGEST_MESSAGE
    if ship == "file" or (ship == "auto" and len(data) > largest):
        name = f"etio-{key[:16]}.etio"
        path = os.path.join(_folder(), name)
        with open(path, "wb") as file:
            file.write(data)
        if is_classic:
            df.sparkSession.sparkContext.addFile(path)
        else:
            df.sparkSession.addArtifacts(path, file=True)
        return _Source(key=key, file=name)
    if is_classic:
        return _Source(key=key, data=df.sparkSession.sparkContext.broadcast(data))
    if len(data) > largest:
        raise InvalidValue(
            f"the network has {len(data):,} bytes and Spark Connect has no broadcast variables: ship it as "
            '`"file"` or by `"path"`',
            code="bad-argument",
        )
    return _Source(key=key, data=data)


def _folder() -> str:
    """A folder for a file to ship. Executors fetch it from the driver as long as that runs."""
    folder = tempfile.mkdtemp(prefix="etio-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _is_classic(df: DataFrame) -> bool:
    return "connect" not in type(df).__module__
