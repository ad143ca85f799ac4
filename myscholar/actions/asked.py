"""The question as the wordings of actions need it: topics that stand in a sentence, things to list, words to take in a stated sense."""

import re
from dataclasses import dataclass
from itertools import takewhile

from myscholar.actions.wording import (
    MAX_TEXT_WORDS,
    MAX_TLDR_WORDS,
    capital,
    in_text,
    joined,
    n_words,
    one_of,
    sentence,
    without_head,
)
from myscholar.domain.text import shorten
from myscholar.text.background import Background
from myscholar.text.question import Aspect, QuestionAnalysis, QuestionKind
from myscholar.text.question_topics import breaks_phrase
from myscholar.text.question_words import ASKED_THINGS, FRAMING, WEAK
from myscholar.text.terms import phrase_key

_LISTABLE = frozenset(
    "datasets benchmarks testbeds metrics tools interfaces designs applications theories algorithms principles practices tasks"
    " architectures experiments data_structures taxonomies".replace("_", " ").split()
) | {"data structures"}  # fmt: skip
_QUALITATIVE = re.compile(
    r"\b(?:qualitative|theoretical lens|theories|design material|designing|ui designs?|just-in-time|participatory|co-design|interfaces?|principles|teach\w*|education\w*|literature discussed|interviews?|ethic\w*|polic\w+"
    r"|observational|social|psycholog\w+|cultur\w+|philosoph\w+|academic publishing|humanities)\b",
    re.IGNORECASE,
)
_FORMAL = re.compile(
    r"\b(?:theorems?|conjectures?|hierarchy|computation\w* complexity|proofs?|polynomial|cubic|k-sat|satisfiability|subgraphs?|bounds?|nyquist|ordinal|combinatori\w+|ramsey|theory of|spanning tree|matching in)\b",
    re.IGNORECASE,
)
_CHALLENGES = re.compile(
    r"\b(?:what|which|list|describe|discuss|survey)\b[^?.]{0,60}\b(?:challenges|open problems|limitations?|difficulties|obstacles)\b",
    re.IGNORECASE,
)
_ASKED_WORD = re.compile(r"\b(?:metrics?|datasets?|benchmarks?|methods?|baselines?|models?|requirements?)$", re.IGNORECASE)
_RELATING = re.compile(
    r"^\s(?:in|of|for|on|with|from|using|by|against|under|during|between|within|via|through|to|and)\s(?P<between>(?:[\w-]+\s){0,2})$",
    re.IGNORECASE,
)
_EVERYWHERE = re.compile(
    r"\b(?:LLMs?|(?:large )?language models?|langauge models?|AI|artificial intelligence|machine learning|deep learning|(?:deep )?neural networks?|ChatGPT|GPT-?\d?|NLP|ML models?|generative (?:AI|models?)"
    r"|computer science|computer vision|transformers?)$",
    re.IGNORECASE,
)
"""Tools that many questions name; the other topic then says what the question is about."""
_FAST = re.compile(
    r"\b(?:LLMs?|language models?|ChatGPT|GPT|generative AI|foundation models?|in-context|prompt\w*|transformers?|diffusion models?|federated|6G|5G|deep learning|artificial intelligence|AI|agents?|retrieval-augmented|RAG)\b",
    re.IGNORECASE,
)
MAX_TOPIC_WORDS = 9
MAX_COMPOUND_WORDS = 7


@dataclass(frozen=True)
class Asked:
    """The question in pieces that can be put into sentences."""

    analysis: QuestionAnalysis
    topics: tuple[str, ...]
    """One or two leading topics, bare, the most telling first: what directives search for."""
    third: str | None
    """Another topic of the question, which the leading two may crowd out."""
    wordings: tuple[str, ...]
    """Ways to name the whole topic in a sentence, the fullest first: "overfitting in in-context learning", "overfitting"."""
    things: tuple[str, ...]
    """What is compared; at least two, or none."""
    wanted: str | None
    """The kind of things to list: "datasets"; None where the question does not ask for a list of things."""
    facets: tuple[str, ...] = ()
    recent_from: int | None = None
    """The first year of what counts as recent, if that is known."""
    aspect: Aspect | None = None
    """The verb that the question asks about; its word is the second topic."""

    @property
    def kind(self) -> QuestionKind:
        return self.analysis.kind

    @property
    def first(self) -> str:
        return self.topics[0]

    @property
    def second(self) -> str | None:
        """As it reads in a sentence: "verification" where the question has "verified"."""
        if self.aspect:
            return self.aspect.noun
        return self.topics[1] if len(self.topics) > 1 else None

    @property
    def things_named(self) -> tuple[str, ...]:
        """The topics that are things, which can be defined."""
        return self.topics[:1] if self.aspect else self.topics

    @property
    def about_challenges(self) -> bool:
        return self.kind in (QuestionKind.LIST, QuestionKind.SURVEY) and bool(_CHALLENGES.search(self.analysis.text))

    @property
    def is_qualitative(self) -> bool:
        return bool(_QUALITATIVE.search(self.analysis.text))

    @property
    def moves_fast(self) -> bool:
        """Whether work of some years ago is likely to be overtaken."""
        return bool(_FAST.search(self.analysis.text))

    @property
    def is_formal(self) -> bool:
        return bool(_FORMAL.search(self.analysis.text))

    def said(self, *words: str) -> str | None:
        """The first of the words that the question uses, as it uses it."""
        found = [m.group() for w in words if (m := re.search(rf"\b{w}\b", self.analysis.text, re.IGNORECASE))]
        return found[0].lower() if found else None

    def vary(self, *wordings: str) -> str:
        """One of the wordings, the same for the same question."""
        return one_of(wordings, self.analysis.text)

    def tldr(self, template: str) -> str:
        """The template with the topic in place of {t}, as full as the limit on words allows."""
        return capital(self._fitted(template, MAX_TLDR_WORDS))

    def text(self, action: str, use: str) -> str:
        """The sentence "I can ACTION, which might help you USE." with the topic in place of {t}."""
        return self._fitted(sentence(action, use), MAX_TEXT_WORDS)

    def _fitted(self, template: str, limit: int) -> str:
        made = [template.replace("{t}", wording) for wording in self.wordings]
        return next((m for m in made if n_words(m) <= limit), made[-1])


def asked(
    analysis: QuestionAnalysis, background: Background, *, facets: tuple[str, ...] = (), recent_from: int | None = None
) -> Asked:
    """Takes the analysis apart for wording; the question itself, shortened, is the topic where it names none."""
    usable = tuple(p for p in analysis.core_phrases if _names_thing(p))
    usable = tuple(p for p in usable if p not in " ".join(analysis.compares)) or usable
    leading = usable[:2] or analysis.core_phrases[:1]
    if not leading:
        return _without_topic(analysis, recent_from)
    ranked = sorted(leading, key=lambda p: -_specificity(p, background))
    singles = [_extended(analysis.text, p, background) for p in ranked]
    compound = _compound(analysis.text, ranked, background) if len(ranked) > 1 else None
    aspect = None if analysis.compares or analysis.kind is QuestionKind.EVALUATION else analysis.aspect
    if aspect:
        return _with_aspect(analysis, aspect, background, facets, recent_from, usable or leading, compound)
    pair = joined(tuple(sorted(singles, key=lambda w: analysis.text.casefold().find(w.casefold())))) if len(ranked) > 1 else None
    return Asked(
        analysis=analysis,
        topics=tuple(in_text(p, background) for p in ranked),
        third=next((in_text(p, background) for p in usable[2:3] if " " in p and not _ASKED_WORD.search(p)), None),
        wordings=tuple(
            dict.fromkeys(
                w
                for w in (compound or pair, singles[0], in_text(ranked[0], background), " ".join(ranked[0].split()[-2:]))
                if w and n_words(w) <= MAX_TOPIC_WORDS
            )
        ),
        things=tuple(in_text(t, background) for t in analysis.compares),
        wanted=_wanted(analysis, ranked),
        facets=tuple(in_text(f, background) for f in facets),
        recent_from=recent_from,
    )


def _with_aspect(
    analysis: QuestionAnalysis,
    aspect: Aspect,
    background: Background,
    facets: tuple[str, ...],
    recent_from: int | None,
    phrases: tuple[str, ...],
    compound: str | None,
) -> Asked:
    """What is done to something, or what it does: "verification of citations", "abstention in question answering systems"."""
    first, *others = sorted(phrases[:2], key=lambda p: analysis.text.casefold().find(p.casefold()))
    bare = without_head(in_text(first, background))
    ways = (compound, _extended(analysis.text, first, background), bare)
    things = tuple(without_head(re.sub(r"^an? ", "", w)) for w in ways if w)
    wordings = dict.fromkeys((*(f"{aspect.noun} {aspect.preposition} {thing}" for thing in things), aspect.noun))
    return Asked(
        analysis=analysis,
        topics=(bare, aspect.word),
        third=next((in_text(p, background) for p in others if " " in p and not _ASKED_WORD.search(p)), None),
        wordings=tuple(w for w in wordings if n_words(w) <= MAX_TOPIC_WORDS),
        things=(),
        wanted=_wanted(analysis, [first]),
        facets=tuple(in_text(f, background) for f in facets),
        recent_from=recent_from,
        aspect=aspect,
    )


def _without_topic(analysis: QuestionAnalysis, recent_from: int | None) -> Asked:
    """A question such as "Why?": its words are searched, and sentences speak of its topic without naming it."""
    words = shorten(re.sub(r"[{}?!.]", " ", analysis.text).strip() or analysis.text, 40)
    return Asked(
        analysis=analysis,
        topics=(words,),
        third=None,
        wordings=("your topic",),
        things=(),
        wanted=None,
        recent_from=recent_from,
    )


def _names_thing(phrase: str) -> bool:
    """Whether a phrase can stand as a noun: no lone adjective, and none of the kinds of things that questions ask lists of."""
    if re.search(
        r"-(?:free|based|aware|related|driven|specific|dependent|level|wide|safe)$|\b(?:accuracy|efficiency|performance|quality)$",
        phrase,
    ):
        return False
    if " " in phrase or "-" in phrase or not phrase.islower():
        return True
    return phrase not in WEAK | frozenset(ASKED_THINGS.values()) | {"settings", "testable"} and not re.search(
        r"(?:[aei]ble|ative|[^mn]ical|[^s]istic|ous)$", phrase
    )


def _specificity(phrase: str, background: Background) -> float:
    """How rare the most common pair of neighbouring words in the phrase is: "fine-tuning large language models" counts as "language models"."""
    stems = phrase_key(phrase).split()
    pairs = [" ".join(stems[i : i + 2]) for i in range(len(stems) - 1)] or stems
    single = 1.5 if len(stems) == 1 else 0.0
    return min(background.idf(p) for p in pairs) - single - (5.0 if _EVERYWHERE.search(phrase) else 0.0)


def _compound(text: str, topics: list[str], background: Background) -> str | None:
    """Both topics with what relates them, when the question has them side by side: "overfitting in in-context learning"."""
    spans = sorted((text.find(t), text.find(t) + len(t)) for t in topics)
    (start, end), (second, last) = spans[0], spans[1]
    if start < 0 or second < end:
        return None
    gap = _RELATING.match(text[end:second])
    if not gap or any(w.casefold() not in FRAMING | {"the", "a", "an", "their", "its"} for w in gap["between"].split()):
        return None
    whole = in_text(text[start:end], background) + text[end:second] + in_text(text[second:last], background)
    whole = _article(text, start) + whole
    return whole if n_words(whole) <= MAX_COMPOUND_WORDS else None


def _extended(text: str, topic: str, background: Background) -> str:
    """The topic with its article and what it is "of": "the global distribution of academic publishing"."""
    start = text.find(topic)
    following = re.match(r"\s(\w+)", text[start + len(topic) :])
    cut_short = following is not None and following.group(1).casefold() in FRAMING
    alone = ("" if cut_short else _article(text, start)) + in_text(topic, background)
    after = (
        re.match(r"\s(of (?:(?:the|an?|its|their)\s)?(?:[\w-]+(?: |$|(?=[,.?;:)]))){1,3})", text[start + len(topic) :])
        if start >= 0
        else None
    )
    if not after:
        return alone
    words = after.group(1).split()
    topical = list(
        takewhile(lambda w: not breaks_phrase(w), words[2:] if words[1] in ("the", "a", "an", "its", "their") else words[1:])
    )
    if not topical or n_words(alone) + len(topical) > MAX_COMPOUND_WORDS:
        return alone
    return f"{alone} {' '.join(words[: len(words) - len(words[1:]) + (words[1] in ('the', 'a', 'an', 'its', 'their'))])} {' '.join(topical)}"


def _article(text: str, start: int) -> str:
    before = None if start < 0 else re.search(r"\b(the|an?)\s$", text[: max(0, start)], re.IGNORECASE)
    return f"{before.group(1).lower()} " if before else ""


def _wanted(analysis: QuestionAnalysis, topics: list[str]) -> str | None:
    """The things asked for, if they are named before the topic ("What datasets ... SLAM") and are not the topic."""
    if analysis.kind in (QuestionKind.EFFECT, QuestionKind.YES_NO, QuestionKind.HOW_TO, QuestionKind.OTHER):
        return None
    first = min((i for t in topics if (i := analysis.text.find(t)) >= 0), default=len(analysis.text))
    head = analysis.text[:first].casefold()
    for thing in analysis.asks_for:
        root = thing.rstrip("s")[:5]
        if thing in _LISTABLE and root in head and root not in " ".join(topics).casefold():
            return thing
    return None
