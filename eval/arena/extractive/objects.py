"""The words of a sentence that name what is worth researching, where they can stand alone: what a
template asks about. Cues, and what can't stand alone, are data: `eval/arena/cues.toml`."""

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

from eval.domain.arena import InspirationQuality, InspirationType
from myscholar.text.lexicons import pattern, read_lexicon, verbs, word_set

LANGUAGES = ("en", "de")
"""That can be read without a model."""
CUES = str(Path(__file__).parents[1] / "cues")
LEAST_CONTENT, MOST_WORDS = 3, 32
"""Words of content that an object has at least, and words that it has at most; by hand."""
MANY_CONTENT = 5
"""Words of content by which one can tell which thing is meant; by hand."""
LONGEST_SENTENCE = 70
"""Words; what is longer is speech that nobody punctuated. By hand."""
BEFORE_PRONOUN = 3
"""Words of content before a pronoun may stand for one of them; by hand."""
SHORT = 3
"""Letters of a word up to which it counts as grammar; by hand."""
_ANYBODY = f"{CUES}.anybody_en"
_CALLED: Mapping[str, str] = read_lexicon(CUES)["anybody_en"]["called"]
_SENTENCE_ENDS = re.compile(r"(?<=[a-zäöüß][a-zäöüß])[.!?] (?=[A-ZÄÖÜ])")
"""Where the splitter took the last word for an abbreviation."""
_IF, _HOW_TO = re.compile(r"^if\b"), re.compile(r"how to ")
_CONTENT = {
    "en": word_set("common_words.stop_words"),
    "de": word_set(f"{CUES.removesuffix('cues')}transcripts.stop_words_de"),
}


class Kind(StrEnum):
    """The grammar of an object."""

    QUESTION = "question"
    GAP = "gap"
    CLAIM = "claim"
    STATEMENT = "statement"
    METHOD = "method"
    PLAN = "plan"


_CLAIMS = (Kind.CLAIM, Kind.STATEMENT)
_BEHIND_FIRST = (Kind.QUESTION, Kind.PLAN)
"""What they are about begins behind their first words: "how much the ..."."""
_OPENING = 3
"""Words of these at most; by hand."""


class Cue(NamedTuple):
    name: str
    language: str
    type: InspirationType
    kind: Kind
    qualities: frozenset[InspirationQuality]
    says: str


class ResearchObject(NamedTuple):
    kind: Kind
    type: InspirationType
    text: str
    """As it reads in a task."""


@cache
def cues(language: str) -> tuple[Cue, ...]:
    """Those of a language, in order: the surest of a type first."""
    return tuple(
        Cue(
            f"{CUES}.{name}",
            language,
            InspirationType(entry["type"]),
            Kind(entry["kind"]),
            frozenset(map(InspirationQuality, entry["qualities"])),
            entry.get("says", "{object}"),
        )
        for name, entry in read_lexicon(CUES).items()
        if entry.get("language") == language
    )


def found_cue(sentence: str, language: str) -> tuple[Cue, ResearchObject | None] | None:
    """The surest cue whose words can stand alone, else the surest one. None in a question: it asks
    the speaker, not research."""
    if sentence.endswith("?") or is_too_long(sentence):
        return None
    if language == "en" and pattern(f"{CUES}.asks_speaker_en").search(sentence):
        return None
    first: Cue | None = None
    clauses = tuple(_clauses(sentence, language))
    for cue in cues(language):
        for clause in clauses:
            if match := pattern(cue.name).search(clause):
                if found := _object_of(cue, match, language):
                    return cue, found
                first = first or cue
    return (first, None) if first else None


def is_too_long(sentence: str) -> bool:
    """Whether it is left unread."""
    return len(sentence.split()) > LONGEST_SENTENCE


def _clauses(sentence: str, language: str) -> Iterator[str]:
    """The sentence, then what stands behind each border of its clauses."""
    yield bare(sentence, language)
    for border in pattern(f"{CUES}.borders_{language}").finditer(sentence):
        yield bare(sentence[border.end() :], language)


def _object_of(cue: Cue, match: re.Match[str], language: str) -> ResearchObject | None:
    said, more = match["object"], match.groupdict().get("more") or ""
    said = _whole(_IF.sub("whether", said + more), cue.kind, language)
    within = cue.kind in _CLAIMS and not match.start("object")
    if not said or (within and not _still_claims(cue, said)):
        return None
    if how := _HOW_TO.match(said):
        return ResearchObject(Kind.PLAN, cue.type, said[how.end() :])
    if cue.kind is Kind.STATEMENT:
        said = said[0].upper() + said[1:]
    text = cue.says.replace("{more}", "").format(object=_plain(cue, said))
    return ResearchObject(cue.kind, cue.type, text)


def _still_claims(cue: Cue, said: str) -> bool:
    """Whether what shows that it is a claim was not cut off, and it names no setting first."""
    is_of_setting = cue.language == "en" and pattern(f"{CUES}.setting_en").search(said)
    return bool(pattern(cue.name).search(said)) and not is_of_setting


def bare(sentence: str, language: str) -> str:
    """Without what leads in to it, and what is said in between."""
    said = pattern(f"{CUES}.lead_ins_{language}").sub("", sentence)
    said = pattern(f"{CUES}.asides_{language}").sub(" ", said)
    if language == "en":
        said = pattern(_ANYBODY).sub(lambda m: _CALLED[m[0].casefold()], said)
    return " ".join(said.split()).rstrip(" .!…")


def _plain(cue: Cue, said: str) -> str:
    """With the verb of a plan in its plain form."""
    if "verbs" not in read_lexicon(CUES)[cue.name.rpartition(".")[2]]:
        return said
    first, _, rest = said.partition(" ")
    return f"{verbs(cue.name).get(first.casefold(), first)} {rest}"


def _whole(words: str, kind: Kind, language: str) -> str:
    """The longest beginning, up to a border of clauses, that can stand alone; else nothing."""
    words = pattern(f"{CUES}.more_{language}").sub("", _SENTENCE_ENDS.split(words)[0])
    ends = [m.start() for m in pattern(f"{CUES}.borders_{language}").finditer(words)]
    for end in (len(words), *reversed(ends)):
        said = words[:end].strip(" ,;:.–—-")
        if kind in _CLAIMS and pattern(f"{CUES}.unfinished_{language}").search(said):
            continue
        if stands_alone(said, kind, language):
            return said[0].lower() + said[1:] if _is_small(said, language) else said
    return ""


def stands_alone(words: str, kind: Kind, language: str) -> bool:
    """Without a word for what was said before; what is named as known before, only where so much is
    said of it that it can be told."""
    if not words or len(words.split()) > MOST_WORDS:
        return False
    if pattern(f"{CUES}.unresolved_{language}").search(words):
        return False
    n_content, pronouns = 0, word_set(f"{CUES}.pronoun_{language}")
    for word in re.findall(r"[\w'’-]+", words):
        if word.casefold() in pronouns and n_content < BEFORE_PRONOUN:
            return False
        n_content += is_content_word(word, language)
    behind = range(1, _OPENING + 1) if kind in _BEHIND_FIRST else (0,)
    known = any(
        pattern(f"{CUES}.definite_{language}").search(" ".join(words.split()[n:])) for n in behind
    )
    if known and (kind not in _BEHIND_FIRST or language == "en"):
        return kind in _BEHIND_FIRST and n_content >= MANY_CONTENT
    return n_content >= LEAST_CONTENT


def is_content_word(word: str, language: str) -> bool:
    folded = word.casefold()
    return len(folded) > SHORT and folded not in _CONTENT.get(language, frozenset())


def content_words(text: str, language: str) -> frozenset[str]:
    words = re.findall(r"[\w'’-]+", text)
    return frozenset(w.casefold() for w in words if is_content_word(w, language))


def _is_small(words: str, language: str) -> bool:
    """Whether the first word has its capital only from the sentence's beginning: in German only
    words of grammar do, in English all but names, which nobody can tell there."""
    first = words.split()[0]
    if language == "de":
        return not is_content_word(first, language)
    return first[1:].islower() or len(first) == 1
