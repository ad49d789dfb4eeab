"""One case at a time."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest

import etio


def test_the_fifty_cases_come_to_what_they_do_everywhere(starter: etio.Network, fifty: list[dict]) -> None:
    for case in fifty:
        expected = case["_expected"]
        arguments = {
            key: case[key] for key in ("present", "absent", "asked", "age", "sex", "prior_factors") if key in case
        }
        arguments["not_known"] = case.get("unknown", [])
        if "error" in expected:
            with pytest.raises(etio.EtioError) as caught:
                starter.diagnose(**arguments)
            assert str(caught.value) == expected["error"], case["id"]
            continue
        answer = starter.diagnose(**arguments, method="elimination", top=5)
        assert answer.present == expected.get("present", []), case["id"]
        assert answer.absent == expected.get("absent", []), case["id"]
        assert answer.notes == expected.get("notes", []), case["id"]
        assert math.isclose(answer.log_evidence, expected["log_evidence"], rel_tol=1e-9)
        assert [ranked.disease for ranked in answer.ranking] == [row[0] for row in expected["ranking"]]
        for ranked, (_, posterior) in zip(answer.ranking, expected["ranking"], strict=True):
            assert math.isclose(ranked.posterior, posterior, rel_tol=1e-9, abs_tol=1e-12)


def test_an_answer_says_how_far_to_trust_it(starter: etio.Network) -> None:
    answer = starter.diagnose(present=["fever", "cough"], absent=["runny_nose"], top=5)
    assert answer.exact and answer.certified and answer.exactness == "exact"
    assert 0 < answer.error_bound < 1e-9
    assert len(answer.ranking) == 5
    first = answer.ranking[0]
    at = [disease.id for disease in starter.diseases].index(first.disease)
    assert answer[first.disease] == first.posterior == answer.posteriors[at]
    assert first.lower <= first.posterior <= first.upper
    assert answer.lower[at] == first.lower and answer.upper[at] == first.upper
    assert answer.posteriors.sum() > 1.0, "marginals, not classes"
    assert first.disease in repr(answer) and "exact" in repr(answer)
    with pytest.raises(KeyError, match="did you mean `influenza`"):
        answer["influenzo"]


def test_explanations_and_questions(starter: etio.Network) -> None:
    answer = starter.diagnose(present=["fever", "cough"], absent=["runny_nose"])
    why = answer.explain("influenza")
    assert {weight.finding for weight in why.weights} == {"fever", "cough", "runny_nose"}
    assert why.posterior == answer["influenza"] and why.exact
    without = starter.diagnose(present=["cough"], absent=["runny_nose"])["influenza"]
    odds = lambda p: math.log(p / (1 - p))  # noqa: E731
    fever = next(weight for weight in why.weights if weight.finding == "fever")
    assert math.isclose(fever.weight, odds(answer["influenza"]) - odds(without), rel_tol=1e-6)
    assert "fever" in repr(why)
    questions = starter.next_questions(present=["fever"], count=3, absent=["cough"])
    assert len(questions) == 3
    assert questions[0].gain >= questions[1].gain and 0 < questions[0].probability < 1
    assert questions[0].text
    assert not {"fever", "cough"} & {question.finding for question in questions}


def test_plots_are_drawn_with_whiskers(starter: etio.Network) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    answer = starter.diagnose(present=["fever", "cough"], top=4)
    assert len(answer.plot().patches) == 4
    assert len(answer.explain().plot().patches) == 2


def test_intervals_show_as_whiskers(f120: etio.Network) -> None:
    case = etio.synthetic.cases(f120, 1, present=(60, 60), absent=(4, 4))[0]
    answer = f120.diagnose(case["present"], case["absent"], method="bounds", seconds=0.5)
    assert answer.exactness == "bounds" and not answer.exact and answer.error_bound is None
    assert np.all(answer.lower <= answer.posteriors) and np.all(answer.posteriors <= answer.upper)
    assert "stroke=" in answer._repr_html_()
    low, high = answer.log_evidence_bounds
    assert low is None or low <= answer.log_evidence <= high


@pytest.mark.parametrize(
    ("arguments", "kind", "code"),
    [
        ({"present": ["fevr"]}, etio.UnknownId, "unknown-finding"),
        ({"present": ["fever"], "absent": ["fever"]}, etio.Contradiction, "contradiction"),
        ({"age": 131}, etio.InvalidValue, "bad-age"),
        ({"age": float("nan")}, etio.InvalidValue, "bad-age"),
        ({"age": "old"}, etio.InvalidValue, "bad-age"),
        ({"sex": "woman"}, etio.InvalidValue, "bad-sex"),
        ({"prior_factors": {"influenza": 1e9}}, etio.InvalidValue, "bad-factor"),
        ({"prior_factors": {"influ": 2.0}}, etio.UnknownId, "unknown-disease"),
        ({"asked": ["fever"]}, etio.InvalidValue, "not-answered"),
        ({"method": "magic"}, etio.InvalidValue, "bad-method"),
        ({"seconds": 0}, etio.InvalidValue, "bad-limit"),
        ({"seconds": float("nan")}, etio.InvalidValue, "bad-limit"),
        ({"memory": "much"}, etio.InvalidValue, "bad-limit"),
        ({"unknown": "row"}, etio.InvalidValue, "bad-argument"),
        ({"seconds": "1"}, etio.InvalidValue, "bad-limit"),
        ({"memory": 0}, etio.InvalidValue, "bad-limit"),
        ({"memory": -1.5}, etio.InvalidValue, "bad-limit"),
        ({"memory": float("inf")}, etio.InvalidValue, "bad-limit"),
        ({"memory": [1]}, etio.InvalidValue, "bad-limit"),
        ({"threads": 0}, etio.InvalidValue, "bad-limit"),
        ({"threads": -1}, etio.InvalidValue, "bad-limit"),
        ({"threads": 1.5}, etio.InvalidValue, "bad-limit"),
        ({"top": -1}, etio.InvalidValue, "bad-argument"),
        ({"top": "5"}, etio.InvalidValue, "bad-argument"),
        ({"method": None}, etio.InvalidValue, "bad-method"),
        ({"seed": -1}, etio.InvalidValue, "bad-argument"),
        ({"seed": 2**64}, etio.InvalidValue, "bad-argument"),
        ({"samples": 0}, etio.InvalidValue, "bad-argument"),
        ({"standard_error": 0}, etio.InvalidValue, "bad-argument"),
        ({"within": float("nan")}, etio.InvalidValue, "bad-argument"),
        ({"until": "done"}, etio.InvalidValue, "bad-argument"),
    ],
)
def test_what_is_wrong_is_said_with_its_code(starter: etio.Network, arguments, kind, code: str) -> None:
    with pytest.raises(kind) as caught:
        starter.diagnose(**arguments)
    assert caught.value.code == code


def test_limits_may_be_as_large_as_one_likes(starter: etio.Network) -> None:
    expected = starter.diagnose(["fever"])
    large = starter.diagnose(["fever"], top=10**30, seconds=float("inf"), memory=10**30, threads=10**30)
    assert len(large.ranking) == len(starter.diseases) and large.ranking[:10] == expected.ranking
    assert starter.diagnose(["fever"], memory=1.5e9, top=np.int64(10)).ranking == expected.ranking


def test_a_ranking_may_be_empty(starter: etio.Network) -> None:
    answer = starter.diagnose(["fever", "cough"], top=0)
    assert answer.ranking == [] and "exact" in repr(answer) and "<table>" in answer._repr_html_()
    leading = starter.diagnose(["fever", "cough"]).ranking[0].disease
    assert answer.explain().disease == leading
    assert answer.next_questions(0) == [] == starter.next_questions(["fever"], count=0)
    for count in (-1, 1.5):
        with pytest.raises(etio.InvalidValue, match="count is") as caught:
            answer.next_questions(count)
        assert caught.value.code == "bad-argument"


def test_estimates_by_samples_obey_seed_number_and_error(starter: etio.Network) -> None:
    def sampled(**options):
        return starter.diagnose(["fever", "cough"], method="likelihood-weighting", **options)

    first = sampled(samples=500)
    assert np.array_equal(first.posteriors, sampled(samples=500, seed=0).posteriors)
    assert not np.array_equal(first.posteriors, sampled(samples=500, seed=1).posteriors)
    assert 0 < first.effective_samples < 500 and first.converged is None
    assert sampled(samples=500, standard_error=first.standard_error / 2).standard_error <= first.standard_error / 2
    row = starter.diagnose_batch(
        [{"present": ["fever", "cough"]}], method="likelihood-weighting", samples=500, seed=1, top=1
    )[0]
    assert row["ranking"][0]["posterior"] == sampled(samples=500, seed=1).ranking[0].posterior
    matrix = starter.posteriors(
        [{"present": ["fever", "cough"]}], method="likelihood-weighting", samples=500, seed=1
    )
    assert np.array_equal(matrix[0], sampled(samples=500, seed=1).posteriors)
    iterated = starter.diagnose(["fever", "cough"], method="mean-field")
    assert iterated.converged is True and iterated.standard_error is None
    exact = starter.diagnose(["fever", "cough"])
    assert (exact.standard_error, exact.effective_samples, exact.converged) == (None, None, None)


def test_intervals_stop_when_they_are_good_enough(f120: etio.Network) -> None:
    cases = [case["present"] for case in etio.synthetic.cases(f120, 10, present=(34, 34))]

    def widths(**options) -> list[float]:
        answers = [f120.diagnose(case, method="bounds", seconds=20, **options) for case in cases]
        return [max(ranked.upper - ranked.lower for ranked in answer.ranking) for answer in answers]

    assert max(widths()) <= 1e-3 < 1e-2 < max(widths(within=0.9))
    rows = f120.diagnose_batch([{"present": case} for case in cases], method="bounds", seconds=20, within=0.9)
    assert max(entry["upper"] - entry["lower"] for row in rows for entry in row["ranking"]) > 1e-2
    # Such widths are never reached: it stops for the order, or after all of the time.
    answer = f120.diagnose(cases[0], method="bounds", seconds=20, within=1e-300, until="ranked")
    assert answer.seconds < 10


def test_a_single_text_is_not_a_list_of_letters(starter: etio.Network) -> None:
    with pytest.raises(TypeError, match="give a list of ids"):
        starter.diagnose(present="fever")
    assert starter.diagnose(present={"fever"}).present == starter.diagnose(present=("fever",)).present


def test_unknown_ids_can_be_ignored_and_are_listed(starter: etio.Network) -> None:
    answer = starter.diagnose(present=["fever", "fevr", "xyz", "fevr"], unknown="ignore")
    assert answer.ignored == ["fevr", "xyz"] and answer.present == ["fever"]
    assert "xyz" in answer._repr_html_()


def test_contradictions_name_both(starter: etio.Network) -> None:
    with pytest.raises(etio.Contradiction) as caught:
        starter.diagnose(present=["fever_over_39"], absent=["fever"])
    assert {caught.value.first, caught.value.second} == {"fever_over_39", "fever"}


def test_impossible_evidence(impossible: etio.Network) -> None:
    with pytest.raises(etio.Impossible) as caught:
        impossible.diagnose(present=["never"])
    assert caught.value.finding == "never" and caught.value.code == "impossible-evidence"
    assert isinstance(caught.value, ValueError)


def test_what_is_too_expensive_says_what_it_would_take(f120: etio.Network, hard) -> None:
    with pytest.raises(etio.TooExpensive) as caught:
        f120.diagnose(hard["present"][:100], method="elimination", memory="1MB")
    assert caught.value.bytes > 1e6
    assert caught.value.method == "elimination"
    with pytest.raises(etio.TooExpensive) as caught:
        f120.diagnose(hard["present"][:100], method="elimination", seconds=1e-3)
    assert (caught.value.seconds > 1e-3, caught.value.code) == (True, "too-expensive")


def test_what_does_not_end_in_time_names_the_limit(f120: etio.Network, hard) -> None:
    # Nothing is known of it after a microsecond.
    with pytest.raises(etio.OutOfTime) as caught:
        f120.diagnose(hard["present"], method="bounds", seconds=1e-6)
    assert (caught.value.seconds, caught.value.code) == (1e-6, "out-of-time")
    assert isinstance(caught.value, TimeoutError)


def test_what_a_method_cannot_do_names_the_method(f120: etio.Network, hard) -> None:
    with pytest.raises(etio.TooLarge, match="at most 30") as caught:
        f120.diagnose(hard["present"][:31], method="quickscore")
    assert (caught.value.method, caught.value.code) == ("quickscore", "too-large")
    with pytest.raises(etio.TooLarge) as caught:
        f120.diagnose(hard["present"][:3], method="vfh+cvx+fdo:4")
    assert (caught.value.method, caught.value.code) == ("vfh+cvx+fdo:4", "too-many-transformed")


def test_lost_digits_are_an_error_with_its_size() -> None:
    # Each finding needs one of two diseases that next to nobody has: no double holds such evidence.
    builder = etio.Builder()
    for at in range(6):
        builder.disease(f"d{at}", prior=1e-200).finding(f"f{at}", leak=0.0)
    for at in range(6):
        builder.link(f"d{at}", f"f{at}", 0.5).link(f"d{(at + 1) % 6}", f"f{at}", 0.5)
    with pytest.raises(etio.PrecisionLost) as caught:
        builder.build().diagnose([f"f{at}" for at in range(6)], method="explained-sets")
    assert (caught.value.method, caught.value.code) == ("explained-sets", "digits-lost")
    assert caught.value.error_estimate > 0 and isinstance(caught.value, ArithmeticError)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.method, again.error_estimate) == (caught.value.method, caught.value.error_estimate)


def test_quickscore_proves_no_bound_and_says_so(starter: etio.Network) -> None:
    case = {"present": ["fever", "cough"]}
    answer = starter.diagnose(**case, method="quickscore")
    assert answer.exact and not answer.certified and np.isnan(answer.lower).all()
    rows = [starter.diagnose_batch([case], method=method)[0] for method in ("quickscore", "auto", "mean-field")]
    assert [row["certified"] for row in rows] == [False, True, False]
    bounds = starter.diagnose(**case, method="bounds")
    assert bounds.exactness == "bounds" and bounds.certified
    assert starter.diagnose_batch([case], method="bounds")[0]["certified"] is True


def test_age_and_sex_change_the_priors(starter: etio.Network) -> None:
    child, adult = (starter.diagnose(present=["fever"], age=age) for age in ("8 months", 40))
    assert not np.array_equal(child.posteriors, adult.posteriors)
    assert np.array_equal(starter.diagnose(age="40 years").posteriors, starter.diagnose(age=40).posteriors)
