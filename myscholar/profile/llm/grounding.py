"""From a reply to inferences that rest on sentences of the papers. Pure; what can be mended by rule
is mended, the rest is dropped and told."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from myscholar.domain.evidence import Evidence
from myscholar.domain.profile import Support
from myscholar.domain.text import Span, shorten
from myscholar.profile.llm.alignment import (
    LEAST_CHARACTERS,
    align,
    nearest_sentence,
    sentences_around,
)
from myscholar.profile.llm.material import NumberedParagraph, ProfileMaterial
from myscholar.profile.llm.replies import AspectReply, InferenceReply, SupportReply
from myscholar.profile.safeguards import withheld
from myscholar.text.common_words import ACADEMIC_WORDS
from myscholar.text.terms import content_stems, stem

LEAST_SUPPORT = 0.3
"""Share of an explanation's content words that the cited paragraphs (and the paper's title) must
hold. Writing style is told in words that no paper uses of itself."""
LEAST_STYLE_SUPPORT = 0.0
LEAST_BESIDE_A_QUOTE = 0.6
"""The same of the whole paper, where the quote stands word for word in a cited paragraph: the
explanation may name what other paragraphs introduced."""
LEAST_SECOND = 0.5
"""The same for a sentence that is shown beside the quoted one."""
LEAST_IN_CITED = 6
"""Letters of a quote that is looked for in the cited paragraphs only; elsewhere it must have more
to be a quote."""
MAX_EVIDENCE = 3
"""Pieces of evidence that one paper gives for one inference."""
MOST_CHARACTERS = 1000
"""Of an inference. One sentence was asked for; the claim that is put in front of it later must have
room too."""
_FRAME = frozenset(stem(w) for w in ACADEMIC_WORDS) | {
    "author",
    "reader",
    "sentenc",
    "paragraph",
    "open",
    "state",
    "say",
    "write",
}
"""Words of explanations that say what a paper does, not what it is about."""


@dataclass(frozen=True)
class Grounded:
    """An inference whose every support holds."""

    text: str
    supports: tuple[Support, ...]
    terms: tuple[str, ...]
    count: str = ""
    """The field count that it compares with."""
    is_whole: bool = True
    """None of its supports was dropped."""


@dataclass(frozen=True)
class Grounding:
    """`problems` are sentences to the model; each stands for something that is lost unless it is
    mended."""

    inferences: tuple[Grounded, ...]
    problems: tuple[str, ...]
    n_unsupported: int
    """Inferences that nothing was left of."""
    n_withheld: int


def ground(reply: AspectReply, material: ProfileMaterial, *, of_style: bool) -> Grounding:
    """`of_style`: the aspect is how papers are written, so that explanations need not share words
    with what they cite."""
    kept: list[Grounded] = []
    problems: list[str] = []
    n_unsupported = n_withheld = 0
    least = LEAST_STYLE_SUPPORT if of_style else LEAST_SUPPORT
    for place, inference in enumerate(reply.inferences, start=1):
        if withheld(inference.inference):
            n_withheld += 1
            continue
        supports, wrong = _supports(inference, material, least)
        problems += [f"Inference {place}: {w}" for w in wrong]
        text = _sentence(inference.inference)
        if supports and text:
            kept.append(
                Grounded(
                    text,
                    supports,
                    _terms(inference),
                    _count(inference, material),
                    is_whole=not wrong,
                )
            )
        else:
            n_unsupported += 1
            if not wrong:
                problems.append(
                    f"Inference {place}: it has no support. Cite paragraphs for it, or leave it "
                    "out."
                )
    return Grounding(tuple(kept), tuple(problems), n_unsupported, n_withheld)


def _supports(
    inference: InferenceReply, material: ProfileMaterial, least: float
) -> tuple[tuple[Support, ...], list[str]]:
    """One support a paper, in the order of the papers; a paper named twice is one support with both
    pieces of evidence."""
    problems: list[str] = []
    found: dict[int, Support] = {}
    for support in inference.supports:
        traced, wrong = _traced(support, material, least)
        problems += wrong
        if traced is None:
            continue
        number, made = traced
        found[number] = _joined(found[number], made) if number in found else made
    return tuple(found[n] for n in sorted(found)), problems


def _traced(
    support: SupportReply, material: ProfileMaterial, least: float
) -> tuple[tuple[int, Support] | None, list[str]]:
    """The paper's number and its support, or what is wrong. A quote that stands in another
    paragraph moves the support there."""
    named = [
        material.paragraphs[n]
        for n in dict.fromkeys(support.paragraph_numbers)
        if n in material.paragraphs
    ]
    own = [p for p in named if p.paper == support.paper]
    cited = _quoted(support.quote, own, LEAST_IN_CITED)
    quoted = cited or _quoted(support.quote, [*named, *material.paragraphs.values()])
    if quoted:
        paragraphs = [
            quoted[0],
            *(p for p in own if p.paper == quoted[0].paper and p is not quoted[0]),
        ]
    elif own:
        paragraphs = own
    else:
        return None, [_misplaced(support, material)]
    if withheld(support.explanation):
        return None, []
    paper = material.by_number[paragraphs[0].paper]
    share = _share(support.explanation, [paper.title, *(p.text for p in paragraphs)])
    if share < least and not (
        cited
        and _share(support.explanation, [p.text for p in paper.paragraphs]) >= LEAST_BESIDE_A_QUOTE
    ):
        numbers = ", ".join(f"[{p.number}]" for p in paragraphs)
        return None, [
            f"the cited paragraphs {numbers} do not show that “{_sentence(support.explanation)}”"
        ]
    evidence = _evidence(support, paragraphs[:MAX_EVIDENCE], quoted)
    made = Support(
        paper_id=paper.read.paper.paper_id,
        explanation=_sentence(support.explanation),
        evidence=evidence,
    )
    return (paper.number, made), []


def _misplaced(support: SupportReply, material: ProfileMaterial) -> str:
    if support.paper not in material.by_number:
        return (
            f"there is no paper {support.paper}; papers have the numbers 1 to "
            f"{max(material.by_number)}."
        )
    own = material.by_number[support.paper].paragraphs
    cited = ", ".join(f"[{n}]" for n in support.paragraph_numbers) or "nothing"
    return (
        f"for paper {support.paper} it cites {cited}, but paper {support.paper} has the paragraphs "
        f"[{own[0].number}] to [{own[-1].number}]."
    )


def _quoted(
    quote: str, paragraphs: Sequence[NumberedParagraph], least: int = LEAST_CHARACTERS
) -> tuple[NumberedParagraph, Span] | None:
    """The first of these paragraphs that holds the quote, and where in its passage."""
    for paragraph in paragraphs:
        span = align(quote, paragraph.text, least)
        if span:
            return paragraph, Span(span.start + paragraph.start, span.end + paragraph.start)
    return None


def _share(explanation: str, texts: Sequence[str]) -> float:
    """Share of the explanation's telling stems that the texts hold; 1 if it has none."""
    wanted = _singular(set(content_stems(explanation)) - _FRAME)
    held = _singular(s for text in texts for s in content_stems(text))
    return len(wanted & held) / len(wanted) if wanted else 1.0


def _singular(stems: Iterable[str]) -> set[str]:
    """Stemming leaves the plural of acronyms as it is: "cnns" is "cnn" here."""
    return {s.removesuffix("s") for s in stems}


def _evidence(
    support: SupportReply,
    paragraphs: Sequence[NumberedParagraph],
    quoted: tuple[NumberedParagraph, Span] | None,
) -> tuple[Evidence, ...]:
    """A sentence of each paragraph: the quoted one, elsewhere the one nearest to the explanation if
    it is near at all."""
    evidence: list[Evidence] = []
    for paragraph in paragraphs:
        if quoted and paragraph is quoted[0]:
            span = sentences_around(quoted[1], paragraph.passage.text)
        else:
            nearest = nearest_sentence(support.explanation, paragraph.text)
            if nearest is None or (evidence and nearest[1] < LEAST_SECOND):
                continue
            span = Span(nearest[0].start + paragraph.start, nearest[0].end + paragraph.start)
        evidence.append(Evidence.of_passage(paragraph.passage, span.start, span.end))
    if not evidence:  # no sentence of the first paragraph can be told from the others
        first = paragraphs[0]
        evidence.append(Evidence.of_passage(first.passage, first.start, first.end))
    return tuple(dict.fromkeys(evidence))


def _joined(one: Support, other: Support) -> Support:
    evidence = tuple(dict.fromkeys((*one.evidence, *other.evidence)))[:MAX_EVIDENCE]
    return one.model_copy(update={"evidence": evidence})


def _sentence(text: str) -> str:
    """One line that ends like a sentence. What no screen would show whole is cut: one short
    sentence was asked for."""
    line = shorten(text, MOST_CHARACTERS)
    return line if not line or line.endswith((".", "!", "?", "”", '"', "…")) else f"{line}."


def _terms(inference: InferenceReply) -> tuple[str, ...]:
    return tuple(dict.fromkeys(t for term in inference.terms if (t := " ".join(term.split()))))[:3]


def _count(inference: InferenceReply, material: ProfileMaterial) -> str:
    return next((c.text for c in material.counts if c.number == inference.count), "")
