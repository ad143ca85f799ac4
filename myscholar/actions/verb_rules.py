"""By which words a user asks for what: the first rule that fits says the verb of an action."""

import re
from typing import NamedTuple

from myscholar.domain.actions import Verb


class Rule(NamedTuple):
    """If `pattern` is found, the action is `verb`; terms come from the text after the match if
    `after`, else from all of it."""

    verb: Verb
    pattern: re.Pattern[str]
    after: bool = True


def _rule(verb: Verb, pattern: str, *, after: bool = True) -> Rule:
    return Rule(verb, re.compile(pattern, re.IGNORECASE), after)


_NO = (
    r"(?:skip|drop|omit|no|not|don't|do not|avoid|without|leav(?:e|ing) "
    r"out|exclude|ignore|remove|never|instead of)"
)
_PAPERS = r"(?:papers|works?|articles|studies|surveys|reviews|tutorials|preprints)"
RULES: tuple[Rule, ...] = (
    _rule(
        Verb.SKIP_DEFINITIONS,
        rf"\b{_NO}\b[^.;]{{0,25}}\b(?:re)?(?:defin|explain"
        r"|explanat)\w+(?: of)?|\bi (?:already )?know (?:the "
        r")?(?:basics|terms)",
    ),
    _rule(Verb.EXCLUDE, rf"^{_NO}\b(?!.*\b(?:sections?|background)\b)(?=.*\b{_PAPERS}\b)"),
    _rule(
        Verb.SKIP_SECTION,
        rf"^{_NO}\b[^.;]{{0,40}}?(?=\b(?:background|introduct\w+|histor\w+"
        rf"|related work|basics|fundamentals|overview|section)\b)|\b{_NO}\b "
        r"(?:the |any |a )?(?=\w+ ?\w* sections?\b)",
    ),
    _rule(
        Verb.COMPARE,
        r"^(?:compare|contrast)\b|\btables?\b(?!-)|^(?:set|put|show"
        r"|list)\b.*\bside by side\b",
        after=False,
    ),
    _rule(
        Verb.SEARCH,
        r"^(?:search|look|hunt|find|retrieve|fetch)(?: also)?(?: for| into)?\b(?! "
        rf"terms?)|^(?:add|include)\b(?=.*\b{_PAPERS}$)|^(?:see|check) "
        r"(?:if|whether) there (?:are|is)(?: any)?\b"
        r"|^(?:add|include|cover)\b.{0,30}\b(?:to|in) the "
        r"search\b|^(?:expand|widen|broaden|extend) the (?:search|scope)(?: to| by| with)?|^add "
        r"search terms?(?: for| on| like)?|^also (?:include|cover|consider)\b",
    ),
    _rule(Verb.EXCLUDE, rf"^{_NO}\b(?: (?:include|use|cite|show)\b)?|^filter out\b"),
    _rule(
        Verb.NEXT_STEPS,
        r"^(?:propose|sketch|design|suggest)\b[^.;:]{0,40}\b(?:stud(?:y|ies)"
        r"|experiments?|hypothes[ie]s|ideas?)\b|\b(?:next steps?|open "
        r"(?:questions?|problems?|issues?)|future "
        r"(?:work|research|directions?)|research (?:ideas?|gaps?)|study next)\b",
        after=False,
    ),
    _rule(
        Verb.CONNECT,
        r"(?:^(?:connect|relate|link|tie|apply|adapt|position)\b.*|\b(?:to|with"
        r"|for|in) )\b(?:my|your|our) (?:own )?(?:\w+ "
        r")?(?:work|papers?|research|studies|projects?|thesis)\b",
        after=False,
    ),
    _rule(Verb.LIST, r"\bbullet(?:ed|s)?\b|\bnumbered lists?\b|\bas a list\b", after=False),
    _rule(
        Verb.ORDER_BY_YEAR,
        r"\b(?:chronolog\w+|by year|timeline|(?:oldest|newest) "
        r"first|(?:historical|temporal) order|over time)\b",
        after=False,
    ),
    _rule(
        Verb.BRIEF,
        r"\b(?:keep|make|be)\b.*\b(?:short|brief|concise)\b|\b(?:short|brief"
        r"|concise) (?:report|answer|version)\b|\bshorter\b|^(?:short|brief"
        r"|concise)\b",
        after=False,
    ),
    _rule(
        Verb.FOCUS,
        r"^(?:put|rank|show|prefer|list)\b(?=.*\b(?:first|higher|on "
        r"top)\b)|^(?:focus|concentrate|cent(?:er|re)|zoom in)(?: more| mainly| "
        r"only)?(?: on)?\b|^(?:emphasi[sz]e|prioriti[sz]e|stress|highlight|favou?r"
        r"|clarify)\b"
        r"|^(?:interpret|read|understand|take)\b.*?\bas\b|^(?:narrow|limit|restrict)\b.*?\bto\b"
        r"|^(?:only|just|keep to|stick to)\b",
    ),
    _rule(
        Verb.ADD_SECTION,
        r"\b(?:add|include|write|have|give|with"
        r"|want)\b[^.;]{0,60}?\b(?:sections?|chapter|paragraph)\b(?: "
        r"(?:on|about|for|of|with|covering))?(?: (?:its|their) own\b)?",
    ),
    _rule(
        Verb.DEFINE,
        r"^(?:define|explain)\b(?!.*\b(?:analog|metaphor|example))|\b(?:defin(?:e"
        r"|ing)|definitions? (?:of|for)|glossary|explain (?:the )?(?:basic |key "
        r")?(?:terms?|concepts?)|new to this|for (?:a )?beginners?|in simple "
        r"terms)\b",
        after=False,
    ),
    _rule(
        Verb.NUMBERS,
        r"\b(?:numbers|numeric\w*|quantitativ\w+|measure(?:d "
        r"results|ments)|statistics|effect sizes?|percentages)\b",
        after=False,
    ),
    _rule(
        Verb.LIMITATIONS,
        r"\b(?:limitations?|weakness\w*|caveats?|shortcomings?|drawbacks?"
        r"|criti(?:cal|que)\w*|failure modes?)\b",
        after=False,
    ),
    _rule(Verb.ADD_SECTION, r"^(?:outline|list|suggest|describe|summari[sz]e)\b"),
    _rule(Verb.SEARCH, r"^(?:include|cover|consider|mention|discuss)\b"),
)
"""The first that fits says the verb. A new form of words belongs here only if users write it: what
fits none is `free`."""
