"""The eleven types without enough judgments to measure: cases of our own, and whether the product
raises what it should.

They show that a flag works at all and keeps still where it should, not how good it is on real
users. UNIMPORT has no case: it can't be seen from outside.
"""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from eval.benchmarks.detectors import case_texts as texts
from eval.benchmarks.detectors.case_texts import ActionCase, InferenceCase, ReportCase
from myscholar.actions.checks import check_actions
from myscholar.actions.interpret import new_action
from myscholar.domain.actions import Action
from myscholar.domain.evidence import Evidence, Quote, QuoteId
from myscholar.domain.flags import ErrorType
from myscholar.domain.model import Frozen
from myscholar.domain.papers import (
    Paper,
    PaperId,
    Passage,
    PassageId,
    PassageKind,
    Relation,
    TextSource,
)
from myscholar.domain.profile import (
    Inference,
    InferenceId,
    Profile,
    ProfileAspect,
    ProfileId,
    ProfilePaper,
    Support,
)
from myscholar.domain.report import Draft, SectionPlan
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.profile.checks import check_inference
from myscholar.report.llm.verify import across, verify_section
from myscholar.text.background import Background

BY_MODEL = "model:unknown"


class CaseFigures(Frozen):
    """`caught` of `positive` cases were flagged, `spared` of `negative` ones were not; `failed` are
    the texts of the others."""

    error_type: ErrorType
    fresh: bool
    """Written after the rules were last mended."""
    positive: int
    caught: int
    negative: int
    spared: int
    failed: tuple[str, ...] = ()


class _Tried(NamedTuple):
    text: str
    expected: bool
    raised: bool


def tried(background: Background) -> tuple[CaseFigures, ...]:
    """All cases, type by type, those on which the rules were mended first."""
    papers = tuple(
        _paper(n, title, abstract) for n, (title, abstract) in enumerate(texts.PAPERS, start=1)
    )
    made = []
    for fresh, inferences, actions, reports in (
        (False, texts.INFERENCES, texts.ACTIONS, texts.REPORTS),
        (True, texts.FRESH_INFERENCES, texts.FRESH_ACTIONS, texts.FRESH_REPORTS),
    ):
        found = {
            kind: [_try(c, kind in _of_inference(c, papers, background)) for c in cases]
            for kind, cases in inferences.items()
        }
        found |= {
            kind: [_try(c, kind in _of_action(c, papers, background)) for c in cases]
            for kind, cases in actions.items()
        }
        found |= {
            kind: [_try(c, kind in _of_report(c)) for c in cases] for kind, cases in reports.items()
        }
        made += [_counted(kind, cases, fresh=fresh) for kind, cases in found.items()]
    return tuple(made)


def _try(case: InferenceCase | ActionCase | ReportCase, raised: bool) -> _Tried:
    return _Tried(case.text, case.expected, raised)


def _counted(kind: ErrorType, found: Sequence[_Tried], *, fresh: bool) -> CaseFigures:
    positive, negative = [t for t in found if t.expected], [t for t in found if not t.expected]
    return CaseFigures(
        error_type=kind,
        fresh=fresh,
        positive=len(positive),
        caught=sum(t.raised for t in positive),
        negative=len(negative),
        spared=sum(not t.raised for t in negative),
        failed=tuple(t.text for t in found if t.raised is not t.expected),
    )


def _paper(number: int, title: str, abstract: str) -> Paper:
    paper_id = PaperId(f"p{number}")
    passage = Passage(
        passage_id=PassageId(f"{paper_id}#1"),
        paper_id=paper_id,
        kind=PassageKind.ABSTRACT,
        text=abstract,
        paragraph=1,
    )
    return Paper(
        paper_id=paper_id,
        title=title,
        passages=(passage,),
        text_source=TextSource.ABSTRACT,
        relation=Relation.MINE,
    )


def _inference(
    text: str, papers: Sequence[Paper], number: int, aspect: ProfileAspect = ProfileAspect.KNOWLEDGE
) -> Inference:
    supports = tuple(
        Support(
            paper_id=p.paper_id,
            explanation="One paper does.",
            evidence=(Evidence.of_passage(p.passages[0]),),
        )
        for p in papers
    )
    return Inference(
        inference_id=InferenceId(f"i{number}"),
        aspect=aspect,
        text=text,
        supports=supports,
        origin=BY_MODEL,
    )


def _of_inference(
    case: InferenceCase, papers: Sequence[Paper], background: Background
) -> set[ErrorType]:
    others = (_inference(case.beside, papers, 2),) if case.beside else ()
    return {
        f.error_type
        for f in check_inference(_inference(case.text, papers, 1), papers, background, others)
    }


def _of_action(case: ActionCase, papers: Sequence[Paper], background: Background) -> set[ErrorType]:
    """Of the last action of the list: a repetition is told of the later one."""
    said = [*([case.beside] if case.beside else []), case.text]
    actions = [_action(text, number) for number, text in enumerate(said, start=1)]
    return {
        f.error_type
        for f in check_actions(actions, texts.QUESTION, _profile(papers), background)[-1].flags
    }


def _action(text: str, number: int) -> Action:
    action = new_action(text, action_id=f"a{number}", question=texts.QUESTION)
    long = f"I can {text[:1].lower()}{text[1:]}, which might help you plan."
    return action.model_copy(update={"text": long, "origin": BY_MODEL})


def _profile(papers: Sequence[Paper]) -> Profile:
    known = tuple(
        ProfilePaper(
            paper_id=p.paper_id,
            number=n,
            title=p.title,
            relation=Relation.MINE,
            text_source=p.text_source,
        )
        for n, p in enumerate(papers, start=1)
    )
    inference = _inference(texts.KNOWN, papers, 1).model_copy(update={"terms": texts.KNOWN_TERMS})
    return Profile(
        profile_id=ProfileId("cases"),
        name="Cases",
        created_at="2026-01-01T00:00:00Z",
        papers=known,
        inferences=(inference,),
        passages=tuple(p.passages[0] for p in papers),
    )


def _of_report(case: ReportCase) -> set[ErrorType]:
    """Of the last section, which cites the same two quotes as the one before."""
    said = [*([case.beside] if case.beside else []), case.text]
    drafts = asyncio.run(_verified(said))
    return {d.flag.error_type for d in across(drafts)[-1].doubts}


async def _verified(said: Sequence[str]) -> list[Draft]:
    papers = {
        p.paper_id: p
        for p in (_paper(n, f"Source {n}", text) for n, text in enumerate(texts.QUOTES, start=1))
    }
    quotes = tuple(
        Quote(quote_id=QuoteId(f"q{n}"), evidence=Evidence.of_passage(p.passages[0]), relevance=0.5)
        for n, p in enumerate(papers.values(), start=1)
    )
    no_judge = ScriptedLLM({})
    drafts = [
        Draft(plan=SectionPlan(title=f"Section {n}", quotes=quotes), text=text)
        for n, text in enumerate(said, start=1)
    ]
    return [(await verify_section(draft, papers, llm=no_judge)).draft for draft in drafts]
