"""What a run asks, put to whoever sits at the terminal; elsewhere it is told where to answer."""

import asyncio
import os
import sys
import threading
from asyncio import AbstractEventLoop, Future

from myscholar.domain.dialogue import Answer, Question
from myscholar.domain.runs import RunQuestion
from myscholar.errors import QuestionOver, UnfitAnswer
from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.remedies import explain
from myscholar.views.question_view import decides_at, numbered, outcome
from myscholar.workflows.jobs import answer
from myscholar.workflows.services import Services

_DECIDE = "d"


async def ask(services: Services, asked: RunQuestion) -> None:
    """Until it is answered, here or elsewhere. What is drawn makes room for it."""
    if not (sys.stdin.isatty() and screen.err.is_terminal):
        say_where(asked, services.clock().timestamp())
        return
    with screen.room():
        _show(services, asked)
        try:
            while not await _is_answered(services, asked):
                pass
        except asyncio.CancelledError:
            given = services.runs.answer_to(asked.run_id, asked.question_id)
            screen.say(f"\n{outcome(given)}" if given else "")
            raise


def say_where(asked: RunQuestion, now: float) -> None:
    """For whoever reads it later."""
    question = asked.question
    screen.say(f"Run {asked.run_id} asks: {question.text}")
    for line in (question.why, *numbered(question), decides_at(asked, now)):
        if line:
            screen.say(f"  {line}")
    screen.say(f"Answer it: {command(asked)}, or in the app.")


def command(asked: RunQuestion) -> str:
    """What is typed to answer it."""
    said = "--choice 1" if asked.question.choices else '"..."'
    return f"myscholar runs answer {asked.run_id} {asked.question_id} {said}"


def _show(services: Services, asked: RunQuestion) -> None:
    question = asked.question
    screen.err.print(f"\n[bold]{screen.escape(question.text)}[/]")
    if question.why:
        screen.err.print(f"[dim]{screen.escape(question.why)}[/]")
    for line in numbered(question):
        screen.err.print(f"  {screen.escape(line)}")
    until = decides_at(asked, services.clock().timestamp())
    screen.err.print(f"[dim]{screen.escape(f'{_how(question)} {until}')}[/]")


def _how(question: Question) -> str:
    number = "numbers, with commas between" if question.takes_several else "a number"
    typed = [number] if question.choices else []
    typed += ["words of your own"] if question.takes_text else []
    alone = ["Enter alone skips"] if question.can_skip else []
    alone += [f"{_DECIDE} leaves it to the tool"] if question.can_leave else []
    return ". ".join(filter(None, (f"Type {' or '.join(typed)}", ", ".join(alone)))) + "."


async def _is_answered(services: Services, asked: RunQuestion) -> bool:
    """Also where nothing more is to be typed here."""
    screen.err.print("> ", end="")
    typed = await _keyboard.line()
    if typed is None:
        screen.say("")
        say_where(asked, services.clock().timestamp())
        return True
    try:
        said = _read(asked.question, typed, by=services.ticket.owner)
        answer(services, asked.run_id, asked.question_id, said)
    except UnfitAnswer as error:
        screen.say(explain(error))
        return False
    except QuestionOver as error:
        screen.say(explain(error))
    return True


def _read(question: Question, typed: str, *, by: str) -> Answer:
    """Raises UnfitAnswer."""
    words = typed.strip()
    named = {choice.casefold() for choice in question.choices}
    if words.casefold() == _DECIDE and question.can_leave and _DECIDE not in named:
        return question.read(decide=True, by=by)
    if not words and question.can_skip:
        return question.read(skip=True, by=by)
    return question.read(words, by=by)


class _Keyboard:
    """Lines typed. One thread reads them as long as the process lives: nothing ends a read that
    has begun, and what is typed while nobody is asked is dropped."""

    def __init__(self) -> None:
        self._waiting: tuple[AbstractEventLoop, Future[str | None]] | None = None
        self._thread: threading.Thread | None = None

    async def line(self) -> str | None:
        """None where no more will be typed."""
        loop = asyncio.get_running_loop()
        self._waiting = (loop, loop.create_future())
        if self._thread is None:
            self._thread = threading.Thread(target=self._read, name="keyboard", daemon=True)
            self._thread.start()
        if not self._thread.is_alive():
            return None
        try:
            return await self._waiting[1]
        finally:
            self._waiting = None

    def _read(self) -> None:
        """Not by `sys.stdin`, which a thread that still reads keeps from being closed."""
        text: str | None = ""
        while text is not None:
            try:
                text = os.read(sys.stdin.fileno(), 4096).decode(errors="replace") or None
            except OSError:
                text = None
            if waiting := self._waiting:
                loop, heard = waiting
                loop.call_soon_threadsafe(_tell, heard, text)


def _tell(heard: "Future[str | None]", text: str | None) -> None:
    if not heard.done():
        heard.set_result(text)


_keyboard = _Keyboard()
