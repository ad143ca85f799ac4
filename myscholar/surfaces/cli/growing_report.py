"""A report on a terminal while it is written, in the order in which it is read.

The first section grows before the reader's eyes; the others print when its turn is over, one after
the other. What is printed stays: where a check changes it afterwards, a line says so.
"""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import RLock, Thread

from rich.console import Console, RenderableType
from rich.progress import Progress as Bars
from rich.progress import ProgressColumn
from rich.text import Text

from myscholar.domain.report import Report
from myscholar.domain.runs import Event
from myscholar.domain.text import counted
from myscholar.surfaces.cli import screen

_SHARE = 3
"""The paragraph that grows has one in so many lines of the screen: what is drawn again and again
must not reach beyond it. By hand."""
_EVERY_S = 0.1
"""So often the screen is drawn; by hand."""
_WORDS = re.compile(r"\w+")
_MARKER = re.compile(r" ?\[\d+(?:, ?\d+)*\]")


@dataclass
class _Part:
    """A section as far as it was told, and as far as it is printed for good."""

    text: str = ""
    n_words: int = 0
    printed: list[str] = field(default_factory=list)
    """Lines, as they were."""
    is_written: bool = False
    is_anew: bool = False
    """Another text of it was printed before."""

    def take(self, text: str) -> None:
        """Its text so far. One that begins anew is printed anew; a correction leaves most of it."""
        if len(text) < len("\n".join(self.printed)) / 2:
            self.printed, self.is_written, self.is_anew = [], False, True
        self.text, self.n_words = text, len(_body(text).split())


class LiveScreen(Bars):
    """The paragraph that grows, above what else is going on.

    It is drawn and printed to under one lock: between rich's own thread, which draws, and another
    that prints, lines that were printed are lost.
    """

    growing = ""
    is_aside = False
    """It makes room for a question: nothing is drawn or printed meanwhile."""

    def __init__(self, *columns: ProgressColumn, console: Console, disable: bool = False) -> None:
        super().__init__(
            *columns, console=console, transient=True, auto_refresh=False, disable=disable
        )
        self.lock = RLock()

    def refresh(self) -> None:
        with self.lock:
            super().refresh()

    def stop(self) -> None:
        with self.lock:
            self.is_aside = True
            super().stop()

    def start(self) -> None:
        with self.lock:
            self.is_aside = False
            super().start()

    @contextmanager
    def drawn(self) -> Iterator[None]:
        """Again and again, while it lasts."""
        is_over = threading.Event()

        def draw() -> None:
            while not is_over.wait(_EVERY_S):
                self.refresh()

        drawing = Thread(target=draw, daemon=True)
        with self:
            drawing.start()
            try:
                yield
            finally:
                is_over.set()
                drawing.join()

    def get_renderables(self) -> Iterator[RenderableType]:
        if self.growing:
            lines = Text(self.growing).wrap(self.console, self.console.width)
            yield Text("\n").join([*lines[-(self.console.height // _SHARE) :], Text()])
        yield self.make_tasks_table(self.tasks)


class GrowingReport:
    """Told by a run what it does and writes, on one thread. `reads`: its text is printed, on a
    terminal; otherwise it is only counted."""

    def __init__(self, page: LiveScreen, *, reads: bool) -> None:
        self._page, self._reads = page, reads
        self._show_step = screen.drawn_on(page)
        self._parts: dict[str, _Part] = {}
        self._current: str | None = None

    def progress(self, event: Event) -> None:
        with self._page.lock:
            self._show_step(event)
            if event.part in self._parts:
                self._parts[event.part].is_written = True
                self._go_on()

    def on_text(self, part: str, text: str) -> None:
        with self._page.lock:
            self._parts.setdefault(part, _Part()).take(screen.plain(text))
            self._count()
            self._go_on()

    def end(self) -> None:
        """Prints what is left."""
        with self._page.lock:
            for part in self._parts.values():
                part.is_written = True
            self._go_on()
            if self.is_read:
                self._page.console.print()

    @property
    def is_read(self) -> bool:
        """Whether any of its text was printed."""
        return any(part.printed for part in self._parts.values())

    def differing(self, report: Report) -> tuple[int, ...]:
        """Numbers of the sections whose words are not those that were printed."""
        printed = {
            name: _words(_body("\n".join(part.printed)))
            for name, part in self._parts.items()
            if part.printed
        }
        return tuple(
            n
            for n, section in enumerate(report.sections, 1)
            if printed.get(f"section {n}", words := _words(section.text)) != words
        )

    def _go_on(self) -> None:
        if not self._reads or self._page.is_aside:
            return
        while (name := self._current or self._next()) is not None:
            self._current, part = name, self._parts[name]
            self._print_paragraphs(part, name)
            if not part.is_written:
                return
            self._current = None

    def _next(self) -> str | None:
        """The first part of which nothing is printed."""
        waiting = (name for name, part in self._parts.items() if part.text and not part.printed)
        return min(waiting, key=_place, default=None)

    def _print_paragraphs(self, part: _Part, name: str) -> None:
        """Those that are whole; what has begun stands below them until it is."""
        lines = part.text.split("\n")[len(part.printed) :]
        begun = lines.pop() if lines and not part.is_written else ""
        self._page.growing = "" if begun.startswith("#") else begun
        if lines:
            self._page.refresh()  # what is printed now no longer stands below it as well
        for line in lines:
            heading = line.removeprefix("## ")
            if heading != line:
                number = ".".join(map(str, _place(name)))
                if part.is_anew:
                    self._page.console.print(Text(f"\nSection {number} is written anew:", "dim"))
                self._page.console.print(Text(f"\n{number}  {heading}", "bold"))
            else:
                self._page.console.print(Text(line))
        part.printed += lines

    def _count(self) -> None:
        n_words = sum(part.n_words for part in self._parts.values())
        said = f"{counted(n_words, 'word')} in {counted(len(self._parts), 'section')}"
        self._show_step(Event(step=screen.TEXT, message=said))


@contextmanager
def growing_report(*, reads: bool) -> Iterator[GrowingReport]:
    """Nothing is shown where standard error is no terminal. What was written before an error is
    left as it stands."""
    is_seen = screen.err.is_terminal
    page = LiveScreen(*screen.COLUMNS, console=screen.err, disable=not is_seen)
    with page.drawn(), screen.makes_room(page):
        report = GrowingReport(page, reads=reads and is_seen)
        yield report
        report.end()


def _place(name: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", name)))


def _body(text: str) -> str:
    return text.partition("\n")[2] if text.startswith("## ") else text


def _words(text: str) -> list[str]:
    return _WORDS.findall(_MARKER.sub("", text))
