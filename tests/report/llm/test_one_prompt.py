"""The ablation that writes the whole report in one answer."""

from collections.abc import Callable

from myscholar.domain.actions import Action
from myscholar.domain.evidence import Quote
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.report import SectionFormat
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.report.llm.assemble import assemble
from myscholar.report.llm.one_prompt import write_in_one

from .conftest import Sample, written

RAW = """# Judging Answers

Some words before.

## Judges

Judges <a1>agree in 81 percent of cases [1]</a1>.

TLDR: They agree.

## **Removal**

- Labels change [2].
- Judges fail [3][9].

TLDR: They fail.
"""


async def test_headings_make_sections_with_the_quotes_and_actions_that_they_use(
    few: dict[PaperId, Paper], quote: Callable[[int], Quote], act: Callable[..., Action]
) -> None:
    llm = ScriptedLLM({"report/one_prompt": RAW})
    outline, drafts = await write_in_one(
        [quote(1), quote(2), quote(3)], few, [act("numbers")], question="Who judges?", llm=llm
    )
    assert (outline.title, [p.title for p in outline.sections]) == (
        "Judging Answers",
        ["Judges", "Removal"],
    )
    assert [d.text for d in drafts] == [
        "Judges agree in 81 percent of cases [1].",
        "- Labels change [2].\n- Judges fail [3].",
    ]
    assert [d.tldr for d in drafts] == ["They agree.", "They fail."]
    assert [d.plan.action_ids for d in drafts] == [("numbers",), ()]
    assert [d.plan.format for d in drafts] == [SectionFormat.SYNTHESIS, SectionFormat.LIST]
    assert [[q.quote_id for q in d.plan.quotes] for d in drafts] == [["q1"], ["q2", "q3"]]


async def test_a_text_without_headings_or_citations_is_asked_for_once_more(
    few: dict[PaperId, Paper], quote: Callable[[int], Quote]
) -> None:
    llm = ScriptedLLM({"report/one_prompt": ["Judges agree [1].", RAW]})
    _, drafts = await write_in_one([quote(1)], few, [], question="Who judges?", llm=llm)
    assert len(drafts) == 2
    assert llm.told == [('There are no sections. Begin each with a line "## " and its title.',)]


async def test_a_text_that_stays_without_headings_is_one_section(
    few: dict[PaperId, Paper], quote: Callable[[int], Quote]
) -> None:
    llm = ScriptedLLM({"report/one_prompt": "# T\nJudges agree [1]."})
    outline, drafts = await write_in_one([quote(1)], few, (), question="Who judges?", llm=llm)
    assert (outline.title, [(d.plan.title, d.text) for d in drafts]) == (
        "T",
        [("Who judges?", "Judges agree [1].")],
    )


async def test_the_samples_sections_survive_being_written_in_one(sample: Sample) -> None:
    texts = [
        f"## {p.title}\n\n{written(f'report_section_{i}')}"
        for i, p in enumerate(sample.outline.sections, 1)
    ]
    llm = ScriptedLLM({"report/one_prompt": "# Judging\n\n" + "\n\n".join(texts)})
    _, drafts = await write_in_one(
        sample.quotes, sample.papers, sample.actions, question=sample.question, llm=llm
    )
    made = assemble(drafts, sample.papers)
    assert [s.title for s in made.sections] == [p.title for p in sample.outline.sections]
    assert len(made.references) == 21
    assert llm.told == []
