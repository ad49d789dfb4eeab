"""Tables of cases, in every shape and from every library."""

from __future__ import annotations

import datetime as dt
import math
import pickle
import subprocess
import sys
import time

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import etio

CASES = {
    "id": ["a", "b", "c", "d"],
    "present": [["fever", "cough"], [], None, ["fever", "fever"]],
    "absent": [["runny_nose"], ["fever"], None, []],
    "age": [30.0, None, 70.0, 8.0],
    "sex": ["female", None, "male", "f"],
}

COLUMNS = [
    ("id", pa.string()),
    (
        "ranking",
        pa.list_(
            pa.field(
                "item",
                pa.struct(
                    [
                        pa.field("disease", pa.string(), nullable=False),
                        pa.field("posterior", pa.float64(), nullable=False),
                        pa.field("lower", pa.float64()),
                        pa.field("upper", pa.float64()),
                        pa.field("is_cause", pa.bool_(), nullable=False),
                    ]
                ),
                nullable=False,
            )
        ),
    ),
    ("exactness", pa.string()),
    ("error_bound", pa.float64()),
    ("log_evidence", pa.float64()),
    ("method", pa.string()),
    ("notes", pa.list_(pa.string())),
    ("ignored", pa.list_(pa.string())),
    ("error_code", pa.string()),
    ("error", pa.string()),
    ("certified", pa.bool_()),
]


def arrow() -> pa.Table:
    return pa.table(CASES, schema=pa.schema(SCHEMA))


SCHEMA = [
    ("id", pa.string()),
    ("present", pa.list_(pa.string())),
    ("absent", pa.list_(pa.string())),
    ("age", pa.float64()),
    ("sex", pa.string()),
]


def plain(answers: etio.Answers) -> list[dict]:
    return list(answers)


@pytest.fixture(scope="module")
def expected(starter: etio.Network) -> list[dict]:
    return plain(starter.diagnose_batch(arrow(), top=3))


def test_rows_are_what_single_cases_come_to(starter: etio.Network, expected: list[dict]) -> None:
    for at, row in enumerate(expected):
        answer = starter.diagnose(
            CASES["present"][at] or [],
            CASES["absent"][at] or [],
            age=CASES["age"][at],
            sex=CASES["sex"][at],
            top=3,
        )
        assert row["id"] == CASES["id"][at]
        assert [r["disease"] for r in row["ranking"]] == [r.disease for r in answer.ranking]
        for ours, theirs in zip(row["ranking"], answer.ranking, strict=True):
            assert ours["posterior"] == theirs.posterior
            assert (ours["lower"], ours["upper"], ours["is_cause"]) == (theirs.lower, theirs.upper, theirs.is_cause)
        assert row["log_evidence"] == answer.log_evidence and row["method"] == answer.method
        assert row["error"] is None and row["error_code"] is None and row["ignored"] == []
        assert row["certified"] is answer.certified
    assert expected[0]["certified"] is True, "or the column would say nothing"
    assert expected[3]["notes"] == ["fever is given more than once; counted once"]


def test_the_layout_of_the_columns_stays(starter: etio.Network) -> None:
    table = starter.diagnose_batch(arrow()).to_pyarrow()
    assert [(field.name, field.type) for field in table.schema] == COLUMNS


SHAPES = {
    "pyarrow table": arrow,
    "pyarrow batch": lambda: arrow().to_batches()[0],
    "pyarrow reader": lambda: arrow().to_reader(),
    "pyarrow chunks": lambda: pa.concat_tables([arrow()[:1], arrow()[1:1], arrow()[1:3], arrow()[3:]]),
    "sliced": lambda: pa.concat_tables([arrow()[2:], arrow(), arrow()]).combine_chunks()[2:6],
    "large types": lambda: arrow().cast(
        pa.schema(
            [
                ("id", pa.large_string()),
                ("present", pa.large_list(pa.large_string())),
                ("absent", pa.large_list(pa.large_string())),
                ("age", pa.float32()),
                ("sex", pa.large_string()),
            ]
        )
    ),
    "polars": lambda: pl.DataFrame(arrow()),
    "pandas": lambda: arrow().to_pandas(),
    "columns": lambda: CASES,
    "rows": lambda: [dict(zip(CASES, row, strict=True)) for row in zip(*CASES.values(), strict=True)],
}


@pytest.mark.parametrize("shape", SHAPES)
def test_every_library_gives_the_same(starter: etio.Network, expected: list[dict], shape: str) -> None:
    assert plain(starter.diagnose_batch(SHAPES[shape](), top=3)) == expected


def test_duckdb_gives_and_takes(starter: etio.Network, expected: list[dict]) -> None:
    duckdb = pytest.importorskip("duckdb")
    cases = arrow()  # noqa: F841, found by name
    connection = duckdb.connect()
    relation = connection.sql("select * from cases order by id")
    answers = starter.diagnose_batch(relation, top=3)
    assert plain(answers) == expected
    found = answers.to_pyarrow()  # noqa: F841, found by name
    leading = connection.sql("select id, ranking[1].disease from found order by id").fetchall()
    assert leading == [(row["id"], row["ranking"][0]["disease"]) for row in expected]


def test_answers_go_into_every_library(starter: etio.Network, expected: list[dict]) -> None:
    answers = starter.diagnose_batch(arrow(), top=3)
    assert answers.to_pyarrow().to_pylist() == expected
    assert answers.to_polars().to_dicts() == expected
    frame = answers.to_pandas()
    assert isinstance(frame, pd.DataFrame) and list(frame["id"]) == CASES["id"]
    assert answers[-1] == expected[-1] and len(answers) == 4 and answers.failed == 0
    with pytest.raises(IndexError):
        answers[4]
    assert "4 cases" in repr(answers) and "<table>" in answers._repr_html_()


def dictionary(lists: list, index: pa.DataType) -> pa.Array:
    values = pa.array([entry for entries in lists for entry in entries]).dictionary_encode()
    values = pa.DictionaryArray.from_arrays(values.indices.cast(index), values.dictionary)
    offsets = np.cumsum([0] + [len(entries) for entries in lists])
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), values)


@pytest.mark.parametrize("index", [pa.int8(), pa.uint16(), pa.int32(), pa.int64()])
def test_dictionary_encoded_columns(starter: etio.Network, index: pa.DataType) -> None:
    present = [["fever", "cough"], [], ["fever"], ["cough", "nonsense"]]
    coded = pa.table({"present": dictionary(present, index), "id": pa.array(list("xyxz")).dictionary_encode()})
    answers = starter.diagnose_batch(coded, unknown="row")
    plain_answers = starter.diagnose_batch({"present": present, "id": list("xyxz")}, unknown="row")
    assert plain(answers) == plain(plain_answers)
    assert answers.to_pyarrow().schema.field("id").type == coded.schema.field("id").type


def test_duplicate_ids_and_null_ids_keep_their_rows(starter: etio.Network) -> None:
    ids = [7, 7, None, 7]
    table = pa.table({"id": pa.array(ids, pa.int16()), "present": [["fever"], ["cough"], ["fever"], []]})
    assert [row["id"] for row in starter.diagnose_batch(table)] == ids


def test_without_ids_rows_are_counted_across_batches(starter: etio.Network) -> None:
    table = pa.concat_tables([pa.table({"present": [["fever"]] * 3})] * 4)
    assert [row["id"] for row in starter.diagnose_batch(table)] == list(range(12))


def test_an_empty_table_has_the_columns(starter: etio.Network) -> None:
    answers = starter.diagnose_batch(arrow()[:0])
    assert len(answers) == 0 and answers.to_pyarrow().num_columns == len(COLUMNS)
    assert len(starter.diagnose_batch([])) == 0
    assert starter.posteriors([]).shape == (0, len(starter.diseases))


def test_unknown_ids_by_policy(starter: etio.Network) -> None:
    cases = {"present": [["fever"], ["fever", "fevr"], ["cough"]]}
    with pytest.raises(KeyError, match=r"did you mean `fever`\? \(row 1\)") as caught:
        starter.diagnose_batch(cases)
    assert caught.value.nearest == "fever"
    rows = plain(starter.diagnose_batch(cases, unknown="row"))
    assert [row["error_code"] for row in rows] == [None, "unknown-finding", None]
    assert rows[1]["ranking"] is None and "did you mean `fever`" in rows[1]["error"]
    rows = plain(starter.diagnose_batch(cases, unknown="ignore"))
    assert [row["ignored"] for row in rows] == [[], ["fevr"], []]
    assert rows[1]["ranking"] == rows[0]["ranking"]
    with pytest.raises(ValueError, match="give `error`, `ignore` or `row`"):
        starter.diagnose_batch(cases, unknown="perhaps")


def test_every_other_error_stands_in_its_row(starter: etio.Network) -> None:
    cases = [
        {"present": ["fever"], "absent": ["fever"]},
        {"present": ["fever"], "age": "200"},
        {"present": ["fever"], "sex": "woman"},
        {"present": ["fever", None]},
        {"present": [], "asked": ["cough"]},
        {"present": ["fever"], "age": "30"},
    ]
    answers = starter.diagnose_batch(cases)
    codes = [row["error_code"] for row in answers]
    assert codes == ["contradiction", "bad-age", "bad-sex", "null-finding", "not-answered", None]
    assert answers.failed == 5
    for row in plain(answers)[:5]:
        assert row["ranking"] is None and row["exactness"] is None and row["error"]


def test_impossible_evidence_and_what_takes_too_long(impossible: etio.Network, f120: etio.Network, hard) -> None:
    rows = plain(impossible.diagnose_batch([{"present": ["never"]}, {"present": ["fever"]}]))
    assert [row["error_code"] for row in rows] == ["impossible-evidence", None]
    easy = {"present": hard["present"][:3], "absent": []}
    wide = {"present": hard["present"][:100], "absent": []}
    rows = plain(f120.diagnose_batch([wide, easy], method="elimination", memory="1MB"))
    assert [row["error_code"] for row in rows] == ["too-expensive", None]
    rows = plain(f120.diagnose_batch([hard, easy], seconds=0.2))
    assert rows[0]["exactness"] in ("bounds", "estimate") or rows[0]["error_code"] == "out-of-time"
    assert rows[1]["exactness"] == "exact"


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"terms": [["fever"]]}, "no column `present`; it has `terms`"),
        ({"present": [["fever"]], "absnt": [["cough"]]}, "`absnt` is not read; did you mean `absent`"),
        ({"present": [["fever"]], "Age": [30]}, "`Age` is not read; did you mean `age`"),
        ({"present": [["fever"]], "prior_factors": [["influenza"]]}, "`prior_factors` is not read in tables"),
        ({"present": [["fever"]] * 2, "id": [1, "b"]}, "`id` has numbers and text"),
        ({"present": [["fever"], "fever"]}, "`present` has lists and text"),
        ({"present": [["fever"]], "id": [2**70]}, "does not fit into 64 bits"),
        ({"present": ["fever"]}, "expected a list of text"),
        ({"present": [["fever"]], "sex": [1.0]}, "expected text"),
        ({"present": [["fever"]], "age": [["old"]]}, "expected numbers of years"),
        ({"fever": [0.5]}, "has 0.5 in row 0"),
    ],
)
def test_tables_that_are_not_of_cases(starter: etio.Network, table: dict, message: str) -> None:
    with pytest.raises(etio.InvalidValue, match=message):
        starter.diagnose_batch(table)
    with pytest.raises(TypeError, match="not int"):
        starter.diagnose_batch(5)
    with pytest.raises(TypeError, match="row 0 is str"):
        starter.diagnose_batch(["fever"])


@pytest.mark.parametrize("convert", [dict, pa.table, pd.DataFrame, pl.DataFrame], ids=lambda kind: kind.__module__)
def test_a_misspelt_column_is_an_error_and_any_other_is_not_read(starter: etio.Network, convert) -> None:
    cases = {"present": [["fever"], ["cough"]]}
    others = {"age_group": ["old", "young"], "percent": [0.5, 0.25], "ids": [1, 2], "_absnt": [["cough"], []]}
    expected = plain(starter.diagnose_batch(cases))
    assert plain(starter.diagnose_batch(convert({**cases, **others}))) == expected
    misspelt = convert({**cases, "absnt": [["cough"], []]})
    with pytest.raises(etio.InvalidValue, match="did you mean `absent`"):
        starter.diagnose_batch(misspelt)
    # What is given for a use is not looked for.
    named = starter.diagnose_batch(misspelt, columns={"absent": "absnt"})
    assert plain(named) == plain(starter.diagnose_batch({**cases, "absent": [["cough"], []]}))
    assert plain(starter.diagnose_batch(misspelt, columns={"absent": None})) == expected
    with pytest.raises(etio.InvalidValue, match="no use `abscent`"):
        starter.diagnose_batch(misspelt, columns={"abscent": "absnt"})


def test_rows_have_the_keys_of_cases_in_json(starter: etio.Network) -> None:
    row = {"present": ["fever"], "label": "influenza", "story": ["what", {"ever": 1}], "_mine": 5}
    assert plain(starter.diagnose_batch([row])) == plain(starter.diagnose_batch([{"present": ["fever"]}]))
    with pytest.raises(etio.InvalidValue, match="row 1 has the unknown key `absnt`.*did you mean `absent`"):
        starter.diagnose_batch([row, {"absnt": ["cough"]}])
    with pytest.raises(etio.InvalidValue, match="unknown key `colour`"):
        starter.diagnose_batch([{"present": ["fever"], "colour": "red"}])
    with pytest.raises(etio.InvalidValue, match="`prior_factors` is not read in tables"):
        starter.diagnose_batch([{"present": ["fever"], "prior_factors": {"influenza": 2}}])
    named = starter.diagnose_batch([{"terms": ["fever"]}], columns={"present": "terms"})
    assert named[0]["ranking"] == starter.diagnose_batch([row])[0]["ranking"]
    # A row for each case, a key for each finding.
    wide = starter.posteriors([{"fever": 1, "cough": 0}, {"fever": 1}])
    assert np.array_equal(wide[1], starter.diagnose(["fever"]).posteriors)


def test_ids_come_back_as_they_were_given(starter: etio.Network) -> None:
    large = 2**53 + 1
    rows = starter.diagnose_batch([{"id": large, "present": ["fever"]}, {"id": None, "present": []}])
    assert [row["id"] for row in rows] == [large, None]
    ages = [{"age": 30, "present": []}, {"age": "8 weeks", "present": []}, {"present": []}]
    assert starter.diagnose_batch(ages).failed == 0
    day, moment = dt.date(2026, 2, 28), dt.datetime(1969, 12, 31, 23, 59, 59, 250_000)
    for id, kind in [
        (2**64 - 1, pa.uint64()),
        (200, pa.uint8()),
        (60_000, pa.uint16()),
        (4_000_000_000, pa.uint32()),
        (0.5, pa.float32()),
        (day, pa.date32()),
        (day, pa.date64()),
        (moment, pa.timestamp("ms")),
        (moment, pa.timestamp("us")),
        (moment, pa.timestamp("ns")),
        (moment.replace(microsecond=0), pa.timestamp("s")),
        (moment.replace(tzinfo=dt.timezone.utc), pa.timestamp("us", tz="UTC")),
        (True, pa.bool_()),
        ("a", pa.large_string()),
        *([("a", pa.string_view())] if hasattr(pa, "string_view") else []),
    ]:
        table = pa.table({"id": pa.array([id, None], kind), "present": [["fever"], []]})
        answers = starter.diagnose_batch(table)
        assert [row["id"] for row in answers] == [id, None], kind
        assert answers.to_pyarrow()["id"].type == kind


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.binary()], ids=str)
def test_ids_of_later_pieces_survive_old_writers_of_streams(starter: etio.Network, kind: pa.DataType) -> None:
    """Slices of text whose offsets do not begin at zero come out wrong from pyarrow before 17, and so on Spark."""
    ids = [f"case {at}" for at in range(40)]
    table = pa.table({"id": pa.array(ids).cast(kind), "present": [["fever"]] * 40})
    answers = starter.diagnose_batch(table[3:], top=1, threads=1).to_pyarrow()
    assert answers["id"].num_chunks > 1
    for chunk in answers["id"].chunks:
        offsets = np.frombuffer(chunk.buffers()[1], np.int64 if kind == pa.large_string() else np.int32)
        assert offsets[chunk.offset] == 0
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, answers.schema) as writer:
        writer.write_table(answers)
    again = pa.ipc.open_stream(sink.getvalue()).read_all()
    assert again["id"].cast(pa.string()).to_pylist() == ids[3:]


def test_answers_can_be_pickled_and_a_single_answer_says_why_not(starter: etio.Network) -> None:
    answers = starter.diagnose_batch(SHAPES["pyarrow chunks"](), top=3)
    again = pickle.loads(pickle.dumps(answers))
    assert plain(again) == plain(answers) and again.failed == answers.failed
    assert again.to_pyarrow().schema == answers.to_pyarrow().schema
    empty = pickle.loads(pickle.dumps(starter.diagnose_batch([])))
    assert len(empty) == 0
    answer = starter.diagnose(present=["fever"])
    with pytest.raises(TypeError, match="use `diagnose_batch`"):
        pickle.dumps(answer)
    assert pickle.loads(pickle.dumps(answer.ranking)) == answer.ranking
    assert pickle.loads(pickle.dumps(answer.explain())).weights == answer.explain().weights


def test_columns_by_other_names(starter: etio.Network) -> None:
    table = pa.table({"terms": [["fever"]], "absent": [["cough"]], "who": ["p1"]})
    rows = plain(starter.diagnose_batch(table, columns={"present": "terms", "absent": None, "id": "who"}))
    assert rows[0]["id"] == "p1"
    assert rows[0]["log_evidence"] == starter.diagnose(present=["fever"]).log_evidence
    with pytest.raises(etio.InvalidValue, match="no column `gone`"):
        starter.diagnose_batch(table, columns={"present": "gone"})


def test_matrices_from_lists_wide_frames_and_arrays(starter: etio.Network) -> None:
    present, absent = [["fever", "cough"], ["fever"], []], [["runny_nose"], [], ["cough"]]
    lists = starter.posteriors({"present": present, "absent": absent})
    assert lists.shape == (3, len(starter.diseases)) and lists.dtype == np.float64
    for row, (yes, no) in zip(lists, zip(present, absent, strict=True), strict=True):
        assert np.array_equal(row, starter.diagnose(yes, no).posteriors)
    frame = pd.DataFrame(
        {"fever": [1, 1, math.nan], "cough": [1, math.nan, 0], "runny_nose": [0, math.nan, math.nan]}
    )
    assert np.array_equal(starter.posteriors(frame), lists)
    # Frames that were filtered, shuffled, put together or indexed.
    shuffled = frame.iloc[[2, 0, 1]]
    assert np.array_equal(starter.posteriors(shuffled), lists[[2, 0, 1]])
    assert np.array_equal(starter.posteriors(frame[frame["fever"] == 1]), lists[:2])
    assert np.array_equal(starter.posteriors(pd.concat([frame, frame])), np.vstack([lists, lists]))
    assert np.array_equal(starter.posteriors(pa.Table.from_pandas(shuffled)), lists[[2, 0, 1]])
    indexed = frame.set_index(pd.Index(["x", "y", "z"], name="patient"))
    assert np.array_equal(starter.posteriors(indexed), lists)
    rows = starter.diagnose_batch(indexed, columns={"id": "patient"})
    assert [row["id"] for row in rows] == ["x", "y", "z"]
    assert np.array_equal(starter.posteriors(pl.from_pandas(frame)), lists)
    matrix = np.full((3, len(starter.findings)), np.nan)
    order = [finding.id for finding in starter.findings]
    for name in frame:
        matrix[:, order.index(name)] = frame[name]
    assert np.array_equal(starter.posteriors(matrix), lists)
    truth = pa.table({"fever": [True, True, None], "cough": [True, None, False], "runny_nose": [False, None, None]})
    assert np.array_equal(starter.posteriors(truth), lists)
    with pytest.raises(etio.InvalidValue, match="shape"):
        starter.posteriors(np.zeros((3, 2)))
    with pytest.raises(KeyError, match="did you mean `fever`"):
        starter.posteriors(pd.DataFrame({"fevr": [1]}), wide=True)
    with pytest.raises(etio.InvalidValue, match="no column `present`.*`wide=True`.*`fevr`.*did you mean `fever`"):
        starter.posteriors(pd.DataFrame({"fevr": [1], "cough": [0]}))
    with pytest.raises(etio.InvalidValue) as caught:
        starter.posteriors(pd.DataFrame({"fevr": [1], "cough": [0]}), wide=False)
    assert "wide" not in str(caught.value)


@pytest.mark.parametrize("threads", [1, 2])
def test_the_first_row_without_posteriors_ends_the_call(f120: etio.Network, hard, threads: int) -> None:
    easy = {"present": hard["present"][:2]}
    wrong = {"present": hard["present"][:1], "absent": hard["present"][:1]}
    # All of them would take half a minute.
    cases = [easy, wrong, *[{"present": hard["present"]}] * 120, {**wrong, "age": 200}]
    started = time.monotonic()
    with pytest.raises(etio.RowError, match="^row 1: ") as caught:
        f120.posteriors(cases, method="bounds", seconds=0.5, threads=threads)
    assert (caught.value.row, caught.value.code) == (1, "contradiction")
    assert time.monotonic() - started < 15


def test_a_matrix_has_no_place_for_errors_but_says_so(starter: etio.Network) -> None:
    cases = [{"present": ["fever"]}, {"present": ["fever"], "absent": ["fever"]}]
    with pytest.raises(etio.RowError, match="row 1: finding `fever`") as caught:
        starter.posteriors(cases)
    assert (caught.value.row, caught.value.code) == (1, "contradiction")
    with pytest.warns(RuntimeWarning, match="1 of 2 cases"):
        matrix = starter.posteriors(cases, errors="nan")
    assert np.isnan(matrix[1]).all() and not np.isnan(matrix[0]).any()


class Broken:
    """A table whose producer fails: at once, or after its first batch."""

    def __init__(self, batches: int) -> None:
        self.batches = batches

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        def produce():
            yield from arrow().to_batches() * self.batches
            raise OSError("the disk is gone")

        return pa.RecordBatchReader.from_batches(pa.schema(SCHEMA), produce()).__arrow_c_stream__()


def test_what_cannot_be_read_has_a_code(starter: etio.Network) -> None:
    for batches in (0, 1):
        with pytest.raises(etio.InvalidValue, match="the disk is gone") as caught:
            starter.diagnose_batch(Broken(batches))
        assert caught.value.code == "bad-table"
    for options, code in [
        ({"unknown": "pass"}, "bad-argument"),
        ({"top": -1}, "bad-argument"),
        ({"samples": 0.5}, "bad-argument"),
        ({"threads": 0}, "bad-limit"),
        ({"memory": 0}, "bad-limit"),
        ({"seconds": 0}, "bad-limit"),
        ({"method": "magic"}, "bad-method"),
    ]:
        with pytest.raises(etio.InvalidValue) as caught:
            starter.diagnose_batch(arrow(), **options)
        assert caught.value.code == code, options
    with pytest.raises(etio.InvalidValue) as caught:
        etio._answers._from_ipc(b"not a stream")
    assert caught.value.code == "bad-table"
    with pytest.raises(etio.InvalidValue) as caught:
        starter.diagnose_batch({"present": [["fever"]], "absent": []})
    assert caught.value.code == "bad-table"


TOO_LARGE = """
import resource
import pyarrow
import etio
net = etio.open("starter")
table = pyarrow.table({"present": pyarrow.nulls(2_000_000), "id": pyarrow.nulls(2_000_000)})
# As much as there is now, and 2 GB on top: less than the matrix, and more than all else.
pages = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (pages + 2_000_000_000,) * 2)
assert len(net.diseases) * 2_000_000 * 8 > 2_000_000_000
try:
    net.posteriors(table, threads=1)
except MemoryError as error:
    print("MemoryError")
assert net.posteriors(table[:10], threads=1).shape == (10, len(net.diseases))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits address space")
def test_a_matrix_that_does_not_fit_is_a_memory_error() -> None:
    found = subprocess.run([sys.executable, "-c", TOO_LARGE], capture_output=True, text=True)
    assert (found.returncode, found.stdout) == (0, "MemoryError\n"), found.stderr


def test_any_number_of_threads_gives_the_same_bits(f120: etio.Network) -> None:
    cases = etio.synthetic.cases(f120, 300)
    table = {key: [case[key] for case in cases] for key in ("id", "present", "absent")}
    one, many = (f120.diagnose_batch(table, threads=threads, top=5) for threads in (1, None))
    assert plain(one) == plain(many)
    matrices = [f120.posteriors(table, threads=threads) for threads in (1, 2)]
    assert np.array_equal(*matrices)
    wrong = {"present": [[f"{f120.findings[at % 7].id}x{at}"] for at in range(3000)]}
    one, two = (f120.diagnose_batch(wrong, threads=threads, unknown="row") for threads in (1, 2))
    assert plain(one) == plain(two) and all("did you mean" in row["error"] for row in one)


def test_three_million_findings_in_one_column(starter: etio.Network) -> None:
    """In many rows, and far too many in a single one."""
    ids = np.array([finding.id for finding in starter.findings[:400]])
    values = pa.array(ids.tolist() * 7_500, pa.string())
    assert len(values) == 3_000_000
    # No case has more than a handful, or the engine would be what is measured.
    lengths = np.full(30_000, 100)
    offsets = pa.array(np.concatenate([[0], np.cumsum(lengths)]), pa.int32())
    absent = pa.ListArray.from_arrays(offsets, values)
    answers = starter.diagnose_batch(pa.table({"absent": absent}), top=1)
    assert len(answers) == 30_000 and answers.failed == 0
    single = pa.table({"absent": pa.ListArray.from_arrays(pa.array([0, 100_000], pa.int32()), values)})
    row = starter.diagnose_batch(single, top=1)[0]
    assert row["error"] is None and len(row["notes"]) >= 100_000 - 400


def test_a_bar_is_shown_if_asked_for(f120: etio.Network, capsys: pytest.CaptureFixture[str]) -> None:
    cases = etio.synthetic.cases(f120, 2000, present=(12, 14))
    f120.diagnose_batch(cases, progress=True, threads=1)
    assert "of 2,000 cases" in capsys.readouterr().err
    f120.diagnose_batch(cases[:10], progress=False)
    assert capsys.readouterr().err == ""


WITHOUT_ARROW = """
import sys
for name in ("pyarrow", "polars", "duckdb", "scipy", "matplotlib"):
    sys.modules[name] = None
import importlib.util
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *a: None if name == "pyarrow" else real(name, *a)
import etio
net = etio.open("starter")
rows = list(net.diagnose_batch([{"present": ["fever"]}, {"present": ["cough"], "age": 30}], top=1))
assert rows[0]["ranking"][0]["disease"], rows
try:
    import pandas
except ImportError:
    pandas = None
if pandas is not None:
    frame = pandas.DataFrame({"present": [["fever"], ["cough"]], "age": [None, 30]})
    assert list(net.diagnose_batch(frame, top=1)) == rows
assert net.posteriors({"present": [["fever"]]}).shape[0] == 1
"""


def test_numpy_is_enough() -> None:
    subprocess.run([sys.executable, "-c", WITHOUT_ARROW], check=True)
