"""Opening, building, saving and pickling networks."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
import scipy.sparse

import etio
from etio import _network


def test_the_built_in_network_is_that_of_the_folder(starter: etio.Network) -> None:
    built_in = etio.open("starter")
    assert built_in.to_bytes() == starter.to_bytes()
    assert built_in.diseases == starter.diseases
    assert len(starter.priors) == len(starter.diseases) and len(starter.leaks) == len(starter.findings)


def test_what_is_no_network_is_an_error_that_says_so(tmp_path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere") as missing:
        etio.open(tmp_path / "nowhere")
    assert missing.value.errno == 2 and isinstance(missing.value, etio.EtioError)
    (tmp_path / "text.etio").write_text("hello")
    with pytest.raises(etio.BadFile, match="not a network"):
        etio.open(tmp_path / "text.etio")
    with pytest.raises(etio.BadFile):
        etio.from_bytes(b"")


def test_saving_and_opening_keeps_everything(example: etio.Network, tmp_path) -> None:
    for name in ("compiled.etio", "folder"):
        example.save(tmp_path / name)
        again = etio.open(str(tmp_path / name))
        assert again.diseases == example.diseases
        for ours, theirs in zip(again.links, example.links, strict=True):
            assert np.array_equal(ours, theirs)
    assert etio.from_bytes(example.to_bytes()).to_bytes() == example.to_bytes()


def test_networks_of_other_tools_are_read_and_written(example: etio.Network, tmp_path) -> None:
    case = {"present": ["fever", "cough"]}
    expected = example.diagnose(**case)
    for name in ("network.jgum", "network.xdsl", "network.bif", "network.uai"):
        notes = example.save(tmp_path / name)
        assert all(isinstance(note, str) for note in notes)
        again = etio.open(tmp_path / name)
        assert again._sizes() == example._sizes()
        if name != "network.uai":  # It has no names.
            assert abs(again.diagnose(**case)["influenza"] - expected["influenza"]) < 1e-9, name
    example.save(tmp_path / "tables.xdsl", tables=True)
    assert etio.open(tmp_path / "tables.xdsl")._sizes() == example._sizes()
    with pytest.raises(etio.BadFile, match="does not write"):
        example.save(tmp_path / "network.pgmx")
    with pytest.raises(etio.BadFile, match="names no format that etio writes"):
        example.save(tmp_path / "network.docx")


def test_what_a_file_leaves_open_is_given(tmp_path) -> None:
    edges = tmp_path / "edges.csv"
    edges.write_text("disease,finding,weight\nflu,fever,0.9\n")
    with pytest.raises(etio.InvalidValue, match="priors"):
        etio.open(edges)
    net = etio.open(edges, prior=0.01, leak=0.02)
    assert (list(net.priors), list(net.leaks)) == ([0.01], [0.02])
    bif = tmp_path / "clinic.bif"
    bif.write_text(
        """network clinic {}
variable smoker { type discrete [2] { no, yes }; }
variable flu { type discrete [2] { dull, sick }; }
variable fever { type discrete [2] { no, yes }; }
probability (smoker) { table 0.7, 0.3; }
probability (flu | smoker) { (no) 0.99, 0.01; (yes) 0.95, 0.05; }
probability (fever | flu) { (dull) 0.98, 0.02; (sick) 0.1, 0.9; }
"""
    )
    with pytest.raises(etio.BadFile, match="--given"):
        etio.open(bif)
    with pytest.raises(etio.BadFile, match="--absent"):
        etio.open(bif, given={"smoker": "yes"})
    for absent in ("dull", {"flu": "dull"}):
        net = etio.open(bif, given={"smoker": "yes"}, absent=absent)
        assert net.priors[0] == pytest.approx(0.05)
    with pytest.raises(etio.InvalidValue, match="smokr"):
        etio.open(bif, given={"smokr": "yes"})
    assert pickle.loads(pickle.dumps(net)).to_bytes() == net.to_bytes()


def test_pickles_by_bytes_or_by_path(example: etio.Network, tmp_path, monkeypatch) -> None:
    again = pickle.loads(pickle.dumps(example))
    assert again.to_bytes() == example.to_bytes()
    path = tmp_path / "large.etio"
    example.save(path)
    large = etio.open(path)
    monkeypatch.setattr(_network, "_LARGEST_PICKLE", 10)
    pickled = pickle.dumps(large)
    assert len(pickled) < 500 and pickle.loads(pickled).to_bytes() == example.to_bytes()
    # Other numbers, in as many places.
    other = example.with_priors(example.priors * 0.5)
    other.save(path)
    with pytest.raises(etio.InvalidValue, match="has changed"):
        pickle.loads(pickled)
    # The file is another one by now; the network that was opened is not.
    assert pickle.loads(pickle.dumps(large)).to_bytes() == example.to_bytes()
    assert pickle.loads(pickle.dumps(etio.open(path))).to_bytes() == other.to_bytes()


def test_notes_stay_with_a_network(tmp_path) -> None:
    edges = tmp_path / "edges.csv"
    edges.write_text("disease,finding,weight\nflu,fever,0.9\n")
    net = etio.open(edges, prior=0.01, leak=0.02)
    assert net.notes
    assert net.with_priors([0.5]).notes == net.notes
    assert pickle.loads(pickle.dumps(net)).notes == net.notes
    assert etio.from_bytes(net.to_bytes()).notes == []


def test_exceptions_can_be_pickled(starter: etio.Network) -> None:
    with pytest.raises(KeyError) as caught:
        starter.diagnose(present=["fevr"])
    again = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(again, etio.UnknownId)
    assert (again.id, again.nearest, again.code, str(again)) == (
        "fevr",
        "fever",
        "unknown-finding",
        str(caught.value),
    )


def test_arrays_dense_sparse_and_by_coordinates_give_one_network() -> None:
    generator = np.random.default_rng(7)
    dense = np.where(generator.random((5, 8)) < 0.4, generator.random((5, 8)), 0.0)
    priors, leaks = generator.random(5) / 10, generator.random(8) / 10
    rows, columns = np.nonzero(dense)
    forms = [
        dense,
        scipy.sparse.csr_matrix(dense),
        scipy.sparse.coo_array(dense),
        (rows, columns, dense[rows, columns]),
    ]
    networks = [etio.from_arrays(priors, leaks, form) for form in forms]
    assert len({network.to_bytes() for network in networks}) == 1
    diseases, findings, probabilities = networks[0].links
    again = np.zeros_like(dense)
    again[diseases, findings] = probabilities
    assert np.array_equal(again, dense)
    assert np.array_equal(networks[0].priors, priors)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0.1], [0.1], [[0.5, 0.5]]), "shape"),
        (([0.1], [0.1], ([0, 0], [0, 0], [0.5, 0.5])), "given twice"),
        (([0.1], [0.1], ([1], [0], [0.5])), "not part of this network"),
        (([0.1], [0.1], ([-1], [0], [0.5])), "negative"),
        (([0.1], [0.1], ([0.5], [0], [0.5])), "not a whole number"),
        (([0.1], [0.1], ([0, 0], [0], [0.5])), "2 diseases, 1 findings"),
        (([1.5], [0.1], [[0.5]]), "not a probability"),
        (([float("nan")], [0.1], [[0.5]]), "not a probability"),
    ],
)
def test_bad_arrays_are_errors(arguments, message: str) -> None:
    with pytest.raises(etio.InvalidValue, match=message):
        etio.from_arrays(*arguments)


def test_the_builder_refuses_what_a_network_cannot_have() -> None:
    builder = etio.Builder().disease("flu", prior=0.1).finding("fever", leak=0.1)
    with pytest.raises(etio.InvalidValue, match="used twice"):
        builder.disease("flu", prior=0.1)
    with pytest.raises(etio.UnknownId, match="no finding `cough`"):
        builder.link("flu", "cough", 0.5)
    builder.finding("high", leak=0.01, parent="fever").link("flu", "high", 0.3).link("flu", "fever", 0.5)
    answer = builder.build().diagnose(present=["fever", "high"])
    assert answer.notes == ["fever follows from high; counted once"]


def test_other_priors_by_name_and_by_array(starter: etio.Network) -> None:
    changed = starter.with_priors({"influenza": 0.5})
    at = [disease.id for disease in starter.diseases].index("influenza")
    assert changed.priors[at] == 0.5 and starter.priors[at] != 0.5
    assert np.array_equal(starter.with_priors(changed.priors).priors, changed.priors)
    with pytest.raises(KeyError, match="did you mean `influenza`"):
        starter.with_priors({"influenzy": 0.5})
    with pytest.raises(etio.InvalidValue, match="not a probability"):
        starter.with_priors({"influenza": 1.5})
    with pytest.raises(etio.InvalidValue, match="priors were given"):
        starter.with_priors([0.5])


def test_notebooks_show_sizes_hubs_and_leaks_and_escape_text() -> None:
    network = (
        etio.Builder()
        .disease("flu", prior=0.1, name="<b>flu</b>")
        .finding("fever", leak=0.0, name="<script>alert(1)</script>")
        .link("flu", "fever", 0.5)
        .build()
    )
    html = network._repr_html_()
    assert "1 diseases, 1 findings, 1 links" in html and "1 findings have no leak" in html
    assert "<script>" not in html and "&lt;script&gt;" in html
    assert "<b>" not in network.diagnose(present=["fever"])._repr_html_()
    assert "<b>" not in network.diagnose(present=["fever"]).explain()._repr_html_()
