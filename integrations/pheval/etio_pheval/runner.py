"""The runner: `pheval run --runner etiophevalrunner` ranks a corpus with Etio."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import polars as pl
from pheval.post_processing.post_processing import (
    ResultType,
    SortOrder,
    create_empty_pheval_result,
    generate_disease_result,
    generate_gene_result,
)
from pheval.runners.runner import PhEvalRunner
from pheval.utils.phenopacket_utils import GeneIdentifierUpdater, create_gene_identifier_map

from etio_pheval.command import Options, answers


@dataclass
class EtioPhEvalRunner(PhEvalRunner):
    """Ranks diseases and genes by the HPO terms of each phenopacket. Diagnoses, genes and variants in the
    phenopackets are the truth to be found; Etio does not read them for its ranking."""

    input_dir: Path
    testdata_dir: Path
    tmp_dir: Path
    output_dir: Path
    config_file: Path
    version: str

    @property
    def _phenopackets(self) -> Path:
        folder = Path(self.testdata_dir) / "phenopackets"
        return folder if folder.is_dir() else Path(self.testdata_dir)

    def _options(self) -> Options:
        options = self.input_dir_config.tool_specific_configuration_options
        return Options.read(options, Path(self.input_dir))

    def prepare(self) -> None:
        """Checks the configuration and notes the command, so that a run can be repeated by hand."""
        command = self._options().command([self._phenopackets])
        (self.tool_input_commands_dir / "etio-commands.txt").write_text(" ".join(command) + "\n")

    def run(self) -> None:
        """Writes Etio's answer to each phenopacket."""
        files = sorted(self._phenopackets.glob("*.json"))
        if not files:
            raise FileNotFoundError(f"{self._phenopackets}: no phenopackets (*.json)")
        for file, answer in answers(self._options(), files):
            (self.raw_results_dir / file.name).write_text(json.dumps(answer))

    def post_process(self) -> None:
        """Puts the answers into PhEval's own form. A patient without an answer keeps PhEval's empty
        result, which counts as missed."""
        output, packets = Path(self.output_dir), self._phenopackets
        results = [(path, json.loads(path.read_text())) for path in sorted(self.raw_results_dir.glob("*.json"))]
        if self._get_disease_analysis():
            create_empty_pheval_result(packets, self.pheval_disease_results_dir, ResultType.DISEASE)
            for path, answer in results:
                if answer.get("ranking"):
                    generate_disease_result(diseases(answer), SortOrder.DESCENDING, output, path, packets)
        if self._get_gene_analysis():
            create_empty_pheval_result(packets, self.pheval_gene_results_dir, ResultType.GENE)
            identifiers = _Identifiers()
            for path, answer in results:
                if answer.get("genes"):
                    frame = genes(answer, identifiers)
                    generate_gene_result(frame, SortOrder.DESCENDING, output, path, packets)


class _Identifiers:
    """Ensembl's ids by symbol, from the HGNC table that PhEval brings along."""

    def __init__(self) -> None:
        self._updater = GeneIdentifierUpdater("ensembl_id", create_gene_identifier_map())
        self._known: dict[str, str] = {}

    def of(self, symbol: str) -> str:
        if symbol not in self._known:
            self._known[symbol] = self._updater.find_identifier(symbol) or ""
        return self._known[symbol]


def diseases(answer: dict) -> pl.DataFrame:
    """The ranked diseases."""
    ranking = answer.get("ranking", [])
    return pl.DataFrame(
        {
            "disease_identifier": [place["disease"] for place in ranking],
            "score": [float(place["probability"]) for place in ranking],
        },
        schema={"disease_identifier": pl.String, "score": pl.Float64},
    )


def genes(answer: dict, identifiers: _Identifiers) -> pl.DataFrame:
    """The ranked genes."""
    ranking = answer.get("genes", [])
    return pl.DataFrame(
        {
            "gene_symbol": [place["symbol"] for place in ranking],
            "gene_identifier": [identifiers.of(place["symbol"]) for place in ranking],
            "score": [float(place["probability"]) for place in ranking],
        },
        schema={"gene_symbol": pl.String, "gene_identifier": pl.String, "score": pl.Float64},
    )
