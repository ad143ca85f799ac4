"""Actions that suit this reader, each resting on an inference: concrete where the inference is near the question, broad where it is far.

Source: MySQA §2.2, D.3 (personalization and action instructions), Table 9 (NARROW, OFFTOPIC, EXPERT).
"""

import re
from collections.abc import Iterator

from myscholar.actions.asked import Asked
from myscholar.actions.candidates import Candidate
from myscholar.actions.coverage import coverage_candidates
from myscholar.actions.making import make
from myscholar.actions.practices import practice_of
from myscholar.actions.reader import Closeness, Reader, Related
from myscholar.actions.wild_cards import wild_cards
from myscholar.domain.actions import Category, Directive, Stage, Verb
from myscholar.domain.profile import ProfileAspect
from myscholar.text.own_words import affirmed
from myscholar.text.terms import content_stems

_GROUPS = re.compile(
    r"\b(?:researchers|practitioners|developers|engineers|clinicians|physicians|doctors|radiologists|nurses|teachers|educators|designers|policy ?makers|regulators|scientists|operators|analysts|patients"
    r"|students|programmers|journalists|librarians|managers|linguists|psychologists|economists|biologists|chemists|physicists|roboticists|lawyers|citizens|citizen scientists|industry|farmers|planners|communities)$",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"\b(?:numbers|figures|quantitativ\w+|percent\w*|statistics)\b", re.IGNORECASE)
_LISTS = re.compile(r"\b(?:enumerat\w+|numbered|lists?|bullet\w*|itemi[sz]\w+)\b", re.IGNORECASE)
_SHORT = re.compile(
    r"\b(?:short(?:er)?|concise|brief|compact|terse) (?:sentences?|abstracts?|paragraphs?|style)\b", re.IGNORECASE
)
_EXAMPLES = re.compile(r"\b(?:worked examples|by example|for example|examples)\b", re.IGNORECASE)
_CRITICAL = re.compile(
    r"\b(?:opposition|weighs? two sides|hedg\w+|caveats?|limitations?|shortcomings?|cautious\w*)\b", re.IGNORECASE
)


def personalized_candidates(q: Asked, reader: Reader) -> tuple[Candidate, ...]:
    """All that could be proposed to this reader, with what each is worth."""
    return (
        *_from_knowledge(q, reader),
        *_from_practices(q, reader),
        *_from_measures(q, reader),
        *_from_positions(q, reader),
        *_from_audience(q, reader),
        *_from_writing(q, reader),
        *coverage_candidates(q, reader),
        *wild_cards(q, reader),
    )


def _from_knowledge(q: Asked, reader: Reader) -> Iterator[Candidate]:
    """Near topics become searches, sections and studies of their own; far ones none."""
    related = [r for r in reader.of(ProfileAspect.KNOWLEDGE) if r.closeness > Closeness.FAR][:4]
    for rank, r in enumerate(related):
        gain = 0.1 * r.closeness - 0.08 * rank
        yield make(
            q, Stage.GENERATION, Category.RESEARCH_IDEAS, Directive(verb=Verb.CONNECT, terms=(r.best,)), f"Connect the findings to your papers on {r.best}",
            f"connect the findings to your papers on {r.best}", "see what you can reuse, cite or contest", 1.0 + gain, default=0.7 + gain, related=r,
        )  # fmt: skip
        if r.term and r.term_closeness > Closeness.FAR:
            yield from _joining(q, r, r.term, gain)


def _joining(q: Asked, r: Related, k: str, gain: float) -> Iterator[Candidate]:
    """The question's topic together with `k`, a neighbouring topic of the reader's papers."""
    yield make(
        q, Stage.SEARCH_ADD, Category.CONTENT, Directive(verb=Verb.SEARCH, terms=(k, q.first)), f"Also search for {k} in work on {{t}}",
        f"see if there are papers on {k} within work on {{t}}", "reach the side of the topic that your papers know", 0.85 + gain, default=0.4, related=r,
    )  # fmt: skip
    yield make(
        q, Stage.SEARCH_REFINE, Category.SPECIFICITY, Directive(verb=Verb.FOCUS, terms=(k,)), f"Put passages that mention {k} first",
        f"put passages that mention {k} first, without leaving the others out", "meet the part closest to your papers early", 0.75 + gain, related=r,
    )  # fmt: skip
    yield make(
        q, Stage.ORGANIZATION, Category.RESEARCH_IDEAS, Directive(verb=Verb.NEXT_STEPS, terms=(q.first, k)),
        f"End with open questions where {{t}} meets {k}", f"end with open questions where {{t}} meets {k}, as the cited papers state them",
        "find a next study close to your own", 0.95 + gain, default=0.45, related=r,
    )  # fmt: skip
    if r.term_closeness is Closeness.NEAR:
        yield make(
            q, Stage.ORGANIZATION, Category.CONTENT, Directive(verb=Verb.ADD_SECTION, terms=(k,)), f"Add a section on {k}",
            f"add a section on {k}", "see how it bears on {t}, since your papers work on it", 0.8 + gain, related=r,
        )  # fmt: skip


def _from_practices(q: Asked, reader: Reader) -> Iterator[Candidate]:
    """A way of doing research travels further than a topic, so it may serve far questions too, with less weight."""
    far = reader.closeness is Closeness.FAR
    asked = set(content_stems(q.analysis.text))
    shown = [(r, p) for r in reader.of(ProfileAspect.RESEARCH_STYLE) if (p := practice_of(r.inference))]
    shown = [
        (r, p) for r, p in shown if not _of_one_paper(r) and not set(content_stems(p.plural)) <= asked and (p.general or not far)
    ]
    for rank, (r, practice) in enumerate(shown[:3]):
        m, worth = practice.plural, 0.7 + 0.1 * reader.closeness - 0.1 * rank
        yield make(
            q, Stage.SEARCH_ADD, Category.CONTENT, Directive(verb=Verb.SEARCH, terms=(m, q.first)), f"Also search for {m} in work on {{t}}",
            f"see if there are {m} in work on {{t}}", "find studies done the way yours are", worth, default=0.35, related=r,
        )  # fmt: skip
        yield make(
            q, Stage.SEARCH_REFINE, Category.SPECIFICITY, Directive(verb=Verb.FOCUS, terms=(m, q.first)), f"Put papers with {m} first",
            f"put papers with {m} first among those on {{t}}", "read first the kind of evidence that your own papers give", worth, related=r,
        )  # fmt: skip
        yield make(
            q, Stage.ORGANIZATION, Category.RESEARCH_IDEAS, Directive(verb=Verb.NEXT_STEPS, terms=(q.first, m)),
            f"End with open questions that {m} could answer", f"end with open questions on {{t}} that {m} could answer",
            "plan a study with methods you already use", worth + 0.05, default=0.4, related=r,
        )  # fmt: skip
        if far:
            continue
        yield make(
            q, Stage.ORGANIZATION, Category.STYLE, Directive(verb=Verb.COMPARE, terms=(m, q.first)), f"Show in a table which studies use {m}",
            f"show in a table which studies of {{t}} use {m}", "compare their designs with yours", worth - 0.1, related=r,
        )  # fmt: skip


def _of_one_paper(r: Related) -> bool:
    """A thing done once is no habit, and no reason to read otherwise."""
    return r.inference.text.startswith("One of your papers")


def _from_measures(q: Asked, reader: Reader) -> Iterator[Candidate]:
    """Metrics and data sets serve only questions that the profile touches."""
    named = [
        r
        for r in reader.of(ProfileAspect.RESEARCH_STYLE)
        if r.term and re.search(r"\bmeasure\w* success by\b|\bevaluate on\b", r.inference.text)
    ]
    for r in [r for r in named if r.closeness > Closeness.FAR][:1]:
        yield make(
            q, Stage.SEARCH_REFINE, Category.SPECIFICITY, Directive(verb=Verb.FOCUS, terms=(r.term or "",)), f"Put papers that report {r.term} first",
            f"put papers on {{t}} that report {r.term} first", "compare them with your own results", 0.8, related=r,
        )  # fmt: skip


def _from_positions(q: Asked, reader: Reader) -> Iterator[Candidate]:
    near = [r for r in reader.of(ProfileAspect.POSITIONS) if r.closeness > Closeness.FAR]
    for r in [r for r in near if " " in r.best or "-" in r.best][:2]:
        yield make(
            q, Stage.GENERATION, Category.RESEARCH_IDEAS, Directive(verb=Verb.CONNECT, terms=(r.best,)), f"Relate the findings to what your papers say of {r.best}",
            f"relate the findings to what your papers say of {r.best}", "see where the evidence supports you and where not", 0.9 + 0.1 * r.closeness, related=r,
        )  # fmt: skip
        yield make(
            q, Stage.SEARCH_ADD, Category.CONTENT, Directive(verb=Verb.SEARCH, terms=(r.best, "contradicting results")),
            f"Also search for results that contradict yours on {r.best}", f"see if there are results that contradict what your papers say of {r.best}",
            "test your position before a reviewer does", 0.85, wild_card=True, related=r,
        )  # fmt: skip


def _from_audience(q: Asked, reader: Reader) -> Iterator[Candidate]:
    groups = [(r, g) for r in reader.of(ProfileAspect.AUDIENCE) for g in r.inference.terms if _GROUPS.search(g)]
    for rank, (r, group) in enumerate(groups[:2]):
        yield make(
            q, Stage.ORGANIZATION, Category.RESEARCH_IDEAS, Directive(verb=Verb.ADD_SECTION, terms=("implications", group)),
            f"Add a section on implications for {group}", f"add a section on implications of {{t}} for {group}",
            "write for the readers that your papers address", 0.75 + 0.08 * reader.closeness - 0.1 * rank, related=r,
        )  # fmt: skip


def _from_writing(q: Asked, reader: Reader) -> Iterator[Candidate]:
    """How the reader writes says how they may like to read; the wording only leans on it."""
    for r in reader.of(ProfileAspect.WRITING_STYLE):
        words = affirmed(r.inference.text) if r.inference.origin == "user" else r.inference.text
        said = " ".join((words.split("(")[0], *r.inference.terms))
        if _NUMBERS.search(said) and not q.is_formal:
            yield make(
                q, Stage.GENERATION, Category.STYLE, Directive(verb=Verb.NUMBERS, terms=(q.first,)), "Give measured results, as your papers do",
                "prefer sentences with measured results on {t}", "compare numbers, as your own papers do", 0.85, default=0.45, related=r,
            )  # fmt: skip
        if _LISTS.search(said):
            yield make(
                q, Stage.GENERATION, Category.STYLE, Directive(verb=Verb.LIST), "Use bullet points, in the manner of your enumerations",
                "use bullet points for the findings on {t}", "scan them the way your own papers enumerate", 0.75, saves_time=True, related=r,
            )  # fmt: skip
        if _SHORT.search(said):
            yield make(
                q, Stage.ORGANIZATION, Category.STYLE, Directive(verb=Verb.BRIEF), "Keep the report short, in the manner of your papers",
                "keep the report on {t} short, with fewer sections", "read it quickly, as your own writing is concise", 0.7, saves_time=True, related=r,
            )  # fmt: skip
        if _EXAMPLES.search(said):
            yield make(
                q, Stage.SEARCH_REFINE, Category.STYLE, Directive(verb=Verb.FOCUS, terms=("examples", q.first)), "Put concrete examples first",
                "put passages with concrete examples of {t} first", "read by example, the way your papers explain", 0.75, related=r,
            )  # fmt: skip
        if _CRITICAL.search(said):
            yield make(
                q, Stage.GENERATION, Category.CONTENT, Directive(verb=Verb.LIMITATIONS, terms=(q.first,)), "Point out limitations of the cited work",
                "point out the limitations that papers on {t} admit", "weigh both sides, as your own papers do", 0.75, related=r,
            )  # fmt: skip
