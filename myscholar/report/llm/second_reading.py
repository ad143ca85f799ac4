"""What was said anew is read once more against its quotes, all of a report in one call."""

from collections.abc import Mapping, Sequence

from myscholar.domain.drafts import Draft
from myscholar.domain.flags import ErrorType
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.text import counted
from myscholar.gateways.llm.llm import LLM
from myscholar.report.llm.doubts import doubt_of, find_against
from myscholar.report.llm.draft_text import number_of
from myscholar.report.llm.judge import judge_sentences
from myscholar.report.llm.lexical import CitedSentence, cited_in, statements
from myscholar.report.llm.mending import cut_sentences, may_cut
from myscholar.report.llm.reader import AboutReader
from myscholar.report.llm.section_replies import Support, Verdict
from myscholar.report.llm.verify import Checked, with_doubts

Place = tuple[int, CitedSentence]
"""Of a sentence: its section's, from 0, and the sentence."""


class Reread(Frozen):
    """A sentence of a section (from 0), and the verdict on it; None where the judge gave none."""

    section: int
    text: str
    verdict: Verdict | None = None


class SecondReading(Frozen):
    """`failed` says why there are no verdicts."""

    sentences: tuple[Reread, ...] = ()
    model: str = ""
    failed: str = ""


def find_unread(
    checked: Sequence[Checked], before: SecondReading = SecondReading()
) -> tuple[Place, ...]:
    """Sentences that were said anew, that no judge has read since, and that are not among those
    given to one `before`."""
    given = {(each.section, each.text) for each in before.sentences}
    return tuple(
        (n, s)
        for n, each in enumerate(checked)
        for s in statements(each.draft.text)
        if s.text in {r.after for r in each.rewritten if r.again is None}
        and (n, s.text) not in given
    )


async def read_again(
    unread: Sequence[Place],
    checked: Sequence[Checked],
    papers: Mapping[PaperId, Paper],
    *,
    reader: AboutReader = AboutReader(),
    llm: LLM,
) -> SecondReading:
    """A judge's verdicts on these sentences of the sections, by the quotes that they cite; by all
    that its section cites on one that cites none. Of LLMError raises NotRecorded alone."""
    cited = {q for n, s in unread for q in s.cited or cited_in(checked[n].draft.text)}
    quotes = [q for n in dict.fromkeys(n for n, _ in unread) for q in checked[n].draft.plan.quotes]
    judged = await judge_sentences(
        [s for _, s in unread],
        [q for q in quotes if number_of(q) in cited],
        papers,
        reader=reader.text if any(not s.cited for _, s in unread) else "",
        llm=llm,
    )
    return SecondReading(
        sentences=tuple(
            Reread(section=n, text=s.text, verdict=judged.verdicts.get(i))
            for i, (n, s) in enumerate(unread)
        ),
        model=judged.model,
        failed=judged.failed,
    )


def take_in(checked: Sequence[Checked], reading: SecondReading) -> tuple[Checked, ...]:
    """The sections where what still does not hold is cut, or doubted where it holds in part. A
    judge that failed costs no sentence."""
    made = list(checked)
    for n in dict.fromkeys(each.section for each in reading.sentences):
        verdicts: dict[str, list[Verdict | None]] = {}
        for each in reading.sentences:
            if each.section == n:
                verdicts.setdefault(each.text, []).append(each.verdict)
        made[n] = _section(checked[n], verdicts, reading.model)
    if reading.failed:
        n_unread = counted(len(reading.sentences), "rewritten sentence")
        said = f"{n_unread} could not be read again: {reading.failed}"
        made[-1] = made[-1].model_copy(update={"notes": (*made[-1].notes, said)})
    return tuple(made)


def _section(
    checked: Checked, verdicts: Mapping[str, Sequence[Verdict | None]], model: str
) -> Checked:
    """`verdicts` by the sentence's text: of the same words twice each has its own."""
    draft, left = checked.draft, {text: list(given) for text, given in verdicts.items()}
    own = [(s, left[s.text].pop(0)) for s in statements(draft.text) if left.get(s.text)]
    wanting = [(s, v) for s, v in own if v and v.support is not Support.SUPPORTED]
    gone = [s for s, v in wanting if v.support is Support.NOT]
    gone = gone if may_cut(draft, gone) else []
    doubted = [
        doubt_of(s, ErrorType.FACTUAL, find_against(v), model) for s, v in wanting if s not in gone
    ]
    marked: Draft = with_doubts(draft, [*draft.doubts, *doubted])
    again: dict[str, list[dict[str, object]]] = {}
    for s, v in own:
        update = {"again": v.support, "is_cut": s in gone} if v else {}
        again.setdefault(s.text, []).append(update)
    return checked.model_copy(
        update={
            "draft": cut_sentences(marked, [s.span for s in gone]),
            "rewritten": tuple(
                r.model_copy(update=again[r.after].pop(0))
                if r.again is None and again.get(r.after)
                else r
                for r in checked.rewritten
            ),
        }
    )
