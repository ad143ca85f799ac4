"""Which sides of a question are worth asking about."""

from myscholar.domain.interaction import (
    ROOT,
    AspectOrigin,
    Persona,
    PersonaAspect,
)
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.interactive.team.extractive.facets import dimension_of, read_facets, undecided
from myscholar.interactive.team.state import (
    Dimension,
    ResearchTask,
    TaskReport,
    TeamState,
)
from myscholar.text.question import analyse_question
from myscholar.workflows.background import load_background

QUESTION = "How fast are vision transformers?"


def papers(*texts: str, prefix: str = "p") -> tuple[Paper, ...]:
    return tuple(
        Paper(
            paper_id=PaperId(f"{prefix}{n}"),
            title=f"Study {prefix} {n} of vision transformers",
            passages=(
                Passage(
                    passage_id=PassageId(f"{prefix}{n}-a"),
                    paper_id=PaperId(f"{prefix}{n}"),
                    kind=PassageKind.ABSTRACT,
                    text=text,
                ),
            ),
        )
        for n, text in enumerate(texts)
    )


async def state_of(team, *reports: tuple[str, tuple[Paper, ...]], persona=Persona()) -> TeamState:
    state = TeamState(question=QUESTION, persona=persona)
    for n, (name, found) in enumerate(reports):
        query = Dimension(name=name, query="vision transformers")
        results = await team.Shelf(found, on_search=len).search([team.query(query.query)], 40)
        task = ResearchTask(task_id=str(n) if n else ROOT, dimension=query)
        state = state.with_reports([TaskReport(task=task, results=results)])
    return state


FIRST = papers(
    *(
        f"Vision Transformer (ViT) models are slow. ViTs with token pruning are faster in run {n}."
        for n in range(3)
    ),
    *(
        f"Vision transformers lose time in window attention. A window attention takes {n} ms."
        for n in range(3)
    ),
)
DRIFT = papers(
    *(f"Vision transformers sing. We train opera singers {n}." for n in range(4)), prefix="d"
)


def names(facets) -> set[str]:
    return {facet.name for facet in facets}


async def test_what_only_says_the_question_again_is_no_side_of_it(team) -> None:
    state = await state_of(team, (QUESTION, FIRST))
    facets = read_facets(state, load_background())
    assert names(facets.every) == {"token pruning", "window attention"}
    assert [len(facet.papers) for facet in facets.every] == [3, 3]


async def test_what_only_a_task_s_papers_speak_of_is_no_side_of_the_question(team) -> None:
    state = await state_of(team, (QUESTION, FIRST), ("token pruning", (*FIRST, *DRIFT)))
    facets = read_facets(state, load_background())
    assert not any("opera" in name for name in names(facets.every))
    assert names(undecided(state, facets)) == {"window attention"}


async def test_what_is_known_of_the_asker_is_decided(team) -> None:
    cares = PersonaAspect(text="token pruning on phones", origin=AspectOrigin.PROFILE)
    state = await state_of(team, (QUESTION, FIRST), persona=Persona(aspects=(cares,)))
    facets = read_facets(state, load_background())
    assert names(undecided(state, facets)) == {"window attention"}


def test_a_side_is_searched_together_with_the_topic_that_its_name_lacks() -> None:
    analysis = analyse_question(QUESTION, idf=load_background().idf)
    assert dimension_of("token pruning", analysis).query == "token pruning vision transformers fast"
    whole = dimension_of("pruned vision transformers", analysis)
    assert whole.query == "pruned vision transformers fast"
