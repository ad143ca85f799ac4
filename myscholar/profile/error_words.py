"""Words that give an error type of Table 9 away. Data for `checks` and `repairs`."""

import re

BROAD = re.compile(r"^(?:your (?:papers|work|writing|research)\b|you\b)", re.IGNORECASE)
ALL = re.compile(
    r"\b(?:all (?:of )?your|(?<!not )always|consistently|every one of|each of your|throughout "
    r"your|invariably|without exception)\b",
    re.IGNORECASE,
)
CONVENTIONS = re.compile(
    r"\b(?:(?:list|enumerate|state|summari[sz]e)s? (?:\w+ ){0,2}contributions?|limitations? "
    r"sections?|related work|future work|tables? and figures?|figures? and tables?"
    r"|footnotes?|cite (?:extensively|prior|previous|related)|extensive "
    r"citations?|compare(?:s|d)? (?:\w+ ){0,4}(?:state[- ]of[- ]the[- "
    r"]art|baselines?)|propose(?:s)? (?:a )?(?:new|novel) (?:methods?|models?|approach(?:es)?)"
    r"|standard (?:benchmarks?|datasets?|sections)|(?:formal|thorough|encyclopedic|technical"
    r"|structured|well-organi[sz]ed)(?:,? (?:and )?\w+)? (?:tone|voice|style)|mathematical "
    r"derivations|extensive background|open (?:research )?problems|technical language|well[- "
    r"]structured|point(?:s)? out problems and propos|(?<!without an )introduction|knowledge "
    r"gaps?|identify(?:ing)? (?:a )?gaps?"
    r"|extensive experiments|academic (?:tone|style)|clear and concise|ablation "
    r"stud(?:y|ies)|(?:standard|conventional|typical) (?:scientific|academic|paper|imrad) "
    r"(?:format|structure|sections?|style)"
    r"|(?:back|support)(?:s|ed|ing)? (?:\w+ ){0,3}(?:with|by) (?:\w+ "
    r")?(?:empirical|experimental|quantitative) (?:results|evidence|data)|end with a "
    r"(?:conclusion|summary)|experiments? to (?:validate|support))\b",
    re.IGNORECASE,
)
CUSTOMS_OF_FORM = re.compile(
    r"\b(?:logical (?:flow|progression|structure|order)|passive voice|first[- ]person plural|road "
    r"?maps?|clear (?:section )?headings)\b",
    re.IGNORECASE,
)
"""Customs of writing. Said of anything but writing, the words name a topic: the logical structure
of arguments, a robot's roadmap."""
_OVER = (
    r"\b(?:averag|sampl|integrat|sum|reason|iterat|optimi[sz]|generali[sz]|search|marginali[sz]"
    r"|rang|pool|inferenc|distribut|prior|attention|attend|quer|retriev|answer|comput|learn|run"
    r"|operat"
    r"|control|posterior|uncertaint|improv|gain|advantage|advance|win|learning)\w* over\b"
)
"""What goes over something without being set against it: "reasoning over graphs", "gains over a
baseline"."""
CONTRAST = re.compile(
    r"(?:\b(?:rather than|instead of|as opposed to|in contrast (?:to|with)|unlike|not just|not "
    r"only|less focused|more than (?:on|in)|(?:more|less|fewer)\b[^.;,]{0,40} than(?: most| "
    r"other| usual)?"
    r"|(?:prefer|favou?r|valu|prioriti[sz]|choos|emphasi[sz])(?:s|e|es|ed|ing|red"
    rf"|ring)?\b(?:(?!{_OVER})[^.;]){{0,60}}? over(?! time\b| (?:many|several|multiple)\b)|and "
    r"not|whereas|while (?:most|other)|compared (?:to|with) (?:most|other)|do(?:es)? "
    r"not|never|lacks?(?! of\b))|, not)\b(?P<other>[^.;]*)",
    re.IGNORECASE,
)
ADDS = re.compile(
    r"^(?:\W*(?:rather than|instead of|as opposed to|in contrast (?:to|with)|unlike|not|do(?:es)? "
    r"not|whereas)\W+)(?:\w+ing |to |as |by |on |for |seem |appear |be "
    r"){0,3}(?:just|only|solely|merely|simply|purely|exclusively|primarily|mainly)\b",
    re.IGNORECASE,
)
"""A contrast that goes beyond its other side without denying it: "not just X", "rather than relying
solely on X"."""
OTHERS = re.compile(
    r"\b(?:most|other|others|usual|typical(?:ly)?|usually|common(?:ly)?|mainstream|the field)\b",
    re.IGNORECASE,
)
"""The other side of a contrast is the rest of the field."""
SETS_APART = re.compile(
    r"\b(?:not|no|never|nor|neither|without|rather|instead|unlike|whereas|while|but|however"
    r"|although|though|despite|yet|than|contrast|only|beyond|less|fewer|alone|against|nobody"
    r"|nothing|avoid\w*|replac\w+|in place of"
    r"|insufficient|fails?|lacks?|limited|few)\b|n't\b",
    re.IGNORECASE,
)
SPEAKS_OF_OTHERS = re.compile(
    r"\b(?:most|other|others|existing|previous|prior|usual|usually|typical|typically|often|common"
    r"|commonly|conventional|traditional|traditionally|current|standard|earlier|state[- ]of[- "
    r"]the[- ]art"
    r"|nobody|rarely|seldom|little|few|first|far)\b",
    re.IGNORECASE,
)
DENIES = re.compile(
    r"\b(?:not|never|without|avoids?|lacks?|rarely|seldom|reject(?:s)?)\b", re.IGNORECASE
)
CLAIMS_THAT = re.compile(
    r"\b(?:argue|hold|claim|sa(?:y|id)|state|show|find|found|warn|note|report|suggest|maintain"
    r"|contend|observe|point out|conclude)(?:s|es|d|ed)?\b[^.;]*\bthat\b",
    re.IGNORECASE,
)
FROM_COUNTS = re.compile(r"\b(?:conference|background) (?:abstracts|titles|texts)\b")
"""How a basis speaks of the background; it is this project's wording, whoever wrote the
inference."""
STRENGTH = re.compile(
    r"\b(?:deep(?:ly)? (?:expert(?:ise)?|familiar(?:ity)?|understanding|knowledge)|extensive "
    r"(?:expertise|knowledge)|(?:comprehensive|exhaustive|thorough|unrivall?ed|unmatched"
    r"|consummate) (?:understanding|knowledge|command|grasp|mastery|expertise)|(?:complete|full"
    r"|total) (?:understanding|command|grasp|mastery|expertise)|world[- "
    r"]class|(?:leading|foremost|top|renowned) (?:expert|authority|figure|voice|scholar"
    r"|specialist)s?|(?:an|the|undisputed) authority (?:on|in)|definitive "
    r"(?:work|account|source|voice)|unrivall?ed|unmatched (?:in (?:the|your|his|her|their) "
    r"field|by (?:any|other|anyone|anybody))|second to none|guru|world "
    r"leaders?|mastery|mastered|masters? of(?! (?:science|arts)\b)|papers "
    r"master|unparalleled|exceptional(?:ly)?(?! (?:points?|groups?|sets?|divisors?|lie)\b)"
    r"|profound(?:ly)?(?! (?:hearing|deaf\w*|sensorineural|intellectual)\b)|renowned|pioneer(?:ing"
    r"|ed|s)?"
    r"|brilliant(?:ly)?|unique (?:skills?(?:et)?|abilit(?:y|ies)|perspective|approach|expertise"
    r"|insights?|position)|highly (?:skilled|expert|sophisticated)|expert(?:ise)? "
    r"in|groundbreaking|strong(?:ly)? (?:committed|commitment|familiarity)|outstanding(?! "
    r"(?:debts?|loans?|shares?|claims?|payments?|questions?|problems?|issues?)\b)|visionary"
    r"|passionate(?:ly)?|in-depth (?:expertise|mastery))\b",
    re.IGNORECASE,
)
IMPOSSIBLE = re.compile(
    r"\b(?:know(?:s)? everything|solve(?:s|d)? (?:all|every|any)|prove(?:s|d)? "
    r"p\s?[=!≠]=?\s?np|never (?:wrong|err|make(?:s)? mistakes)|perfect(?:ly)? "
    r"(?:accura|predict|understand|solv)\w*|100 ?% (?:accura|reliab|correct)\w*|eliminate(?:s)? "
    r"all|guarantee(?:s)? (?:truth|correctness|success)"
    r"|every (?:paper|method|field) (?:ever|in the world)|cure(?:s)? "
    r"(?:all|cancer)|infallib\w+|understand(?:s)? all|prov(?:e|es|ed|ing) (?:that "
    r")?p\s?(?:=|!=|≠|equals|is not|does not equal)\s?np|(?:every|all) (?:\w+ ){1,2}ever "
    r"(?:written|made|published|built|done)|never (?:make|made) (?:a |any "
    r")?(?:mistakes?|errors?)|(?:read|reads|cite|cites|know|knows) (?:every|all) "
    r"(?:papers?|stud(?:y|ies)|books?|works?) (?:on|about|in|of)|always "
    r"(?:right|correct)|predicts? the future(?! \w)|without (?:any|a single) "
    r"(?:errors?|mistakes?)|(?:every|each) \w+ (?:perfectly|with perfect \w+)|with perfect "
    r"(?:accuracy|precision|reliability))\b",
    re.IGNORECASE,
)
UNSAID = re.compile(
    r"\b(?:not|no|cannot|never|without|whether|nobody|hardly|rarely|seldom|neither|nor|if|against"
    r"|impossible)\b|n['’]t\b",
    re.IGNORECASE,
)
"""What stands before a claim that is not made: "not always correct"."""
FLATTERY = re.compile(
    r"\b(?:nuanced skillset|impressive(?:ly)?|remarkable|elegant(?:ly)?|masterful(?:ly)?"
    r"|beautiful(?:ly)?|insightful|admirable|incredible|amazing|excellent|fantastic|wonderful"
    r"|genius|stellar (?:work|papers?|research|record|contributions?)|eloquent(?:ly)?|wow(?!-)"
    r"|awesome|awe-inspiring|delightful(?:ly)?|dazzling|superb(?:ly)?|magnificent(?:ly)?"
    r"|marvel+ous(?:ly)?|splendid(?:ly)?|wonderfully|terrific|phenomenal(?:ly)?(?! "
    r"(?:consciousness|experiences?|character|concepts?|qualit\w+|fields?|propert\w+|states?)\b)"
    r"|breathtaking(?:ly)?|mind-blowing|kinda|gonna|totally "
    r"(?:nail|crush|rock|awesome|amazing|great|cool|brilliant)\w*|truly "
    r"(?:exceptional|unique|great|special))\b|!",
    re.IGNORECASE,
)

QUOTED = re.compile(r"[“\"‘](?=\w)[^”\"’]{2,60}[”\"’]|(?<!\w)'(?=\w)[^']{2,60}'(?!\w)")
"""The papers' own words or a name of their making: what quotes is no convention."""


def unquoted(text: str) -> str:
    """Without what stands in quotation marks: titles and the papers' own words."""
    return re.sub(r"[“\"][^”\"]*[”\"]", "", text)


def custom(text: str, *, of_form: bool) -> re.Match[str] | None:
    """What most papers do, as the text names it; `of_form`: it speaks of how they are written."""
    plain = unquoted(text)
    return CONVENTIONS.search(plain) or (CUSTOMS_OF_FORM.search(plain) if of_form else None)


def denying(text: str) -> re.Match[str] | None:
    """The first contrast of the text that denies something, with what it denies as the group
    `other`."""
    at = 0
    while found := CONTRAST.search(text, at):
        if not ADDS.search(found.group()):
            return found
        at = found.start("other")
    return None
