"""`pheval run` with Etio on a little world, from files to PhEval's own results."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from etio_pheval.command import EtioError, Options
from etio_pheval.corpus import free_name, read_genes, write

WORLD = Path(__file__).parents[3] / "crates/etio-hpo/tests/world"
ETIO = os.environ.get("ETIO", "etio")

CASES = [
    {"id": "a", "present": ["HP:0002121"], "absent": ["HP:0000518"], "label": "OMIM:100001", "sex": "MALE"},
    {"id": "b/2", "present": ["HP:0000518"], "label": "OMIM:100003", "age": "P6Y"},
    {"id": "c", "present": ["HP:9999999"], "label": "OMIM:100004"},
    {"id": "d", "present": ["HP:0001250"]},
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pheval")
    (folder / "input").mkdir()
    files = ["--hpoa", "phenotype.hpoa", "--obo", "hp.obo", "--xref", "orpha_xref.tsv", "--genes", "genes_to_phenotype.txt"]
    files = [part if part.startswith("--") else str(WORLD / part) for part in files]
    subprocess.run([ETIO, "import", "hpo", *files, "-o", folder / "input/hpo.etio"], check=True)
    (folder / "input/config.yaml").write_text(
        f"tool: etio\ntool_version: 0.2.0\nvariant_analysis: false\ngene_analysis: true\ndisease_analysis: true\n"
        f"tool_specific_configuration_options:\n  network: hpo.etio\n  etio: {ETIO}\n  top: 10\n"
    )
    (folder / "cases.jsonl").write_text("\n".join(map(json.dumps, CASES)))
    genes = read_genes(WORLD / "genes_to_phenotype.txt")
    assert write(folder / "cases.jsonl", folder / "corpus", genes) == 3
    (folder / "out").mkdir()
    pheval = Path(sys.executable).with_name("pheval")
    command = [pheval, "run", "-i", folder / "input", "-t", folder / "corpus", "-r", "etiophevalrunner"]
    subprocess.run([*command, "-o", folder / "out", "-v", "0.2.0"], check=True)
    return folder / "out"


def right(folder: Path, kind: str, case: str) -> dict:
    results = pl.read_parquet(folder / f"pheval_{kind}_results/{case}-{kind}_result.parquet")
    [row] = results.filter(pl.col("true_positive")).to_dicts()
    return row


def test_diseases_are_ranked_in_pheval_s_form(folder: Path) -> None:
    assert right(folder, "disease", "a")["rank"] == 1
    row = right(folder, "disease", "b_2")
    assert (row["rank"], row["disease_identifier"]) == (1, "OMIM:100003")
    assert 0 < row["score"] < 1


def test_genes_are_ranked_too(folder: Path) -> None:
    assert (right(folder, "gene", "a")["gene_symbol"], right(folder, "gene", "a")["rank"]) == ("EPI1", 1)


def test_a_patient_without_a_known_term_is_missed_and_not_lost(folder: Path) -> None:
    assert right(folder, "disease", "c")["rank"] == 0
    assert "error" in json.loads((folder / "raw_results/c.json").read_text())


def test_the_run_is_described(folder: Path) -> None:
    assert "etio" in (folder / "results.yml").read_text()
    assert "patients --network" in (folder / "tool_input_commands/etio-commands.txt").read_text()


def test_no_two_cases_share_a_file() -> None:
    names: set[str] = set()
    ids = ["b/2", "b_2", "B_2", "x" * 130, "x" * 131]
    assert [free_name(id, names) for id in ids] == ["b_2", "b_2-2", "B_2-3", "x" * 120, "x" * 120 + "-2"]


def test_a_wrong_configuration_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EtioError, match="no such network"):
        Options.read({}, tmp_path)
    with pytest.raises(EtioError, match="unknown option metod"):
        Options.read({"metod": "single"}, tmp_path)
