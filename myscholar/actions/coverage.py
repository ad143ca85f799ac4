"""Actions that follow from how much of the question the reader's papers cover. Source: MySQA D.3; Table 9, EXPERT."""

from collections.abc import Iterator

from myscholar.actions.asked import Asked
from myscholar.actions.candidates import Candidate
from myscholar.actions.making import make
from myscholar.actions.reader import Closeness, Reader, Related
from myscholar.actions.wording import joined
from myscholar.domain.actions import Category, Directive, Stage, Verb
from myscholar.domain.evidence import SearchFilters
from myscholar.domain.profile import ProfileAspect
from myscholar.text.question import QuestionKind

BACKGROUND = ("background", "survey", "definition", "history")
"""What a background section is made of: hardly any sentence says "background"."""


def coverage_candidates(q: Asked, reader: Reader) -> Iterator[Candidate]:
    """Time savers for what is known, help with what is not, and what suits any reader with a profile."""
    if reader.known:
        yield from _for_what_they_know(q, reader)
    if reader.unknown:
        yield from _for_what_they_do_not(q, reader)
    if not reader.known and reader.closeness < Closeness.NEAR:
        yield from _for_newcomers(q, reader)
    yield from _for_any(q, reader)


def _for_what_they_know(q: Asked, reader: Reader) -> Iterator[Candidate]:
    known, r = joined(reader.known), _nearest(reader)
    yield make(
        q, Stage.GENERATION, Category.CONTENT, Directive(verb=Verb.SKIP_DEFINITIONS, terms=reader.known), f"Skip definitions of {known}",
        f"skip definitions of {known}", "save reading time, since your papers already use the terms", 1.1, default=0.8, saves_time=True, related=r,
    )  # fmt: skip
    yield make(
        q, Stage.SEARCH_ADD, Category.CONTENT, Directive(verb=Verb.SEARCH, terms=("revisiting", "replication", reader.known[0])),
        f"Also search for papers that revisit results on {reader.known[0]}", f"see if there are papers that revisit or replicate known results on {reader.known[0]}",
        "learn what has changed in a topic you know", 0.72, related=r,
    )  # fmt: skip
    if not reader.is_expert:
        return
    yield make(
        q, Stage.ORGANIZATION, Category.SPECIFICITY, Directive(verb=Verb.SKIP_SECTION, terms=("background", reader.known[0])),
        f"Skip the background section on {reader.known[0]}", f"skip the background section on {reader.known[0]}", "get to what is new for you",
        0.95, default=0.55, saves_time=True, related=r,
    )  # fmt: skip
    yield make(
        q, Stage.SEARCH_REFINE, Category.SPECIFICITY, Directive(verb=Verb.EXCLUDE, terms=("tutorial", "introductory")),
        f"Leave out tutorials and introductory papers on {reader.known[0]}", f"leave out tutorials and introductory papers on {reader.known[0]}",
        "skip what your papers show you know", 0.85, saves_time=True, related=r,
    )  # fmt: skip


def _for_what_they_do_not(q: Asked, reader: Reader) -> Iterator[Candidate]:
    new = joined(reader.unknown)
    yield make(
        q, Stage.GENERATION, Category.CONTENT, Directive(verb=Verb.DEFINE, terms=reader.unknown), f"Define {new} on first mention",
        f"define {new} on first mention", "read on easily, since your papers hardly mention the term" + "s" * (len(reader.unknown) > 1),
        0.85 if not reader.known else 0.45, default=0.6 if not reader.known else 0.4,
    )  # fmt: skip


def _for_newcomers(q: Asked, reader: Reader) -> Iterator[Candidate]:
    """High-level help in a field that is new to the reader: the topic of the question leads, never the profile's."""
    first, r = (*reader.unknown, q.first)[0], _nearest(reader)
    yield make(
        q, Stage.ORGANIZATION, Category.CONTENT, Directive(verb=Verb.ADD_SECTION, terms=(*BACKGROUND, first)), f"Add a short background section on {first}",
        f"add a short background section on {first}, from surveys, definitions and its history", "get into a topic that your papers don't treat", 0.85, default=0.5,
    )  # fmt: skip
    yield make(
        q, Stage.SEARCH_ADD, Category.CONTENT, Directive(verb=Verb.SEARCH, terms=("introduction", "tutorial", first)),
        f"Also search for introductions to {first}", f"see if there are introductions to {first}", "find a way into a topic outside your papers", 0.75,
    )  # fmt: skip
    yield make(
        q, Stage.SEARCH_REFINE, Category.SPECIFICITY, Directive(verb=Verb.FOCUS, terms=("overview", first)), f"Put overviews of {first} first",
        f"put overviews of {first} first and narrow studies later", "get your bearings in a field new to you", 0.75,
    )  # fmt: skip
    yield make(
        q, Stage.SEARCH_REFINE, Category.SPECIFICITY, Directive(verb=Verb.LIMIT, filters=SearchFilters(min_citations=10)),
        "Keep to papers cited at least 10 times", "keep to papers with at least 10 citations", "start from established work in a field new to you",
        0.6, saves_time=True,
    )  # fmt: skip
    yield make(
        q, Stage.ORGANIZATION, Category.RESEARCH_IDEAS, Directive(verb=Verb.NEXT_STEPS, terms=(q.first,)), "End with open questions that newcomers could take up",
        "end with open questions on {t}, as the cited papers state them", "spot where your own methods could carry over", 0.8, related=r,
    )  # fmt: skip


def _for_any(q: Asked, reader: Reader) -> Iterator[Candidate]:
    r = _nearest(reader)
    yield make(
        q, Stage.GENERATION, Category.RESEARCH_IDEAS, Directive(verb=Verb.CONNECT), "Connect the findings to your own papers where they touch",
        "connect the findings on {t} to your own papers where they touch", "see what matters for your work", 0.75, default=0.45, related=r,
    )  # fmt: skip
    yield make(
        q, Stage.SEARCH_REFINE, Category.RESEARCH_IDEAS, Directive(verb=Verb.FOCUS, terms=("methods in detail", q.first)),
        "Put papers that describe their methods in detail first", "put papers on {t} first that describe their methods in detail",
        "adapt them in your own research", 0.6, related=r,
    )  # fmt: skip
    if reader.known and q.kind not in (QuestionKind.SURVEY, QuestionKind.DEFINITION):
        yield make(
            q, Stage.SEARCH_REFINE, Category.SPECIFICITY, Directive(verb=Verb.EXCLUDE, terms=("survey",)), "Leave out survey papers",
            "leave out survey papers", "read original results only, as someone who knows the topic", 0.5, saves_time=True, related=r,
        )  # fmt: skip
    if not (q.is_formal or q.is_qualitative):
        yield make(
            q, Stage.GENERATION, Category.STYLE, Directive(verb=Verb.NUMBERS, terms=(q.first,)), "Prefer sentences with measured results",
            "prefer sentences with measured results on {t}", "compare them with results of your own", 0.5, related=r,
        )  # fmt: skip
    yield make(
        q, Stage.SEARCH_ADD, Category.RESEARCH_IDEAS, Directive(verb=Verb.SEARCH, terms=(q.first, "other fields", "transfer")),
        "Also search for methods for {t} from other fields", "see if there are papers that bring methods from other fields to {t}",
        "judge whether yours could be next", 0.55, related=r,
    )  # fmt: skip
    yield make(
        q, Stage.ORGANIZATION, Category.RESEARCH_IDEAS, Directive(verb=Verb.NEXT_STEPS, terms=q.topics), "End with open questions that suit your methods",
        "end with open questions on {t}, as the cited papers state them", "pick one that your own methods fit", 0.7, default=0.35, related=r,
    )  # fmt: skip
    yield make(
        q, Stage.ORGANIZATION, Category.RESEARCH_IDEAS, Directive(verb=Verb.ADD_SECTION, terms=("methods to reuse", q.first)), "Add a section on methods to reuse",
        "add a section on methods to reuse from work on {t}", "carry them over to your own studies", 0.62, related=r,
    )  # fmt: skip
    yield make(
        q, Stage.ORGANIZATION, Category.STYLE, Directive(verb=Verb.BRIEF), "Keep the report short",
        "keep the report on {t} short, with fewer sections", "see quickly whether it matters for your own work", 0.5, saves_time=True, related=r,
    )  # fmt: skip


def _nearest(reader: Reader) -> Related | None:
    found = reader.of(ProfileAspect.KNOWLEDGE) or reader.related
    return found[0] if found else None
