"""The Python of the pages in `docs` runs, from the first block to the last, and its comments say what comes out."""

from __future__ import annotations

import ast
import contextlib
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest
import scipy.sparse
from conftest import ROOT

import etio

#: A comment that begins with a value, such as `# 0.27...` or `# True, 3e-13`.
VALUE = re.compile(r"# (True|False|None|\d+(?:\.\d+)?(?:e-?\d+)?)(\.\.\.)?(?=$|,| )")

#: A network of another tool, of which the page takes a risk factor as known.
CLINIC = """
network clinic {}
variable smoker { type discrete [2] { yes, no }; }
variable flu { type discrete [2] { present, none }; }
variable fever { type discrete [2] { present, none }; }
probability (smoker) { table 0.3, 0.7; }
probability (flu | smoker) { (yes) 0.2, 0.8; (no) 0.1, 0.9; }
probability (fever | flu) { (present) 0.85, 0.15; (none) 0.05, 0.95; }
"""


def blocks(page: str, language: str = "python") -> list[tuple[int, str]]:
    """The blocks of a language with the number of the line before each."""
    text = (ROOT / "docs" / page).read_text()
    found = re.finditer(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [(text[: block.start(1)].count("\n"), block[1]) for block in found]


def run(page: str, names: dict[str, object]) -> list[str]:
    """Runs a page in one session; the comments whose values were compared."""
    compared = []
    for line, block in blocks(page):
        lines = block.splitlines()
        for statement in ast.parse(block).body:
            where = f"{page}:{line + statement.lineno}"
            try:
                if not isinstance(statement, ast.Expr):
                    exec(compile(ast.Module([statement], []), where, "exec"), names)
                    continue
                value = eval(compile(ast.Expression(statement.value), where, "eval"), names)
            except Exception as error:
                raise AssertionError(f"{where}: {error!r}") from error
            first = value[0] if isinstance(value, tuple) else value
            if comment := VALUE.search(lines[statement.end_lineno - 1]):
                written, is_cut = comment.groups()
                shown = repr(first)
                same = shown.startswith(written) if is_cut else equal(first, written)
                assert same, f"{where}: {shown} and not {written}"
                compared.append(where)
    return compared


def equal(value: object, written: str) -> bool:
    """Whether a value is the one written, to as many digits as are written."""
    if isinstance(value, float):
        digits = len(written.split("e")[0].replace(".", "").lstrip("0"))
        return f"{value:.{digits - 1}e}" == f"{float(written):.{digits - 1}e}"
    return repr(value) == written


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files that the pages name."""
    (tmp_path / "clinic.bif").write_text(CLINIC)
    (tmp_path / "edges.csv").write_text("disease,finding,probability\nflu,fever,0.9\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_page_on_python(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    names: dict[str, object] = {
        "df": pd.DataFrame({"present": [["fever", "cough"], []], "absent": [["runny_nose"], ["fever"]]}),
        "priors": [0.1, 0.01],
        "leaks": [0.05],
        "scipy_sparse_matrix": scipy.sparse.csr_matrix([[0.5], [0.25]]),
    }
    compared = run("python.md", names)
    assert len(compared) >= 2, compared
    assert (folder / "x.etio").exists() and (folder / "network.jgum").exists()


def test_the_page_on_spark(folder: Path) -> None:
    pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("no Java")
    import test_spark

    net = etio.synthetic.generate("f120")
    net.save(folder / "f120.etio")
    findings = [finding.id for finding in net.findings[:4]]
    spark = test_spark.session("local[2]")
    with contextlib.ExitStack() as stack:
        stack.callback(spark.stop)
        kind = "patient string, findings array<string>, ruled_out array<string>"
        names: dict[str, object] = {"df": spark.createDataFrame([("p1", findings[:2], findings[2:])], kind)}
        run("spark.md", names)
        rows = names["answers"].collect()
        expected = net.diagnose_batch([{"id": "p1", "present": findings[:2], "absent": findings[2:]}], top=5)
        assert [row.asDict(recursive=True) for row in rows] == list(expected)


@pytest.mark.parametrize("page", ["python.md", "spark.md"])
def test_the_command_line_answers_parquet_as_python_does(folder: Path, page: str) -> None:
    """The commands of the pages, on a file by another writer of Parquet."""
    parquet = pytest.importorskip("pyarrow.parquet")
    if "ETIO_BIN" not in os.environ:
        pytest.skip("ETIO_BIN does not name the command line")
    net = etio.synthetic.generate("f120")
    net.save("f120")
    cases = etio.synthetic.cases(net, 300)
    table = pa.table({name: [case[name] for case in cases] for name in ("id", "present", "absent")})
    coded = pa.large_list(pa.dictionary(pa.int32(), pa.string()))
    encoded = table.set_column(1, "present", table["present"].cast(coded))
    parquet.write_table(encoded, "cases.parquet", row_group_size=70, compression="zstd")
    lines = [line for _, block in blocks(page, "sh") for line in block.splitlines() if line.startswith("etio ")]
    assert lines
    for line in lines:
        subprocess.run([os.environ["ETIO_BIN"], *shlex.split(line)[1:]], check=True)
    answers = parquet.read_table("answers.parquet").to_pylist()
    assert answers == list(net.diagnose_batch(table))
