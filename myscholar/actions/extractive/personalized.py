"""Actions that suit this reader, each resting on an inference: concrete where the inference is near
the question, broad where it is far.

Source: MySQA §2.2, D.3 (personalization and action instructions), Table 9 (NARROW, OFFTOPIC,
EXPERT); wild cards: §5, Lesson 1.
"""

from collections.abc import Iterator
from dataclasses import replace

from myscholar.actions.candidates import Candidate
from myscholar.actions.extractive.generic import CITED
from myscholar.actions.extractive.reader import Closeness, Reader, Related
from myscholar.actions.extractive.subject import QuestionSubject
from myscholar.actions.habits import writes_numbers
from myscholar.actions.wording import joined
from myscholar.domain.actions import Category, Directive, Stage, Verb
from myscholar.domain.evidence import SearchFilters
from myscholar.domain.profile import InferenceId, ProfileAspect
from myscholar.text.terms import content_stems, phrase_key

N_TOPICS = 5
"""Of the reader's own, nearest first."""
BACKGROUND = ("background", "survey", "definition", "history")
"""What a background section is made of: hardly any sentence says "background"."""
_ADD, _REFINE, _ORGANIZE, _WRITE = (
    Stage.SEARCH_ADD,
    Stage.SEARCH_REFINE,
    Stage.ORGANIZATION,
    Stage.GENERATION,
)
_CONTENT, _STYLE, _SPECIFICITY, _IDEAS = (
    Category.CONTENT,
    Category.STYLE,
    Category.SPECIFICITY,
    Category.RESEARCH_IDEAS,
)


def personalized_candidates(q: QuestionSubject, reader: Reader) -> Iterator[Candidate]:
    """All that could be proposed to this reader, with what each is worth."""
    yield from _from_work(q, reader)
    yield from _from_topics(q, reader)
    yield from _from_writing(q, reader)
    yield from _for_what_they_know(q, reader)
    yield from _for_what_they_do_not(q, reader)
    yield from _for_any(q, reader)
    yield from _wild_cards(q, reader)


def _rests_on(candidate: Candidate, r: Related | None, *, wild_card: bool = False) -> Candidate:
    return replace(
        candidate,
        inference_id=InferenceId(r.inference.inference_id) if r else None,
        wild_card=wild_card,
    )


def _from_work(q: QuestionSubject, reader: Reader) -> Iterator[Candidate]:
    """The findings beside the reader's nearest papers, whether or not the question names what these
    are on."""
    near = [r for r in reader.of(ProfileAspect.KNOWLEDGE) if r.leads]
    for rank, r in enumerate(
        [r for r in near if r.says_more or r.closeness > Closeness.FAR][:N_TOPICS]
    ):
        gain, what = (
            0.1 * r.closeness - 0.15 * rank,
            "the findings" if phrase_key(q.named) in phrase_key(r.term) else q.named,
        )
        yield _rests_on(
            q.propose(
                _WRITE,
                _IDEAS,
                Directive(verb=Verb.CONNECT, terms=(r.term,)),
                f"Relate {what} to your work on {r.term}",
                f"relate {what} to your work on {r.term}",
                "see what could carry over"
                if r.closeness is Closeness.FAR
                else "see what you can reuse, cite or contest",
                1.0 + gain,
                default=0.3 if r.is_foreign else 0.6 + gain,
            ),
            r,
        )


def _from_topics(q: QuestionSubject, reader: Reader) -> Iterator[Candidate]:
    """What the papers are on, beside what is asked: a part of the answer where papers found have
    it, else something to bring to it.

    Ways of doing research travel further than topics: they need not be near if something of the
    reader's is.
    """
    is_near = reader.closeness > Closeness.FAR
    own = [r for r in reader.topics if not r.is_foreign or (is_near and r.travels)]
    for rank, r in enumerate(own[:N_TOPICS]):
        k, gain, is_far = r.term, 0.15 * r.closeness - 0.12 * rank, r.closeness is Closeness.FAR
        if r.n_papers or not is_far:
            yield _rests_on(
                q.propose(
                    _REFINE,
                    _SPECIFICITY,
                    Directive(verb=Verb.FOCUS, terms=(k, q.first)),
                    f"Put {k} first",
                    f"put papers with {k} first among those on {{t}}",
                    "meet the part closest to your profile early",
                    0.75 + gain,
                    saves_time=True,
                ),
                r,
            )
        if " " not in k and not k.islower():  # a lone name: of a data set, a model
            continue
        yield _rests_on(
            q.propose(
                _ADD,
                _CONTENT,
                Directive(verb=Verb.SEARCH, terms=(k, q.first)),
                f"Find {k} in work on {{t}}",
                f"look for {k} in work on {{t}}",
                "see whether what you know has been tried there"
                if is_far
                else "reach the side of the topic that your profile names",
                0.85 + gain,
                default=0.4,
            ),
            r,
        )
        if is_far and not r.n_papers:
            continue
        yield _rests_on(
            q.propose(
                _ORGANIZE,
                _IDEAS,
                Directive(verb=Verb.NEXT_STEPS, terms=(k, q.first)),
                f"On {q.named} and {k}, end with open questions",
                f"end with open questions on {q.named} and {k}",
                "plan a next study close to your own",
                0.85 + gain,
                default=0.4,
            ),
            r,
        )
        if r.closeness is Closeness.NEAR and r.n_papers:
            yield _rests_on(
                q.propose(
                    _ORGANIZE,
                    _CONTENT,
                    Directive(verb=Verb.ADD_SECTION, terms=(k,)),
                    f"Give {k} a section",
                    f"add a section on {k}",
                    "see how it bears on {t}, since your profile names it",
                    0.7 + gain,
                ),
                r,
            )


def _from_writing(q: QuestionSubject, reader: Reader) -> Iterator[Candidate]:
    """How the reader writes says how they may like to read; the wording only leans on it."""
    for r in [r for r in reader.of(ProfileAspect.WRITING_STYLE) if writes_numbers(r.inference)][:1]:
        yield _rests_on(
            q.propose(
                _WRITE,
                _STYLE,
                Directive(verb=Verb.NUMBERS, terms=(q.first,)),
                "Back {t} with numbers, as your papers do",
                "prefer sentences with measured results on {t}",
                "compare numbers, as your own papers do",
                0.75,
            ),
            r,
        )


def _for_what_they_know(q: QuestionSubject, reader: Reader) -> Iterator[Candidate]:
    """Time savers."""
    if not reader.known:
        return
    known, first, r = joined(reader.known), reader.known[0], _nearest(reader)
    yield _rests_on(
        q.propose(
            _WRITE,
            _CONTENT,
            Directive(verb=Verb.SKIP_DEFINITIONS, terms=reader.known),
            f"Skip definitions of {known}",
            f"skip definitions of {known}",
            "save reading time, since your papers already use the terms",
            1.1,
            default=0.8,
            saves_time=True,
        ),
        r,
    )
    if reader.is_expert:
        yield _rests_on(
            q.propose(
                _ORGANIZE,
                _SPECIFICITY,
                Directive(verb=Verb.SKIP_SECTION, terms=("background", first)),
                f"Skip background on {first}",
                f"skip the background section on {first}",
                "get to what is new for you",
                0.95,
                default=0.45,
                saves_time=True,
            ),
            r,
        )


def _for_what_they_do_not(q: QuestionSubject, reader: Reader) -> Iterator[Candidate]:
    """Help in a field that is new to the reader: the topic of the question leads, never the
    profile's."""
    if not reader.unknown:
        return
    new, first = joined(reader.unknown), reader.unknown[0]
    yield q.propose(
        _WRITE,
        _CONTENT,
        Directive(verb=Verb.DEFINE, terms=reader.unknown),
        f"Define {new} on first mention",
        f"define {new} on first mention",
        "read on easily if it is new to you",
        0.85 if not reader.known else 0.45,
        default=0.6 if not reader.known else 0.4,
    )
    if reader.known or reader.closeness is Closeness.NEAR:
        return
    yield q.propose(
        _ORGANIZE,
        _CONTENT,
        Directive(verb=Verb.ADD_SECTION, terms=(*BACKGROUND, first)),
        f"Give the background of {first} a section",
        f"add a short background section on {first}, from surveys, definitions and its history",
        "get into what may be new to you",
        0.85,
        default=0.5,
    )
    yield q.propose(
        _REFINE,
        _SPECIFICITY,
        Directive(verb=Verb.FOCUS, terms=("overview", first)),
        f"Put overviews of {first} first",
        f"put overviews of {first} first and narrow studies later",
        "get your bearings before the details",
        0.75,
        saves_time=True,
    )


def _for_any(q: QuestionSubject, reader: Reader) -> Iterator[Candidate]:
    r = _nearest(reader)
    for stage, category, directive, tldr, action, use, worth, default in (
        (
            _WRITE,
            _IDEAS,
            Directive(verb=Verb.CONNECT),
            "Connect {t} to your own papers",
            "connect the findings on {t} to your own papers where they touch",
            "see what matters for your work",
            0.7,
            0.45,
        ),
        (
            _REFINE,
            _SPECIFICITY,
            Directive(verb=Verb.LIMIT, filters=SearchFilters(min_citations=CITED)),
            f"Only work cited at least {CITED} times",
            f"keep to papers with at least {CITED} citations",
            "start from established work",
            0.2,
            0.0,
        ),
        (
            _REFINE,
            _SPECIFICITY,
            Directive(verb=Verb.FOCUS, terms=("methods in detail", q.first)),
            "Put methods for {t} in detail first",
            "put papers first that describe methods for {t} in detail",
            "adapt them in your own research",
            0.6,
            0.0,
        ),
        (
            _ADD,
            _CONTENT,
            Directive(verb=Verb.SEARCH, terms=("survey", q.first)),
            "Find surveys of {t}",
            "look for surveys of {t}",
            "judge where your own work would stand",
            0.6,
            0.0,
        ),
        (
            _WRITE,
            _IDEAS,
            Directive(verb=Verb.NUMBERS, terms=(q.first,)),
            "Back {t} with numbers",
            "prefer sentences with measured results on {t}",
            "compare them with results of your own",
            0.2,
            0.0,
        ),
        (
            _ORGANIZE,
            _IDEAS,
            Directive(verb=Verb.NEXT_STEPS, terms=(q.first,)),
            "On {t}, end with open questions",
            "end with open questions on {t}",
            "spot where your own methods could carry over",
            0.35,
            0.0,
        ),
        (
            _ORGANIZE,
            _IDEAS,
            Directive(verb=Verb.ADD_SECTION, terms=("methods to reuse", q.first)),
            "Give methods to reuse a section",
            "add a section on methods to reuse from work on {t}",
            "carry them over to your own studies",
            0.4,
            0.0,
        ),
    ):
        saves = directive.verb is Verb.LIMIT
        yield _rests_on(
            q.propose(
                stage,
                category,
                directive,
                tldr,
                action,
                use,
                worth,
                default=default,
                saves_time=saves,
            ),
            r,
        )


def _wild_cards(q: QuestionSubject, reader: Reader) -> Iterator[Candidate]:
    """A view that the profile does not have: sides of the literature that the reader's papers never
    name, else critical papers."""
    vocabulary = set(reader.said.split())
    strange = [s for s in q.literature.sides if vocabulary.isdisjoint(content_stems(s))]
    for rank, side in enumerate(strange[:3]):
        yield _rests_on(
            q.propose(
                _ADD,
                _CONTENT,
                Directive(verb=Verb.SEARCH, terms=(side, q.first)),
                f"Look into {side}, for another view",
                f"look for papers on {side} in work on {{t}}",
                "meet a view that your own papers don't take",
                0.95 - 0.1 * rank,
            ),
            None,
            wild_card=True,
        )
    yield _rests_on(
        q.propose(
            _ADD,
            _CONTENT,
            Directive(verb=Verb.SEARCH, terms=("critical", q.first)),
            "Look into critical papers on {t}, for another view",
            "look for critical papers on {t}",
            "hear doubts that work close to yours may not raise",
            0.6,
        ),
        None,
        wild_card=True,
    )


def _nearest(reader: Reader) -> Related | None:
    found = reader.of(ProfileAspect.KNOWLEDGE) or reader.related
    return found[0] if found else None
