"""Research practices and how papers word them. A table: broad over computing, engineering, natural and health sciences."""

import re
from typing import NamedTuple

from myscholar.profile.habits import Habit


class Practice(NamedTuple):
    """`verb` and `rest` make the statement ("3 of your papers *run* *user studies with participants*").

    `expected` practices are in most full texts of their field, so that only a title or abstract counts as showing them.
    """

    habit: Habit
    verb: str
    rest: str
    explanation: str
    expected: bool = False

    @property
    def name(self) -> str:
        return self.habit.name


def _practice(name: str, pattern: str, verb: str, rest: str, explanation: str, *, expected: bool = False) -> Practice:
    return Practice(Habit(name, re.compile(rf"\b(?:{pattern})", re.IGNORECASE)), verb, rest, explanation, expected)


_DATA = r"(?:data ?set|corpus|corpora|benchmark|test suite)s?\b"

PRACTICES = (
    _practice("user study", r"user stud(?:y|ies)\b|(?:human|study) participants\b|with \d+ (?:participants|users|subjects)\b|human subjects\b|controlled stud(?:y|ies) with|usability (?:test|stud)", "put", "systems before human participants in user studies", "works with human participants"),
    _practice("human judges", r"human (?:evaluation|evaluators?|judg(?:e)?ments?|judges?|ratings?|raters?|preference)|expert (?:evaluation|evaluators|judg|ratings)|crowd ?workers?|mechanical turk|mturk", "have", "people judge the output", "has people judge the output"),
    _practice("interviews", r"(?:semi-structured )?interviews\b|interviewed\b|focus groups?\b|thematic analysis|grounded theory|qualitative (?:stud|interview|coding|research)|ethnograph|participatory design|co-design", "gather", "qualitative evidence such as interviews and coding", "gathers qualitative evidence"),
    _practice("questionnaires", r"questionnaires?\b|likert|survey(?:ed)? (?:of )?\d[\d,]* (?!(?:[\w-]+ ){0,3}(?:papers|articles|studies|publications|works|methods|models|systems|approaches|data ?sets|benchmarks|collections)\b)|survey (?:respondents|participants)|self-report", "collect", "answers by questionnaire", "uses a questionnaire"),
    _practice("annotation agreement", r"inter-?(?:annotator|rater|coder) (?:agreement|reliability)|(?:cohen|fleiss)['’]?s? kappa|krippendorff|annotators agree\w*", "check", "annotations by measured agreement between annotators", "measures agreement between annotators"),
    _practice("expert annotation", r"(?:annotated|delineated|labell?ed|verified|reviewed|segmented) (?:\w+ ){0,3}by (?:\w+ ){0,4}(?:experts?|clinicians?|radiologists?|physicians?|linguists|specialists?|annotators|researchers)|(?:expert|manual|human) annotations?\b|manually (?:annotat|label|curat|segment|delineat|verif)\w+", "rely", "on data annotated or checked by hand", "uses data annotated or checked by hand"),
    _practice("new dataset", rf"(?:we|this paper|this work) (?:also )?(?:release|introduce|present|construct|collect|curate|build|create|develop|propose|compile|contribute)(?:d)? (?:\w+[ -]){{0,6}}{_DATA}|(?:new|novel|first) (?:[\w-]+ ){{0,4}}{_DATA}", "build", "new datasets or benchmarks", "builds a dataset or benchmark of its own"),
    _practice("literature survey", r"(?:this|our|comprehensive|systematic|literature|holistic|thorough|critical) (?:\w+ ){0,2}(?:survey|review)\b|we (?:\w+ )?(?:survey|review)\b(?! (?:of )?\d[\d,]* (?:[\w-]+ ){0,2}(?:people|participants|respondents|users|practitioners|researchers|students|experts|developers|workers|teachers|patients)\b)|systematic mapping|meta-analysis|state of the art review", "survey", "a body of work to put it in order", "surveys a body of work", expected=True),
    _practice("taxonomy", r"taxonom(?:y|ies)\b|typolog(?:y|ies)\b|(?:we|is|are|be) (?:\w+ )?(?:categori[sz]ed?|classif(?:y|ied)) (?:\w+ ){0,5}into (?:two|three|four|five|six|several|different)|conceptual framework", "sort", "the subject into taxonomies or named categories", "sorts its subject into categories", expected=True),
    _practice("formal proof", r"theorems?\b|lemmas?\b|we prove\b|we (?:\w+ )?derive\b|formal proof|convergence (?:guarantee|proof|rate)|(?:upper|lower) bounds?\b|closed-form|necessary and sufficient|axioms?\b|axiomatic", "derive", "results mathematically (bounds, proofs, closed forms)", "derives results mathematically"),
    _practice("mathematical decomposition", r"decompos(?:e|es|ed|ing|ition|itions)\b", "take", "their objects of study apart by decomposition", "decomposes its object of study"),
    _practice("simulation", r"simulat(?:ion|ions|or|ors|ed)\b|monte carlo|ns-?3\b|digital twin", "work", "with simulations", "works with simulations"),
    _practice("measurement", r"measurement (?:campaigns?|data|results|setup)|field (?:trials?|experiments?|stud(?:y|ies)|measurements?|tests?|deployment)|over-the-air|hardware (?:experiments?|prototype|implementation|testbed)|software[- ]defined radio|lab(?:oratory)? experiments?|in the wild\b|real-world (?:deployment|experiments|trial)", "take", "measurements outside the simulator or the benchmark", "takes measurements of its own"),
    _practice("working prototype", r"(?:working |proof-of-concept |initial |our )?prototypes?\b|proof[- ]of[- ]concept|we (?:have )?(?:implemented|built|deployed) (?:a|an|the|our) (?:\w+ ){0,4}(?:system|platform|tool|middleware|testbed|application|prototype|interface)", "build", "a working prototype to make the case", "builds a working prototype"),
    _practice("causal intervention", r"causal (?:intervention|mediation|trac|scrub|analys|effect|inference)|(?:activation|path|interchange) patching|knock(?:ing)?[- ]?out|counterfactual|interven(?:e|ing|tion|tions) on|randomi[sz]ed (?:controlled )?trial|difference-in-differences", "test", "explanations by causal interventions", "intervenes to test a causal claim"),
    _practice("perturbation test", r"perturb(?:ation|ations|ed|ing)\b|pixel-flipping|occlusion|sanity checks?\b|deletion (?:metric|test)|insertion and deletion", "perturb", "the input to see what changes", "perturbs the input to see what changes"),
    _practice("reverse engineering", r"reverse[- ]engineer\w*|mechanistic\b|probing (?:classifier|task|experiment)s?|inspect(?:ing)? (?:the )?(?:internal|hidden)|interpret(?:ing)? (?:the )?(?:parameters|weights|neurons|heads)", "look", "inside trained models to see how they work", "looks inside a trained model"),
    _practice("error analysis", r"error analys[ei]s|failure (?:cases?|modes?|analysis)|(?:analy[sz]e|categori[sz]e|inspect) (?:\w+ ){0,3}(?:errors|failures|mistakes)|types? of errors", "study", "where methods fail", "studies where a method fails"),
    _practice("case study", r"case stud(?:y|ies)\b", "argue", "from case studies", "argues from a case study", expected=True),
    _practice("prompting only", r"zero-shot|few-shot|in-context learning|prompt(?:ing)? (?:strateg|techniqu|template|engineering)\w*|chain[- ]of[- ]thought", "elicit", "behavior by prompting (zero-shot, few-shot, chain of thought)", "elicits behavior by prompting", expected=True),
    _practice("training-free", r"(?:training|gradient|tuning|annotation|label|calibration)-free|without (?:any )?(?:additional |extra |further )?(?:re-?training|fine-?tuning|training|gradients?|labels?|annotations?|supervision|modification)|does not require (?:any )?(?:\w+ )?(?:training|retraining|labels|annotations?|supervision|modif\w+)|no (?:additional|extra) (?:training|parameters|supervision)", "prefer", "methods that need no further training, gradients or labels", "avoids further training, gradients or labels"),
    _practice("self-supervision", r"unsupervised\b|self-supervis\w+|weakly[- ]supervised|semi-supervised|distant supervision", "learn", "with little or no labeled data (unsupervised, self- or weakly supervised)", "learns with little or no labeled data", expected=True),
    _practice("data efficiency", r"(?:data|sample|label)[- ]efficien\w+|(?:very )?few (?:training )?(?:images|samples|examples|labels|annotations)|small (?:amounts? of |training )(?:data|samples)\b|small (?:data|data ?sets?|training sets?)\b|learn\w* from (?:\w+ )?small samples\b|limited (?:training |labell?ed |annotated )?(?:data|samples|labels)|(?:data|label|annotation) scarcity|scarce (?:data|labels|annotations)", "aim", "to learn from little data", "aims to learn from little data", expected=True),
    _practice("cost accounting", r"(?:computational|training|inference|annotation|energy|memory) (?:cost|overhead|budget|footprint)s?\b|flops\b|energy (?:consumption|efficien\w+|saving)|latency\b|run-?time\b|wall-clock", "account", "for computing cost, latency or energy", "accounts for cost, latency or energy", expected=True),
    _practice("out-of-distribution tests", r"out-of-(?:distribution|domain)|distribution shifts?|cross-(?:domain|dataset|corpus|lingual transfer)|unseen (?:domains?|tasks?|classes|environments?|scenarios?|data)|external (?:validation|test|data ?set|avt)|corner cases?|generali[sz]ation (?:capability|to|across)", "test", "beyond the training distribution", "tests beyond the training distribution", expected=True),
    _practice("statistical testing", r"(?:t-test|anova|wilcoxon|mann-whitney|chi-squared?|bonferroni|bootstrap(?:ped|ping)? (?:\w+ )?(?:confidence|tests?|resampl\w*|intervals?|samples)|(?:permutation|randomi[sz]ation|significance) tests?|confidence intervals?|p-values?|effect sizes?|regression coefficients?)\b", "back", "comparisons with statistical tests or intervals", "uses statistical tests or intervals"),
    _practice("domain knowledge", r"physics-informed|physically[- ](?:informed|motivated|consistent|interpretable)|(?:prior|domain|expert|physical) knowledge|hand-?crafted features|inductive bias(?:es)?|physical (?:aspects?|constraints?|principles?|laws)", "build", "prior or domain knowledge into models", "builds domain knowledge into a model", expected=True),
    _practice("first principles", r"density functional theory|first[- ]principles|ab initio|molecular dynamics|finite[- ]element|finite[- ]difference|full-wave", "compute", "from first principles", "computes from first principles"),
    _practice("screening", r"high[- ]throughput|(?:virtual|computational) screening|screen(?:ed|ing)? (?:of )?(?:\w+ ){0,3}(?:candidates|materials|compounds|molecules)|candidate (?:materials|compounds|molecules|structures)", "screen", "many candidates cheaply before checking a few closely", "screens many candidates"),
    _practice("model comparison", r"(?:we|and) (?:\w+ )?compare (?:\w+ )?(?:two|three|four|five|six|several|different|various|multiple) (?:\w+ ){0,3}(?:models|architectures|algorithms|classifiers|variants|systems|approaches|methods)|comparative (?:study|analysis|evaluation)|head-to-head", "compare", "several models or designs side by side", "compares several models side by side", expected=True),
    _practice("human in the loop", r"active learning|human[- ]in[- ]the[- ]loop|bayesian optimi[sz]ation|relevance feedback|iterative refinement", "choose", "the next experiment or label adaptively (active learning, optimization in a loop)", "chooses the next experiment or label adaptively"),
    _practice("modular add-on", r"plug-and-play|model-agnostic|architecture-agnostic|off-the-shelf|drop-in|easily (?:be )?integrated|decoupl\w+|modular\w*|without (?:modifying|changing)|compatible with (?:any|existing|different)", "keep", "methods separable, so that they fit existing systems", "keeps its method separable from the system around it", expected=True),
    _practice("multilingual tests", r"multilingual|cross-lingual|across \w+ languages|typologically|low-resource languages", "work", "across several languages", "works across languages"),
    _practice("longitudinal study", r"longitudinal|follow-up (?:study|period)|over (?:a|the) (?:period|course) of|for (?:several|\d+) (?:months|years|weeks)\b|time[- ]series data", "follow", "their subjects over time", "follows its subject over time"),
    _practice("replication", r"replicat(?:e|ed|ing|ion) (?:of|the|prior|previous|stud)|reproducib\w+|re-?implement\w*|pre-?regist\w+", "take", "steps towards replication", "takes a step towards replication", expected=True),
    _practice("ethics and risks", r"dual[- ]use|ethical (?:considerations?|implications?|concerns?|issues?)|societal (?:impact|implications?|risks?)|responsible (?:ai|use|development)|malicious (?:use|actors?)|harms?\b|misuse", "weigh", "ethical risks and misuse", "weighs ethical risks and misuse"),
    _practice("adversarial tests", r"adversarial (?:attacks?|examples?|perturbations?|robustness)|red[- ]team\w*|jailbreak\w*|stress[- ]test\w*|attack success", "attack", "systems to test them", "attacks a system to test it"),
    _practice("model as judge", r"llm[- ]as[- ]a[- ]judge|(?:gpt|llm|model)[- ]based (?:evaluat\w+|judg\w+)|(?:judged|evaluated|scored|rated) by (?:gpt|llm|chatgpt|a language model)|natural language inference (?:model|for evaluation)", "let", "models judge output", "lets a model judge output"),
    _practice("online log analysis", r"(?:log|clickstream|query log|usage|telemetry) (?:data|analys[ei]s)|a/b test\w*|large-scale (?:deployment|log)|web ?logs?", "study", "how systems are used, from logs or live tests", "studies use from logs or live tests"),
    _practice("visual inspection", r"heat ?maps?\b|saliency maps?|t-sne|umap\b|visual inspection|visual (?:explanations?|analytics)|qualitative (?:results|examples|comparison)", "show", "results as pictures to be inspected by eye", "shows results as pictures", expected=True),
    _practice("multi-stage pipeline", r"(?:two|three|four|multi)-(?:stage|step|phase)\b|(?:first|initial) (?:stage|step|phase)\b|pipelines?\b|cascad\w+|coarse-to-fine", "proceed", "in stages, each feeding the next", "proceeds in stages", expected=True),
    _practice("toy models", r"toy (?:models?|examples?|data|problems?|experiments?)|synthetic (?:data|examples?|experiments?|tasks?|data ?sets?)|proof-of-principle", "start", "from toy or synthetic cases", "starts from toy or synthetic cases", expected=True),
    _practice("graph representation", r"(?:represent|model|view|cast|encode)(?:s|ed|ing)? (?:\w+ ){0,5}as (?:a |an )?(?:\w+ ){0,2}graphs?\b|graph[- ](?:based|structured) (?:representation|model|data)", "represent", "their subject as a graph", "represents its subject as a graph"),
    _practice("ablation study", r"ablation (?:stud(?:y|ies)|experiments?|analys[ei]s)|ablations\b|ablat(?:e|ing)\b", "ablate", "parts one by one to see what each contributes", "runs an ablation", expected=True),
)  # fmt: skip
"""Practices with a way to word each; conventions of whole fields ("compares with the state of the art") are left out on purpose."""
