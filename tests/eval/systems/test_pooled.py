import asyncio
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool

import pytest

from eval.domain.output import Output
from eval.systems.pooled import Fault, PooledSystem
from myscholar.errors import EngineUnavailable, StorageError
from tests.eval.studies.runner.conftest import tiny_instance


class Process(Executor):
    """Stands in for a process: answers every instance with the same, or dies."""

    def __init__(self, answer) -> None:
        self.answer, self.asked, self.is_closed = answer, [], False

    def submit(self, work, instance):
        self.asked.append(instance.query_id)
        done: Future = Future()
        if isinstance(self.answer, BaseException):
            done.set_exception(self.answer)
        else:
            done.set_result(self.answer)
        return done

    def shutdown(self, wait=True, *, cancel_futures=False) -> None:
        self.is_closed = True


OUTPUT = Output(instance_id="q1-low", system="ours")


async def test_all_users_of_a_question_go_to_one_process_and_questions_spread_over_all():
    pool = [Process(OUTPUT), Process(OUTPUT)]
    system = PooledSystem("ours", "extractive", pool)
    await asyncio.gather(
        *(system.answer(tiny_instance(f"q{n}", e)) for n in range(20) for e in ("low", "high"))
    )
    one, other = (set(process.asked) for process in pool)
    assert not one & other
    assert len(one | other) == 20
    assert min(len(one), len(other)) >= 5
    system.close()
    assert all(process.is_closed for process in pool)


async def test_an_error_that_concerns_all_comes_over_from_the_process():
    with pytest.raises(StorageError, match="the index is damaged"):
        await PooledSystem("ours", "x", [Process(Fault("the index is damaged"))]).answer(
            tiny_instance("q1", None)
        )


async def test_a_process_that_died_is_named_with_what_to_do():
    with pytest.raises(EngineUnavailable, match=r"one of its processes died.*--processes 1"):
        await PooledSystem("ours", "x", [Process(BrokenProcessPool())]).answer(
            tiny_instance("q1", None)
        )
