"""Every error of the product, as one tree.

    MyScholarError
    ├── InputError                      the user can mend it
    │   ├── EmptyQuestion
    │   ├── QuestionTooLong             n_characters, limit
    │   ├── NoPapers
    │   ├── NoText                      the papers hold no text to read
    │   ├── BadFilter
    │   ├── BadSettings
    │   ├── BadKey                      what was pasted is no key, or another vendor's
    │   ├── NoModelServer               address, reason
    │   ├── MissingAnswer               nobody is there to ask; option (the one that says it)
    │   ├── UnreadableFile              path, reason
    │   │   ├── EncryptedPdf
    │   │   ├── ImageOnlyPdf
    │   │   └── OversizedFile
    │   ├── UnwritableFile              path, reason
    │   ├── UnknownFormat               path
    │   ├── UnknownPaper                identifier
    │   ├── UnknownName                 kind, name, known
    │   │   └── UnknownShare            a link to a report that opens nothing
    │   └── UnknownAction               action_id
    ├── EvidenceMismatch                a quote is not at its offsets: always a bug or a forged file
    ├── NoEvidenceFound                 question
    ├── EngineUnavailable               engine, remedy
    ├── CorpusError
    │   ├── CorpusCorrupt               name, remedy
    │   └── CorpusLocked                name
    ├── StorageError
    ├── MissingTool                     tool, remedy
    ├── ExtraNotInstalled               extra
    ├── KeyringUnavailable              reason
    ├── LLMError                        a language model; model (its name)
    │   ├── LLMKeyRefused               no key, a wrong key, or no right to use the model
    │   │   ├── LLMNotAllowed           the key is known, and has no right to this
    │   │   └── LLMKeyUnreadable        the keyring that holds it can't be used
    │   ├── LLMUnknownModel
    │   ├── LLMNoCredit
    │   ├── LLMContextTooLong
    │   ├── LLMRateLimited              retryable, retry_after_s
    │   ├── LLMUnavailable              retryable: overloaded, unreachable, cut off in the middle
    │   ├── LLMRefusal                  the model declines to answer
    │   ├── LLMEmptyAnswer              retryable
    │   ├── LLMTruncated                the answer hit the output limit
    │   ├── LLMBadAnswer                not of the form asked for, also after one repair
    │   ├── LLMRequestRejected          any other refusal of the request
    │   ├── LLMBudgetSpent              limit_usd, spent_usd, needed_usd
    │   ├── ModelCheckFailed            mend (what to choose anew)
    │   └── NotRecorded                 a recording plays, and does not hold the answer; prompt
    ├── RunError                        run_id
    │   ├── RunBusy                     another process carries it out
    │   ├── RunCancelled
    │   └── RunNotResumable             reason
    └── ScholarError                    Semantic Scholar
        ├── ScholarUnavailable          retryable
        ├── ScholarRateLimited          retryable, retry_after_s
        ├── ScholarRefused              bad key or forbidden
        ├── ScholarBadAnswer            retryable
        └── ScholarBudgetSpent          limit

The message is one line that tells a user what happened and what to do; the fields say it to a
program.
"""

from pathlib import Path
from typing import ClassVar

_SHOWN = 100
"""Characters of what somebody called something: it may come out of any address."""


def _quoted(name: str) -> str:
    return repr(name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…")


class MyScholarError(Exception):
    """Root of the tree. `retryable` says whether the same call may succeed later."""

    retryable: ClassVar[bool] = False


class InputError(MyScholarError):
    """Something the user gave can't be used as it is."""


class EmptyQuestion(InputError):
    def __init__(self) -> None:
        super().__init__(
            'The question is empty. Ask something, for example: myscholar report "How are ... '
            'evaluated?"'
        )


class QuestionTooLong(InputError):
    def __init__(self, n_characters: int, limit: int) -> None:
        self.n_characters, self.limit = n_characters, limit
        super().__init__(
            f"The question has {n_characters:,} characters; the limit is {limit:,}. Shorten it to "
            "its core."
        )


class NoPapers(InputError):
    def __init__(self, reason: str = "") -> None:
        self.reason = reason
        said = (
            f"No paper could be read: {reason.rstrip('.')}." if reason else "There are no papers."
        )
        super().__init__(f"{said} Give PDF, JSONL or BibTeX files, folders, or ids of papers.")


class NoText(InputError):
    def __init__(self, n_papers: int) -> None:
        self.n_papers = n_papers
        super().__init__(
            f"None of the {n_papers} papers has any text to read (titles alone are not enough). "
            "Add a PDF or an abstract for at least one of them."
        )


class BadFilter(InputError):
    """A search filter contradicts itself or is out of range."""


class BadSettings(InputError):
    """The settings file or an environment variable holds something that can't be used."""


class BadKey(InputError):
    """What was given as a key can't be one, or is certainly another vendor's. The key itself is not
    repeated."""


class NoModelServer(InputError):
    def __init__(self, address: str, reason: str) -> None:
        self.address, self.reason = address, reason
        super().__init__(f"No model server can be used at {address}: {reason}")


class MissingAnswer(InputError):
    def __init__(self, question: str, option: str) -> None:
        self.option = option
        super().__init__(f"There is no terminal to ask on: {question} Say it with {option}.")


class UnreadableFile(InputError):
    def __init__(self, path: Path | str, reason: str) -> None:
        self.path, self.reason = str(path), reason
        super().__init__(f"{Path(path).name}: {reason}")


class EncryptedPdf(UnreadableFile):
    def __init__(self, path: Path | str) -> None:
        super().__init__(
            path, "the PDF is protected by a password. Save a copy without one and add that."
        )


class ImageOnlyPdf(UnreadableFile):
    def __init__(self, path: Path | str) -> None:
        super().__init__(
            path,
            "the PDF holds only images, no text. Run text recognition (OCR) on it and add the "
            "result.",
        )


class OversizedFile(UnreadableFile):
    """The file, or what it unpacks to, is over a stated limit."""


class UnwritableFile(InputError):
    def __init__(self, path: Path | str, reason: str) -> None:
        self.path, self.reason = str(path), reason
        super().__init__(f"{path} can't be written ({reason}). Give another file or folder.")


class UnknownFormat(InputError):
    def __init__(self, path: Path | str) -> None:
        self.path = str(path)
        super().__init__(
            f"{Path(path).name}: this kind of file can't be read. Known: .pdf, .jsonl, .bib, "
            ".parquet, folders of PDFs."
        )


class UnknownPaper(InputError):
    def __init__(self, identifier: str) -> None:
        self.identifier = identifier
        super().__init__(
            f"No paper is known as {identifier!r}. Check the id, DOI, arXiv id, URL or title."
        )


class UnknownName(InputError):
    def __init__(self, kind: str, name: str, known: tuple[str, ...] = ()) -> None:
        self.kind, self.name, self.known = kind, name, known
        listed = "The newest are" if kind == "run" else "There are"
        there_are = f"{listed}: {', '.join(known)}." if known else f"There is no {kind} yet."
        super().__init__(f"No {kind} is called {_quoted(name)}. {there_are}")


class UnknownShare(UnknownName):
    """Says nothing about other links."""

    def __init__(self) -> None:
        self.kind, self.name, self.known = "shared report", "", ()
        InputError.__init__(
            self,
            "This link opens no report: sharing was ended, or the link was not copied whole. Ask "
            "whoever sent it for a new one.",
        )


class UnknownAction(InputError):
    def __init__(self, action_id: str) -> None:
        self.action_id = action_id
        super().__init__(f"No action has the id {_quoted(action_id)}.")


class EvidenceMismatch(MyScholarError):
    """A quote is not the text at its offsets, so it is never shown as evidence."""


class NoEvidenceFound(MyScholarError):
    """`searched` are the sources in words; `shut_out` says which filter or action kept papers out,
    and how many: it is then what to mend."""

    def __init__(
        self,
        question: str,
        searched: tuple[str, ...] = (),
        *,
        n_found: int = 0,
        failures: tuple[str, ...] = (),
        shut_out: str = "",
    ) -> None:
        self.question, self.searched, self.n_found, self.failures, self.shut_out = (
            question,
            searched,
            n_found,
            failures,
            shut_out,
        )
        where = ", ".join(searched) or "nothing"
        if shut_out:
            super().__init__(
                f"{shut_out} Nothing is left to quote (searched: {where}). Switch that off, or "
                "add a source."
            )
            return
        if failures and not n_found:
            super().__init__(f"The question could not be searched: {' '.join(failures)}")
        elif n_found:
            super().__init__(
                f"{n_found} papers were found in the sources searched ({where}), but no sentence "
                "of theirs is close enough to the question "
                "and clean enough to be quoted. Add a source or use other words."
            )
        else:
            super().__init__(
                f"No passage in the sources searched ({where}) matches the question. Add a source "
                "or use other words."
            )

    def because(self, shut_out: str) -> "NoEvidenceFound":
        """The same error with what shut papers out; itself where that is not known."""
        if not shut_out:
            return self
        return NoEvidenceFound(
            self.question,
            self.searched,
            n_found=self.n_found,
            failures=self.failures,
            shut_out=shut_out,
        )


class EngineUnavailable(MyScholarError):
    def __init__(self, engine: str, remedy: str) -> None:
        self.engine, self.remedy = engine, remedy
        super().__init__(f"The {engine} engine is not available: {remedy}")


class CorpusError(MyScholarError):
    """A local corpus index can't be used."""


class CorpusCorrupt(CorpusError):
    def __init__(self, name: str, reason: str) -> None:
        self.name, self.reason = name, reason
        super().__init__(
            f"The index of corpus {name!r} is damaged ({reason}). Rebuild it: myscholar corpus "
            f"build SOURCE... --name {name} --rebuild"
        )


class CorpusLocked(CorpusError):
    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(
            f"Another process is writing to corpus {name!r}. Wait until it has finished, then try "
            "again."
        )


class StorageError(MyScholarError):
    """The library's database can't be opened, read or written."""


class MissingTool(MyScholarError):
    def __init__(self, tool: str, remedy: str) -> None:
        self.tool, self.remedy = tool, remedy
        super().__init__(f"{tool} is not installed. {remedy}")


class ExtraNotInstalled(MyScholarError):
    def __init__(self, extra: str) -> None:
        self.extra = extra
        super().__init__(
            f"This needs an optional part. Install it with: pip install 'myscholar[{extra}]'"
        )


class KeyringUnavailable(MyScholarError):
    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"The system's keyring can't be used: {reason}")


class LLMError(MyScholarError):
    """A language model did not give an answer that can be used. `model` is its name as the user
    wrote it; keys never appear."""

    def __init__(self, model: str, message: str) -> None:
        self.model = model
        super().__init__(message)


class LLMKeyRefused(LLMError):
    def __init__(
        self, model: str, remedy: str = "Check the key in the environment or the settings file."
    ) -> None:
        super().__init__(
            model, f"The key for {model} is missing, wrong or has no right to this model. {remedy}"
        )


class LLMNotAllowed(LLMKeyRefused):
    def __init__(self, model: str) -> None:
        LLMError.__init__(
            self,
            model,
            f"The key for {model} has no right to this model, or is refused. Check the key, or "
            "use another model.",
        )


class LLMKeyUnreadable(LLMKeyRefused):
    def __init__(self, model: str, reason: str) -> None:
        LLMError.__init__(self, model, f"The key for {model} can't be read. {reason}")


class LLMUnknownModel(LLMError):
    def __init__(
        self, model: str, remedy: str = "Check its name, and the base URL if there is one."
    ) -> None:
        super().__init__(model, f"The model {model} is not known. {remedy}")


class LLMNoCredit(LLMError):
    def __init__(self, model: str) -> None:
        super().__init__(
            model,
            f"The account behind {model} has no credit left. Top it up, or use another model.",
        )


class LLMContextTooLong(LLMError):
    def __init__(self, model: str) -> None:
        super().__init__(
            model,
            f"The request is longer than {model} can read. Use fewer papers, or a model with a "
            "larger context.",
        )


class LLMRateLimited(LLMError):
    retryable = True

    def __init__(self, model: str, retry_after_s: float | None = None) -> None:
        self.retry_after_s = retry_after_s
        super().__init__(
            model,
            f"{model} asks for fewer requests. Wait a little, or lower the concurrency in the "
            "settings.",
        )


class LLMUnavailable(LLMError):
    retryable = True

    def __init__(self, model: str, reason: str) -> None:
        self.reason = reason
        super().__init__(
            model,
            f"{model} can't be reached ({reason}). What is finished is kept; resume the run later.",
        )


class LLMRefusal(LLMError):
    def __init__(self, model: str, prompt: str) -> None:
        self.prompt = prompt
        super().__init__(
            model,
            f"{model} declined to answer the step {prompt}. Reword the question, or use another "
            "model.",
        )


class LLMEmptyAnswer(LLMError):
    retryable = True

    def __init__(self, model: str, prompt: str) -> None:
        self.prompt = prompt
        super().__init__(
            model,
            f"{model} gave an empty answer to the step {prompt}. Try again, or use another model.",
        )


class LLMTruncated(LLMError):
    def __init__(self, model: str, prompt: str, limit: int) -> None:
        self.prompt, self.limit = prompt, limit
        super().__init__(
            model, f"The answer of {model} to the step {prompt} was cut off at {limit:,} tokens."
        )


class LLMBadAnswer(LLMError):
    def __init__(self, model: str, prompt: str, reason: str) -> None:
        self.prompt, self.reason = prompt, reason
        super().__init__(
            model,
            f"{model} answered the step {prompt} twice in a form that can't be used ({reason}). "
            "Use another model.",
        )


class LLMRequestRejected(LLMError):
    def __init__(self, model: str, status: int) -> None:
        self.status = status
        super().__init__(
            model, f"{model} rejected the request (status {status}). Check the model's settings."
        )


class LLMBudgetSpent(LLMError):
    def __init__(
        self, model: str, limit_usd: float, spent_usd: float = 0.0, needed_usd: float = 0.0
    ) -> None:
        self.limit_usd, self.spent_usd, self.needed_usd = limit_usd, spent_usd, needed_usd
        needs = (
            f": ${spent_usd:.2g} is spent, and the next request may cost ${needed_usd:.2g}"
            if needed_usd
            else ""
        )
        super().__init__(
            model,
            f"The run's budget of ${limit_usd:g} would be exceeded{needs}. "
            "What is finished is kept; raise the budget (MYSCHOLAR_BUDGET_USD) and resume.",
        )


class NotRecorded(LLMError):
    """`prompt` is the step that goes beyond the recording; `what` says it in words where it is
    known before anything begins."""

    def __init__(self, model: str, prompt: str, what: str = "") -> None:
        self.prompt = prompt
        beyond = (
            what
            or "The recording that plays holds no answer to this: it was made for other choices, "
            f"or by another version (step {prompt})."
        )
        super().__init__(
            model,
            f"{beyond} Set up a language model to go on: myscholar setup, or the page Settings.",
        )


class ModelCheckFailed(LLMError):
    """`mend` is what to choose anew before another try: `key`, `model`, or `` where nothing of both
    helps."""

    def __init__(self, model: str, message: str, mend: str = "") -> None:
        self.mend = mend
        super().__init__(model, message)


class RunError(MyScholarError):
    """A run can't be carried out or went no further."""

    def __init__(self, run_id: str, message: str) -> None:
        self.run_id = run_id
        super().__init__(message)


class RunBusy(RunError):
    def __init__(self, run_id: str) -> None:
        super().__init__(
            run_id,
            f"Run {run_id} is being carried out by another process. Cancel it there, or wait.",
        )


class RunCancelled(RunError):
    def __init__(self, run_id: str) -> None:
        super().__init__(
            run_id,
            f"Run {run_id} was cancelled. What is finished is kept: myscholar runs resume {run_id}",
        )


class RunNotResumable(RunError):
    def __init__(self, run_id: str, reason: str) -> None:
        self.reason = reason
        super().__init__(run_id, f"Run {run_id} can't be resumed: {reason}")


class ScholarError(MyScholarError):
    """Semantic Scholar did not give an answer that can be used."""


class ScholarUnavailable(ScholarError):
    retryable = True

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(
            f"Semantic Scholar can't be reached ({reason}). Local sources still work; try again "
            "later."
        )


class ScholarRateLimited(ScholarError):
    retryable = True

    def __init__(self, retry_after_s: float | None = None) -> None:
        self.retry_after_s = retry_after_s
        super().__init__(
            "Semantic Scholar asks for fewer requests. Wait a little, or set a key in S2_API_KEY."
        )


class ScholarRefused(ScholarError):
    def __init__(self, status: int) -> None:
        self.status = status
        super().__init__(
            f"Semantic Scholar refused the request (status {status}). Check the key in "
            "S2_API_KEY, or unset it."
        )


class ScholarBadAnswer(ScholarError):
    retryable = True

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"Semantic Scholar's answer can't be read ({reason}). Try again later.")


class ScholarBudgetSpent(ScholarError):
    def __init__(self, limit: int) -> None:
        self.limit = limit
        super().__init__(f"This run's budget of {limit} requests to Semantic Scholar is spent.")
