"""Networks of the sizes of Xie et al. 2016, whose own were never published, with labelled cases.

Everything is seeded: the same seed gives the same network and the same cases on every platform.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from etio import _lib
from etio._limits import whole
from etio._network import Network


class LabelledCase(TypedDict):
    """A case, and the disease behind it."""

    id: str
    present: list[str]
    absent: list[str]
    label: str | None


def generate(name: Literal["f120", "qmr"] = "f120", *, seed: int = 1) -> Network:
    """A network of the size of F120 (665 diseases, 1,276 findings) or QMR-DT (534 and 4,040).

    Examples
    --------
    >>> from etio import synthetic
    >>> synthetic.generate("f120")
    <Network of 665 diseases, 1,276 findings, 10,552 links>
    """
    return Network(_lib.generate(name, whole("seed", seed)))


def cases(
    network: Network,
    count: int,
    *,
    first: int = 0,
    seed: int = 1,
    present: tuple[int, int] = (4, 12),
    absent: tuple[int, int] = (2, 6),
) -> list[LabelledCase]:
    """Labelled cases on a network: findings of some diseases, and some that mislead.

    Parameters
    ----------
    network : Network
        The network.
    count, first : int
        How many cases, beginning with number `first`.
    seed : int
        The seed.
    present, absent : (int, int)
        Least and greatest number of findings.

    Returns
    -------
    list of dict
        With `id`, `present`, `absent` and `label`.

    Examples
    --------
    >>> from etio import synthetic
    >>> net = synthetic.generate("f120")
    >>> some = synthetic.cases(net, 2, present=(8, 8), absent=(4, 4))
    >>> [len(case["present"]) for case in some]
    [8, 8]
    >>> synthetic.cases(net, 1, first=1, present=(8, 8), absent=(4, 4)) == some[1:]
    True
    """
    numbers = whole("first", first), whole("count", count), whole("seed", seed)
    sampled = _lib.sample_cases(network._raw, *numbers, present, absent)
    return [_labelled(*case) for case in sampled]


def clinic(
    queries: Literal["random20", "chronic20", "chronic40", "confuse20"],
    count: int,
    *,
    mean_prior: float | None = None,
    seed: int = 1,
) -> tuple[Network, list[LabelledCase]]:
    """The network and the labelled queries of the paper's Figure 4.

    Parameters
    ----------
    queries : str
        Where the misleading findings come from.
    count : int
        How many queries.
    mean_prior : float, optional
        Mean of the priors, which are then redrawn from the Bates distribution.
    seed : int
        The seed.

    Returns
    -------
    Network, list of dict

    Examples
    --------
    >>> from etio import synthetic
    >>> net, queries = synthetic.clinic("random20", 3, mean_prior=0.1)
    >>> len(queries), round(float(net.priors.mean()), 1)
    (3, 0.1)
    """
    raw, labelled = _lib.clinic(queries, whole("count", count), mean_prior, whole("seed", seed))
    return Network(raw), [_labelled(*case) for case in labelled]


def _labelled(id: str, present: list[str], absent: list[str], label: str | None) -> LabelledCase:
    return {"id": id, "present": present, "absent": absent, "label": label}
