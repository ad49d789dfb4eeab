"""Writes a corpus of phenopackets from cases as JSON Lines, the form that `etio evaluate` reads."""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO


def open_text(path: Path) -> TextIO:
    """A file, plain or gzip."""
    return gzip.open(path, "rt") if path.suffix == ".gz" else path.open()


def read_genes(path: Path) -> dict[str, dict[str, str]]:
    """For each disease its genes, by symbol with NCBI's number, from HPO's genes_to_phenotype.txt."""
    genes: dict[str, dict[str, str]] = {}
    with open_text(path) as lines:
        header = next(lines).rstrip("\n").split("\t")
        number, symbol, disease = map(header.index, ("ncbi_gene_id", "gene_symbol", "disease_id"))
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            if fields[symbol] in ("", "-"):  # no symbol
                continue
            genes.setdefault(fields[disease], {})[fields[symbol]] = f"NCBIGene:{fields[number]}"
    return genes


def phenopacket(case: dict, genes: dict[str, dict[str, str]]) -> dict:
    """A case as a phenopacket. The diagnosed disease is the truth; its gene is, where it has just one."""
    features = [{"type": {"id": term}} for term in case.get("present", [])]
    features += [{"type": {"id": term}, "excluded": True} for term in case.get("absent", [])]
    subject = {"id": case["id"]}
    if case.get("sex") in ("MALE", "FEMALE"):
        subject["sex"] = case["sex"]
    if re.fullmatch(r"P[0-9YMWD]+", str(case.get("age", ""))):
        subject["timeAtLastEncounter"] = {"age": {"iso8601duration": case["age"]}}
    diagnosis = {"disease": {"id": case["label"], "label": case.get("label_name") or case["label"]}}
    known = genes.get(case["label"], {})
    if len(known) == 1:
        [(symbol, number)] = known.items()
        diagnosis["genomicInterpretations"] = [
            {
                "subjectOrBiosampleId": case["id"],
                "interpretationStatus": "CAUSATIVE",
                "gene": {"valueId": number, "symbol": symbol},
            }
        ]
    return {
        "id": case["id"],
        "subject": subject,
        "phenotypicFeatures": features,
        "interpretations": [{"id": case["id"], "progressStatus": "SOLVED", "diagnosis": diagnosis}],
        "metaData": {
            "created": "2025-01-16T00:00:00Z",
            "createdBy": "etio-pheval-corpus",
            "externalReferences": [{"id": id} for id in case.get("publications", [])],
            "phenopacketSchemaVersion": "2.0",
        },
    }


def cases(path: Path) -> Iterator[dict]:
    """The cases with a known disease."""
    with open_text(path) as lines:
        for line in filter(str.strip, lines):
            case = json.loads(line)
            if case.get("label"):
                yield case


def free_name(id: str, names: set[str]) -> str:
    """A name for the file of a case that none before it has: its id, and a number if that is taken."""
    plain = re.sub(r"[^A-Za-z0-9_-]", "_", id)[:120]
    name, number = plain, 1
    while name.lower() in names:
        number += 1
        name = f"{plain}-{number}"
    names.add(name.lower())
    return name


def write(path: Path, out: Path, genes: dict[str, dict[str, str]], count: int | None = None) -> int:
    """Writes the first `count` cases, or all, and returns how many there are."""
    folder = out / "phenopackets"
    folder.mkdir(parents=True, exist_ok=True)
    written, names = 0, set()
    for case in cases(path):
        if written == count:
            break
        name = free_name(case["id"], names)
        (folder / f"{name}.json").write_text(json.dumps(phenopacket(case, genes)))
        written += 1
    return written


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", type=Path, help="cases as JSON Lines, plain or gzip")
    parser.add_argument("out", type=Path, help="the folder of the corpus")
    parser.add_argument("--genes", type=Path, help="genes_to_phenotype.txt, for the truth about genes")
    parser.add_argument("--count", type=int, help="at most this many cases, from the first on")
    args = parser.parse_args()
    genes = read_genes(args.genes) if args.genes else {}
    print(f"{write(args.cases, args.out, genes, args.count)} phenopackets in {args.out}")


if __name__ == "__main__":
    main()
