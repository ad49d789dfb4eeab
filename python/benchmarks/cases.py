"""Microseconds of CPU time per case, beside each other, on the same cases: the engine, Python one by one, Python in a
batch, the command line to JSON and to Parquet, Spark with two executors. The result is a table in Markdown.

    python/benchmarks/run [--cases 20000] [--spark]                            builds everything, then runs this
    python cases.py [--cases 20000] [--etio target/release/etio] [--spark]     on a package that is installed

CPU time is that of the process and its children, user and system, so that another load on the machine matters less. The
command line's includes its start and the reading of the network.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet

import etio
from etio import _lib


def processor_seconds() -> float:
    uses = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(use.ru_utime + use.ru_stime for use in uses)


def report(name: str, count: int, cpu: float, wall: float | None) -> None:
    """A row of the table. Seconds are for all cases; there is no wall time if it says nothing."""
    elapsed = "" if wall is None else f"{1e6 * wall / count:.1f}"
    print(f"| {name} | {1e6 * cpu / count:.1f} | {elapsed} |", flush=True)


def measure(name: str, count: int, work: Callable[[], object], rounds: int = 3) -> None:
    best, walls = float("inf"), []
    for _ in range(rounds):
        begun, started = processor_seconds(), time.perf_counter()
        work()
        best = min(best, processor_seconds() - begun)
        walls.append(time.perf_counter() - started)
    report(name, count, best, min(walls))


def processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines() if os.path.exists("/proc/cpuinfo") else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def measure_engine(net: etio.Network, sampled: list[etio.synthetic.LabelledCase]) -> None:
    """The engine's own time: what further rounds over prepared cases add."""
    cases = [(case["present"], case["absent"]) for case in sampled]

    def seconds(rounds: int) -> float:
        begun = time.process_time()
        _lib.engine_rounds(net._raw, cases, rounds)
        return time.process_time() - begun

    one, four = (min(seconds(rounds) for _ in range(3)) for rounds in (1, 4))
    report("engine", len(cases), (four - one) / 3, None)


def spark_seconds(net: etio.Network, table: pa.Table, path: Path) -> None:
    """Two executors; their processor time is read from /proc, because they are not our children."""
    from pyspark.sql import SparkSession

    import etio.spark

    spark = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.executor.memory", "600m")
        .config("spark.log.level", "ERROR")
        .getOrCreate()
    )
    frame = spark.read.parquet(str(path)).repartition(8).cache()
    frame.count()
    answers = etio.spark.diagnose(frame, net, top=5)
    answers.write.format("noop").mode("overwrite").save()
    kinds = {"Spark, its Python workers": "pyspark", "Spark, Java of its executors": "CoarseGrainedExecutorBackend"}
    runs = []
    for _ in range(3):
        before, started = [process_seconds(word) for word in kinds.values()], time.perf_counter()
        answers.write.format("noop").mode("overwrite").save()
        wall = time.perf_counter() - started
        runs.append(([process_seconds(word) - was for word, was in zip(kinds.values(), before, strict=True)], wall))
    # Both kinds of processes in one run: the one that took the least of both together.
    spent, wall = min(runs, key=lambda run: sum(run[0]))
    for name, seconds in zip(kinds, spent, strict=True):
        report(name, len(table), seconds, None)
    report("Spark, both", len(table), sum(spent), wall)
    rows = {row["id"]: row for row in net.diagnose_batch(table, top=5)}
    found = [row.asDict(recursive=True) for row in answers.collect()]
    same = len(found) == len(rows) and all(row == rows[row["id"]] for row in found)
    spark.stop()
    print(f"\nSpark's rows are{' ' if same else ' NOT '}those of one process.")


def process_seconds(word: str) -> float:
    ticks = 0
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            command = Path(f"/proc/{name}/cmdline").read_text().replace("\0", " ")
            fields = Path(f"/proc/{name}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if word in command and "python" in command.split(" ", 1)[0] or (word[0].isupper() and word in command):
            # Own time, and that of children which have ended.
            ticks += sum(int(field) for field in fields[11:15])
    return ticks / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--etio", type=Path, default=Path("target/release/etio"))
    parser.add_argument("--spark", action="store_true")
    arguments = parser.parse_args()

    net = etio.synthetic.generate("f120")
    sampled = etio.synthetic.cases(net, arguments.cases, present=(8, 8), absent=(4, 4))
    count = len(sampled)
    print(
        f"{datetime.date.today()}, {processor()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}: "
        f"{repr(net)[1:-1]}, {count:,} cases of 8 present and 4 absent findings.\n"
    )
    print("| | CPU time per case, µs | elapsed per case, µs |\n|---|---|---|")
    table = pa.table({key: [case[key] for case in sampled] for key in ("id", "present", "absent")})
    with tempfile.TemporaryDirectory() as folder:
        network, lines, columns = (Path(folder) / name for name in ("f120.etio", "cases.jsonl", "cases.parquet"))
        net.save(network)
        with lines.open("w") as file:
            for case in sampled:
                file.write(json.dumps({key: case[key] for key in ("id", "present", "absent")}) + "\n")
        pyarrow.parquet.write_table(table, columns)
        measure_engine(net, sampled)
        measure(
            "Python, one case at a time",
            count,
            lambda: [net.diagnose(case["present"], case["absent"], top=5).ranking for case in sampled],
        )
        measure("Python, batch on one thread", count, lambda: net.diagnose_batch(table, top=5, threads=1))
        measure("Python, batch on all threads", count, lambda: net.diagnose_batch(table, top=5))
        measure("Python, matrix of posteriors", count, lambda: net.posteriors(table, threads=1))
        if arguments.etio.exists():
            base = [arguments.etio, "diagnose", "--network", network, "--top", "5", "--threads", "1"]

            def to_json() -> None:
                with open(Path(folder) / "answers.jsonl", "w") as file:
                    subprocess.run([*base, "--cases", lines, "--format", "json"], stdout=file, check=True)

            def to_parquet() -> None:
                out = Path(folder) / "answers.parquet"
                subprocess.run([*base, "--cases", columns, "--out", out], check=True)

            measure("command line to JSON", count, to_json)
            measure("command line to Parquet", count, to_parquet)
        if arguments.spark:
            spark_seconds(net, table, columns)


if __name__ == "__main__":
    main()
