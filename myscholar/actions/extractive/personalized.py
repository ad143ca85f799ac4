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
from myscholar.domain.actions import Category, Verb
from myscholar.domain.evidence import SearchFilters
from myscholar.domain.profile import ProfileAspect
from myscholar.domain.text import listed
from myscholar.text.terms import content_stems, phrase_key

N_TOPICS = 5
"""Of the reader's own, nearest first; by hand."""
_IDEAS = Category.RESEARCH_IDEAS


def personalized_candidates(q: QuestionSubject, reader: Reader) -> Iterator[Candidate]:
    """All that could be proposed to this reader, with what each is worth."""
    nearest = next(iter(reader.of(ProfileAspect.KNOWLEDGE) or reader.related), None)
    yield from _from_work(q, reader)
    yield from _from_topics(q, reader)
    yield from _from_writing(q, reader)
    yield from (_rests_on(c, nearest) for c in _for_what_they_know(q, reader))
    yield from _for_what_they_do_not(q, reader)
    yield from (_rests_on(c, nearest) for c in _for_any(q))
    yield from (replace(c, wild_card=True) for c in _wild_cards(q, reader))


def _rests_on(candidate: Candidate, r: Related | None) -> Candidate:
    return replace(candidate, inference_id=r.inference.inference_id) if r else candidate


def _from_work(q: QuestionSubject, reader: Reader) -> Iterator[Candidate]:
    """The findings beside the reader's nearest papers, whether or not the question names what these
    are on."""
    near = (r for r in reader.of(ProfileAspect.KNOWLEDGE) if r.leads)
    own = [r for r in near if r.says_more or r.closeness > Closeness.FAR][:N_TOPICS]
    for rank, r in enumerate(own):
        is_far, gain = r.closeness is Closeness.FAR, 0.1 * r.closeness - 0.15 * rank
        what = "the findings" if phrase_key(q.named) in phrase_key(r.term) else q.named
        use = "see what could carry over" if is_far else "see what you can reuse, cite or contest"
        action = f"relate {what} to your work on {r.term}"
        default = 0.3 if r.is_foreign else 0.6 + gain
        said = action, action, use
        connect = q.propose(Verb.CONNECT, (r.term,), said, 1.0 + gain, default)
        yield _rests_on(connect, r)


def _from_topics(q: QuestionSubject, reader: Reader) -> Iterator[Candidate]:
    """What the papers are on, beside what is asked: a part of the answer where papers found have
    it, else something to bring to it.

    Ways of doing research travel further than topics: they need not be near if something of the
    reader's is.
    """
    is_near = reader.closeness > Closeness.FAR
    own = [r for r in reader.topics if not r.is_foreign or (is_near and r.travels)]
    for rank, r in enumerate(own[:N_TOPICS]):
        for candidate in _on_topic(q, r, 0.15 * r.closeness - 0.12 * rank):
            yield _rests_on(candidate, r)


def _on_topic(q: QuestionSubject, r: Related, gain: float) -> Iterator[Candidate]:
    k, is_far = r.term, r.closeness is Closeness.FAR
    terms = (k, q.first)
    if r.n_papers or not is_far:
        action = f"put papers with {k} first among those on {{t}}"
        said = f"Put {k} first", action, "meet the part closest to your profile early"
        yield q.propose(Verb.FOCUS, terms, said, 0.75 + gain, saves_time=True)
    if " " not in k and not k.islower():  # a lone name: of a data set, a model
        return
    use = "reach the side of the topic that your profile names"
    if is_far:
        use = "see whether what you know has been tried there"
    said = f"Find {k} in work on {{t}}", f"look for {k} in work on {{t}}", use
    yield q.propose(Verb.SEARCH, terms, said, 0.85 + gain, 0.4)
    if is_far and not r.n_papers:
        return
    both = f"{q.named} and {k}"
    use = "plan a next study close to your own"
    said = f"End with open questions on {both}", f"end with open questions on {both}", use
    yield q.propose(Verb.NEXT_STEPS, terms, said, 0.85 + gain, 0.4)
    if r.closeness is Closeness.NEAR and r.n_papers:
        use = "see how it bears on {t}, since your profile names it"
        said = f"Give {k} a section", f"add a section on {k}", use
        yield q.propose(Verb.ADD_SECTION, (k,), said, 0.7 + gain)


def _from_writing(q: QuestionSubject, reader: Reader) -> Iterator[Candidate]:
    """How the reader writes says how they may like to read; the wording only leans on it."""
    numbers = (r for r in reader.of(ProfileAspect.WRITING_STYLE) if writes_numbers(r.inference))
    if r := next(numbers, None):
        action = "prefer sentences with measured results on {t}"
        use = "compare numbers, as your own papers do"
        said = "Back {t} with numbers, as your papers do", action, use
        yield _rests_on(q.propose(Verb.NUMBERS, (q.first,), said, 0.75), r)


def _for_what_they_know(q: QuestionSubject, reader: Reader) -> Iterator[Candidate]:
    """Time savers."""
    if not reader.known:
        return
    known, first = listed(reader.known), reader.known[0]
    use = "save reading time, since your papers already use the terms"
    said = f"Skip definitions of {known}", f"skip definitions of {known}", use
    yield q.propose(Verb.SKIP_DEFINITIONS, reader.known, said, 1.1, 0.8)
    if reader.is_expert:
        action = f"skip the background section on {first}"
        said = f"Skip background on {first}", action, "get to what is new for you"
        terms, category = ("background", first), Category.SPECIFICITY
        yield q.propose(Verb.SKIP_SECTION, terms, said, 0.95, 0.45, category=category)


def _for_what_they_do_not(q: QuestionSubject, reader: Reader) -> Iterator[Candidate]:
    """Help in a field that is new to the reader: the topic of the question leads, never the
    profile's."""
    if not reader.unknown:
        return
    new, first = listed(reader.unknown), reader.unknown[0]
    worth, default = (0.45, 0.4) if reader.known else (0.85, 0.6)
    use = "read on easily if it is new to you"
    said = f"Define {new} on first mention", f"define {new} on first mention", use
    yield q.propose(Verb.DEFINE, reader.unknown, said, worth, default)
    if reader.known or reader.closeness is Closeness.NEAR:
        return
    action = f"add a short background section on {first}, from surveys, definitions and its history"
    use = "get into what may be new to you"
    said = f"Give the background of {first} a section", action, use
    # hardly any sentence says "background"
    terms = ("background", "survey", "definition", "history", first)
    yield q.propose(Verb.ADD_SECTION, terms, said, 0.85, 0.5)
    action = f"put overviews of {first} first and narrow studies later"
    said = f"Put overviews of {first} first", action, "get your bearings before the details"
    yield q.propose(Verb.FOCUS, ("overview", first), said, 0.75, saves_time=True)


def _for_any(q: QuestionSubject) -> Iterator[Candidate]:
    t = q.first
    action = "connect the findings on {t} to your own papers where they touch"
    said = "Connect {t} to your own papers", action, "see what matters for your work"
    yield q.propose(Verb.CONNECT, (), said, 0.7, 0.45)
    cited, action = SearchFilters(min_citations=CITED), f"with at least {CITED} citations"
    tldr = f"Only work cited at least {CITED} times"
    said = tldr, f"keep to papers {action}", "start from established work"
    yield q.propose(Verb.LIMIT, (), said, 0.2, filters=cited)
    action = "put papers first that describe methods for {t} in detail"
    said = "Put methods for {t} in detail first", action, "adapt them in your own research"
    yield q.propose(Verb.FOCUS, ("methods in detail", t), said, 0.6)
    use = "judge where your own work would stand"
    said = "Find surveys of {t}", "look for surveys of {t}", use
    yield q.propose(Verb.SEARCH, ("survey", t), said, 0.6)
    action = "prefer sentences with measured results on {t}"
    said = "Back {t} with numbers", action, "compare them with results of your own"
    yield q.propose(Verb.NUMBERS, (t,), said, 0.2, category=_IDEAS)
    use = "spot where your own methods could carry over"
    said = "End with open questions on {t}", "end with open questions on {t}", use
    yield q.propose(Verb.NEXT_STEPS, (t,), said, 0.35)
    action = "add a section on methods to reuse from work on {t}"
    said = "Give methods to reuse a section", action, "carry them over to your own studies"
    yield q.propose(Verb.ADD_SECTION, ("methods to reuse", t), said, 0.4, category=_IDEAS)


def _wild_cards(q: QuestionSubject, reader: Reader) -> Iterator[Candidate]:
    """A view that the profile does not have: sides of the literature that the reader's papers never
    name, else critical papers."""
    vocabulary = set(reader.said.split())
    strange = [s for s in q.literature.sides if vocabulary.isdisjoint(content_stems(s))]
    for rank, side in enumerate(strange[:3]):
        action = f"look for papers on {side} in work on {{t}}"
        use = "meet a view that your own papers don't take"
        said = f"Look into {side}, for another view", action, use
        yield q.propose(Verb.SEARCH, (side, q.first), said, 0.95 - 0.1 * rank)
    action = "look for critical papers on {t}"
    use = "hear doubts that work close to yours may not raise"
    said = "Look into critical papers on {t}, for another view", action, use
    yield q.propose(Verb.SEARCH, ("critical", q.first), said, 0.6)
