"""Calls the `etio` command and reads its answers."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# Files per call: far below what a command line may hold, and enough to use all cores.
FILES_PER_CALL = 500


class EtioError(RuntimeError):
    """Etio could not be run, or gave no answer at all."""


@dataclass(frozen=True)
class Options:
    """What `config.yaml` may set under `tool_specific_configuration_options`."""

    network: Path
    etio: str = "etio"
    method: str = "pairs"
    absent_as: str = "relevant"
    top: int = 100
    genes: Path | None = None

    @classmethod
    def read(cls, options: dict | None, folder: Path) -> Options:
        """From the configuration; paths are relative to the folder it is in."""
        options = dict(options or {})
        unknown = set(options) - set(cls.__dataclass_fields__)
        if unknown:
            known = ", ".join(sorted(cls.__dataclass_fields__))
            raise EtioError(f"config.yaml: unknown option {sorted(unknown)[0]}; Etio knows {known}")
        options["network"] = folder / options.get("network", "hpo.etio")
        if options.get("genes"):
            options["genes"] = folder / options["genes"]
        options = cls(**options)
        if not options.network.exists():
            raise EtioError(f"{options.network}: no such network; make one with `etio import hpo`")
        if shutil.which(options.etio) is None:
            raise EtioError(f"{options.etio}: no such command; set `etio` in config.yaml to its path")
        return options

    def command(self, files: list[Path]) -> list[str]:
        """The command for some phenopackets."""
        command = [self.etio, "patients", "--network", str(self.network), "--format", "json"]
        command += ["--method", self.method, "--absent-as", self.absent_as, "--top", str(self.top)]
        if self.genes:
            command += ["--genes", str(self.genes)]
        return [*command, "--phenopacket", *map(str, files)]


def answers(options: Options, files: list[Path]) -> Iterator[tuple[Path, dict]]:
    """Each phenopacket with Etio's answer, in order. A patient who cannot be ranked has an `error`."""
    for start in range(0, len(files), FILES_PER_CALL):
        some = files[start : start + FILES_PER_CALL]
        done = subprocess.run(options.command(some), capture_output=True, text=True, check=False)
        lines = done.stdout.splitlines()
        # 1 means that some patients could not be ranked; each of them has its line.
        if done.returncode not in (0, 1) or len(lines) != len(some):
            raise EtioError(f"etio ended with {done.returncode}: {done.stderr.strip()[-500:]}")
        yield from zip(some, map(json.loads, lines), strict=True)
