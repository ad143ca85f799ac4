"""Every error of the product, as one tree.

    MyScholarError
    ├── InputError                      the user can mend it
    │   ├── EmptyQuestion
    │   ├── QuestionTooLong             n_characters, limit
    │   ├── NoPapers                    reason
    │   ├── LastPaper                   name (of the profile)
    │   ├── NoText                      the papers hold no text to read; n_papers
    │   ├── BadFilter
    │   ├── BadGraph                    a clarification graph with a circle or loose ends; said
    │   ├── BadSettings
    │   ├── BadKey                      what was pasted is no key, or another vendor's
    │   ├── NoModelServer               address, reason
    │   ├── MissingAnswer               nobody is there to ask; question, option (that says it)
    │   ├── UnreadableFile              path, reason
    │   │   ├── EncryptedPdf
    │   │   ├── ImageOnlyPdf
    │   │   ├── OversizedFile
    │   │   ├── ReaderNotStarted        no process that could read it
    │   │   └── NotARecording
    │   ├── UnwritableFile              path, reason
    │   ├── UnknownFormat               path
    │   ├── UnknownPaper                identifier
    │   ├── UnknownName                 kind, name, known
    │   │   └── UnknownShare            a link to a report that opens nothing
    │   ├── UnknownAction               action_id
    │   ├── BegunElsewhere              as in a second tab, since the question was looked at
    │   ├── UnfitAnswer                 not what the question takes; question, ways
    │   ├── QuestionOver                answered before, or its run is over; question_id, said
    │   ├── TreeOver                    it takes no changes by hand any more; run_id, status
    │   └── RunUnfinished               run_id
    ├── EvidenceMismatch                a quote is not at its offsets: always a bug or a forged file
    ├── NoEvidenceFound                 question, searched, n_found, failures, shut_out
    ├── EngineUnavailable               engine, reason
    │   └── NoModel                     no language model is set
    ├── CorpusError
    │   ├── CorpusCorrupt               name, reason
    │   └── CorpusLocked                name
    ├── StorageError
    │   └── UnreadableRecord            written by another version
    ├── ExtraNotInstalled               extra
    ├── KeyringUnavailable              reason
    ├── LLMError                        a language model; model (its name), run_id
    │   ├── LLMNotSet                   no model is set for a role
    │   ├── LLMKeyRefused               no key, a wrong key, or no right to use the model; place
    │   │   ├── LLMNotAllowed           the key is known, and has no right to this
    │   │   └── LLMKeyUnreadable        the keyring that holds it can't be used; reason
    │   ├── LLMUnknownModel             hint
    │   ├── LLMNoCredit
    │   ├── LLMContextTooLong
    │   ├── LLMRateLimited              retryable, retry_after_s
    │   ├── LLMUnavailable              retryable: overloaded, unreachable, broken off; reason
    │   ├── LLMRefusal                  the model declines to answer; prompt
    │   ├── LLMEmptyAnswer              retryable; prompt
    │   ├── LLMTruncated                the answer hit the output limit; prompt, limit
    │   ├── LLMBadAnswer                not of the form asked for, though repaired; prompt, reason
    │   ├── LLMRequestRejected          any other refusal of the request; status
    │   ├── LLMBudgetSpent              limit_usd, spent_usd, needed_usd
    │   ├── ModelCheckFailed            said, mend (what to choose anew)
    │   └── NotRecorded                 a recording plays, and holds no answer; prompt, what
    ├── RunError                        run_id, said
    │   ├── RunBusy                     another process carries it out
    │   ├── RunTaken                    another process has gone on with it meanwhile
    │   ├── RunStopped                  it can go on
    │   │   ├── RunCancelled
    │   │   └── RunExists               its id is taken
    │   └── RunNotResumable             reason
    └── ScholarError                    Semantic Scholar
        ├── ScholarUnavailable          retryable, retry_after_s; reason
        ├── ScholarRateLimited          retryable, retry_after_s
        ├── ScholarRefused              bad key or forbidden; status
        ├── ScholarBadAnswer            retryable; reason
        └── ScholarBudgetSpent          limit

The message says what happened, and what to do where that is the same everywhere. What to do in the
product is a `Remedy`, which each surface words with the error's fields for those who read it there.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import ClassVar, TypeVar, dataclass_transform

E = TypeVar("E")

KEY_PLACE = "the environment or the settings file"
"""Where a key is looked for that no vendor's variable holds."""
_SHOWN = 100
"""Characters of what somebody called something: it may come out of any address."""


@dataclass_transform(eq_default=False, field_specifiers=(field,))
def with_fields(kind: type[E]) -> type[E]:
    """A dataclass without what no error needs: forty are made whenever the program starts."""
    return dataclass(eq=False, repr=False, match_args=False)(kind)


class Remedy(StrEnum):
    """What to do in the product, worded for those who read it on no surface of ours (Python, MCP,
    what a run keeps)."""

    ASK_A_QUESTION = "Ask something."
    CHANGE_YEARS = "Change the years of the filter."
    CHANGE_CITATIONS = "Change the filter's number of citations."
    REBUILD_CORPUS = "Rebuild it."
    REBUILD_OR_SAME_EMBEDDER = "Use that one, or rebuild it."
    SET_UP_MODEL = "Set up a language model."
    GIVE_KEY = "Give it in {place}."
    OTHER_KEY_OR_MODEL = "Check the key, or use another model."
    RAISE_BUDGET = "What is finished is kept; raise the budget and resume."
    RESUME_RUN = "What is finished is kept; resume it to go on."
    RESUME_LATER = "What is finished is kept; resume the run later."
    RECORD_A_RUN = "One is made of a run."
    SET_SCHOLAR_KEY = "Wait a little, or set a key in S2_API_KEY."
    CHECK_SCHOLAR_KEY = "Check the key in S2_API_KEY, or unset it."
    INSTALL_EXTRA = "Install myscholar with its extra {extra}."


class MyScholarError(Exception):
    """Root of the tree. `retryable` says whether the same call may succeed later.

    `says` is the message of a class that has fields: a template over them.
    """

    retryable: ClassVar[bool] = False
    says: ClassVar[str] = ""
    remedy: Remedy | None = None

    def __init__(self, message: str = "", remedy: Remedy | None = None) -> None:
        super().__init__(message)
        self.remedy = remedy or self.remedy

    @property
    def message(self) -> str:
        """What happened, in one line."""
        return self.says.format_map(vars(self)) if self.says else Exception.__str__(self)

    def with_remedy(self, words: str) -> str:
        """The message and, worded by these, what to do. `words` is a template over the fields."""
        return f"{self.message} {words.format_map(vars(self))}".strip()

    def __str__(self) -> str:
        return self.with_remedy(self.remedy or "")


class InputError(MyScholarError):
    """Something the user gave can't be used as it is."""


class EmptyQuestion(InputError):
    says = "The question is empty."
    remedy = Remedy.ASK_A_QUESTION


@with_fields
class QuestionTooLong(InputError):
    n_characters: int
    limit: int
    says = (
        "The question has {n_characters:,} characters; the limit is {limit:,}. Shorten it to its "
        "core."
    )


@with_fields
class NoPapers(InputError):
    reason: str = ""

    @property
    def message(self) -> str:
        said = f"No paper could be read: {self.reason.rstrip('.')}." if self.reason else ""
        return (
            f"{said or 'There are no papers.'} Give PDF, JSONL or BibTeX files, folders, or ids of "
            "papers."
        )


@with_fields
class LastPaper(InputError):
    name: str
    says = (
        "A profile needs at least one paper. Nothing was changed: keep a paper of {name}, add "
        "another one, or delete the profile."
    )


@with_fields
class NoText(InputError):
    n_papers: int
    says = (
        "None of the {n_papers} papers has any text to read (titles alone are not enough). Add a "
        "PDF or an abstract for at least one of them."
    )


class BadFilter(InputError):
    """A search filter contradicts itself or is out of range."""


@with_fields
class BadGraph(InputError):
    said: str
    says = "This is no clarification graph: {said}."


class BadSettings(InputError):
    """The settings file or an environment variable holds something that can't be used.

    `setting` is the dotted name of the one at fault, `is_value` whether its value is what can't be
    used; `model` is a model that can't be asked. `others` are further faults of the same settings.
    """

    def __init__(
        self, message: str = "", *, setting: str = "", is_value: bool = False, model: str = ""
    ) -> None:
        super().__init__(message)
        self.setting, self.is_value, self.model = setting, is_value, model
        self.others: tuple[BadSettings, ...] = ()


class BadKey(InputError):
    """What was given as a key can't be one, or is certainly another vendor's. The key itself is not
    repeated."""


@with_fields
class NoModelServer(InputError):
    address: str
    reason: str
    says = "No model server can be used at {address}: {reason}"


@with_fields
class MissingAnswer(InputError):
    question: str
    option: str
    says = "There is no terminal to ask on: {question} Say it with {option}."


@with_fields
class UnreadableFile(InputError):
    path: Path | str
    reason: str

    @property
    def message(self) -> str:
        return f"{Path(self.path).name}: {self.reason}"


@with_fields
class EncryptedPdf(UnreadableFile):
    reason: str = "the PDF is protected by a password. Save a copy without one and add that."


@with_fields
class ImageOnlyPdf(UnreadableFile):
    reason: str = (
        "the PDF holds only images, no text. Run text recognition (OCR) on it and add the result."
    )


class OversizedFile(UnreadableFile):
    """The file, or what it unpacks to, is over a stated limit."""


class ReaderNotStarted(UnreadableFile):
    """The process that was to read the file does not start: it may be read at another time."""


class NotARecording(UnreadableFile):
    remedy = Remedy.RECORD_A_RUN


@with_fields
class UnwritableFile(InputError):
    path: Path | str
    reason: str
    says = "{path} can't be written ({reason}). Give another file or folder."


@with_fields
class UnknownFormat(InputError):
    path: Path | str

    @property
    def message(self) -> str:
        return (
            f"{Path(self.path).name}: a corpus can't be built of this kind of file. Known: "
            ".parquet, .jsonl, .pdf and folders of them."
        )


@with_fields
class UnknownPaper(InputError):
    identifier: str
    says = "No paper is known as {identifier!r}. Check the id, DOI, arXiv id, URL or title."


@with_fields
class UnknownName(InputError):
    kind: str
    name: str
    known: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        listed = "The newest are" if self.kind == "run" else "There are"
        return f"No {self.kind} is called {_quoted(self.name)}. " + (
            f"{listed}: {', '.join(self.known)}." if self.known else f"There is no {self.kind} yet."
        )


@with_fields
class UnknownShare(UnknownName):
    """Says nothing about other links."""

    kind: str = "shared report"
    name: str = ""

    @property
    def message(self) -> str:
        return (
            "This link opens no report: sharing was ended, or the link was not copied whole. Ask "
            "whoever sent it for a new one."
        )


@with_fields
class UnknownAction(InputError):
    action_id: str

    @property
    def message(self) -> str:
        return f"No action has the id {_quoted(self.action_id)}."


class BegunElsewhere(InputError):
    says = (
        "Nothing was begun: this question goes on in another tab, or was deleted there. Look at "
        "what has come, and press again if you still want it."
    )


@with_fields
class UnfitAnswer(InputError):
    question: str
    ways: tuple[str, ...]

    @property
    def message(self) -> str:
        return f"That is no answer to “{self.question}”. It takes: {'; '.join(self.ways)}."


@with_fields
class QuestionOver(InputError):
    question_id: str
    said: str
    says = "Nothing was changed: {said}"


@with_fields
class TreeOver(InputError):
    run_id: str
    status: str

    @property
    def message(self) -> str:
        if stopped := {"failed": "has failed", "cancelled": "was cancelled"}.get(self.status):
            return f"Run {self.run_id} {stopped}: resume it, then change its tree."
        if self.status == "finished":
            return (
                f"Run {self.run_id} has finished. Rewrite its report with these changes: the tree "
                "goes on from where it ended."
            )
        return (
            f"The tree of run {self.run_id} has ended, and its report is being written. Wait until "
            "it is ready, then change the tree: a new report goes on from it."
        )


@with_fields
class RunUnfinished(InputError):
    run_id: str
    says = "Run {run_id} has not finished."
    remedy = Remedy.RESUME_RUN


class EvidenceMismatch(MyScholarError):
    """A quote is not the text at its offsets, so it is never shown as evidence."""


@with_fields
class NoEvidenceFound(MyScholarError):
    """`searched` are the sources in words; `shut_out` says which filter or action kept papers out,
    and how many: it is then what to mend."""

    question: str
    searched: tuple[str, ...] = ()
    n_found: int = 0
    failures: tuple[str, ...] = ()
    shut_out: str = ""

    @property
    def message(self) -> str:
        where = ", ".join(self.searched) or "nothing"
        if self.shut_out:
            return (
                f"{self.shut_out} Nothing is left to quote (searched: {where}). Switch that off, "
                "or add a source."
            )
        if self.failures and not self.n_found:
            return f"The question could not be searched: {' '.join(self.failures)}"
        if self.n_found:
            return (
                f"{self.n_found} papers were found in the sources searched ({where}), but no "
                "sentence of theirs is close enough to the question and clean enough to be quoted. "
                "Add a source or use other words."
            )
        return (
            f"No passage in the sources searched ({where}) matches the question. Add a source or "
            "use other words."
        )

    def because(self, shut_out: str) -> "NoEvidenceFound":
        """The same error with what shut papers out; itself where that is not known."""
        known = (self.question, self.searched, self.n_found, self.failures)
        return NoEvidenceFound(*known, shut_out) if shut_out else self


@with_fields
class EngineUnavailable(MyScholarError):
    engine: str
    reason: str
    says = "The {engine} engine is not available: {reason}"


@with_fields
class NoModel(EngineUnavailable):
    engine: str = "llm"
    reason: str = "no language model is set."
    remedy = Remedy.SET_UP_MODEL


class CorpusError(MyScholarError):
    """A local corpus index can't be used."""


@with_fields
class CorpusCorrupt(CorpusError):
    name: str
    reason: str
    says = "The index of corpus {name!r} is damaged ({reason})."
    remedy = Remedy.REBUILD_CORPUS


@with_fields
class CorpusLocked(CorpusError):
    name: str
    says = (
        "Another process is writing to corpus {name!r}. Wait until it has finished, then try again."
    )


class StorageError(MyScholarError):
    """The library's database can't be opened, read or written."""


class UnreadableRecord(StorageError):
    """The database holds something of another form than this version knows."""


@with_fields
class ExtraNotInstalled(MyScholarError):
    extra: str
    says = "This needs an optional part."
    remedy = Remedy.INSTALL_EXTRA


@with_fields
class KeyringUnavailable(MyScholarError):
    reason: str
    says = "The system's keyring can't be used: {reason}"


@with_fields
class LLMError(MyScholarError):
    """A language model did not give an answer that can be used. `model` is its name as the user
    wrote it; keys never appear. `run_id` is the run that it ended and that can go on, if any."""

    model: str
    run_id: str = field(default="", init=False)


class LLMNotSet(LLMError):
    """`model` is the role that has none."""

    says = "No model is set for {model}. Set one under [models] in the settings file."


@with_fields
class LLMKeyRefused(LLMError):
    """`place` is where the key is looked for."""

    place: str = KEY_PLACE
    says = "The key for {model} is missing, wrong or has no right to this model."
    remedy = Remedy.GIVE_KEY


class LLMNotAllowed(LLMKeyRefused):
    says = "The key for {model} has no right to this model, or is refused."
    remedy = Remedy.OTHER_KEY_OR_MODEL


@with_fields
class LLMKeyUnreadable(LLMKeyRefused):
    reason: str = ""
    says = "The key for {model} can't be read. {reason}"


@with_fields
class LLMUnknownModel(LLMError):
    hint: str = "Check its name, and the base URL if there is one."
    says = "The model {model} is not known. {hint}"


class LLMNoCredit(LLMError):
    says = "The account behind {model} has no credit left. Top it up, or use another model."


class LLMContextTooLong(LLMError):
    says = (
        "The request is longer than {model} can read. Use fewer papers, or a model with a larger "
        "context."
    )


@with_fields
class LLMRateLimited(LLMError):
    retryable = True
    retry_after_s: float | None = None
    says = (
        "{model} asks for fewer requests. Wait a little, or lower the concurrency in the settings."
    )


@with_fields
class LLMUnavailable(LLMError):
    retryable = True
    reason: str
    says = "{model} can't be reached ({reason})."
    remedy = Remedy.RESUME_LATER


@with_fields
class LLMRefusal(LLMError):
    prompt: str
    says = (
        "{model} declined to answer the step {prompt}. Reword the question, or use another model."
    )


@with_fields
class LLMEmptyAnswer(LLMError):
    retryable = True
    prompt: str
    says = "{model} gave an empty answer to the step {prompt}. Try again, or use another model."


@with_fields
class LLMTruncated(LLMError):
    prompt: str
    limit: int
    says = "The answer of {model} to the step {prompt} was cut off at {limit:,} tokens."


@with_fields
class LLMBadAnswer(LLMError):
    prompt: str
    reason: str
    says = (
        "{model} answered the step {prompt} twice in a form that can't be used ({reason}). Use "
        "another model."
    )


@with_fields
class LLMRequestRejected(LLMError):
    status: int
    says = "{model} rejected the request (status {status}). Check the model's settings."


@with_fields
class LLMBudgetSpent(LLMError):
    limit_usd: float
    spent_usd: float = 0.0
    needed_usd: float = 0.0
    remedy = Remedy.RAISE_BUDGET

    @property
    def message(self) -> str:
        needs = (
            f": ${self.spent_usd:.2g} is spent, and the next request may cost "
            f"${self.needed_usd:.2g}"
        )
        return (
            f"The run's budget of ${self.limit_usd:g} would be exceeded"
            f"{needs if self.needed_usd else ''}."
        )


@with_fields
class NotRecorded(LLMError):
    """`prompt` is the step that goes beyond the recording; `what` says it in words where it is
    known before anything begins."""

    prompt: str
    what: str = ""
    remedy = Remedy.SET_UP_MODEL

    @property
    def message(self) -> str:
        return self.what or (
            "The recording that plays holds no answer to this: it was made for other choices, or "
            f"by another version (step {self.prompt})."
        )


@with_fields
class ModelCheckFailed(LLMError):
    """`mend` is what to choose anew before another try: `key`, `model`, or `` where nothing of both
    helps."""

    said: str
    mend: str = ""
    says = "{said}"


@with_fields
class RunError(MyScholarError):
    """A run can't be carried out or went no further."""

    run_id: str
    said: str
    says = "{said}"


@with_fields
class RunBusy(RunError):
    said: str = "is being carried out by another process. Cancel it there, or wait."
    says = "Run {run_id} {said}"


@with_fields
class RunTaken(RunError):
    """Whoever carried it out was taken for dead: what it does from now on is not stored."""

    said: str = "is carried on by another process."
    says = "Run {run_id} {said}"


@with_fields
class RunStopped(RunError):
    """It went no further, and can go on; `said` is how."""

    says = "Run {run_id} {said}."
    remedy = Remedy.RESUME_RUN


@with_fields
class RunCancelled(RunStopped):
    said: str = "was cancelled"


@with_fields
class RunExists(RunStopped):
    said: str = ""
    says = "There is already a run {run_id}."


class RunNotResumable(RunError):
    says = "Run {run_id} can't be resumed: {said}"


class ScholarError(MyScholarError):
    """Semantic Scholar did not give an answer that can be used."""


@with_fields
class ScholarUnavailable(ScholarError):
    retryable = True
    reason: str
    retry_after_s: float | None = None
    says = (
        "Semantic Scholar can't be reached ({reason}). Local sources still work; try again later."
    )


@with_fields
class ScholarRateLimited(ScholarError):
    retryable = True
    retry_after_s: float | None = None
    says = "Semantic Scholar asks for fewer requests."
    remedy = Remedy.SET_SCHOLAR_KEY


@with_fields
class ScholarRefused(ScholarError):
    status: int
    says = "Semantic Scholar refused the request (status {status})."
    remedy = Remedy.CHECK_SCHOLAR_KEY


@with_fields
class ScholarBadAnswer(ScholarError):
    retryable = True
    reason: str
    says = "Semantic Scholar's answer can't be read ({reason}). Try again later."


@with_fields
class ScholarBudgetSpent(ScholarError):
    limit: int
    says = "This run's budget of {limit} requests to Semantic Scholar is spent."


def _quoted(name: str) -> str:
    return repr(name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…")
