"""What citations do for sentences, by a model, a question a section. Source: MySQA §3.2."""

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from eval.domain.judgment import NONE_LISTED, ClaimJudgment, Judgment, Scored, Unscored
from eval.domain.report import ScholarCitation, ScholarReport
from eval.judges.asking import ask, by_number, no_verdict, numbering, reason_of
from eval.judges.fitting import ROOM, evenly, fit
from eval.judges.local.prose import list_cited
from eval.judges.replies import SentenceVerdict, SupportReply
from eval.judges.sentences import Sentence, sentences_of
from myscholar.domain.text import counted
from myscholar.gateways.llm.llm import LLM, ModelAnswer
from myscholar.gateways.llm.prompts import Prompt, render

MOST_SENTENCES = 40
"""In one question; a longer section is asked about in parts of equal length."""
N_BEFORE = 2
"""Sentences that a later part is shown from before it, to understand "it"."""
_SUPPORTED = {"wholly": 1.0, "partly": 0.5, "not": 0.0}


@dataclass(frozen=True)
class SectionPart:
    """Of one section, with the sources that they cite or share, in the order of their numbers."""

    query: str
    title: str
    before: tuple[Sentence, ...]
    sentences: tuple[Sentence, ...]
    sources: tuple[ScholarCitation, ...]

    def numbers(self, sentence: Sentence) -> tuple[int, ...]:
        ids = [s.id for s in self.sources]
        return tuple(ids.index(marker) + 1 for marker in sentence.sources)


async def judge_support(report: ScholarReport, llm: LLM) -> tuple[ClaimJudgment, ...]:
    """The claims in order; what the model did not speak of is there, unscored."""
    judged = await asyncio.gather(*(_judge_part(part, llm) for part in parts_of(report)))
    return tuple(claim for part in judged for claim in part)


def parts_of(report: ScholarReport) -> tuple[SectionPart, ...]:
    known = list_cited(report)
    return tuple(
        part
        for section, sentences in zip(report.sections, sentences_of(report), strict=True)
        for part in _parts(report.question, section.title or "(without a title)", sentences, known)
    )


def _parts(
    query: str, title: str, sentences: Sequence[Sentence], known: Mapping[str, ScholarCitation]
) -> Iterator[SectionPart]:
    before: Sequence[Sentence] = ()
    for inside in evenly(sentences, MOST_SENTENCES):
        cited = dict.fromkeys(marker for s in inside for marker in s.sources)
        sources = tuple(known[marker] for marker in cited)
        yield SectionPart(query, title, tuple(before), tuple(inside), sources)
        before = inside[-N_BEFORE:]


async def _judge_part(part: SectionPart, llm: LLM) -> tuple[ClaimJudgment, ...]:
    answer = await ask(llm, prompt_of(part), SupportReply, lambda reply: problems_of(reply, part))
    if isinstance(answer, Unscored):
        return tuple(_all_unscored(s, answer) for s in part.sentences)
    entries = [(v.sentence, v) for v in answer.value.verdicts]
    found = by_number(answer, "sentence", len(part.sentences), entries)
    pairs = zip(part.sentences, found, strict=True)
    judged = (_judge_sentence(part, sentence, verdict, answer) for sentence, verdict in pairs)
    return tuple(claim for claim in judged if claim is not None)


def prompt_of(part: SectionPart) -> Prompt:
    return render(
        "eval/support",
        query=" ".join(part.query.split()),
        title=" ".join(part.title.split()),
        sources=_format_sources(part.sources),
        before=" ".join(s.text for s in part.before),
        sentences="\n".join(_format_sentence(i, s, part) for i, s in enumerate(part.sentences, 1)),
        n_sentences=len(part.sentences),
    )


def problems_of(reply: SupportReply, part: SectionPart) -> tuple[str, ...]:
    """Each sentence once, with its sources once; "wholly" only where one supports something."""
    found = list(numbering("sentence", [v.sentence for v in reply.verdicts], len(part.sentences)))
    for verdict in reply.verdicts:
        if 1 <= verdict.sentence <= len(part.sentences):
            sentence = part.sentences[verdict.sentence - 1]
            has = "shares" if sentence.shared else "cites"
            found += _problems_of_one(verdict, part.numbers(sentence), has)
    return tuple(found[:20])


def _problems_of_one(verdict: SentenceVerdict, sources: Sequence[int], has: str) -> list[str]:
    if verdict.verdict == "no_claim":
        return []
    where, given = f"Sentence {verdict.sentence}", [s.source for s in verdict.sources]
    if sorted(given) != sorted(sources):
        wanted = ", ".join(f"S{n}" for n in sources) or "no source"
        return [f"{where} {has} {wanted}: give a verdict on each of these once, and on no other."]
    if verdict.verdict == "wholly" and not any(s.verdict == "supports" for s in verdict.sources):
        return [f"{where} is called wholly borne out, but no source of it is said to support it."]
    return []


def _judge_sentence(
    part: SectionPart,
    sentence: Sentence,
    verdict: SentenceVerdict | Unscored,
    answer: ModelAnswer[SupportReply],
) -> ClaimJudgment | None:
    """None where nothing is claimed."""
    if isinstance(verdict, Unscored):
        return _all_unscored(sentence, verdict)
    if verdict.verdict == "no_claim":
        return None
    reason = _name_markers(reason_of(verdict), part)
    return ClaimJudgment(
        claim=sentence.plain,
        section=sentence.section,
        cited=sentence.cited,
        shared=sentence.shared,
        supported=_together(part, sentence, verdict, reason, answer),
        supports=tuple(_each(part, n, verdict, reason, answer) for n in part.numbers(sentence)),
    )


def _name_markers(reason: str, part: SectionPart) -> str:
    """The reason with the report's own markers for our numbers of sources."""
    ids = {f"S{n}": source.id for n, source in enumerate(part.sources, 1)}
    return re.sub(r"\bS\d+\b", lambda match: ids.get(match[0], match[0]), reason)


def _together(
    part: SectionPart,
    sentence: Sentence,
    verdict: SentenceVerdict,
    reason: str,
    answer: ModelAnswer[SupportReply],
) -> Judgment:
    """At most 0.5 where only titles are shown, 0 where nothing is cited, whatever is said."""
    if sentence.lost:
        return NONE_LISTED
    score = _SUPPORTED[verdict.verdict]
    sources = [part.sources[n - 1] for n in part.numbers(sentence)]
    if not sources:
        return Scored(score=0, reason="It cites nothing.")
    if score == 1 and not any(s.verdict == "supports" for s in verdict.sources):
        return no_verdict(answer, f"sentence {verdict.sentence}: no source is said to support it")
    most = 1 if any(_words(each) for each in sources) else 0.5
    return Scored(score=min(score, most), reason=reason)


def _each(
    part: SectionPart,
    number: int,
    verdict: SentenceVerdict,
    reason: str,
    answer: ModelAnswer[SupportReply],
) -> Judgment:
    given = [s.verdict for s in verdict.sources if s.source == number]
    if len(given) != 1:
        said = f"sentence {verdict.sentence}: source {number} has {counted(len(given), 'verdict')}"
        return no_verdict(answer, said)
    if given[0] != "supports":
        return Scored(score=0, reason=reason)
    return Scored(score=1 if _words(part.sources[number - 1]) else 0.5, reason=reason)


def _all_unscored(sentence: Sentence, why: Unscored) -> ClaimJudgment:
    return ClaimJudgment(
        claim=sentence.plain,
        section=sentence.section,
        cited=sentence.cited,
        shared=sentence.shared,
        supported=why,
        supports=(why,) * len(sentence.sources),
    )


def _format_sources(sources: Sequence[ScholarCitation]) -> str:
    """A source a paragraph, in single lines, so that no snippet passes for another source."""
    words = iter(fit([text for source in sources for text in _words(source)], ROOM))
    lines = []
    for number, source in enumerate(sources, 1):
        named = " ".join((source.title or "").split())
        title = f'the title "{named}"' if named else "no title"
        shown = [f'- "{next(words)}"' for _ in _words(source)]
        what = "these words:" if shown else "and no words of it are shown."
        head = f"S{number} (cited as {source.id!r}), with {title}, {what}"
        lines.append("\n".join([head, *shown]))
    return "\n\n".join(lines) or "(none)"


def _words(source: ScholarCitation) -> list[str]:
    return [" ".join(snippet.split()) for snippet in source.snippets if snippet.strip()]


def _format_sentence(number: int, sentence: Sentence, part: SectionPart) -> str:
    numbers = ", ".join(f"S{n}" for n in part.numbers(sentence)) or "nothing"
    return f"{number}. ({'shares' if sentence.shared else 'cites'} {numbers}) {sentence.text}"
