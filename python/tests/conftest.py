"""What the tests share."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import etio

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "data"


@pytest.fixture(scope="session")
def starter() -> etio.Network:
    return etio.open(ROOT / "networks" / "starter")


@pytest.fixture(scope="session")
def example() -> etio.Network:
    return etio.open(ROOT / "networks" / "example")


@pytest.fixture(scope="session")
def f120() -> etio.Network:
    return etio.synthetic.generate("f120")


@pytest.fixture(scope="session")
def hard(f120: etio.Network) -> etio.synthetic.LabelledCase:
    """A case that takes an exact method for ever: half of the findings are present."""
    return {"id": "hard", "present": [finding.id for finding in f120.findings[::2]], "absent": [], "label": None}


@pytest.fixture(scope="session")
def fifty() -> list[dict]:
    """The cases that every way into Etio reads alike."""
    lines = (ROOT / "tests" / "cases" / "fifty.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines if line.strip()]


@pytest.fixture(scope="session")
def impossible() -> etio.Network:
    """A network that rules a finding out."""
    return (
        etio.Builder()
        .disease("flu", prior=0.01)
        .finding("fever", leak=0.02)
        .finding("never", leak=0.0)
        .link("flu", "fever", 0.9)
        .build()
    )
