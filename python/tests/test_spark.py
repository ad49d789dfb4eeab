"""Spark, by pip's pyspark and a Java. Without them the tests say that they were skipped."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

import etio

pyspark = pytest.importorskip("pyspark")
if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    pytest.skip("no Java", allow_module_level=True)

import etio.spark  # noqa: E402

pytestmark = pytest.mark.spark


def session(master: str):
    from pyspark.sql import SparkSession

    return (
        SparkSession.builder.master(master)
        .appName("etio-tests")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "500")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.executor.memory", "600m")
        .config("spark.log.level", "ERROR")
        .getOrCreate()
    )


@pytest.fixture(scope="module")
def spark():
    spark = session("local[2]")
    yield spark
    spark.stop()


CASES = [
    ("a", ["fever", "cough"], ["runny_nose"], 30.0, "female"),
    ("b", [], None, None, None),
    ("a", ["fever", "nonsense"], [], 8.0, "m"),
    (None, ["fever"], ["fever"], None, None),
    ("e", ["fever", "fever"], [], 200.0, None),
    ("f", ["fever", None], [], None, None),
]


def cases(spark):
    return spark.createDataFrame(
        CASES, "id string, present array<string>, absent array<string>, age double, sex string"
    )


def plain(rows) -> list[dict]:
    return [row.asDict(recursive=True) for row in rows]


def key(row: dict) -> str:
    return repr(sorted(row.items(), key=lambda item: item[0]))


@pytest.mark.parametrize("ship", ["auto", "path", "file", "broadcast"])
def test_rows_are_those_of_one_process(spark, starter: etio.Network, tmp_path, ship: str) -> None:
    path = tmp_path / "starter.etio"
    starter.save(path)
    network = str(path) if ship == "path" else starter
    answers = etio.spark.diagnose(cases(spark), network, top=3, ship=ship)
    names = ("id", "present", "absent", "age", "sex")
    table = [dict(zip(names, case, strict=True)) for case in CASES]
    expected = list(starter.diagnose_batch(table, top=3, unknown="row", threads=1))
    found = plain(answers.collect())
    assert sorted(map(key, found)) == sorted(map(key, expected))
    codes = Counter(row["error_code"] for row in found)
    assert codes == {None: 2, "unknown-finding": 1, "contradiction": 1, "bad-age": 1, "null-finding": 1}


def test_columns_are_those_of_a_batch(spark, starter: etio.Network) -> None:
    kind = "present array<string>, unknown array<string>, asked array<string>, age string, sex string, mine int"
    cases = [
        (["fever", "cough"], ["runny_nose"], ["fever"], "8 weeks", "female", 1),
        (["fever"], ["nonsense"], None, None, None, 2),
    ]
    frame = spark.createDataFrame(cases, kind).coalesce(1)
    names = [part.split()[0] for part in kind.split(", ")]
    table = [dict(zip(names[:-1], case[:-1], strict=True)) for case in cases]
    # Without ids both count rows; Spark only within a partition.
    found = plain(etio.spark.diagnose(frame, starter, top=2).collect())
    assert found == list(starter.diagnose_batch(table, top=2, unknown="row"))
    assert found[0]["error"] is None and found[1]["error_code"] == "unknown-finding"
    # Another name, and none.
    named = frame.withColumnRenamed("asked", "told").withColumnRenamed("unknown", "skipped")
    again = etio.spark.diagnose(named, starter, top=2, asked="told", unknown_column="skipped", id=None)
    assert plain(again.collect()) == found
    left = plain(etio.spark.diagnose(frame, starter, top=2, asked=None, unknown_column=None, id="mine").collect())
    some = [{key: row[key] for key in ("present", "age", "sex")} for row in table]
    expected = starter.diagnose_batch(some, top=2)
    assert left == [{**row, "id": at + 1} for at, row in enumerate(expected)]
    for column, message in [
        ("Sex", "`Sex` is not read; did you mean `sex`"),
        ("prior_factors", "`prior_factors` is not read in tables"),
    ]:
        with pytest.raises(etio.InvalidValue, match=message):
            etio.spark.diagnose(frame.withColumnRenamed("sex", column), starter)


def test_impossible_cases_and_those_that_take_too_long(spark, impossible: etio.Network, f120: etio.Network, hard) -> None:
    kind = "id string, present array<string>"
    frame = spark.createDataFrame([("a", ["never"]), ("b", ["fever"])], kind)
    rows = plain(etio.spark.diagnose(frame, impossible).collect())
    assert {row["id"]: row["error_code"] for row in rows} == {"a": "impossible-evidence", "b": None}
    frame = spark.createDataFrame([("hard", hard["present"]), ("easy", hard["present"][:3])], kind)
    rows = {row["id"]: row for row in plain(etio.spark.diagnose(frame, f120, seconds=1e-4, method="bounds").collect())}
    assert rows["hard"]["error_code"] == "out-of-time" and rows["hard"]["ranking"] is None
    rows = {row["id"]: row for row in plain(etio.spark.diagnose(frame, f120, seconds=0.3).collect())}
    assert rows["hard"]["exactness"] in ("bounds", "estimate") or rows["hard"]["error_code"] == "out-of-time"
    assert rows["easy"]["exactness"] == "exact"
    wide = spark.createDataFrame([("wide", hard["present"][:100]), ("easy", hard["present"][:3])], kind)
    rows = plain(etio.spark.diagnose(wide, f120, method="elimination", memory="1MB").collect())
    assert {row["id"]: row["error_code"] for row in rows} == {"wide": "too-expensive", "easy": None}


def test_samples_have_the_seed_that_was_given(spark, starter: etio.Network) -> None:
    options = {"method": "likelihood-weighting", "samples": 500, "seed": 3, "top": 2}
    frame = cases(spark).limit(1)
    row = plain(etio.spark.diagnose(frame, starter, age=None, sex=None, **options).collect())[0]
    table = [dict(zip(("id", "present", "absent"), CASES[0][:3], strict=True))]
    assert row == starter.diagnose_batch(table, **options)[0]


def test_an_exploded_ranking_loses_no_case(spark, starter: etio.Network) -> None:
    rows = plain(etio.spark.diagnose(cases(spark), starter, top=4, explode=True).collect())
    assert Counter(row["id"] for row in rows) == {"a": 4 + 1, "b": 4, None: 1, "e": 1, "f": 1}
    assert {row["rank"] for row in rows} == {1, 2, 3, 4, None}
    failed = [row for row in rows if row["disease"] is None]
    assert {row["error_code"] for row in failed} == {"unknown-finding", "contradiction", "bad-age", "null-finding"}


def test_arguments_are_checked_on_the_driver(spark, starter: etio.Network) -> None:
    with pytest.raises(etio.InvalidValue, match="no column `gone`"):
        etio.spark.diagnose(cases(spark), starter, present="gone")
    with pytest.raises(etio.InvalidValue, match="present"):
        etio.spark.diagnose(cases(spark), starter, present=None, absent=None)
    with pytest.raises(etio.InvalidValue, match="`sex` has the type string; expected an array") as caught:
        etio.spark.diagnose(cases(spark), starter, absent="sex")
    assert caught.value.code == "bad-column"
    with pytest.raises(etio.InvalidValue, match="`age` has the type double; expected strings"):
        etio.spark.diagnose(cases(spark), starter, sex="age")
    with pytest.raises(etio.InvalidValue, match="`present` has the type array<string>; expected numbers"):
        etio.spark.diagnose(cases(spark), starter, age="present")
    for options, code in [
        ({"method": "magic"}, "bad-method"),
        ({"unknown": "pass"}, "bad-argument"),
        ({"top": -1}, "bad-argument"),
        ({"seed": -1}, "bad-argument"),
        ({"until": "done"}, "bad-argument"),
        ({"seconds": 0}, "bad-limit"),
        ({"memory": "much"}, "bad-limit"),
    ]:
        with pytest.raises(etio.InvalidValue) as caught:
            etio.spark.diagnose(cases(spark), starter, **options)
        assert caught.value.code == code, options
    with pytest.raises(etio.InvalidValue, match="ship"):
        etio.spark.diagnose(cases(spark), starter, ship="pigeon")
    with pytest.raises(etio.InvalidValue, match="give the path"):
        etio.spark.diagnose(cases(spark), starter, ship="path")


def test_a_file_that_was_replaced_is_opened_again(starter: etio.Network, tmp_path) -> None:
    path = tmp_path / "network.etio"
    source = etio.spark._Source(key="path", path=str(path))
    for factor in (1.0, 0.5):
        starter.with_priors(starter.priors * factor).save(path)
        assert source.network().priors[0] == starter.priors[0] * factor
        assert source.network() is source.network()
    folder = etio.spark._Source(key="folder", path=str(tmp_path / "folder"))
    for factor in (1.0, 0.5):
        starter.with_priors(starter.priors * factor).save(folder.path)
        assert folder.network().priors[0] == pytest.approx(starter.priors[0] * factor)
        assert folder.network() is folder.network()


def test_few_networks_stay_open(starter: etio.Network, tmp_path) -> None:
    sources = []
    for at in range(etio.spark._MOST_OPENED + 1):
        path = tmp_path / f"{at}.etio"
        starter.with_priors(starter.priors * (1 - at / 100)).save(path)
        sources.append(etio.spark._Source(key=f"few:{at}", path=str(path)))
    first, *others, last = [source.network() for source in sources[:-1]]
    # The first has been used again since, so another one makes room.
    assert sources[0].network() is first
    sources[-1].network()
    assert len(etio.spark._opened) == etio.spark._MOST_OPENED
    assert sources[0].network() is first and sources[-2].network() is last
    assert sources[1].network() is not others[0]


def test_columns_with_dots_and_quotes_in_their_names(spark, starter: etio.Network) -> None:
    named = cases(spark).toDF("case.id", "seen.by`doctor", "ruled out", "age", "sex")
    names = {"id": "case.id", "present": "seen.by`doctor", "absent": "ruled out"}
    found = etio.spark.diagnose(named, starter, **names, top=2).collect()
    expected = etio.spark.diagnose(cases(spark), starter, top=2).collect()
    assert sorted(map(key, plain(found))) == sorted(map(key, plain(expected)))


def test_a_method_that_proves_nothing_is_not_certified(spark, starter: etio.Network) -> None:
    frame = cases(spark).limit(1)
    for method, is_proven in [("auto", True), ("quickscore", False)]:
        row = etio.spark.diagnose(frame, starter, method=method).collect()[0]
        assert (row["exactness"], row["certified"]) == ("exact", is_proven)


CONNECT = """
import json, sys
from pyspark.sql import SparkSession
import etio, etio.spark

spark = SparkSession.builder.remote("local[2]").config("spark.ui.enabled", "false").getOrCreate()
kind = "id string, present array<string>, absent array<string>, age double, sex string"
frame = spark.createDataFrame([tuple(case) for case in json.load(sys.stdin)], kind)
assert "connect" in type(frame).__module__
net = etio.open("starter")
net.save(sys.argv[1])


def rows(ship, **options):
    network = sys.argv[1] if ship == "path" else net
    answers = etio.spark.diagnose(frame, network, top=3, ship=ship, **options)
    return [row.asDict(recursive=True) for row in answers.collect()]


# As a file twice: the second is there already.
for ship in ("auto", "broadcast", "path", "file", "file"):
    print(json.dumps(rows(ship)))
etio.spark._LARGEST_MESSAGE = 1000
print(json.dumps(rows("auto")))
try:
    rows("broadcast")
except etio.InvalidValue as error:
    print(json.dumps(str(error)))
try:
    rows("auto", unknown="error")
except Exception as error:
    print(json.dumps("nonsense" in str(error)))
"""


def test_spark_connect_gives_the_same_rows(starter: etio.Network, tmp_path) -> None:
    """A server and its client, which has neither files nor broadcast variables."""
    pytest.importorskip("grpc", reason="pyspark[connect]")
    # The environment of the session in this process would take the place of the server's.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYSPARK_", "SPARK_"))}
    found = subprocess.run(
        [sys.executable, "-c", CONNECT, str(tmp_path / "starter.etio")],
        input=json.dumps(CASES),
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        timeout=300,
    )
    assert found.returncode == 0
    *shipped, refused, is_named = [json.loads(line) for line in found.stdout.splitlines()]
    names = ("id", "present", "absent", "age", "sex")
    table = [dict(zip(names, case, strict=True)) for case in CASES]
    expected = sorted(map(key, starter.diagnose_batch(table, top=3, unknown="row", threads=1)))
    assert len(shipped) == 6
    assert all(sorted(map(key, rows)) == expected for rows in shipped)
    assert 'ship it as `"file"`' in refused and is_named


def test_unknown_ids_can_fail_the_job_or_be_ignored(spark, starter: etio.Network) -> None:
    rows = plain(etio.spark.diagnose(cases(spark), starter, unknown="ignore").collect())
    assert [row["ignored"] for row in rows if row["ignored"]] == [["nonsense"]]
    with pytest.raises(Exception, match="nonsense"):
        etio.spark.diagnose(cases(spark), starter, unknown="error").collect()


def processes() -> dict[int, tuple[int, str]]:
    """Every process with its parent and its command."""
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            status, command = (Path("/proc", name, file).read_text() for file in ("status", "cmdline"))
        except OSError:
            continue
        parent = next(line for line in status.splitlines() if line.startswith("PPid:"))
        found[int(name)] = (int(parent.split()[1]), command.replace("\0", " "))
    return found


def below(kind: str) -> list[int]:
    """Executors, or daemons that start Python workers, among the descendants of this process."""
    word = {"executor": "CoarseGrainedExecutorBackend", "daemon": "pyspark.daemon"}[kind]
    every = processes()

    def is_ours(process: int) -> bool:
        while process in every and process != os.getpid():
            process = every[process][0]
        return process == os.getpid()

    # A worker is forked from its daemon and has the same command.
    named = {process for process, (_, command) in every.items() if word in command}
    return [process for process in named if every[process][0] not in named and is_ours(process)]


def stages(spark) -> list:
    """All stages that Spark knows of."""
    tracker = spark.sparkContext.statusTracker()
    jobs = filter(None, map(tracker.getJobInfo, tracker.getJobIdsForGroup(None)))
    return list(filter(None, (tracker.getStageInfo(stage) for job in jobs for stage in job.stageIds)))


@pytest.mark.kills
@pytest.mark.parametrize("victim", ["executor", "daemon"])
def test_killed_processes_lose_no_row(f120: etio.Network, victim: str) -> None:
    """On two executors, one of which is killed in the middle: every row once, and right."""
    from pyspark.sql import SparkSession

    if (active := SparkSession.getActiveSession()) is not None:
        active.stop()
    count = int(os.environ.get("ETIO_SPARK_CASES", "40000"))
    base = etio.synthetic.cases(f120, 2000)
    expected = {row["id"]: row for row in f120.diagnose_batch(base, top=3, threads=1)}
    spark = session("local-cluster[2,1,1024]")
    try:
        frame = spark.createDataFrame(
            [(case["id"], case["present"], case["absent"]) for case in base],
            "id string, present array<string>, absent array<string>",
        )
        copies = spark.range(count // len(base)).withColumnRenamed("id", "copy")
        many = frame.crossJoin(copies).repartition(16)
        answers = etio.spark.diagnose(many, f120, top=3)
        killed, is_done = [], threading.Event()

        def repeated() -> list:
            """Stages of which tasks failed, or that were tried again because their shuffle files were lost."""
            return [stage for stage in stages(spark) if stage.numFailedTasks or stage.currentAttemptId]

        def kill() -> None:
            # Once some of the last stage's tasks are done and others run: that is the stage with the answers. Again if
            # the victim was just between two tasks.
            deadline = time.monotonic() + 300
            while time.monotonic() < deadline and not is_done.is_set() and not repeated():
                chosen = below(victim)
                busy = [s for s in stages(spark) if s.numTasks == 16 and s.numCompletedTasks and s.numActiveTasks]
                if chosen and busy:
                    # A daemon with its workers: those that run would end their tasks without it.
                    workers = [p for p, (parent, _) in processes().items() if parent == chosen[0]]
                    for process in [chosen[0], *workers]:
                        with contextlib.suppress(ProcessLookupError):
                            os.kill(process, signal.SIGKILL)
                    killed.append(chosen[0])
                    is_done.wait(0.3)
                is_done.wait(0.01)

        thread = threading.Thread(target=kill)
        thread.start()
        try:
            rows = plain(answers.collect())
        finally:
            is_done.set()
            thread.join()
        assert killed, "nothing was there to kill"
        assert repeated(), f"nothing had to be repeated: {stages(spark)}"
        assert len(rows) == count
        assert set(Counter(row["id"] for row in rows).values()) == {count // len(base)}
        assert all(row == expected[row["id"]] for row in rows)
    finally:
        spark.stop()
