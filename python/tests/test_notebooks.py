"""The notebooks run from the first cell to the last."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

from conftest import SHARED  # noqa: E402

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.ipynb")))
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
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert outputs, "a notebook shows something"
