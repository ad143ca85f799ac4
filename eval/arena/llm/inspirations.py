"""Inspirations that a model names; their spans are found in the transcript by the words that it
copied. Source: Arena §3, appendix D."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pydantic import BaseModel, Field

from eval.arena.inspirations import (
    MOST_A_PART,
    InspirationDraft,
    InspirationRule,
    broken_rules,
)
from eval.domain.arena import InspirationQuality, InspirationType, Seminar, TranscriptSpan
from myscholar.domain.text import Span, one_line, shorten
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.report.llm.align import align

NAMES = {"en": "English", "de": "German", "fr": "French", "es": "Spanish", "it": "Italian"}
THEIR_LANGUAGE = "the language of the transcript"
_SHOWN = 80
"""Characters of a quote that a model is told it got wrong."""


class FoundInspiration(BaseModel):
    type: InspirationType
    quotes: list[str] = Field(description="What shows it, copied from the transcript exactly.")
    qualities: list[InspirationQuality] = Field(description="At least two, its type's among them.")
    text: str = Field(description="The idea, by itself.")


class InspirationsReply(BaseModel):
    inspirations: list[FoundInspiration] = Field(description="The best first; empty if none is.")


async def draft_inspirations(
    seminar: Seminar, part: Span, *, n_part: int, n_parts: int, llm: LLM
) -> tuple[tuple[InspirationDraft, ...], Counter[InspirationRule]]:
    """Of a part of a seminar, the best first; those that still break a rule are left to the rules.
    Counted is what its first answer broke and the repair mended. Raises LLMError."""
    text, told = seminar.text, list[Counter[InspirationRule]]()

    def problems(reply: InspirationsReply) -> tuple[str, ...]:
        found = [_draft(each, text, part) for each in reply.inspirations]
        told.append(Counter(rule for draft in found for rule in broken_rules(draft, text)))
        return tuple(_problems(reply, text, part))

    prompt = render(
        "arena/inspirations",
        title=one_line(seminar.title),
        part=f"Part {n_part} of {n_parts}." if n_parts > 1 else "",
        transcript=shown(seminar, part),
        language=NAMES.get(seminar.language, THEIR_LANGUAGE),
        most=MOST_A_PART,
    )
    answer = await llm.ask(Role.JUDGE, prompt, InspirationsReply, problems=problems)
    drafts = tuple(_draft(each, text, part) for each in answer.value.inspirations)
    still = Counter(rule for draft in drafts for rule in broken_rules(draft, text))
    return drafts, (told[0] if told else Counter()) - still


def shown(seminar: Seminar, part: Span) -> str:
    """The part's lines, each with who speaks where that is known."""
    lines, at = list[str](), 0
    for turn in seminar.turns:
        end = at + len(turn.text)
        words = seminar.text[max(at, part.start) : min(end, part.end)].strip()
        if words and at < part.end and end > part.start:
            lines.append(f"{turn.speaker}: {words}" if turn.speaker else words)
        at = end + 1
    return "\n".join(lines)


def _draft(found: FoundInspiration, text: str, part: Span) -> InspirationDraft:
    """Without spans, by which a rule leaves it out, where the transcript does not hold one of the
    quotes or nothing is said of them."""
    said, aligned = one_line(found.text), [_aligned(quote, text, part) for quote in found.quotes]
    spans = {span for each in aligned for span in each} if said and all(aligned) else set()
    return InspirationDraft(
        type=found.type,
        text=said or "-",
        qualities=tuple(dict.fromkeys(found.qualities)),
        spans=tuple(sorted(spans, key=lambda span: (span.start, span.end))),
    )


def _aligned(quote: str, text: str, part: Span) -> Sequence[TranscriptSpan]:
    found = align(quote, part.of(text)) or ()
    return [
        TranscriptSpan(
            start=part.start + span.start,
            end=part.start + span.end,
            text=text[part.start + span.start : part.start + span.end],
        )
        for span in found
    ]


def _problems(reply: InspirationsReply, text: str, part: Span) -> Iterator[str]:
    """In sentences to the model."""
    if len(reply.inspirations) > MOST_A_PART:
        yield f"There are {len(reply.inspirations)} inspirations: give the best {MOST_A_PART}."
    for n, found in enumerate(reply.inspirations, start=1):
        for quote in found.quotes:
            if not _aligned(quote, text, part):
                said = shorten(quote, _SHOWN)
                yield f"Inspiration {n}: the transcript does not hold “{said}”: copy its words."
        if not found.quotes:
            yield f"Inspiration {n} has no quote."
        for rule in broken_rules(_draft(found, text, part), text):
            if rule is not InspirationRule.NOT_VERBATIM:
                yield f"Inspiration {n}: {rule}."
