"""Actions that suit this reader, each resting on an inference: concrete where the inference is near the question, broad where it is far.

Source: MySQA §2.2, D.3 (personalization and action instructions), Table 9 (NARROW, OFFTOPIC, EXPERT).
"""

import re
from collections.abc import Iterator

from myscholar.actions.candidates import Candidate
from myscholar.actions.generic import Asked
from myscholar.actions.reader import Closeness, Reader, Related
from myscholar.actions.wording import capital, joined, sentence
from myscholar.domain.actions import Category, Directive, Stage, Verb
from myscholar.domain.profile import InferenceId, ProfileAspect
from myscholar.text.terms import content_stems

_PEOPLE = re.compile(
    r"(?:ers|ors|ists|ians|ents|makers|people|communit(?:y|ies)|teams|staff|scholars|analysts|nurses|students)$", re.IGNORECASE
)
_NUMBERS = re.compile(r"\b(?:numbers?|figures|quantitativ\w+|measured|percent\w*|statistic\w*)\b", re.IGNORECASE)
_LISTS = re.compile(r"\b(?:enumerat\w+|numbered|lists?|bullet\w*|itemi[sz]\w+|firstly|structured)\b", re.IGNORECASE)
_SHORT = re.compile(
    r"\b(?:short(?:er)?|concise|brief|compact|terse) (?:sentences?|abstracts?|paragraphs?|titles?|style)\b", re.IGNORECASE
)
_EXAMPLES = re.compile(r"\b(?:examples?|cases|illustrat\w+|anecdot\w+)\b", re.IGNORECASE)
_CRITICAL = re.compile(
    r"\b(?:contrast\w*|however|hedg\w+|caveats?|limitation\w*|critici[sz]\w+|cautious\w*|doubt\w*)\b", re.IGNORECASE
)

_PEOPLE_METHODS = re.compile(
    r"\b(?:interview|survey|user stud|participant|qualitative|ethnograph|field stud|focus group|human)", re.IGNORECASE
)


def personalized_candidates(q: Asked, reader: Reader) -> tuple[Candidate, ...]:
    """All that could be proposed to this reader, with what each is worth."""
    return (
        *_from_knowledge(q, reader),
        *_from_methods(q, reader),
        *_from_positions(q, reader),
        *_from_audience(q, reader),
        *_from_writing(q, reader),
        *_for_what_they_know(reader),
        *_for_what_they_do_not(q, reader),
        *_broad(q, reader),
        *_wild_cards(q, reader),
    )


# ---- from inferences


def _from_knowledge(q: Asked, reader: Reader) -> Iterator[Candidate]:
    """Near topics become searches, sections and studies of their own; far ones none."""
    usable = [r for r in reader.of(ProfileAspect.KNOWLEDGE) if r.term and r.term_closeness > Closeness.FAR]
    for rank, r in enumerate(usable[:4]):
        k, near = r.term or "", 0.15 * (r.term_closeness is Closeness.NEAR) - 0.08 * rank
        yield _make(
            Stage.SEARCH_ADD, Category.CONTENT, r, Directive(verb=Verb.SEARCH, terms=(k, q.first)),
            f"Also search for {k} in work on {q.first}",
            sentence(f"see if there are papers on {k} within work on {q.first}", "reach the side of the topic that your papers know"),
            0.85 + near, default=0.5 + near,
        )  # fmt: skip
        yield _make(
            Stage.SEARCH_REFINE, Category.SPECIFICITY, r, Directive(verb=Verb.FOCUS, terms=(k,)),
            f"Put passages that mention {k} first",
            sentence(f"put passages on {k} first, without leaving the others out", "meet the part closest to your papers early"),
            0.7 + near,
        )  # fmt: skip
        if r.term_closeness is Closeness.NEAR:
            yield _make(
                Stage.ORGANIZATION, Category.CONTENT, r, Directive(verb=Verb.ADD_SECTION, terms=(k,)),
                f"Add a section on {k}",
                sentence(f"add a section on {k}", f"see what it adds to {q.first}, as your papers work on it"),
                0.75 + near,
            )  # fmt: skip
        yield _make(
            Stage.ORGANIZATION, Category.RESEARCH_IDEAS, r, Directive(verb=Verb.NEXT_STEPS, terms=(q.first, k)),
            f"End with open questions where {q.first} meets {k}",
            sentence(f"end with open questions where {q.first} meets {k}, from the cited papers", "find a next study close to your own"),
            0.95 + near, default=0.5,
        )  # fmt: skip
        yield _make(
            Stage.GENERATION, Category.RESEARCH_IDEAS, r, Directive(verb=Verb.CONNECT, terms=(k,)),
            f"Connect the findings to your papers on {k}",
            sentence(f"connect the findings to your papers on {k}", "see what you can reuse or cite"),
            1.0 + near, default=0.7 + near,
        )  # fmt: skip


def _from_methods(q: Asked, reader: Reader) -> Iterator[Candidate]:
    """A way of doing research travels further than a topic, so it may be used for far questions too, with less weight."""
    for rank, r in enumerate([r for r in reader.of(ProfileAspect.RESEARCH_STYLE) if r.inference.terms][:3]):
        m = r.term or r.inference.terms[0]
        worth = 0.8 + 0.1 * r.closeness - 0.1 * rank
        yield _make(
            Stage.SEARCH_ADD, Category.CONTENT, r, Directive(verb=Verb.SEARCH, terms=(q.first, m)),
            f"Also search for work on {q.first} with {m}",
            sentence(f"see if there is work on {q.first} with {m}", "find studies done the way yours are"),
            worth, default=0.4,
        )  # fmt: skip
        yield _make(
            Stage.SEARCH_REFINE, Category.SPECIFICITY, r, Directive(verb=Verb.FOCUS, terms=(m,)),
            f"Put papers with {m} first",
            sentence(f"put papers with {m} first", "read the evidence that you would trust most, judging by your papers"),
            worth - 0.05,
        )  # fmt: skip
        yield _make(
            Stage.ORGANIZATION, Category.RESEARCH_IDEAS, r, Directive(verb=Verb.NEXT_STEPS, terms=(q.first, m)),
            f"End with open questions that {m} could answer",
            sentence(f"end with open questions on {q.first} that {m} could answer", "plan a study with methods you already use"),
            worth - 0.05,
        )  # fmt: skip
        yield _make(
            Stage.ORGANIZATION, Category.STYLE, r, Directive(verb=Verb.COMPARE, terms=(m, q.first)),
            f"Show in a table which studies use {m}",
            sentence(f"show in a table how the studies of {q.first} differ, with {m} among them", "compare their designs with yours"),
            worth - 0.2,
        )  # fmt: skip


def _from_positions(q: Asked, reader: Reader) -> Iterator[Candidate]:
    for r in [r for r in reader.of(ProfileAspect.POSITIONS) if r.closeness > Closeness.FAR and r.inference.terms][:2]:
        k = r.term or q.first
        yield _make(
            Stage.GENERATION, Category.RESEARCH_IDEAS, r, Directive(verb=Verb.CONNECT, terms=(k,)),
            f"Relate the findings to what your papers argue about {k}",
            sentence(f"relate the findings to what your papers argue about {k}", "see where the evidence supports you and where not"),
            0.9 + 0.1 * r.closeness,
        )  # fmt: skip
        yield _make(
            Stage.SEARCH_ADD, Category.CONTENT, r, Directive(verb=Verb.SEARCH, terms=(k, "criticism", "counterargument")),
            f"Also search for arguments against your view of {k}",
            sentence(f"see if there are papers that argue against your view of {k}", "test your position before a reviewer does"),
            0.8, wild_card=True,
        )  # fmt: skip


def _from_audience(q: Asked, reader: Reader) -> Iterator[Candidate]:
    for r in [r for r in reader.of(ProfileAspect.AUDIENCE) if any(_PEOPLE.search(t) for t in r.inference.terms)][:2]:
        group = next(t for t in r.inference.terms if _PEOPLE.search(t))
        worth = 0.75 + 0.1 * r.closeness
        yield _make(
            Stage.ORGANIZATION, Category.RESEARCH_IDEAS, r, Directive(verb=Verb.ADD_SECTION, terms=("implications", group)),
            f"Add a section on implications for {group}",
            sentence(f"add a section on what the findings mean for {group}", "write for the readers that your papers address"),
            worth,
        )  # fmt: skip
        yield _make(
            Stage.SEARCH_ADD, Category.CONTENT, r, Directive(verb=Verb.SEARCH, terms=(q.first, group)),
            f"Also search for work on {q.first} for {group}",
            sentence(f"see if there is work on {q.first} for {group}", "cite what your own readers care about"),
            worth - 0.15,
        )  # fmt: skip


def _from_writing(q: Asked, reader: Reader) -> Iterator[Candidate]:
    """How the reader writes says how they may like to read. The wording only leans on it."""
    for r in reader.of(ProfileAspect.WRITING_STYLE):
        said = " ".join((r.inference.text, *r.inference.terms))
        if _NUMBERS.search(said):
            yield _write(
                r, Category.STYLE, Directive(verb=Verb.NUMBERS, terms=(q.first,)), f"Give measured results on {q.first}, as your papers do",
                sentence(f"prefer sentences with measured results on {q.first}", "compare numbers, as your papers do"), 0.85, default=0.45,
            )  # fmt: skip
        if _LISTS.search(said):
            yield _write(
                r, Category.STYLE, Directive(verb=Verb.LIST), "Use bullet points, as your papers like to enumerate",
                sentence(f"use bullet points for the findings on {q.first}", "scan them the way your own papers enumerate"), 0.75, saves_time=True,
            )  # fmt: skip
        if _SHORT.search(said):
            yield _make(
                Stage.ORGANIZATION, Category.STYLE, r, Directive(verb=Verb.BRIEF), "Keep the report short, in the manner of your papers",
                sentence("keep the report short, with fewer sections", "read it quickly, as your own writing is concise"), 0.7, saves_time=True,
            )  # fmt: skip
        if _EXAMPLES.search(said):
            yield _make(
                Stage.SEARCH_REFINE, Category.STYLE, r, Directive(verb=Verb.FOCUS, terms=("example", q.first)),
                f"Put concrete examples of {q.first} first",
                sentence(f"put passages with concrete examples of {q.first} first", "read by example, as your papers explain"), 0.65,
            )  # fmt: skip
        if _CRITICAL.search(said):
            yield _write(
                r, Category.CONTENT, Directive(verb=Verb.LIMITATIONS, terms=(q.first,)), f"Point out limitations of the cited work on {q.first}",
                sentence(f"point out the limitations that papers on {q.first} admit", "weigh findings as carefully as your papers do"), 0.75,
            )  # fmt: skip


# ---- from what the papers cover


def _for_what_they_know(reader: Reader) -> Iterator[Candidate]:
    """Time savers for readers whose papers treat the topic already. Source: MySQA D.3; Table 9 EXPERT."""
    if not reader.known:
        return
    known, r = joined(reader.known), _nearest(reader)
    yield _write(
        r, Category.CONTENT, Directive(verb=Verb.SKIP_DEFINITIONS, terms=reader.known), f"Skip definitions of {known}",
        sentence(f"skip definitions of {known}", "save reading time, since your papers already use the terms"), 1.1, default=0.8, saves_time=True,
    )  # fmt: skip
    if reader.is_expert:
        yield _make(
            Stage.ORGANIZATION, Category.SPECIFICITY, r, Directive(verb=Verb.SKIP_SECTION, terms=("background", *reader.known[:1])),
            f"Skip the background section on {reader.known[0]}",
            sentence(f"skip the background section on {reader.known[0]}", "get to what is new for you"), 0.95, default=0.55, saves_time=True,
        )  # fmt: skip
        yield _make(
            Stage.SEARCH_REFINE, Category.SPECIFICITY, r, Directive(verb=Verb.EXCLUDE, terms=("tutorial", "introductory")),
            f"Leave out tutorials on {reader.known[0]}",
            sentence(f"leave out tutorials and introductory papers on {reader.known[0]}", "skip what your papers show you know"), 0.9, saves_time=True,
        )  # fmt: skip


def _for_what_they_do_not(q: Asked, reader: Reader) -> Iterator[Candidate]:
    """Help for readers whose papers do not touch the topic, or only a part of it."""
    if not reader.unknown:
        return
    new, r = joined(reader.unknown), _nearest(reader)
    first = reader.unknown[0]
    yield _write(
        None, Category.CONTENT, Directive(verb=Verb.DEFINE, terms=reader.unknown), f"Define {new}, which your papers don't mention",
        sentence(f"define {new} in the words of the cited papers", "read on easily, since your papers don't mention this"), 0.85,
        default=0.6 if not reader.known else 0.45,
    )  # fmt: skip
    if reader.known:
        return
    yield _make(
        Stage.ORGANIZATION, Category.CONTENT, None, Directive(verb=Verb.ADD_SECTION, terms=("background", first)),
        f"Add a short background section on {first}",
        sentence(f"add a short background section on {first}", "get into a topic that your papers don't treat"), 0.8, default=0.5,
    )  # fmt: skip
    yield _make(
        Stage.SEARCH_ADD, Category.CONTENT, None, Directive(verb=Verb.SEARCH, terms=("introduction", "tutorial", first)),
        f"Also search for introductions to {first}",
        sentence(f"see if there are introductions to {first}", "find a way in, as it lies outside your papers"), 0.75,
    )  # fmt: skip
    yield _make(
        Stage.SEARCH_REFINE, Category.SPECIFICITY, None, Directive(verb=Verb.FOCUS, terms=("overview", first)),
        f"Put overviews of {first} first",
        sentence(f"put overviews of {first} before narrow studies", "get your bearings in a field new to you"), 0.75,
    )  # fmt: skip
    if r is not None:
        yield from _far_ideas(q, r)


def _far_ideas(q: Asked, r: Related) -> Iterator[Candidate]:
    """High-level links for a question outside the reader's field: the topic of the question leads, never the profile's."""
    yield _make(
        Stage.ORGANIZATION, Category.RESEARCH_IDEAS, r, Directive(verb=Verb.NEXT_STEPS, terms=(q.first,)),
        f"End with open questions on {q.first} that newcomers could take up",
        sentence(f"end with open questions on {q.first}, as the cited papers state them", "spot where your own methods could carry over"), 0.75,
    )  # fmt: skip


def _broad(q: Asked, reader: Reader) -> Iterator[Candidate]:
    """What suits any reader with a profile, so that no stage stays empty."""
    r = _nearest(reader)
    yield _write(
        r, Category.RESEARCH_IDEAS, Directive(verb=Verb.CONNECT), "Connect the findings to your own papers where they touch",
        sentence(f"connect the findings on {q.first} to your own papers where they touch", "see what matters for your work"), 0.7, default=0.45,
    )  # fmt: skip
    yield _write(
        r, Category.STYLE, Directive(verb=Verb.NUMBERS, terms=(q.first,)), f"Prefer sentences with measured results on {q.first}",
        sentence(f"prefer sentences with measured results on {q.first}", "compare them with results of your own"), 0.5,
    )  # fmt: skip
    yield _make(
        Stage.SEARCH_REFINE, Category.SPECIFICITY, r, Directive(verb=Verb.FOCUS, terms=("methods", q.first)),
        f"Put papers that explain their methods for {q.first} first",
        sentence(f"put papers first that explain their methods for {q.first} in detail", "adapt them in your own research"), 0.6,
        category_ideas=True,
    )  # fmt: skip
    if q.kind not in (q.kind.SURVEY, q.kind.DEFINITION):
        yield _make(
            Stage.SEARCH_REFINE, Category.SPECIFICITY, r, Directive(verb=Verb.EXCLUDE, terms=("survey",)), "Leave out survey papers",
            sentence(f"leave out survey papers on {q.first}", "save time by reading original results only"), 0.45, saves_time=True,
        )  # fmt: skip
    yield _make(
        Stage.ORGANIZATION, Category.STYLE, r, Directive(verb=Verb.BRIEF), "Keep the report short",
        sentence("keep the report short, with fewer sections", "see quickly whether it matters for your own work"), 0.45, saves_time=True,
    )  # fmt: skip


def _wild_cards(q: Asked, reader: Reader) -> Iterator[Candidate]:
    """A neighbouring view that the profile does not have, against filter bubbles. Source: MySQA §5 Lesson 1."""
    strange = [f for f in q.facets if not any(s in reader.vocabulary for s in _rare_words(f))]
    for rank, facet in enumerate(strange[:2]):
        yield _make(
            Stage.SEARCH_ADD, Category.CONTENT, None, Directive(verb=Verb.SEARCH, terms=(facet, q.first)),
            f"Also search for {facet}, which your papers don't mention",
            sentence(f"see if there are papers on {facet} in {q.first}", "meet a view that your own papers don't have"),
            0.9 - 0.1 * rank, wild_card=True,
        )  # fmt: skip
    with_people = any(
        _PEOPLE_METHODS.search(" ".join((r.inference.text, *r.inference.terms))) for r in reader.of(ProfileAspect.RESEARCH_STYLE)
    )
    what, terms, use = (
        ("theoretical work", "theory", "look at it from a side that your studies with people leave open")
        if with_people
        else (
            "interviews and field studies",
            "interview field study",
            "hear from the people concerned, which your papers do less",
        )
    )
    yield _make(
        Stage.SEARCH_ADD, Category.CONTENT, None, Directive(verb=Verb.SEARCH, terms=(q.first, *terms.split("|"))),
        f"Also search for {what} on {q.first}, for another view",
        sentence(f"see if there are {what} on {q.first}" if not with_people else f"see if there is {what} on {q.first}", use),
        0.7, wild_card=True,
    )  # fmt: skip


# ---- making


def _nearest(reader: Reader) -> Related | None:
    found = reader.of(ProfileAspect.KNOWLEDGE) or reader.related
    return found[0] if found else None


def _rare_words(phrase: str) -> list[str]:
    return [s for s in content_stems(phrase) if len(s) > 3]


def _make(
    stage: Stage,
    category: Category,
    related: Related | None,
    directive: Directive,
    tldr: str,
    text: str,
    worth: float,
    *,
    default: float = 0.0,
    saves_time: bool = False,
    wild_card: bool = False,
    category_ideas: bool = False,
) -> Candidate:
    return Candidate(
        stage=stage,
        category=Category.RESEARCH_IDEAS if category_ideas else category,
        directive=directive,
        tldr=capital(tldr),
        text=text,
        worth=worth,
        default=default,
        inference_id=InferenceId(related.inference.inference_id) if related else None,
        saves_time=saves_time,
        wild_card=wild_card,
    )


def _write(
    related: Related | None,
    category: Category,
    directive: Directive,
    tldr: str,
    text: str,
    worth: float,
    *,
    default: float = 0.0,
    saves_time: bool = False,
) -> Candidate:
    return _make(Stage.GENERATION, category, related, directive, tldr, text, worth, default=default, saves_time=saves_time)
