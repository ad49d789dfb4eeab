"""Types, stubs and examples."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import etio

FOLDER = Path(__file__).resolve().parents[1]
MODULES = ["etio", *(f"etio.{module.name}" for module in pkgutil.iter_modules(etio.__path__) if module.name != "_lib")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    assert result.failed == 0


def test_everything_public_is_documented() -> None:
    for name in etio.__all__:
        member = getattr(etio, name)
        assert name.startswith("__") or (member.__doc__ and len(member.__doc__) > 20), name


def test_the_package_is_typed_strictly() -> None:
    pytest.importorskip("mypy")
    subprocess.run([sys.executable, "-m", "mypy", "--config-file", "pyproject.toml"], cwd=FOLDER, check=True)


def test_the_stubs_fit_the_compiled_part() -> None:
    pytest.importorskip("mypy")
    allowed = FOLDER / "tests" / "stubtest-allowlist.txt"
    options = {"--mypy-config-file": FOLDER / "pyproject.toml", "--allowlist": allowed}
    words = [str(word) for option in options.items() for word in option]
    # Not in the folder of the sources, which has no compiled part.
    command = [sys.executable, "-m", "mypy.stubtest", "etio._lib", *words]
    subprocess.run(command, cwd=FOLDER / "tests", check=True)
