"""A small body of papers about one question, with what a search would find in it."""

from collections.abc import Callable

import pytest

from myscholar.domain.actions import Action, Category, Directive, Stage, Verb
from myscholar.domain.evidence import ActionId, Evidence, Hit, QueryKind, SearchFilters, SearchQuery
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
    Profile,
    ProfileAspect,
    ProfileId,
    ProfilePaper,
)
from myscholar.domain.report import Findings, QueryResult, Report, ReportId, SearchRecord
from myscholar.report.extractive.assemble import write_digest
from myscholar.text.background import Background
from myscholar.text.wishes import wishes_in

QUESTION = "How do crop rotation schedules affect soil nitrogen on small farms?"
TEXTS = (
    "Crop rotation is a method for growing different crops in sequence on the same field. It has "
    "become widely used on small farms in recent years.",
    "In this paper, we show that crop rotation schedules raise soil nitrogen by 18 percent on "
    "small farms. Field trials covered 40 plots.",
    "Legume cover crops fix nitrogen from the air and return it to the soil of small farms. We "
    "propose a rotation planner that places legume cover crops.",
    "However, crop rotation schedules often fail to raise soil nitrogen when irrigation water is "
    "limited. Future work should study irrigation water on small farms.",
    "We evaluate soil nitrogen sensors on small farms with a benchmark of 12 fields. The sensors "
    "reach an accuracy of 91 percent against laboratory tests.",
    "Soil nitrogen under crop rotation remains poorly understood for orchards, and further "
    "research is needed. Orchards differ from arable small farms.",
    "Farmers on small farms choose rotation schedules by market price rather than by soil "
    "nitrogen. Our interviews suggest that advisory services change crop rotation.",
    "Rotation schedules with legume cover crops reduce fertilizer use by 30 percent while soil "
    "nitrogen stays constant. Fertilizer use is costly for small farms.",
    "Nitrous oxide emissions rise when crop rotation schedules leave soil nitrogen unused. The "
    "emissions were measured by gas chambers on 9 farms.",
    "This study investigates how tillage depth changes soil nitrogen in crop rotation schedules. "
    "Tillage depth explains half of the variance.",
    "Long crop rotation schedules suffer from pest outbreaks that lower soil nitrogen uptake. "
    "Pest outbreaks were frequent on small farms near forests.",
    "Soil nitrogen models are applied in practice to plan crop rotation schedules on small farms. "
    "The models are calibrated with satellite images.",
    "Satellite images predict soil nitrogen under crop rotation with an error of 7 percent. "
    "Satellite images cost little for small farms.",
    "Advisory services that explain crop rotation schedules improve soil nitrogen on small farms "
    "in Kenya. Advisory services reached 300 farmers.",
    "Irrigation water moves soil nitrogen below the roots in crop rotation schedules. Irrigation "
    "water is metered on few small farms.",
    "Market price volatility makes crop rotation schedules irregular, and soil nitrogen then "
    "varies between small farms and seasons.",
)


def paper(i: int, text: str, *, kind: PassageKind = PassageKind.ABSTRACT) -> Paper:
    paper_id = PaperId(f"p{i}")
    passage = Passage(passage_id=PassageId(f"p{i}:1"), paper_id=paper_id, kind=kind, text=text)
    return Paper(
        paper_id=paper_id,
        title=f"Study {i} of fields",
        authors=(f"Ada Author{chr(65 + i)}", "Ben Other"),
        year=2005 + i,
        passages=(passage,),
    )


@pytest.fixture
def papers() -> tuple[Paper, ...]:
    return tuple(paper(i, text) for i, text in enumerate(TEXTS))


@pytest.fixture
def background() -> Background:
    """20,000 documents in which words of every trade are common and everything else is rare."""
    common = {
        "studi": 9000,
        "method": 9000,
        "result": 8000,
        "how": 5000,
        "affect": 3000,
        "use": 9000,
    }
    return Background(n_documents=20_000, frequencies=common)


@pytest.fixture
def action() -> Callable[..., Action]:
    def make(
        verb: Verb,
        *terms: str,
        filters: SearchFilters = SearchFilters(),
        emphasis: bool = False,
        name: str = "",
        tldr: str = "",
    ) -> Action:
        words = tldr or verb.value
        return Action(
            action_id=ActionId(name or verb.value),
            tldr=words,
            text=words,
            stage=Stage.GENERATION,
            category=Category.CONTENT,
            personalized=False,
            directive=Directive(verb=verb, terms=terms, filters=filters),
            wishes=wishes_in(words, words),
            enabled=True,
            emphasis=emphasis,
        )

    return make


@pytest.fixture
def found() -> Callable[..., Findings]:
    """Findings of one query for the question, and of one for an action's papers where some are
    given."""

    def make(
        papers: tuple[Paper, ...],
        *,
        by_action: tuple[Paper, ...] = (),
        action_id: str = "",
        error: str | None = None,
    ) -> Findings:
        def result(
            group: tuple[Paper, ...],
            query: SearchQuery,
            source: str = "corpus:test",
            failed: str | None = None,
        ) -> QueryResult:
            hits = tuple(Hit(paper=p, score=1 / (1 + i)) for i, p in enumerate(group))
            return QueryResult(
                record=SearchRecord(
                    query=query, source=source, n_hits=len(hits), seconds=0, error=failed
                ),
                hits=hits,
            )

        results = [result(papers, SearchQuery(text=QUESTION))]
        if by_action:
            query = SearchQuery(
                text="extra", kind=QueryKind.ACTION, action_ids=(ActionId(action_id),)
            )
            results.append(result(by_action, query))
        if error:
            results.append(result((), SearchQuery(text=QUESTION), "semantic-scholar", error))
        hits = tuple(Hit(paper=p, score=1.0) for p in dict.fromkeys((*papers, *by_action)))
        return Findings(hits=hits, results=tuple(results))

    return make


@pytest.fixture
def report_of(
    papers: tuple[Paper, ...], background: Background, found: Callable[..., Findings]
) -> Callable[..., Report]:
    def make(
        *actions: Action,
        findings: Findings | None = None,
        profile: Profile | None = None,
        question: str = QUESTION,
    ) -> Report:
        return write_digest(
            question,
            findings=findings or found(papers),
            queries=(SearchQuery(text=question),),
            actions=actions,
            profile=profile,
            background=background,
            report_id=ReportId("r1"),
            now="2026-01-01T00:00:00+00:00",
        )

    return make


@pytest.fixture
def profile() -> Profile:
    text = (
        "We measured legume cover crops on eleven small farms. Our survey of farmers shows that "
        "irrigation water limits their choices."
    )
    passage = Passage(
        passage_id=PassageId("mine:1"),
        paper_id=PaperId("mine"),
        kind=PassageKind.ABSTRACT,
        text=text,
    )
    inference = Inference(
        inference_id=InferenceId("i1"),
        aspect=ProfileAspect.KNOWLEDGE,
        text="Your papers measure cover crops.",
        supports=(
            PaperSupport(
                paper_id=PaperId("mine"),
                explanation="One paper measures them.",
                evidence=(Evidence.of_passage(passage),),
            ),
        ),
    )
    own = ProfilePaper(
        paper_id=PaperId("mine"),
        number=1,
        title="Cover Crops on Eleven Farms",
        authors=("Ines Reader",),
        year=2024,
        relation=Relation.MINE,
        text_source=TextSource.ABSTRACT,
    )
    return Profile(
        profile_id=ProfileId("me"),
        name="me",
        created_at="2026-01-01",
        papers=(own,),
        inferences=(inference,),
        passages=(passage,),
    )
