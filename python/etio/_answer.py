"""The answer to one case."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from etio import _html, _lib
from etio._explanation import Explanation, explanation
from etio._limits import whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Ranked(NamedTuple):
    """A disease in a ranking.

    Attributes
    ----------
    disease, name : str
        The disease.
    posterior : float
        P(disease | evidence), a marginal: diseases are not exclusive and do not sum to 1.
    lower, upper : float or None
        Certified ends of the posterior; `None` for estimates.
    is_cause : bool
        Whether the evidence supports it enough to show it as a cause.
    prior : float
        P(disease) for this person before the findings.
    """

    disease: str
    name: str
    posterior: float
    lower: float | None
    upper: float | None
    is_cause: bool
    prior: float


class Question(NamedTuple):
    """A finding worth asking about.

    Attributes
    ----------
    finding, name : str
        The finding.
    text : str or None
        The question in words, if the network has it.
    gain : float
        What asking is expected to gain.
    probability : float
        How likely the answer is "yes".
    decides : bool
        Whether either answer would put another disease first.
    """

    finding: str
    name: str
    text: str | None
    gain: float
    probability: float
    decides: bool


class Answer:
    """The probabilities of the diseases given a case, and how far to trust them.

    `answer["influenza"]` is one disease's probability. Probabilities are marginals: a person can have
    several diseases, so they do not sum to 1.

    An answer can explain itself and ask on because it holds its network, so it cannot be pickled. To send it
    to another process, take what is needed from it (`ranking`, `posteriors`), or use `Network.diagnose_batch`,
    whose `Answers` can be pickled.

    Attributes
    ----------
    ranking : list of Ranked
        The most probable diseases, most probable first.
    """

    def __init__(self, raw: _lib.Answer, top: int) -> None:
        self._raw = raw
        self._top = top

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError(
            "an Answer cannot be pickled, because it holds its network; send its `ranking` or `posteriors`, "
            "or use `diagnose_batch`, whose Answers can be pickled"
        )

    @cached_property
    def ranking(self) -> list[Ranked]:
        """The most probable diseases, most probable first."""
        return [Ranked(*row) for row in self._raw.ranking(self._top)]

    def __getitem__(self, disease: str) -> float:
        return self._raw.posterior(disease)

    @property
    def posteriors(self) -> NDArray[np.float64]:
        """P(disease | evidence) of all diseases, in the order of `Network.diseases`."""
        return self._raw.marginals()

    @property
    def lower(self) -> NDArray[np.float64]:
        """Certified lower ends of the posteriors of all diseases; NaN if nothing is certified."""
        return self._raw.ends(False)

    @property
    def upper(self) -> NDArray[np.float64]:
        """Certified upper ends of the posteriors of all diseases; NaN if nothing is certified."""
        return self._raw.ends(True)

    @property
    def exact(self) -> bool:
        """Whether the answer is exact up to rounding."""
        return self._raw.exactness == "exact"

    @property
    def exactness(self) -> str:
        """`"exact"`, `"bounds"` for certified intervals, or `"estimate"`."""
        return self._raw.exactness

    @property
    def error_bound(self) -> float | None:
        """No posterior is wrong by more than this, if the answer is exact."""
        return self._raw.error_bound

    @property
    def certified(self) -> bool:
        """Whether the numbers are proven: the error bound of an exact answer, or the intervals."""
        return self._raw.is_certified

    @property
    def standard_error(self) -> float | None:
        """Largest standard error of a posterior, if the answer was sampled and that is known."""
        return self._raw.standard_error

    @property
    def effective_samples(self) -> float | None:
        """How many samples from the posterior itself would be as informative, if the answer was sampled."""
        return self._raw.effective_samples

    @property
    def converged(self) -> bool | None:
        """Whether iterated equations came to rest, if the answer was reached by such (`loopy-bp`, `mean-field`)."""
        return self._raw.converged

    @property
    def method(self) -> str:
        """The method that gave the answer; what `auto` chose if that was asked for."""
        return self._raw.method

    @property
    def log_evidence(self) -> float:
        """Natural logarithm of P(evidence)."""
        return self._raw.log_evidence

    @property
    def log_evidence_bounds(self) -> tuple[float | None, float | None]:
        """Proven bounds on `log_evidence`, if the answer is not exact."""
        return self._raw.log_evidence_lower, self._raw.log_evidence_upper

    @property
    def exact_seconds(self) -> float | None:
        """What an exact answer was predicted to take, if `auto` gave another one."""
        return self._raw.exact_seconds

    @property
    def seconds(self) -> float:
        """What the answer took."""
        return self._raw.elapsed

    @property
    def present(self) -> list[str]:
        """The findings that counted as present: without those that others imply."""
        return self._raw.present

    @property
    def absent(self) -> list[str]:
        """The findings that counted as absent: without those that others imply."""
        return self._raw.absent

    @property
    def notes(self) -> list[str]:
        """Statements that were not taken as made, with the reason."""
        return self._raw.notes

    @property
    def ignored(self) -> list[str]:
        """Ids that the network does not have and that were left out (`unknown="ignore"`)."""
        return self._raw.ignored

    def explain(self, disease: str | None = None) -> Explanation:
        """Explains why a disease is as likely as it is: two queries for each finding.

        Parameters
        ----------
        disease : str, optional
            Its id; the most likely one if not given.

        Returns
        -------
        Explanation

        Examples
        --------
        >>> import etio
        >>> answer = etio.open("starter").diagnose(present=["fever", "cough"])
        >>> answer.explain("influenza").weights[0].finding
        'fever'
        """
        # Not from `ranking`, which may have been asked to list none.
        return explanation(self._raw.explain(self._raw.ranking(1)[0][0] if disease is None else disease))

    def next_questions(self, count: int = 3) -> list[Question]:
        """The findings most worth asking about next, best first.

        Parameters
        ----------
        count : int
            Maximum number of questions.

        Returns
        -------
        list of Question

        Examples
        --------
        >>> import etio
        >>> answer = etio.open("starter").diagnose(present=["fever", "cough"])
        >>> question = answer.next_questions(1)[0]
        >>> 0 < question.probability < 1
        True
        """
        return [Question(*question) for question in self._raw.questions(whole("count", count))]

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draws the ranking as bars with certified intervals as whiskers. Needs matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; a new figure if not given.

        Returns
        -------
        matplotlib.axes.Axes

        Examples
        --------
        >>> import etio
        >>> answer = etio.open("starter").diagnose(present=["fever", "cough"], top=3)
        >>> len(answer.plot().patches)
        3
        """
        from etio._plot import axes

        ax = axes(ax, rows=len(self.ranking))
        shown = self.ranking[::-1]
        names = [ranked.name for ranked in shown]
        values = [ranked.posterior for ranked in shown]
        low = [p - (ranked.lower if ranked.lower is not None else p) for p, ranked in zip(values, shown)]
        high = [(ranked.upper if ranked.upper is not None else p) - p for p, ranked in zip(values, shown)]
        clean = [[max(0.0, end) for end in ends] for ends in (low, high)]
        ax.barh(names, values, xerr=clean, color="#0f7fc4", ecolor="#1a1d21", capsize=3)
        ax.set_xlim(0, 1)
        ax.set_xlabel("probability")
        ax.set_title(self._raw.trust)
        return ax

    def __repr__(self) -> str:
        leading = ", ".join(f"{r.disease} {_html.percent(r.posterior)}" for r in self.ranking[:3])
        return f"<Answer: {leading}; {self._raw.trust}>"

    def _repr_html_(self) -> str:
        rows = [
            [
                _html.cell(ranked.name, "" if ranked.is_cause else "quiet"),
                _html.bar(ranked.posterior, ranked.lower, ranked.upper),
                _html.cell(_html.percent(ranked.posterior), "n"),
                _html.cell(_html.percent(ranked.prior), "n quiet"),
            ]
            for ranked in self.ranking
        ]
        ignored = f"Unknown and left out: {', '.join(self.ignored)}" if self.ignored else ""
        return _html.page(
            _html.table(["disease", "probability", "", "before"], rows),
            _html.text(f"{self._raw.trust} · {self.method}", "quiet"),
            *[_html.text(note, "quiet") for note in self.notes],
            _html.text(ignored, "bad") if ignored else "",
            _html.text("Possible causes from a statistical model, not a diagnosis.", "quiet"),
        )
