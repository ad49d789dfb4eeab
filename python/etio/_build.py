"""Networks made in Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from etio import _lib
from etio._errors import InvalidValue, UnknownId
from etio._network import Network

#: Attribute of a member: its position, the column, the value.
_Attribute = tuple[int, str, str]


class Builder:
    """Collects diseases, findings and links, then builds a network.

    Every method returns the builder, so that calls can be chained.

    Examples
    --------
    >>> import etio
    >>> net = (
    ...     etio.Builder()
    ...     .disease("flu", prior=0.01, name="Influenza")
    ...     .finding("fever", leak=0.02, name="Fever")
    ...     .link("flu", "fever", 0.9)
    ...     .build()
    ... )
    >>> round(net.diagnose(present=["fever"])["flu"], 4)
    0.313
    """

    def __init__(self) -> None:
        self._diseases: dict[str, tuple[int, str, float]] = {}
        self._findings: dict[str, tuple[int, str, float]] = {}
        self._links: list[tuple[int, int, float]] = []
        self._disease_attributes: list[_Attribute] = []
        self._finding_attributes: list[_Attribute] = []
        self._documents: dict[str, bytes] = {}

    def disease(self, id: str, prior: float, name: str = "", **attributes: str) -> Builder:
        """Adds a disease.

        Parameters
        ----------
        id : str
            Its id, which no other disease has.
        prior : float
            P(disease), from 0 to 1.
        name : str
            Its name for people; the id if empty.
        **attributes : str
            Further columns of `diseases.csv`, such as `codes`.

        Returns
        -------
        Builder

        Raises
        ------
        InvalidValue
            If the id is used twice.
        """
        at = self._add(self._diseases, "disease", id, name, prior)
        self._disease_attributes += [(at, column, value) for column, value in attributes.items()]
        return self

    def finding(self, id: str, leak: float, name: str = "", **attributes: str) -> Builder:
        """Adds a finding.

        Parameters
        ----------
        id : str
            Its id, which no other finding has.
        leak : float
            P(finding) when every disease is absent, from 0 to 1.
        name : str
            Its name for people; the id if empty.
        **attributes : str
            Further columns of `findings.csv`, such as `question` and `parent`.

        Returns
        -------
        Builder

        Raises
        ------
        InvalidValue
            If the id is used twice.
        """
        at = self._add(self._findings, "finding", id, name, leak)
        self._finding_attributes += [(at, column, value) for column, value in attributes.items()]
        return self

    def link(self, disease: str, finding: str, probability: float) -> Builder:
        """Adds a link from a disease to a finding, both of which are there already.

        Parameters
        ----------
        disease, finding : str
            Their ids.
        probability : float
            P(finding) when this disease alone is present and nothing leaks.

        Returns
        -------
        Builder

        Raises
        ------
        UnknownId
            If one of them has not been added.
        """
        positions = []
        for layer, known, id in (
            ("disease", self._diseases, disease),
            ("finding", self._findings, finding),
        ):
            if id not in known:
                raise UnknownId(
                    f"there is no {layer} `{id}`; add it before its links", code=f"unknown-{layer}", id=id
                )
            positions.append(known[id][0])
        self._links.append((positions[0], positions[1], float(probability)))
        return self

    def document(self, name: str, contents: bytes) -> Builder:
        """Adds a companion file, such as `context.csv` with rules by age and sex.

        Parameters
        ----------
        name : str
            The name of the file.
        contents : bytes
            What it contains.

        Returns
        -------
        Builder

        Examples
        --------
        >>> import etio
        >>> rules = b"disease,sex,factor\\nflu,female,2\\n"
        >>> builder = etio.Builder().disease("flu", prior=0.01).finding("fever", leak=0.02)
        >>> net = builder.link("flu", "fever", 0.9).document("context.csv", rules).build()
        >>> net.diagnose(["fever"], sex="female")["flu"] > net.diagnose(["fever"], sex="male")["flu"]
        True
        """
        self._documents[name] = bytes(contents)
        return self

    def build(self) -> Network:
        """Checks everything and builds the network.

        Returns
        -------
        Network

        Raises
        ------
        InvalidValue
            If a probability is not between 0 and 1, a link is there twice, or a companion file cannot be read.
        """
        diseases, findings, probabilities = (
            zip(*self._links, strict=True) if self._links else ((), (), ())
        )
        return _built(
            [(id, name, p) for id, (_, name, p) in self._diseases.items()],
            [(id, name, p) for id, (_, name, p) in self._findings.items()],
            diseases,
            findings,
            probabilities,
            self._disease_attributes,
            self._finding_attributes,
            list(self._documents.items()),
        )

    @staticmethod
    def _add(
        layer: dict[str, tuple[int, str, float]], what: str, id: str, name: str, p: float
    ) -> int:
        if id in layer:
            raise InvalidValue(f"the {what} id `{id}` is used twice", code="bad-network")
        layer[id] = (len(layer), name, float(p))
        return len(layer) - 1


def from_arrays(
    priors: ArrayLike,
    leaks: ArrayLike,
    links: Any,
    *,
    diseases: Sequence[str] | None = None,
    findings: Sequence[str] | None = None,
) -> Network:
    """Builds a network from arrays.

    Parameters
    ----------
    priors : array of length D
        P(disease).
    leaks : array of length F
        P(finding) when every disease is absent.
    links : matrix of shape (D, F), or (diseases, findings, probabilities)
        Link probabilities: a SciPy sparse matrix, a dense array with 0 for no link, or three arrays with
        the positions and the probability of each link.
    diseases, findings : sequence of str, optional
        Ids; `d1`, `d2`, ... and `f1`, `f2`, ... if not given.

    Returns
    -------
    Network

    Examples
    --------
    >>> import etio
    >>> net = etio.from_arrays([0.01, 0.05], [0.02], [[0.9], [0.3]])
    >>> net
    <Network of 2 diseases, 1 findings, 2 links>
    """
    prior = np.atleast_1d(np.asarray(priors, dtype=np.float64))
    leak = np.atleast_1d(np.asarray(leaks, dtype=np.float64))
    rows, columns, values = _coordinates(links, (len(prior), len(leak)))
    return _built(
        _members("d", diseases, prior),
        _members("f", findings, leak),
        rows,
        columns,
        values,
        [],
        [],
        [],
    )


def _coordinates(links: Any, shape: tuple[int, int]) -> tuple[Any, Any, Any]:
    if isinstance(links, tuple) and len(links) == 3:
        return links
    if hasattr(links, "tocoo"):
        sparse = links.tocoo()
        _check_shape(sparse.shape, shape)
        return sparse.row, sparse.col, sparse.data
    dense = np.asarray(links, dtype=np.float64)
    _check_shape(dense.shape, shape)
    rows, columns = np.nonzero(dense)
    return rows, columns, dense[rows, columns]


def _check_shape(found: tuple[int, ...], expected: tuple[int, int]) -> None:
    if tuple(found) != expected:
        raise InvalidValue(
            f"links have the shape {tuple(found)}; expected {expected}, diseases by findings",
            code="bad-network",
        )


def _members(letter: str, ids: Sequence[str] | None, numbers: Any) -> list[tuple[str, str, float]]:
    if ids is None:
        ids = [f"{letter}{at + 1}" for at in range(len(numbers))]
    if len(ids) != len(numbers):
        raise InvalidValue(f"{len(ids)} ids were given for {len(numbers)} members", code="bad-network")
    return [(str(id), "", float(p)) for id, p in zip(ids, numbers, strict=True)]


def _built(
    diseases: list[tuple[str, str, float]],
    findings: list[tuple[str, str, float]],
    link_diseases: Iterable[int],
    link_findings: Iterable[int],
    probabilities: Iterable[float],
    disease_attributes: list[_Attribute],
    finding_attributes: list[_Attribute],
    documents: list[tuple[str, bytes]],
) -> Network:
    def positions(values: Any, what: str) -> Any:
        given = np.asarray(values).reshape(-1)
        whole = given.astype(np.int64)
        if not np.array_equal(given, whole):
            raise InvalidValue(f"a position of a {what} is not a whole number", code="bad-network")
        if whole.size and (whole.min() < 0 or whole.max() >= 2**32 - 1):
            raise InvalidValue(f"a position of a {what} is negative or too large", code="bad-network")
        return np.ascontiguousarray(whole, dtype=np.uint32)

    return Network(
        _lib.build(
            diseases,
            findings,
            positions(link_diseases, "disease"),
            positions(link_findings, "finding"),
            np.ascontiguousarray(np.asarray(probabilities, dtype=np.float64).reshape(-1)),
            disease_attributes,
            finding_attributes,
            documents,
        )
    )
