"""Holds a conversation with the client that openapi-python-client makes from /openapi.json."""

import sys

from etio_client import Client, models
from etio_client.api.conversation import converse
from etio_client.api.diagnosis import diagnose, diagnose_many
from etio_client.api.findings import parse, suggest
from etio_client.api.networks import list_findings
from etio_client.api.sessions import append_turns, create_session, delete_session
from etio_client.models import (
    AboutTurn,
    Answer,
    BatchError,
    BatchRequest,
    ConversationRequest,
    DiagnosisRequest,
    DiagnosisResponse,
    Evidence,
    Exactness,
    FindingPage,
    ParseRequest,
    Problem,
    SaidTurn,
    Session,
    Sex,
    SuggestRequest,
    View,
)


def names_are_plain() -> None:
    """No schema got a name that a generator had to invent."""
    invented = [name for name in dir(models) if any(f"Type{digit}" in name for digit in range(10))]
    assert not invented, invented


def a_conversation(client: Client) -> None:
    turns = [
        SaidTurn(kind="said", text="I have had a fever and a headache for two days, but no cough"),
        AboutTurn(kind="about", age=34, sex=Sex.FEMALE),
    ]
    for _ in range(3):
        view = converse.sync(client=client, body=ConversationRequest(turns=turns))
        assert isinstance(view, View), view
        assert view.question, "a question is on the table"
        said_no = [action for action in view.question.answers if getattr(action.turn, "answer", None) == Answer.ABSENT]
        assert len(said_no) == 1, view.question.answers
        turns.append(said_no[0].turn)
    view = converse.sync(client=client, body=ConversationRequest(turns=turns))
    assert isinstance(view, View) and view.result.causes and view.result.exactness == Exactness.EXACT
    assert "not a diagnosis" in view.caution, view.caution
    stood = {statement.id: statement.answer for statement in view.statements}
    assert stood["fever"] == Answer.PRESENT and stood["cough"] == Answer.ABSENT, stood


def diagnoses(client: Client) -> None:
    fever = Evidence(id="fever", choice_id=Answer.PRESENT)
    one = diagnose.sync(client=client, body=DiagnosisRequest(evidence=[fever], age=34, top=3))
    assert isinstance(one, DiagnosisResponse) and len(one.conditions) == 3, one
    wrong = DiagnosisRequest(evidence=[Evidence(id="fevr", choice_id=Answer.PRESENT)])
    problem = diagnose.sync(client=client, body=wrong)
    assert isinstance(problem, Problem) and problem.field == "evidence[0].id", problem
    both = diagnose_many.sync(client=client, body=BatchRequest(requests=[DiagnosisRequest(evidence=[fever]), wrong]))
    first, second = both.answers
    assert isinstance(first, DiagnosisResponse) and isinstance(second, BatchError), both
    assert second.error.field == "evidence[0].id"
    related = suggest.sync(client=client, body=SuggestRequest(evidence=[fever]))
    assert related.findings and all(s.probability > s.usual for s in related.findings), related


def findings(client: Client) -> None:
    seen, offset = [], 0
    while True:
        page = list_findings.sync("starter", client=client, offset=offset, limit=150)
        assert isinstance(page, FindingPage), page
        seen += [finding.id for finding in page.findings]
        if not page.next_offset:
            break
        offset = page.next_offset
    assert len(seen) == len(set(seen)) == page.total
    read = parse.sync(client=client, body=ParseRequest(text="crushing chest pain and I cannot breathe"))
    assert read.emergencies, read


def a_session(client: Client) -> None:
    session = create_session.sync(client=client, body=models.CreateSession(age=34))
    assert isinstance(session, Session), session
    more = models.AppendTurns(turns=[SaidTurn(kind="said", text="I have a fever")])
    session = append_turns.sync(session.id, client=client, body=more)
    assert isinstance(session, Session) and len(session.turns) == 2, session
    assert delete_session.sync_detailed(session.id, client=client).status_code == 204


if __name__ == "__main__":
    names_are_plain()
    client = Client(base_url=sys.argv[1])
    a_conversation(client)
    diagnoses(client)
    findings(client)
    a_session(client)
