"""Why a disease is as likely as it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from etio import _html

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Weight(NamedTuple):
    """What one finding says about a disease.

    Attributes
    ----------
    finding, name : str
        The finding.
    is_present : bool
        Whether it is present or absent.
    weight : float
        Weight of evidence: how much the disease's log-odds fall when the finding is taken out of the
        evidence. 700 proves and -700 refutes.
    share : float
        Probability that the disease is there and causes the finding.
    """

    finding: str
    name: str
    is_present: bool
    weight: float
    share: float


@dataclass(frozen=True)
class Explanation:
    """Why a disease is as likely as it is.

    Attributes
    ----------
    disease, name : str
        The disease.
    posterior, prior : float
        Its probability with and without the evidence.
    log_odds : float
        Log-odds of the posterior.
    weights : list of Weight
        What each finding says, weightiest first.
    priors : list of (str, float)
        Diseases whose prior the answer is most sensitive to, with d log-odds / d log-odds of the prior.
    left_out : list of str
        Findings that there was no time to weigh, or of which it is not proven whether they count for
        or against the disease.
    exact : bool
        Whether all numbers are exact.
    """

    disease: str
    name: str
    posterior: float
    prior: float
    log_odds: float
    weights: list[Weight]
    priors: list[tuple[str, float]]
    left_out: list[str]
    exact: bool

    def __repr__(self) -> str:
        def shown(weight: Weight) -> str:
            return f"{'' if weight.is_present else 'no '}{weight.finding} {weight.weight:+.2f}"

        weights = ", ".join(shown(weight) for weight in self.weights[:5])
        return f"<Explanation of {self.disease}: {_html.percent(self.posterior)}; {weights}>"

    def _repr_html_(self) -> str:
        most = max((min(abs(weight.weight), 20.0) for weight in self.weights), default=1.0)
        rows = [
            [
                _html.cell(weight.name),
                _html.cell("present" if weight.is_present else "absent", "quiet"),
                _html.weight_bar(weight.weight, most),
                _html.cell(f"{weight.weight:+.2f}", "n"),
                _html.cell(_html.percent(weight.share) if weight.is_present else "", "n"),
            ]
            for weight in self.weights
        ]
        return _html.page(
            _html.text(
                f"{self.name}: {_html.percent(self.posterior)}, {_html.percent(self.prior)} before the findings"
            ),
            _html.table(["finding", "", "against · for", "weight", "explained by it"], rows),
            _html.text("" if self.exact else "Some of these numbers are estimates.", "quiet"),
        )

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draws the weights as bars. Needs matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; a new figure if not given.

        Returns
        -------
        matplotlib.axes.Axes
        """
        from etio._plot import axes

        ax = axes(ax, rows=len(self.weights))
        shown = self.weights[::-1]
        labels = [weight.name if weight.is_present else f"no {weight.name.lower()}" for weight in shown]
        values = [max(-20.0, min(20.0, weight.weight)) for weight in shown]
        colours = ["#0a6b4d" if value >= 0 else "#a63a00" for value in values]
        ax.barh(labels, values, color=colours)
        ax.axvline(0, color="#5a626b", linewidth=0.8)
        ax.set_xlabel("weight of evidence (log-odds)")
        ax.set_title(f"{self.name}: {_html.percent(self.posterior)}")
        return ax


def explanation(raw: dict[str, Any]) -> Explanation:
    """From what the compiled part returns."""
    return Explanation(**{**raw, "weights": [Weight(*weight) for weight in raw["weights"]]})
