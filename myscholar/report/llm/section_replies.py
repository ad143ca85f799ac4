"""What a model replies when it fills a table, judges, repairs or plans an edit. Small and flat;
numbers refer to what the prompt lists."""

from enum import StrEnum

from pydantic import BaseModel, Field

from myscholar.domain.answers import Coverage


class TableCell(BaseModel):
    text: str = Field(description="Under 15 words; empty if the quotes don't say it.")
    quotes: list[int] = Field(default=[], description="Numbers of the quotes that say it.")


class TableRow(BaseModel):
    paper: int = Field(description="The paper's number: 2 for P2.")
    cells: list[TableCell] = Field(description="One a column, in the order of the columns.")


class TableReply(BaseModel):
    columns: list[str] = Field(
        description="3 to 5 aspects, each in one to four words, without the column that names the "
        "paper."
    )
    rows: list[TableRow]


class ColumnCell(TableCell):
    column: int = Field(description="Number of the column that it answers: 2 for C2.")
    text: str = Field(description="Under 15 words.")
    quotes: list[int] = Field(default=[], description="Numbers of the sentences that say it.")


class PaperCells(BaseModel):
    paper: int = Field(description="The paper's number: 2 for P2.")
    cells: list[ColumnCell] = Field(description="Only those that its sentences answer.")


class CellsReply(BaseModel):
    papers: list[PaperCells] = Field(description="One entry a paper, also one without cells.")


class Support(StrEnum):
    SUPPORTED = "supported"
    PARTLY = "partly"
    NOT = "not"


class Verdict(BaseModel):
    sentence: int
    support: Support
    why: str = Field(default="", description="Under 15 words on what the quotes don't say.")
    better: str = Field(
        default="",
        description="The sentence as far as its quotes bear it out, with their numbers in "
        "brackets; empty if nothing of it holds.",
    )


class CarriedOut(StrEnum):
    FULLY = "fully"
    PARTLY = "partly"
    NO = "no"


class JudgedAction(BaseModel):
    action: int = Field(description="Number of the action: 2 for A2.")
    carried_out: CarriedOut
    why: str = Field(default="", description="Where not fully: what is missing, under 15 words.")


class JudgeReply(BaseModel):
    doubtful: list[Verdict] = Field(
        default=[], description="Sentences that are not fully supported."
    )
    supported: list[int] = Field(description="Numbers of the sentences that are.")
    actions: list[JudgedAction] = []


class Addition(BaseModel):
    action: int = Field(description="Number of the action that it carries out: 2 for A2.")
    section: int = Field(description="Number of the section that it goes into.")
    after_paragraph: int = Field(
        default=0,
        description="Number of the paragraph that it follows; 0 for the end of the section.",
    )
    text: str = Field(
        description="Under 120 words, with [n] citations and <a2>...</a2> around what carries out "
        "A2."
    )


class Unmarked(BaseModel):
    action: int
    section: int
    words: str = Field(
        description="The words of the report that carry it out, copied exactly: one to three "
        "sentences of one paragraph."
    )


class Impossible(BaseModel):
    action: int
    reason: str = Field(description="One sentence to the reader, under 25 words: what is missing.")


class RepairReply(BaseModel):
    unmarked: list[Unmarked] = Field(
        default=[], description="Actions that the report carries out already, without a mark."
    )
    additions: list[Addition] = []
    impossible: list[Impossible] = []


class Operation(StrEnum):
    EXPAND = "expand"
    REPLACE = "replace"
    DELETE = "delete"
    ADD = "add"


class PlannedOperation(BaseModel):
    operation: Operation
    section: int = Field(
        description="Number of the section; for add: of the section that it follows, 0 for the "
        "beginning."
    )
    instruction: str = Field(
        default="", description="What the writer of the section has to do, in one or two sentences."
    )
    title: str = Field(default="", description="For add, or where the section needs another title.")
    quotes: list[int] = Field(
        default=[],
        description="For add: numbers of the quotes that it rests on. For expand and replace: "
        "further ones.",
    )


class EditReply(BaseModel):
    operations: list[PlannedOperation] = Field(
        description="Sections that are not named are kept as they are."
    )
    impossible: str = Field(
        default="",
        description="What of the instruction can't be done from the quotes, in one sentence; else "
        "empty.",
    )


class AnswerReply(BaseModel):
    coverage: Coverage = Field(
        description="full: the quotes answer the question; partly: a part of it; none: they don't."
    )
    title: str = Field(description="3 to 9 words that name what the answer is on.")
    answer: str = Field(
        description="The answer with [n] after every sentence that rests on a quote; where "
        "coverage is none, one sentence that says what the sources do not speak of."
    )
    missing: str = Field(
        default="", description="Where partly: one sentence on what the quotes leave open."
    )
    language: str = Field(description="The language of the question, by its English name.")
