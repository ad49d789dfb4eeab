"""Etio finds the causes behind what you observe: exact noisy-or diagnosis.

>>> import etio
>>> net = etio.open("starter")
>>> answer = net.diagnose(present=["fever", "cough"], absent=["runny_nose"])
>>> answer.ranking[0].name
'Influenza'
>>> answer.exact
True

`etio.open` reads networks, `Network.diagnose` answers one case, `Network.diagnose_batch` a table of
them, and `etio.spark.diagnose` one that a cluster holds. What comes out are possible causes by a
statistical model, not a diagnosis.
"""

from etio import synthetic
from etio._answer import Answer, Question, Ranked
from etio._answers import Answers
from etio._build import Builder, from_arrays
from etio._errors import (
    BadFile,
    Contradiction,
    EtioError,
    Impossible,
    InvalidValue,
    OutOfTime,
    PrecisionLost,
    RowError,
    TooExpensive,
    TooLarge,
    UnknownId,
)
from etio._explanation import Explanation, Weight
from etio._lib import __version__
from etio._network import Network, from_bytes, open

__all__ = [
    "Answer",
    "Answers",
    "BadFile",
    "Builder",
    "Contradiction",
    "EtioError",
    "Explanation",
    "Impossible",
    "InvalidValue",
    "Network",
    "OutOfTime",
    "PrecisionLost",
    "Question",
    "Ranked",
    "RowError",
    "TooExpensive",
    "TooLarge",
    "UnknownId",
    "Weight",
    "__version__",
    "from_arrays",
    "from_bytes",
    "open",
    "synthetic",
]
