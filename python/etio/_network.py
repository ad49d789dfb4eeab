"""Networks, and cases on them."""

from __future__ import annotations

import builtins
import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from etio import _html, _lib
from etio._answer import Answer, Question
from etio._answers import Answers
from etio._errors import InvalidValue
from etio._limits import terms, thread_count, whole
from etio._progress import Bar
from etio._tables import as_arrow

#: Compiled files larger than this are pickled by their path.
_LARGEST_PICKLE = 64_000_000


class Member(NamedTuple):
    """A disease or a finding.

    Attributes
    ----------
    id, name : str
        Its id, and its name for people.
    """

    id: str
    name: str


def open(
    path: str | os.PathLike[str],
    *,
    given: Mapping[str, str] | None = None,
    absent: str | Mapping[str, str] | None = None,
    nearest: bool = False,
    prior: float | None = None,
    leak: float | None = None,
) -> Network:
    """Opens a network.

    The arguments after the path are for files of other tools, where the file leaves something open. They
    are the options of `etio convert`: `--given` in a message is the argument `given`.

    Parameters
    ----------
    path : str or path
        A folder with `diseases.csv`, `findings.csv` and `links.csv`, a compiled `.etio` file, or a file of
        another tool: `.jgum`, `.xdsl`, `.bif`, `.bifxml`, `.net`, `.uai`, `.pgmx`, or an edge list in `.csv`.
        `"starter"` is the built-in network of primary care, unless there is a file or folder of that name.
    given : mapping, optional
        Nodes whose state is known, such as `{"smoker": "yes"}`: they are conditioned away.
    absent : str or mapping, optional
        The state that means "absent", of every node that has it or by node, if names do not tell.
    nearest : bool
        Whether to replace a table that is not a noisy-or by the nearest one; `Network.notes` says how far off
        it is.
    prior, leak : float, optional
        Prior of every disease and leak of every finding of an edge list.

    Returns
    -------
    Network

    Raises
    ------
    FileNotFoundError
        If there is nothing at that path.
    BadFile
        If it is not a network, with file and line.
    InvalidValue
        If an argument names something that the file does not have, or an edge list lacks `prior` or `leak`.

    Examples
    --------
    >>> import etio
    >>> net = etio.open("starter")
    >>> len(net.diseases) > 200
    True
    """
    path = os.fspath(path)
    known = [] if given is None else list(given.items())
    states: list[tuple[str | None, str]] = []
    if isinstance(absent, str):
        states.append((None, absent))
    elif absent is not None:
        states.extend(absent.items())
    # Opened again by its path it would be another network if options were given.
    is_whole = not (known or states or nearest or prior is not None or leak is not None)
    header = _compiled_header(path) if is_whole else None
    raw = _lib.open(path, known, states, nearest, prior, leak)
    return Network(raw, None if header is None else (os.path.abspath(path), header))


def from_bytes(data: bytes) -> Network:
    """Reads a network from the bytes of a compiled file, as `Network.to_bytes` gives them.

    Examples
    --------
    >>> import etio
    >>> net = etio.open("starter")
    >>> etio.from_bytes(net.to_bytes()).diseases == net.diseases
    True
    """
    return Network(_lib.from_bytes(data, []))


def _compiled_header(path: str) -> bytes | None:
    """The header of a compiled file, `None` for anything else.

    It has a checksum over those of all sections, so it tells one version of the file from another.
    """
    try:
        with builtins.open(path, "rb") as file:
            header = file.read(64)
    except OSError:
        return None
    return header if header.startswith(b"\x89ETIO") else None


def _ids(ids: Iterable[str], what: str) -> list[str]:
    if isinstance(ids, (str, bytes)):
        raise TypeError(f"{what} is a single text; give a list of ids, such as [{ids!r}]")
    return ids if isinstance(ids, list) else list(ids)


class Network:
    """A two-layer noisy-or network: diseases, findings, and links between them.

    Made by `etio.open`, `etio.from_arrays` or `etio.Builder`. It is immutable, can be used by several
    threads at once, survives a fork, and can be pickled.
    """

    def __init__(self, raw: _lib.Network, file: tuple[str, bytes] | None = None) -> None:
        self._raw = raw
        #: The compiled file that it was opened from: path and header.
        self._file = file

    @cached_property
    def diseases(self) -> list[Member]:
        """The diseases, in the order of every array."""
        return [Member(*member) for member in self._raw.diseases()]

    @cached_property
    def findings(self) -> list[Member]:
        """The findings, in the order of every array."""
        return [Member(*member) for member in self._raw.findings()]

    @property
    def priors(self) -> NDArray[np.float64]:
        """P(disease), one number per disease."""
        return self._raw.priors()

    @property
    def leaks(self) -> NDArray[np.float64]:
        """P(finding) when every disease is absent, one number per finding."""
        return self._raw.leaks()

    @property
    def links(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.float64]]:
        """The links by coordinates: positions of diseases, positions of findings, probabilities."""
        return self._raw.links()

    @property
    def link_count(self) -> int:
        """How many links there are."""
        return self._raw.link_count

    def diagnose(
        self,
        present: Iterable[str] = (),
        absent: Iterable[str] = (),
        *,
        top: int = 10,
        age: float | str | None = None,
        sex: str | None = None,
        asked: Iterable[str] = (),
        not_known: Iterable[str] = (),
        prior_factors: Mapping[str, float] | None = None,
        unknown: Literal["error", "ignore"] = "error",
        method: str = "auto",
        seconds: float | None = None,
        memory: float | str | None = None,
        threads: int = 1,
        seed: int = 0,
        samples: int | None = None,
        standard_error: float | None = None,
        within: float | None = None,
        until: Literal["ranked"] | None = None,
    ) -> Answer:
        """How likely each disease is, given what is present and what is absent.

        Parameters
        ----------
        present, absent : iterable of str
            Ids of findings. What is on neither list was not observed, which is not the same as absent.
        top : int
            Length of `Answer.ranking`.
        age : float or str, optional
            In years, or as text with a unit such as `"8 weeks"`.
        sex : str, optional
            `"female"` or `"male"`.
        asked : iterable of str
            Findings among those given that are answers to questions; such an answer is wrong now and then.
        not_known : iterable of str
            Findings that were asked about and not known. They change no probability.
        prior_factors : mapping, optional
            By disease, what its prior odds are multiplied by.
        unknown : {"error", "ignore"}
            What to do about ids that the network does not have; those ignored are in `Answer.ignored`.
        method : str
            `"auto"`, or a method by name.
        seconds, memory : optional
            Limits. Memory is in bytes, or text such as `"512MB"`.
        threads : int
            Maximum number of threads for one large query.
        seed, samples : int, optional
            Methods that draw samples: the seed of the random numbers, and how many to draw; 10,000 if not
            given.
        standard_error : float, optional
            Methods that draw samples: stop as soon as every posterior has a standard error of at most this.
        within : float, optional
            Stop proving intervals when those of the ten likeliest diseases are no wider than this, 0.001 if
            not given. If given, intervals also replace an exact answer that would take much longer.
        until : {"ranked"}, optional
            If only intervals can be proven, stop as soon as the order of the ten likeliest diseases is
            decided.

        Returns
        -------
        Answer

        Raises
        ------
        UnknownId
            A `KeyError` that has the nearest known id.
        Contradiction
            Two statements exclude each other.
        Impossible
            The network gives the evidence probability zero.
        TooExpensive, OutOfTime
            The limits do not suffice.

        Examples
        --------
        >>> import etio
        >>> net = etio.open("starter")
        >>> answer = net.diagnose(present=["fever", "cough"], age=30, sex="female", top=2)
        >>> len(answer.ranking), answer.exact
        (2, True)
        >>> net.diagnose(present=["fevr"])
        Traceback (most recent call last):
        etio._errors.UnknownId: the network has no finding `fevr`; did you mean `fever`?
        """
        if unknown not in ("error", "ignore"):
            raise InvalidValue(f"unknown is `{unknown}`; give `error` or `ignore`", code="bad-argument")
        raw = self._raw.diagnose(
            _ids(present, "present"),
            _ids(absent, "absent"),
            _ids(not_known, "not_known"),
            _ids(asked, "asked"),
            age,
            sex,
            {} if prior_factors is None else dict(prior_factors),
            unknown == "ignore",
            terms(method, seconds, memory, seed, samples, standard_error, within, until),
            whole("threads", threads, least=1, code="bad-limit"),
        )
        return Answer(raw, whole("top", top))

    def next_questions(self, present: Iterable[str] = (), *, count: int = 3, **case: Any) -> list[Question]:
        """The findings most worth asking about next, best first.

        Parameters
        ----------
        present : iterable of str
            Findings that are present.
        count : int
            Maximum number of questions.
        **case
            Everything else that `diagnose` takes.

        Returns
        -------
        list of Question

        Examples
        --------
        >>> import etio
        >>> questions = etio.open("starter").next_questions(present=["fever"], count=2)
        >>> len(questions)
        2
        """
        return self.diagnose(present, **case).next_questions(count)

    def diagnose_batch(
        self,
        cases: Any,
        *,
        top: int = 10,
        unknown: Literal["error", "ignore", "row"] = "error",
        method: str = "auto",
        seconds: float | None = None,
        memory: float | str | None = None,
        threads: int | None = None,
        seed: int = 0,
        samples: int | None = None,
        standard_error: float | None = None,
        within: float | None = None,
        until: Literal["ranked"] | None = None,
        columns: Mapping[str, str | None] | None = None,
        wide: bool | None = None,
        progress: bool | None = None,
    ) -> Answers:
        """Answers a table of cases: one row of answers per case, in order.

        Parameters
        ----------
        cases : table
            Anything that exports Arrow (pyarrow, polars, pandas, DuckDB), a mapping of columns, or rows as
            dictionaries. The columns `present` and `absent` hold lists of ids, plain or
            dictionary-encoded; `unknown` and `asked` too if they are there; `age`, `sex` and `id` are
            optional. Other columns are not read, except that one with nearly such a name is an error. Rows
            as dictionaries have the keys of cases in JSON; another key is an error unless it begins with
            `_`. A null list is an empty one. A table that has a column for each finding instead holds
            1 for present, 0 for absent, and null or NaN for not observed.
        top : int
            How many diseases to list per case.
        unknown : {"error", "ignore", "row"}
            What to do about ids that the network does not have: raise `UnknownId`; leave them out and list
            them in the column `ignored`; or make the case an error in its row. Everything else that is wrong
            with a case is an error in its row.
        method : str
            `"auto"`, or a method by name.
        seconds : float, optional
            Maximum time per case.
        memory : int or str, optional
            Maximum memory per thread, such as `"512MB"`. The default divides half of the machine's or
            container's memory by the threads, up to 2 GiB each; with one thread by the cores, because it is
            likely to be one of several workers.
        threads : int, optional
            All cores if not given, and never more than these. With 1 everything runs on the calling thread.
        seed, samples, standard_error, within, until
            As in `diagnose`.
        columns : mapping, optional
            Other names of columns by their use, such as `{"present": "hpo_terms", "id": None}`; `None` leaves
            a column unread.
        wide : bool, optional
            Whether the table has a column for each finding; found out if not given.
        progress : bool, optional
            Whether to show a bar; if not given, one appears after two seconds if somebody is watching.

        Returns
        -------
        Answers

        Examples
        --------
        >>> import etio
        >>> net = etio.open("starter")
        >>> answers = net.diagnose_batch({"present": [["fever"], ["cough", "fever"]]}, top=1)
        >>> [len(row["ranking"]) for row in answers]
        [1, 1]
        """
        names = {} if columns is None else dict(columns)
        with Bar(progress) as bar:
            raw = _lib.diagnose_batch(
                self._raw,
                self._table(cases, names),
                names,
                wide,
                whole("top", top),
                unknown,
                terms(method, seconds, memory, seed, samples, standard_error, within, until),
                thread_count(threads),
                bar,
            )
        return Answers(raw)

    def posteriors(
        self,
        cases: Any,
        *,
        errors: Literal["raise", "nan"] = "raise",
        unknown: Literal["error", "ignore", "row"] = "error",
        method: str = "auto",
        seconds: float | None = None,
        memory: float | str | None = None,
        threads: int | None = None,
        seed: int = 0,
        samples: int | None = None,
        standard_error: float | None = None,
        within: float | None = None,
        until: Literal["ranked"] | None = None,
        columns: Mapping[str, str | None] | None = None,
        wide: bool | None = None,
        progress: bool | None = None,
    ) -> NDArray[np.float64]:
        """The posteriors of a table of cases as a matrix of cases by diseases.

        These are marginals, not probabilities of exclusive classes: a person can have several diseases or
        none, so a row does not sum to 1, and an argmax is not a prediction of the one disease.

        Parameters
        ----------
        cases : table
            As in `diagnose_batch`; also a matrix of cases by findings with 1, 0 and NaN.
        errors : {"raise", "nan"}
            Whether the first case without an answer raises `RowError` at once, or such cases give rows of NaN
            and a warning.
        unknown, method, seconds, memory, threads, columns, wide, progress
            As in `diagnose_batch`.
        seed, samples, standard_error, within, until
            As in `diagnose`.

        Returns
        -------
        numpy.ndarray
            Rows in the order of the cases, columns in the order of `diseases`.

        Examples
        --------
        >>> import etio
        >>> net = etio.open("starter")
        >>> matrix = net.posteriors([{"present": ["fever"]}, {"present": ["cough"]}])
        >>> matrix.shape == (2, len(net.diseases))
        True
        """
        if errors not in ("raise", "nan"):
            raise InvalidValue(f"errors is `{errors}`; give `raise` or `nan`", code="bad-argument")
        names = {} if columns is None else dict(columns)
        with Bar(progress) as bar:
            matrix, failed = _lib.posteriors(
                self._raw,
                self._table(cases, names),
                names,
                wide,
                unknown,
                errors == "raise",
                terms(method, seconds, memory, seed, samples, standard_error, within, until),
                thread_count(threads),
                bar,
            )
        if failed:
            row, _, text = failed[0]
            warnings.warn(
                f"{len(failed)} of {len(matrix)} cases have no answer and are NaN; the first is row {row}: {text}",
                RuntimeWarning,
                stacklevel=2,
            )
        return matrix

    def _table(self, cases: Any, columns: dict[str, str | None]) -> Any:
        return as_arrow(cases, [finding.id for finding in self.findings], columns)

    def with_priors(self, priors: Mapping[str, float] | ArrayLike) -> Network:
        """The same network with other priors.

        Parameters
        ----------
        priors : mapping or array
            By disease, or one number per disease.

        Returns
        -------
        Network

        Examples
        --------
        >>> import etio
        >>> net = etio.open("starter").with_priors({"influenza": 0.05})
        >>> float(net.priors.max()) >= 0.05
        True
        """
        if isinstance(priors, Mapping):
            changed = self.priors
            for disease, prior in priors.items():
                changed[self._raw.disease_index(disease)] = prior
        else:
            changed = np.ascontiguousarray(priors, dtype=np.float64)
        return Network(self._raw.with_priors(changed))

    @property
    def notes(self) -> list[str]:
        """What was lost, assumed or replaced when the network was read from a file of another tool."""
        return self._raw.notes

    def save(self, path: str | os.PathLike[str], *, tables: bool = False) -> list[str]:
        """Writes the network in the form that the path's ending names.

        Parameters
        ----------
        path : str or path
            A compiled file (`.etio`), a file of another tool (`.jgum`, `.xdsl`, `.bif`, `.uai`), or without an
            ending a folder of CSV files.
        tables : bool
            Whether to write tables in place of noisy-or nodes, for tools that do not read those.

        Returns
        -------
        list of str
            What to know about the file, such as ids that had to change.

        Raises
        ------
        BadFile
            If the ending names no format that Etio writes, or a table would be too large.

        Examples
        --------
        >>> import etio, os, tempfile
        >>> net = etio.from_arrays([0.01, 0.05], [0.02], [[0.9], [0.3]])
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "small.etio")
        ...     notes = net.save(path)
        ...     etio.open(path)
        <Network of 2 diseases, 1 findings, 2 links>
        """
        return self._raw.save(os.fspath(path), tables)

    def to_bytes(self) -> bytes:
        """The network as the bytes of a compiled file, which `etio.from_bytes` reads.

        They are those of `save("x.etio")`, and like that file have no place for `notes`.

        Examples
        --------
        >>> import etio
        >>> etio.open("starter").to_bytes()[:5]
        b'\\x89ETIO'
        """
        return self._raw.to_bytes()

    def __reduce__(self) -> tuple[object, ...]:
        if self._file is not None:
            path, header = self._file
            # The file may have been replaced since; this network is still the old one.
            if _compiled_header(path) == header and os.path.getsize(path) > _LARGEST_PICKLE:
                return (_reopen, (path, header))
        return (_restore, (self.to_bytes(), self.notes))

    def _sizes(self) -> tuple[int, int, int]:
        return self._raw.disease_count, self._raw.finding_count, self._raw.link_count

    def __repr__(self) -> str:
        diseases, findings, links = self._sizes()
        return f"<Network of {diseases:,} diseases, {findings:,} findings, {links:,} links>"

    def _repr_html_(self) -> str:
        leaks, parents = self.leaks, self._raw.parent_counts()
        hubs: Sequence[int] = np.argsort(-parents.astype(np.int64), kind="stable")[:5].tolist()
        rows = [
            [
                _html.cell(self.findings[at].name),
                _html.cell(f"{parents[at]:,} diseases", "n"),
                _html.cell(f"leak {_html.percent(leaks[at])}", "n quiet"),
            ]
            for at in hubs
        ]
        without = int((leaks == 0).sum())
        middle = _html.percent(float(np.median(leaks))) if len(leaks) else "none"
        return _html.page(
            _html.text(repr(self)[1:-1]),
            *[_html.text(note, "quiet") for note in self.notes],
            _html.table(["findings with the most causes", "", ""], rows),
            _html.text(f"Median leak {middle}; {without:,} findings have no leak.", "quiet"),
        )


def _restore(data: bytes, notes: list[str]) -> Network:
    """A network that was pickled as its bytes."""
    return Network(_lib.from_bytes(data, notes))


def _reopen(path: str, header: bytes) -> Network:
    """Opens a network that was pickled by its path."""
    network = open(path)
    if network._file != (os.path.abspath(path), header):
        raise InvalidValue(f"{path} has changed since the network was pickled", code="bad-file")
    return network
