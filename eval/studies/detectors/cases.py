"""Types without enough judgments to measure: cases of our own, and whether the product raises what
it should.

They show that a flag works at all and keeps still where it should, not how good it is on real
users.
"""

import asyncio
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from myscholar.actions.checks import check_actions
from myscholar.actions.own import new_action
from myscholar.domain.drafts import Draft, SectionPlan
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
    PaperSupport,
    ProfileAspect,
)
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.profile.repeats import repeat_flags
from myscholar.report.llm.across import across
from myscholar.report.llm.verify import verify_section
from myscholar.text.background import Background

BY_MODEL = "model:unknown"
TEXTS = tomllib.loads(Path(__file__).with_name("cases.toml").read_text(encoding="utf-8"))


class CaseFigures(Frozen):
    """`caught` of `positive` were flagged, `spared` of `negative` not; `failed`: other texts."""

    error_type: ErrorType
    fresh: bool
    """Written after the rules were last mended."""
    positive: int
    caught: int
    negative: int
    spared: int
    failed: tuple[str, ...] = ()


class WrittenCase(NamedTuple):
    text: str
    beside: str = ""
    """Another inference of the profile, an action before it in the list, the section before it."""


def try_cases(background: Background) -> tuple[CaseFigures, ...]:
    papers = tuple(_paper(n, **paper) for n, paper in enumerate(TEXTS["papers"], start=1))
    made = []

    def flags_of(case: WrittenCase, kind: ErrorType) -> set[ErrorType]:
        match kind.value.partition(".")[0]:
            case "profile":
                return _of_inference(case, papers)
            case "action":
                return _of_action(case, background)
        return _of_report(case)

    for fresh, name in ((False, "mended"), (True, "fresh")):
        for value, cases in TEXTS[name].items():
            kind = ErrorType(value)
            raises, quiet = (
                [WrittenCase(*([said] if isinstance(said, str) else said)) for said in cases[key]]
                for key in ("raises", "quiet")
            )
            missed = [c.text for c in raises if kind not in flags_of(c, kind)]
            wrong = [c.text for c in quiet if kind in flags_of(c, kind)]
            made.append(
                CaseFigures(
                    error_type=kind,
                    fresh=fresh,
                    positive=len(raises),
                    caught=len(raises) - len(missed),
                    negative=len(quiet),
                    spared=len(quiet) - len(wrong),
                    failed=(*missed, *wrong),
                )
            )
    return tuple(made)


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


def _inference(text: str, papers: Sequence[Paper], number: int) -> Inference:
    supports = tuple(
        PaperSupport(
            paper_id=p.paper_id,
            explanation="One paper does.",
            evidence=(Evidence.of_passage(p.passages[0]),),
        )
        for p in papers
    )
    return Inference(
        inference_id=InferenceId(f"i{number}"),
        aspect=ProfileAspect.KNOWLEDGE,
        text=text,
        supports=supports,
        origin=BY_MODEL,
    )


def _of_inference(case: WrittenCase, papers: Sequence[Paper]) -> set[ErrorType]:
    others = (_inference(case.beside, papers, 2),) if case.beside else ()
    return {f.error_type for f in repeat_flags(_inference(case.text, papers, 1), others)}


def _of_action(case: WrittenCase, background: Background) -> set[ErrorType]:
    """Of the last action of the list: a contradiction is told of the later one."""
    actions, question = [], TEXTS["question"]
    for number, text in enumerate(_texts(case), start=1):
        long = f"I can {text[:1].lower()}{text[1:]}, which might help you plan."
        action = new_action(text, action_id=f"a{number}", question=question)
        actions.append(action.model_copy(update={"text": long, "origin": BY_MODEL}))
    checked = check_actions(actions, question, background)
    return {f.error_type for f in checked[-1].flags}


def _texts(case: WrittenCase) -> list[str]:
    return [text for text in (case.beside, case.text) if text]


def _of_report(case: WrittenCase) -> set[ErrorType]:
    """Of the last section, which cites the same two quotes as the one before."""
    drafts = asyncio.run(_verify(_texts(case)))
    return {d.flag.error_type for d in across(drafts)[-1].doubts}


async def _verify(said: Sequence[str]) -> list[Draft]:
    sources = [_paper(n, f"Source {n}", text) for n, text in enumerate(TEXTS["quotes"], start=1)]
    papers = {p.paper_id: p for p in sources}
    quotes = tuple(
        Quote(quote_id=QuoteId(f"q{n}"), evidence=Evidence.of_passage(p.passages[0]), relevance=0.5)
        for n, p in enumerate(sources, start=1)
    )
    drafts = [
        Draft(plan=SectionPlan(title=f"Section {n}", quotes=quotes), text=text)
        for n, text in enumerate(said, start=1)
    ]
    no_judge = ScriptedLLM({})
    return [(await verify_section(draft, papers, llm=no_judge)).draft for draft in drafts]
