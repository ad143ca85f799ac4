"""A model is tried in a process of its own: the one that serves pages loads no vendor's client.

A key that was only just typed goes there by its input, and nowhere else.
"""

import asyncio
import json
import subprocess
import sys
from typing import Any, Literal

from pydantic import SecretStr, TypeAdapter

from myscholar.errors import BadKey, ModelCheckFailed, MyScholarError
from myscholar.workflows.jobs import open_services
from myscholar.workflows.models.model_test import ModelTest, examine
from myscholar.workflows.models.set_up_model import Trial, Wanted, try_model

LONGEST_S = 600.0
"""For all requests of a test together, each of which has a limit of its own."""
Work = Literal["try", "examine"]
_TRIAL, _TEST = TypeAdapter(Trial), TypeAdapter(ModelTest)


def try_model_apart(wanted: Wanted) -> Trial:
    """As `try_model`, with the settings of this machine. Raises BadKey, ModelCheckFailed."""
    trial = _TRIAL.validate_python(_ask("try", wanted))
    return trial._replace(wanted=wanted)  # the key does not come back


def examine_apart(wanted: Wanted) -> ModelTest:
    """As `examine`, with the settings of this machine. Raises ModelCheckFailed where the process
    breaks off."""
    return _TEST.validate_python(_ask("examine", wanted))


def _ask(work: Work, wanted: Wanted) -> Any:
    key = wanted.key.get_secret_value() if wanted.key else None
    asked = {"work": work, "wanted": wanted.model_dump(exclude={"key"}), "key": key}
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", __name__],
            input=json.dumps(asked).encode(),
            stdout=subprocess.PIPE,
            timeout=LONGEST_S,
            check=True,
        )
    except (subprocess.SubprocessError, OSError) as error:
        raise ModelCheckFailed(
            wanted.name, "The process that asks the model broke off. Try again."
        ) from error
    answer = json.loads(done.stdout.splitlines()[-1])
    if "error" not in answer:
        return answer["made"]
    if answer["error"] == BadKey.__name__:
        raise BadKey(answer["said"])
    raise ModelCheckFailed(wanted.name, answer["said"], answer["mend"])


def _answer(asked: dict[str, Any]) -> dict[str, Any]:
    key = SecretStr(asked["key"]) if asked["key"] else None
    wanted = Wanted(**asked["wanted"], key=key)
    try:
        if asked["work"] == "examine":
            test = asyncio.run(examine(open_services(), wanted))
            return {"made": _TEST.dump_python(test, mode="json")}
        trial = asyncio.run(try_model(open_services(), wanted))
        return {"made": _TRIAL.dump_python(trial, mode="json")}
    except MyScholarError as error:
        mend = error.mend if isinstance(error, ModelCheckFailed) else ""
        return {"error": type(error).__name__, "said": str(error), "mend": mend}


if __name__ == "__main__":
    print(json.dumps(_answer(json.load(sys.stdin))))  # noqa: T201
