"""Groups of people that papers address, and where fields publish. Tables."""

import re
from types import MappingProxyType

GROUPS = ["practitioners", "builders", "maintainers", "clinicians", "physicians", "radiologists", "doctors", "nurses", "surgeons", "cardiologists", "pathologists", "caregivers", "therapists", "patients", "developers", "programmers", "engineers", "designers", "architects", "administrators", "technicians", "vendors", "manufacturers", "educators", "teachers", "instructors", "students", "lecturers", "universities", "schools", "policymakers", "policy-makers", "regulators", "governments", "authorities", "lawmakers", "decision-makers", "stakeholders", "businesses", "companies", "enterprises", "marketers", "managers", "entrepreneurs", "journalists", "fact-checkers", "moderators", "editors", "lawyers", "artists", "writers", "musicians", "creators", "consumers", "customers", "citizens", "drivers", "pedestrians", "commuters", "analysts", "statisticians", "scientists", "biologists", "chemists", "physicists", "psychologists", "linguists", "sociologists", "economists", "historians", "librarians", "astronomers", "experimentalists", "ecologists", "geologists", "neuroscientists", "epidemiologists", "roboticists", "archivists", "newcomers", "beginners", "novices", "non-experts", "laypeople", "researchers", "scholars", "academics"]  # fmt: skip
BYSTANDERS = frozenset(
    [
        "pedestrians",
        "drivers",
        "commuters",
        "patients",
        "students",
        "learners",
        "citizens",
        "consumers",
        "customers",
        "universities",
        "schools",
        "companies",
        "nurses",
        "doctors",
    ]
)
"""Groups that papers also study or merely mention: they count only where something is said to be for them."""
BROAD = frozenset({"community", "communities", "researchers", "scholars", "academics", "scientists", "users", "people"})
"""Groups that say nothing without a word before them ("interpretability researchers")."""

GROUP = re.compile(
    rf"\b((?:[a-z][\w-]+ ){{0,2}})({'|'.join(GROUPS)}|policy makers|decision makers|fact checkers|data scientists|domain experts|end[- ]users|security (?:analysts|personnel|experts)"
    r"|standardi[sz]ation bodies|health ?care (?:providers|professionals)|medical professionals|content creators|(?:network|system|service|plant|machine|human) operators|communit(?:y|ies))\b",
    re.IGNORECASE,
)
PURPOSE = re.compile(
    r"\b(?:for|help(?:s|ing)?|allow(?:s|ing)?|enabl(?:e|es|ing)|assist(?:s|ing)?|support(?:s|ing)?|benefits?|guid(?:e|es|ing)|inform(?:s|ing)?|empower(?:s|ing)?"
    r"|encourag(?:e|es|ing)|advise|useful to|of (?:interest|use|value) to|interest to|accessible to|relevant to|aid(?:s|ing)?|provid(?:e|es|ing)|offer(?:s|ing)?"
    r"|equip(?:s|ping)?|(?:used|needed|required|adopted|usable) by)\s+(?:\w+[ ,]+){0,4}$",
    re.IGNORECASE,
)
STUDIED = re.compile(
    r"\b(?:annotat\w+|participants?|participated|panel|interview\w*|recruit\w*|respondents?|volunteers?|judged|labell?ed|rated|surveyed|enrolled|cohort|crowd\w*)\b"
    r"|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+)\b(?: \w+){0,2} $",
    re.IGNORECASE,
)
"""A group that took part in the study, which does not make it the reader."""
ADDRESSED = re.compile(r"^(?: [\w-]+){0,4} (?:should|must|can now|need to|may want to|could use|are advised)\b", re.IGNORECASE)
"""What follows a group that is told something: "clinicians should ..."."""
DESCRIBED = re.compile(
    r"\b(?P<who>readers|people|those|anyone|everyone|teams|labs) who (?P<doing>(?:[a-z][\w’'-]* ){1,9}?)(?:should|must|can now|need to|needs to|may want to|are advised)\b",
    re.IGNORECASE,
)
"""A group that is told something and is known by what it does: "readers who run a search service should ..."."""
USES_CUT = re.compile(r"\b(?:is|are|was|were|has|have|need|needs|indicate|can|will|where|that|which|we|to|fails?)\b|\d")
"""A list of uses that runs on into the sentence."""
USES = re.compile(
    r"\b(?:applications?|domains|fields|industries|sectors|uses?|use cases) (?:such as|like|including) ([a-z][\w ,/’'-]{12,110}?)(?=[.;(\[]|, (?:where|which|and (?:is|are|has))|$)"
)
FIELD = re.compile(
    r"\b(?:in|to|within|across) the (?:fields?|areas?|domains?|realm|discipline) of ([a-z][\w-]+(?: [\w-]+){0,3}?)(?=[,.;]| (?:and|has|have|had|is|are|was|by|with|to|that|which|for|where|as|from|in|on|we|can|due|were|since|because)\b)"
)
STAKES = re.compile(
    r"\b(?:crucial|important|essential|critical|useful|beneficial|valuable|vital|indispensable|suitable|helpful|promising|paramount) (?:\w+ly )?(?:for|in)"
    r" ((?:the )?[a-z][\w-]+(?: [\w,-]+){1,8}?)(?=[.;:(]|, | (?:that|which|because|since|where|as|when|if|we|is|are|was|were|has|have|can|will|by|but)\b|$)"
)
"""What a paper says its subject matters for: "is crucial for clinical diagnosis and treatment planning"."""
STAKES_CUT = re.compile(
    r"\b(?:this|these|those|such|it|its|their|our|us|them|both|many|several|all|any|each|some|other|various|different|better|good|accurate|understanding|ensuring|achieving"
    r"|improving|obtaining|making|purposes?|performance|results|accuracy|tasks?|models?|methods?|training|learning)\b|\d",
    re.IGNORECASE,
)
NEWCOMERS = re.compile(
    r"\b(?:newcomers?|beginners?|readers? (?:unfamiliar|new)|unfamiliar (?:with|reader)|tutorial|introductory|accessible introduction|primer|researchers (?:and practitioners )?new to)\b",
    re.IGNORECASE,
)

_VENUES = MappingProxyType(
    {
        "natural language processing": r"computational linguistics|\bacl\b|emnlp|naacl|coling|empirical methods in natural language|\btacl\b|\bcolm\b|language modeling|conll|eacl",
        "computer vision": r"computer vision|\bcvpr\b|\biccv\b|\beccv\b|\bwacv\b|image processing|applications of computer vision|pattern recognition|visual",
        "machine learning": r"neural information processing|neurips|\bnips\b|machine learning|\bicml\b|learning representations|\biclr\b|neural network|artificial intelligence and statistics|jmlr|aistats",
        "artificial intelligence": r"\baaai\b|\bijcai\b|artificial intelligence$|artif\. intell",
        "human-computer interaction": r"human factors|\bchi\b|user interface|\bcscw\b|human-computer|intelligent user|\buist\b|interacti",
        "wireless communications": r"wireless|communications? (?:magazine|surveys|letters)|antennas|vehicular|spectrum|microwave|mobile computing",
        "robotics": r"robot|\bicra\b|\biros\b|automation",
        "medical imaging": r"medical image|miccai|radiology|medical imaging|biomedical imaging",
        "biomedical engineering": r"biomedical|bioinformatic|bioengineering|medical informatics",
        "medicine": r"\bmedicine\b|clinical|lancet|\bjama\b|health",
        "materials science": r"materials",
        "chemistry": r"chemi",
        "physics": r"physic",
        "education": r"education|learning sciences|pedagog",
        "computer systems": r"operating systems|usenix|\bsosp\b|\bosdi\b|sensor systems|pervasive|distributed computing|networked systems",
        "databases": r"\bsigmod\b|\bvldb\b|management of data|data engineering|database",
        "information retrieval": r"\bsigir\b|information retrieval|\bwsdm\b|recommender|web conference|\bwww\b",
        "security": r"security|privacy|cryptograph",
        "psychology": r"psycholog|cognitive",
        "software engineering": r"software engineering|\bicse\b",
        "speech": r"speech|acoustics|\bicassp\b|interspeech",
        "biology": r"\bbiolog|genom|\bcell\b",
        "social science": r"social|society|communication research|political",
    }
)
FIELD_OF_VENUE = tuple((field, re.compile(pattern, re.IGNORECASE)) for field, pattern in _VENUES.items())


def fields_of(venue: str) -> str | None:
    """The field whose readers a venue has, or None where its name does not tell."""
    return next((field for field, pattern in FIELD_OF_VENUE if pattern.search(venue)), None)
