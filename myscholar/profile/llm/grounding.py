"""From a reply to inferences that rest on sentences of the papers. Pure; what can be mended by rule
is mended, the rest is dropped and told."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from myscholar.domain.evidence import Evidence
from myscholar.domain.flags import Flag
from myscholar.domain.profile import PaperSupport
from myscholar.domain.text import Span, fold, one_line, shorten
from myscholar.profile.llm.about_papers import fault_of, is_on_somebody, names_papers
from myscholar.profile.llm.alignment import (
    LEAST_CHARACTERS,
    align,
    nearest_sentence,
    sentences_around,
)
from myscholar.profile.llm.doubts import ONE_SIDED, is_one_sided, own_doubt
from myscholar.profile.llm.material import NumberedParagraph, PaperText, ProfileMaterial
from myscholar.profile.llm.replies import AspectReply, InferenceReply, SupportReply
from myscholar.text.common_words import ACADEMIC_WORDS
from myscholar.text.lexicons import word_set
from myscholar.text.safeguards import is_of_the_person, is_withheld
from myscholar.text.terms import content_stems, stem

LEAST_SUPPORT = 0.3
"""Share of an explanation's content words that the cited paragraphs (and the paper's title) must
hold; by hand. Writing style is told in words that no paper uses of itself."""
LEAST_BESIDE_A_QUOTE = 0.6
"""The same of the whole paper, where the quote stands word for word in a cited paragraph: the
explanation may name what other paragraphs introduced. By hand."""
LEAST_TELLING, LEAST_OWN = 3, 0.5
"""Telling words of an inference that names no paper, and the share of them that the papers must
hold; by hand."""
LEAST_SECOND = 0.5
"""The same for a sentence that is shown beside the quoted one; by hand."""
LEAST_IN_CITED = 6
"""Letters of a quote that is looked for in the cited paragraphs only; elsewhere it must have more
to be a quote. By hand."""
MAX_EVIDENCE = 3
"""Pieces of evidence that one paper gives for one inference; by hand."""
MOST_CHARACTERS = 1000
"""Of an inference; by hand. One sentence was asked for; the claim that is put in front of it later
must have room too."""
_NOT_CITED = "is in no paper that supports it."


@dataclass(frozen=True)
class Grounded:
    """An inference whose every support holds."""

    text: str
    supports: tuple[PaperSupport, ...]
    terms: tuple[str, ...]
    count: str = ""
    """The field count that it compares with."""
    flags: tuple[Flag, ...] = ()


@dataclass(frozen=True)
class Grounding:
    """`problems` are sentences to the model; each stands for something that is lost unless it is
    mended."""

    inferences: tuple[Grounded, ...]
    problems: tuple[str, ...]
    n_unsupported: int
    """Inferences that nothing was left of."""
    n_withheld: int


def ground(
    reply: AspectReply,
    material: ProfileMaterial,
    *,
    of_style: bool,
    model: str = "",
    standing: Collection[str] = (),
) -> Grounding:
    """`of_style`: the aspect is how papers are written, so that explanations need not share words
    with what they cite. `model`: who doubts what it says. `standing`: what the researcher has read
    and edited, and is said again in whatever words."""
    kept: list[Grounded] = []
    problems: list[str] = []
    least = 0.0 if of_style else LEAST_SUPPORT
    n_withheld = 0
    for place, inference in enumerate(reply.inferences, start=1):
        if is_withheld(inference.inference):
            n_withheld += 1
            continue
        supports, wrong = _supports(inference, material, least)
        one_sided = [ONE_SIDED] if is_one_sided(inference, supports, material) else []
        if one_sided:
            wrong.append(f"the other side of its contrast, [{inference.other_side}], {_NOT_CITED}")
        text = _sentence(inference.inference)
        known = one_line(inference.inference) in standing
        if supports and not known and (fault := _not_on_papers(text, supports, material)):
            wrong.append(fault)
            supports = ()
        problems += [f"Inference {place}: {w}" for w in wrong]
        if supports and text:
            flags = (*one_sided, *own_doubt(inference, model))
            terms, count = _terms(inference), _count(inference, material)
            kept.append(Grounded(text, supports, terms, count, flags))
        elif not wrong:
            reason = "it has no support. Cite paragraphs for it, or leave it out."
            problems.append(f"Inference {place}: {reason}")
    if sum(i.other_side > 0 for i in reply.inferences) > 1:
        problems.append("More than one inference draws a contrast; keep the one that matters.")
    n_unsupported = len(reply.inferences) - n_withheld - len(kept)
    return Grounding(tuple(kept), tuple(problems), n_unsupported, n_withheld)


def _not_on_papers(text: str, supports: Iterable[PaperSupport], material: ProfileMaterial) -> str:
    """Why a sentence is no statement about the papers that support it; empty where it is one."""
    ids = {s.paper_id for s in supports}
    papers = [p for p in material.papers if p.read.paper.paper_id in ids]
    if not names_papers(text, papers) and not _is_in_their_words(text, papers):
        return f"“{text}” does not say what the papers do. Name them in it, or leave it out."
    fault = fault_of(text, papers, material)
    return fault and f"it {fault}"


def _is_in_their_words(text: str, papers: Sequence[PaperText]) -> bool:
    """ "You lean on quiet nests": as an explanation must be; but no paper says it itself."""
    held = [" ".join([p.title, *(q.text for q in p.paragraphs)]) for p in papers]
    telling = len(set(content_stems(text)) - _framing())
    is_said = any(fold(text) in fold(whole) for whole in held)
    return telling >= LEAST_TELLING and not is_said and _share(text, held) >= LEAST_OWN


def _supports(
    inference: InferenceReply, material: ProfileMaterial, least: float
) -> tuple[tuple[PaperSupport, ...], list[str]]:
    """One support a paper, in the order of the papers; a paper named twice is one support with both
    pieces of evidence."""
    problems: list[str] = []
    found: dict[int, PaperSupport] = {}
    for support in inference.supports:
        traced = _traced(support, material, least, inference)
        if isinstance(traced, str):
            problems += [traced] if traced else []
            continue
        number, made = traced
        if earlier := found.get(number):
            evidence = tuple(dict.fromkeys((*earlier.evidence, *made.evidence)))[:MAX_EVIDENCE]
            made = earlier.model_copy(update={"evidence": evidence})
        found[number] = made
    return tuple(found[n] for n in sorted(found)), problems


def _traced(
    support: SupportReply, material: ProfileMaterial, least: float, of: InferenceReply
) -> tuple[int, PaperSupport] | str:
    """The paper's number and its support, or what is wrong; empty for what is withheld. A quote
    that stands in another paragraph moves the support there; the other side of a contrast is
    cited, too."""
    numbers = dict.fromkeys(
        (*support.paragraph_numbers[:1], of.other_side, *support.paragraph_numbers)
    )
    named = [material.paragraphs[n] for n in numbers if n in material.paragraphs]
    own = [p for p in named if p.paper == support.paper]
    cited = _quoted(support.quote, own, LEAST_IN_CITED)
    quoted = cited or _quoted(support.quote, [*named, *material.paragraphs.values()])
    paragraphs = own
    if quoted:
        first = quoted[0]
        paragraphs = [first, *(p for p in own if p.paper == first.paper and p is not first)]
    if not paragraphs:
        return _misplaced(support, material)
    explanation = _sentence(support.explanation)
    paper = material.by_number[paragraphs[0].paper]
    if is_withheld(explanation) or is_on_somebody(explanation, paper):
        return ""
    if fault := fault_of(explanation, [paper], material):
        return f"its explanation for paper {paper.number} {fault}"
    share = _share(support.explanation, [paper.title, *(p.text for p in paragraphs)])
    if share < least:
        whole = _share(support.explanation, [p.text for p in paper.paragraphs])
        if not cited or whole < LEAST_BESIDE_A_QUOTE:
            cites = ", ".join(f"[{p.number}]" for p in paragraphs)
            return f"the cited paragraphs {cites} do not show that “{explanation}”"
    evidence = _evidence(support, paragraphs[:MAX_EVIDENCE], quoted, of)
    paper_id = paper.read.paper.paper_id
    made = PaperSupport(paper_id=paper_id, explanation=explanation, evidence=evidence)
    return "" if is_of_the_person(explanation, [made]) else (paper.number, made)


def _misplaced(support: SupportReply, material: ProfileMaterial) -> str:
    n = support.paper
    if n not in material.by_number:
        return f"there is no paper {n}; papers have the numbers 1 to {max(material.by_number)}."
    own = material.by_number[n].paragraphs
    cited = ", ".join(f"[{n}]" for n in support.paragraph_numbers) or "nothing"
    return (
        f"for paper {n} it cites {cited}, but paper {n} has the paragraphs [{own[0].number}] to "
        f"[{own[-1].number}]."
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
    wanted = _singular(set(content_stems(explanation)) - _framing())
    held = _singular(s for text in texts for s in content_stems(text))
    return len(wanted & held) / len(wanted) if wanted else 1.0


@cache
def _framing() -> frozenset[str]:
    """The stems of words of explanations that say what a paper does, not what it is about."""
    return frozenset(stem(w) for w in ACADEMIC_WORDS | word_set("inferences.explanation_frame"))


def _singular(stems: Iterable[str]) -> set[str]:
    """Stemming leaves the plural of acronyms as it is: "cnns" is "cnn" here."""
    return {s.removesuffix("s") for s in stems}


def _evidence(
    support: SupportReply,
    paragraphs: Sequence[NumberedParagraph],
    quoted: tuple[NumberedParagraph, Span] | None,
    of: InferenceReply,
) -> tuple[Evidence, ...]:
    """A sentence of each paragraph: the quoted one, elsewhere the one nearest to the explanation if
    it is near at all; of a contrast's other side the one nearest to the inference."""
    evidence: list[Evidence] = []
    for paragraph in paragraphs:
        if quoted and paragraph is quoted[0]:
            span = sentences_around(quoted[1], paragraph.passage.text)
        else:
            is_other = paragraph.number == of.other_side
            claim = of.inference if is_other else support.explanation
            nearest = nearest_sentence(claim, paragraph.text)
            if nearest is None or (evidence and not is_other and nearest[1] < LEAST_SECOND):
                continue
            span = Span(nearest[0].start + paragraph.start, nearest[0].end + paragraph.start)
        evidence.append(Evidence.of_passage(paragraph.passage, span.start, span.end))
    if not evidence:  # no sentence of the first paragraph can be told from the others
        first = paragraphs[0]
        evidence.append(Evidence.of_passage(first.passage, first.start, first.end))
    return tuple(dict.fromkeys(evidence))


def _sentence(text: str) -> str:
    """One line that ends like a sentence. What no screen would show whole is cut: one short
    sentence was asked for."""
    line = shorten(text, MOST_CHARACTERS)
    return line if not line or line.endswith((".", "!", "?", "”", '"', "…")) else f"{line}."


def _terms(inference: InferenceReply) -> tuple[str, ...]:
    return tuple(dict.fromkeys(t for term in inference.terms if (t := " ".join(term.split()))))[:3]


def _count(inference: InferenceReply, material: ProfileMaterial) -> str:
    return next((c.text for c in material.counts if c.number == inference.count), "")
