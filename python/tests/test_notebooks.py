"""The notebooks run from the first cell to the last and show what they should."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

from conftest import SHARED  # noqa: E402

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.ipynb"))

#: What each shows at the small scale of the tests.
NUMBERS = {
    "1-first-diagnosis": "(0.25248859",
    "2-figure-4": "random20   exact           1.000  0.900",
    "3-rare-diseases": "diagnosed disease among the first 10: 45.0%",
    "4-a-million-cases-on-spark": "|    exact|      NULL| 2000|",
}


def shown(notebook: nbformat.NotebookNode) -> str:
    """The text of all outputs."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    outputs = [output for cell in cells for output in cell.outputs]
    return "\n".join(output.get("text") or output.get("data", {}).get("text/plain", "") for output in outputs)


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if "rare" in name and not (SHARED / "hpo").is_dir():
        pytest.skip("the published patients are not here")
    if "spark" in name:
        pytest.importorskip("pyspark")
        if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
            pytest.skip("no Java")
    # Small, so that they run in seconds; by themselves they are of the size that they name.
    monkeypatch.setenv("ETIO_NOTEBOOK_SCALE", os.environ.get("ETIO_NOTEBOOK_SCALE", "0.002"))
    monkeypatch.setenv("ETIO_SHARED_DATA", str(SHARED))
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    client = nbclient.NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(FOLDER)}}
    )
    client.execute()
    assert NUMBERS[name] in shown(notebook)
