"""What a question asks, by rules: its topic phrases, its kind, what it compares, the years, and what is doubtful about it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from myscholar.domain.evidence import SearchFilters
from myscholar.domain.text import shorten
from myscholar.errors import EmptyQuestion, QuestionTooLong
from myscholar.text.question_words import ASKED_THINGS, FRAMING, NEVER_TOPICS, NOT_ADVERBS, TOPIC_PAIRS, VERBS, WEAK
from myscholar.text.sentences import sentences
from myscholar.text.terms import ACADEMIC_WORDS, STOP_WORDS, Token, phrase_key, tokens

QUESTION_LIMIT = 5000
"""Characters that a question may have."""


class QuestionKind(StrEnum):
    """The form of the answer that is asked for."""

    DEFINITION = "definition"
    COMPARISON = "comparison"
    ADVANTAGES = "advantages_disadvantages"
    EVALUATION = "evaluation"
    HOW_TO = "how_to"
    EFFECT = "effect"
    """Why something is so, or what something does to something else."""
    SURVEY = "survey"
    LIST = "list"
    YES_NO = "yes_no"
    OTHER = "other"


@dataclass(frozen=True)
class Acronym:
    """ "GNSS" with "Global Navigation Satellite Systems", as the question gives them."""

    short: str
    expansion: str


@dataclass(frozen=True)
class QuestionAnalysis:
    """A question taken apart. Everything in it is written as in the question, but for `asks_for`."""

    text: str
    """The question in one line, without numbering, greetings and addresses of web pages."""
    core_phrases: tuple[str, ...]
    """Topic phrases, the most telling first, each once; empty for a question that names no topic."""
    kind: QuestionKind
    compares: tuple[str, ...]
    """The two or more things that are set against each other."""
    asks_for: tuple[str, ...]
    """Kinds of things wanted, in the plural: "datasets", "challenges"."""
    years: SearchFilters
    """`year_min` and `year_max` where the question names them."""
    acronyms: tuple[Acronym, ...]
    hints: tuple[str, ...]
    """What is doubtful about the question, a sentence each."""

    @property
    def topic(self) -> str:
        """The leading phrase, or the question itself where it names none."""
        return self.core_phrases[0] if self.core_phrases else self.text


def check_question(question: str, *, limit: int = QUESTION_LIMIT) -> str:
    """The question in one clean line. Raises EmptyQuestion, or QuestionTooLong beyond `limit` characters."""
    text = " ".join(re.sub(r"[\x00-\x1f\x7f\u200b-\u200f\u202a-\u202e\ufeff]", " ", question).split())
    if not any(c.isalnum() for c in text):
        raise EmptyQuestion
    if len(text) > limit:
        raise QuestionTooLong(len(text), limit)
    return text


def analyse_question(question: str, *, idf: Callable[[str], float] | None = None) -> QuestionAnalysis:
    """Takes the question apart. `idf` of a phrase key against a background tells rare phrases from common ones.

    Raises what `check_question` raises.
    """
    text = _cleaned(check_question(question))
    acronyms = _acronyms(text)
    core = _core_phrases(text, acronyms, idf)
    return QuestionAnalysis(
        text=text,
        core_phrases=core,
        kind=_kind(text),
        compares=_compared(text),
        asks_for=_asked_for(text),
        years=_years(text),
        acronyms=acronyms,
        hints=_hints(text, core),
    )


def _cleaned(text: str) -> str:
    without = re.sub(r"https?://\S+|www\.\S+|\bdoi:\S+", " ", text)
    without = re.sub(r"^\s*(?:\(?\d{1,2}[.)]|[Qq]\d*\s*[:.]|[-*•])\s+", "", without)
    without = re.sub(r"^(?:hi|hello|hey|dear)\b[^,.!?]{0,20}[,.!]\s*", "", without, flags=re.I)
    without = re.sub(r"\b(?:many )?(?:thanks|thank you)[^.?!]{0,20}[!.]*\s*$", "", without, flags=re.I)
    without = re.sub(r"\s+([?,.;:!])", r"\1", " ".join(without.split())).strip()
    if len(without) > 1 and without[0] in "\"'“" and without[-1] in "\"'”":
        without = without[1:-1].strip()
    return without if any(c.isalnum() for c in without) else text


# ---- topic phrases


def _core_phrases(text: str, acronyms: tuple[Acronym, ...], idf: Callable[[str], float] | None) -> tuple[str, ...]:
    known = {phrase_key(a.short) for a in acronyms}
    scores: dict[str, float] = {}
    surface: dict[str, str] = {}
    aside: set[str] = set()
    for position, (phrase, asked) in enumerate(_runs(text)):
        key = phrase_key(phrase)
        if not key or (key in known and any(phrase_key(a.expansion) in scores for a in acronyms)):
            continue
        surface.setdefault(key, phrase)
        scores[key] = scores.get(key, 0) * 0.5 + _worth(phrase, key, idf) * (1.15 if asked else 1) / (1 + 0.06 * position)
        aside |= {key} if _is_set_aside(text, phrase) else set()
    kept: list[str] = []
    for key in sorted(scores, key=lambda k: -scores[k]):
        if not any(f" {key} " in f" {other} " or key.replace(" ", "") == other.replace(" ", "") for other in kept):
            kept.append(key)
    kept = [key for key in kept if key not in aside] or kept
    strong = [key for key in kept if surface[key].casefold() not in WEAK]
    return tuple(surface[key] for key in (strong if len(strong) > 1 else kept))


def _is_set_aside(text: str, phrase: str) -> bool:
    """Whether the question names the phrase only to leave it out: "apart from preventing overfitting"."""
    before = text[max(0, text.find(phrase) - 45) : text.find(phrase)]
    return bool(
        re.search(
            r"\b(?:apart from|besides|other than|except|aside from|leaving apart|instead of|rather than)\b[^,.;?]*$", before, re.I
        )
    )


def _runs(text: str) -> list[tuple[str, bool]]:
    """Maximal runs of topic words in order, and whether their sentence asks something."""
    found: list[tuple[str, bool]] = []
    for sentence in sentences(text):
        asked = sentence.endswith("?") or bool(_ASKING.match(sentence))
        found.extend((phrase, asked) for run in _topic_runs(sentence) if (phrase := _phrase_of(sentence, run)))
    return found


def topic_phrases(text: str) -> tuple[str, ...]:
    """The topic phrases of any text in order, as written, each once: what `core_phrases` ranks."""
    found = {phrase_key(phrase): phrase for phrase, _ in reversed(_runs(text))}
    return tuple(reversed(found.values()))


def _topic_runs(text: str) -> list[list[Token]]:
    """Stretches of tokens with nothing but a space (or a quotation mark) between them and no word that breaks a phrase."""
    found: list[list[Token]] = [[]]
    words = tokens(text)
    for i, token in enumerate(words):
        following = words[i + 1].text if i + 1 < len(words) else ""
        said = words[i - 1].text.casefold() if i else ""
        verb = said in ("that", "which", "who") and re.search(r"[^s]s$", token.text) is not None
        breaks = verb or (breaks_phrase(token.text) and f"{token.text} {following}".casefold() not in TOPIC_PAIRS)
        gap = text[found[-1][-1].end : token.start] if found[-1] else " "
        if breaks or gap.strip("\"'“”‘’") != " ":
            found.append([])
        if not breaks:
            found[-1].append(token)
    return [run for run in found if run]


def breaks_phrase(word: str) -> bool:
    """Whether a word never belongs to a topic phrase: stop words, verbs of asking and doing, adverbs, numbers."""
    folded = word.casefold()
    if (
        folded in STOP_WORDS
        or folded in VERBS
        or folded.replace("’", "'") in NEVER_TOPICS
        or not any(c.isalpha() for c in folded)
        or len(folded) == 1
    ):
        return True
    return folded.endswith("ly") and len(folded) > 4 and folded not in NOT_ADVERBS


def _phrase_of(sentence: str, run: list[Token]) -> str:
    """The run without framing words at its ends, its last four words at most; empty if nothing of a topic is left."""
    words = list(run)
    while words and _frames(words[-1].text):
        words.pop()
    while len(words) > 1 and _PARTICIPLE.search(words[-1].text):
        words.pop()
    while words and _frames(words[0].text) and not _starts_topic(words):
        words.pop(0)
    if len(words) == 1 and _ADJECTIVE.search(words[0].text) and words[0] is not run[-1]:
        words.append(run[run.index(words[0]) + 1])
    words = words[-4:]
    if not words or (all(w.text.casefold() in ACADEMIC_WORDS for w in words) and len(words) == 1):
        return ""
    return re.sub(r"[\"“”]", "", sentence[words[0].start : words[-1].end])


_PARTICIPLE = re.compile(r"^[a-z]{2,}[^e\W]ed$")
"""A participle at the end begins what follows: "hallucination grounded in knowledge graphs"."""
_ADJECTIVE = re.compile(r"^[a-z]\w+(?:[nr]al|ical|tive|ible|able|istic|ous)$")
"""A lone adjective keeps the framing noun after it: "observational study"."""


def _frames(word: str) -> bool:
    return word.casefold() in FRAMING


def _starts_topic(words: list[Token]) -> bool:
    return len(words) > 1 and f"{words[0].text} {words[1].text}".casefold() in TOPIC_PAIRS


def _worth(phrase: str, key: str, idf: Callable[[str], float] | None) -> float:
    rarity = min(idf(key), 9.0) if idf else (7.0 if " " in key else 5.0)
    return rarity * (1 + 0.25 * min(key.count(" "), 2)) * (0.35 if phrase.casefold() in WEAK else 1.0)


# ---- kind

_ASKING = re.compile(
    r"(?:what|how|which|why|who|when|where|is|are|does|do|did|can|could|should|would|has|have|will|compare|describe|explain|summari[sz]e"
    r"|list|find|suggest|recommend|survey|discuss|give|help|tell|show|identify|outline|review)\b",
    re.I,
)
_KINDS: tuple[tuple[QuestionKind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.I))
    for kind, pattern in (
        (
            QuestionKind.ADVANTAGES,
            r"\b(?:dis)?advantages?\b|\bpros and cons\b|\bstrengths?\b.{0,30}\bweakness|\btrade-?offs?\b|\bdrawbacks?\b"
            r"|\bbenefits? of\b|\bbenefits?\b.{0,30}\blimitations?\b",
        ),
        (
            QuestionKind.COMPARISON,
            r"^compare\b|\bcompare[ds]? (?:to|with|against)\b|\bcompared? (?:the|various|different)|\b(?:key |main )?differences?\b.{0,60}\b(?:between|of)\b"
            r"|\bdiffers?\b.{0,40}\b(?:from|in|versus|between)\b|\bhow do\b.{0,120}\bcompare\b|\b(?:vs\.?|versus)\b|\bhead-to-head\b",
        ),
        (
            QuestionKind.EVALUATION,
            r"\b(?:evaluation )?metrics?\b.{0,60}\b(?:for|to|used|are|of)\b|\bbenchmarks?\b|\bhow (?:to|should|can|do|are|is)\b.{0,90}\b(?:evaluate[ds]?|measured?|assess(?:ed)?)\b"
            r"|\bevaluation (?:strateg|approach|method|metric)|\bapproaches for evaluating\b|\bused (?:to|for) evaluat",
        ),
        (
            QuestionKind.DEFINITION,
            r"^what (?:exactly )?(?:is|are) (?:an? |the )?(?!(?:some|good|best|leading|main|key|unique|most|known)\b)"
            r"(?:(?!(?:for|of|to|in|used|that|from|by)\b)[\w\-\"“”()]+ ?){1,6}(?:\?$|,? and\b)|^define\b|\bwhat does .{2,60} mean\b",
        ),
        (
            QuestionKind.SURVEY,
            r"\blatest\b|\brecent\b|\bstate[- ]of[- ]the[- ]art\b|\bsummari[sz]e\b|\bsurvey\b|\boverview\b|\bwhat (?:is|are) (?:currently )?known\b"
            r"|\bwhat progress\b|\bliterature\b|\bhas been explored\b|\bhistory of\b|\bdescribe (?:what|the)\b|\bknown about\b",
        ),
        (
            QuestionKind.HOW_TO,
            r"^how (?:can|could|should|would|to|do i|do we)\b|\bhow (?:can|should) (?:i|we)\b|\bbest practices?\b|\bgood practices\b|\bways (?:to|in which)\b"
            r"|\bi (?:want|would like|need) to\b|\bbest practice\b",
        ),
        (
            QuestionKind.EFFECT,
            r"^why\b|\bwhy (?:is|are|do|does)\b|^(?:how|do|does|has|have|in what ways?)\b.{0,160}\b(?:affect|impact|influenc|improv|enhanc|contribut|correlat|shap|inform)e?(?:s|d|ed|ing)?\b"
            r"|\b(?:side effects?|effects?|impacts?|influence|role|correlation|relationship|consequences) (?:of|on|between|do|does)\b|\brelated to\b|\bhow does\b",
        ),
        (
            QuestionKind.YES_NO,
            r"\bhow (?:effective|good|well|true|accurate|reliable|useful)\b|^(?:is|are|does|do|did|can|could|has|have|should|will|would)\b",
        ),
        (
            QuestionKind.LIST,
            r"^(?:what|which|list|find|suggest|recommend|give|name|identify|show)\b|\bwhat (?:are|is|kinds?|types?|datasets?|approaches)\b|\brecommend\b|^are there\b",
        ),
    )
)


def _kind(text: str) -> QuestionKind:
    main = _main_clause(text)
    for kind, pattern in _KINDS:
        if pattern.search(main):
            return _list_before_yes_no(kind, main)
    return next((kind for kind, pattern in _KINDS if pattern.search(text)), QuestionKind.OTHER)


def _list_before_yes_no(kind: QuestionKind, main: str) -> QuestionKind:
    """ "Are there papers that ...", "Can you recommend ..." want a list although they begin like a yes-no question."""
    wants_list = re.match(
        r"(?:are there (?:any |some )?(?:papers|works|studies|methods|tools|datasets)|can you|could you)", main, re.I
    )
    return QuestionKind.LIST if kind is QuestionKind.YES_NO and wants_list else kind


def _main_clause(text: str) -> str:
    """The first sentence that asks something, from its question word on: what decides the kind."""
    asking = [s for s in sentences(text) if s.rstrip().endswith("?") or _ASKING.match(s)]
    main = asking[0] if asking else text
    later = re.search(r"(?:^|,\s+)((?:what|how|which|why|is there|are there)\b.*)", main, re.I)
    return later.group(1) if later and not _ASKING.match(main) else main


# ---- parts

_ITEM = r"(?:(?!\b(?:in terms of|for|when|in|on|with respect|regarding|with|by|during|over|and how|and what|based on)\b)[^,?.;])+"
_COMPARED = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"\bdifferences? between ({_ITEM}?) and ({_ITEM})",
        rf"\b({_ITEM}?) (?:vs\.?|versus) ({_ITEM})",
        rf"\bhow (?:does|do|is|are) ({_ITEM}?) (?:differ|different)(?: in [\w ]+ to)? (?:from|to) ({_ITEM})",
        rf"\bhow do ({_ITEM}?) compare (?:with|to|against) ({_ITEM})",
        rf"\bhow do ({_ITEM}?) and ({_ITEM}?) compare\b",
        rf"\bcompare (?!to |with |against |in )({_ITEM}?(?: in [\w ]+?)?) (?:and|with|to|against) ({_ITEM})",
        rf"\badvantages and (?:disadvantages|limitations|drawbacks) of ({_ITEM}?), ({_ITEM}?), (?:and )?({_ITEM})",
        rf"\b(?:application|use) to ({_ITEM}?) versus ({_ITEM})",
        rf"\bmore \w+(?: to [\w ]+)?, ({_ITEM}?) or ({_ITEM})",
        rf"\b(?:benefits?|advantages?) of ({_ITEM}?) (?:over|compared to|compared with) ({_ITEM})",
        rf"\busing ({_ITEM}?) (?:over|instead of|rather than) ({_ITEM})",
    )
)


def _compared(text: str) -> tuple[str, ...]:
    for pattern in _COMPARED:
        if match := pattern.search(text):
            things = tuple(t for t in (_thing(group, last=i == 0) for i, group in enumerate(match.groups())) if t)
            if len(things) > 1 and len({phrase_key(t) for t in things}) == len(things):
                return things
    return ()


def _thing(text: str, *, last: bool) -> str:
    """The noun phrase of one side: its last run of topic words on the left, its first on the right."""
    runs = _topic_runs(re.split(r"\s(?:such as|like|e\.g\.|for example|including)\b", text)[0])
    if not runs:
        return ""
    words = runs[-1] if last else runs[0]
    while len(words) > 1 and _frames(words[0].text) and not _starts_topic(words):
        words = words[1:]
    thing = text[words[0].start : words[-1].end]
    return thing if len(words) < 7 and (len(thing) > 2 or len(thing) == len(text.strip())) else ""


def _asked_for(text: str) -> tuple[str, ...]:
    folded = f" {' '.join(t.text for t in tokens(text)).casefold()} "
    found: dict[str, int] = {}
    for asked, plural in ASKED_THINGS.items():
        match = re.search(rf" {asked}s? ", folded)
        if match and (plural not in found or match.start() < found[plural]):
            found[plural] = match.start()
    return tuple(sorted(found, key=lambda p: found[p]))


def _years(text: str) -> SearchFilters:
    """ "since 2020", "after 2020", "before 2015", "between 2018 and 2021", "in 2023". Raises nothing: an odd range is left out."""
    year = r"((?:19|20)\d\d)"
    if both := re.search(rf"\b(?:between|from) {year}\s*(?:and|to|until|through|[-–])\s*{year}\b", text, re.I):
        first, last = sorted(int(y) for y in both.groups())
        return SearchFilters(year_min=first, year_max=last)
    if span := re.search(rf"\b{year}\s*[-–]\s*{year}\b", text):
        first, last = sorted(int(y) for y in span.groups())
        return SearchFilters(year_min=first, year_max=last)
    if since := re.search(rf"\b(?:since|from|starting in|as of) {year}\b", text, re.I):
        return SearchFilters(year_min=int(since.group(1)))
    if after := re.search(rf"\b(?:after|later than|newer than) {year}\b", text, re.I):
        return SearchFilters(year_min=int(after.group(1)) + 1)
    if until := re.search(rf"\b(?:until|up to|through|by) {year}\b", text, re.I):
        return SearchFilters(year_max=int(until.group(1)))
    if before := re.search(rf"\b(?:before|prior to|older than) {year}\b", text, re.I):
        return SearchFilters(year_max=int(before.group(1)) - 1)
    if within := re.search(rf"\b(?:papers?|published|work|works|studies|results?)(?: \w+)? in {year}\b", text, re.I):
        return SearchFilters(year_min=int(within.group(1)), year_max=int(within.group(1)))
    return SearchFilters()


def _acronyms(text: str) -> tuple[Acronym, ...]:
    found: dict[str, str] = {}
    for match in re.finditer(r"((?:[\w/-]+[ ]){1,8})\(([A-Za-z][\w-]{1,9}?)s?(?: or [\w-]+)?\)", text):
        if expansion := _expansion(match.group(1).split(), match.group(2)):
            found.setdefault(match.group(2), expansion)
    for match in re.finditer(r"\b([A-Z][A-Za-z\d-]{1,9})s? \(([A-Za-z][\w-]+(?: [\w-]+){1,7})\)", text):
        if expansion := _expansion(match.group(2).split(), match.group(1)):
            found.setdefault(match.group(1), expansion)
    return tuple(Acronym(short, expansion) for short, expansion in found.items())


def _expansion(words: list[str], short: str) -> str:
    """The fewest last words whose letters hold the acronym's in order, each of them beginning with one (small words aside).

    Source: Schwartz and Hearst (2003), simplified.
    """
    letters = [c for c in short.casefold() if c.isalpha()]
    for first in range(len(words) - 1, -1, -1):
        parts = [p.casefold() for w in words[first:] for p in re.split(r"[-/]", w) if p and p.casefold() not in STOP_WORDS]
        if len(letters) < 2 or not parts or parts[0][0] != letters[0] or len(parts) > len(letters):
            continue
        left = iter("".join(parts))
        if all(c in left for c in letters) and all(p[0] in letters for p in parts) and len("".join(parts)) > len(letters) + 1:
            return " ".join(words[first:])
    return ""


# ---- hints


def _hints(text: str, core: tuple[str, ...]) -> tuple[str, ...]:
    found = []
    if two := _two_questions(text):
        first, second = two
        found.append(f"This asks two things: “{first}” and “{second}” One report for each goes deeper; this one treats both.")
    if len(core) == 0 or (len(core) == 1 and " " not in core[0] and "-" not in core[0] and not core[0].isupper()):
        about = f"only “{core[0]}”" if core else "no topic"
        found.append(
            f"The question names {about}. Add what about it interests you (a task, a method, a population, a setting), "
            "and the search gets sharper."
        )
    return tuple(found)


_ANOTHER = re.compile(
    r"(?:,|;)?\s+(?:and|or|but|also)(?:,)?\s+((?:what|how|which|why|where|when|is there|are there|does|do|can|could|should)\s+\w.{12,})",
    re.I,
)
_LEANS_ON_FIRST = re.compile(
    r"\b(?:it|its|they|their|them|theirs|these|those|this|that|such|which one|ones|the same|else|both|respectively|above|leading methods)\b",
    re.I,
)


def _two_questions(text: str) -> tuple[str, str] | None:
    """The first two questions that stand on their own; a second that leans on the first ("... and why?") counts as the same."""
    asked: list[str] = []
    for sentence in sentences(text):
        if sentence.rstrip().endswith("?") or _ASKING.match(sentence):
            inner = _ANOTHER.search(sentence)
            pieces = [sentence[: inner.start()], inner.group(1)] if inner and inner.start() > 15 else [sentence]
            asked.extend(pieces)
    independent = asked[:1] + [q for q in asked[1:] if not _LEANS_ON_FIRST.search(q) and _names_topic(q)]
    if len(independent) < 2:
        return None
    return _as_question(independent[0]), _as_question(independent[1])


def _names_topic(question: str) -> bool:
    return bool(_runs(question))


def _as_question(text: str) -> str:
    line = shorten(text.strip(" ,;?.!"), 160)
    return f"{line[0].upper()}{line[1:]}{'?' if not re.match('(?:describe|explain|compare|list|summari|discuss|give|suggest|survey)', line, re.I) else '.'}"
