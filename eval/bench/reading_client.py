"""Papers read for their quotes, in a process of its own: `reading` starts it with this checkout's
package or an earlier one's, so it uses nothing that the earlier ones have not."""

import asyncio
import json
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any


async def read(order: dict[str, Any]) -> dict[str, Any]:
    from myscholar.domain.evidence import Hit
    from myscholar.domain.runs import ModelCall
    from myscholar.gateways.llm.budget import Budget
    from myscholar.report.llm.quotes import extract_quotes
    from myscholar.settings import load_settings
    from myscholar.workflows.services import Services

    rows = json.loads(Path(order["hits"]).read_text(encoding="utf-8"))[: order["papers"]]
    hits, calls = [Hit.model_validate(row) for row in rows], list[ModelCall]()
    more: dict[str, Any] = {}
    if order["size"]:
        reading = import_module("myscholar.report.llm.reading")
        reading.PAPERS_A_REQUEST = order["size"]  # type: ignore[attr-defined]
        more = {"in_depth": {hit.paper.paper_id for hit in hits[: order["in_depth"]]}}
    else:
        extraction = import_module("myscholar.report.llm.quotes")
        extraction.MOST_PAPERS = len(hits)  # type: ignore[attr-defined]
    services = Services(load_settings(), stories=lambda _: {})
    async with services.llm(on_call=calls.append, budget=Budget()) as llm:
        await extract_quotes("Everything imported?", hits[:1], llm=llm)
        calls.clear()
        began = time.perf_counter()
        quotes = await extract_quotes(order["question"], hits, llm=llm, **more)
        seconds = time.perf_counter() - began
    words = sum(len(quote.evidence.text.split()) for quote in quotes.quotes)
    return {
        "seconds": seconds,
        "calls": len(calls),
        "input": sum(call.input_tokens for call in calls),
        "output": sum(call.output_tokens for call in calls),
        "cached": sum(call.cached_tokens for call in calls),
        "quotes": len(quotes.quotes),
        "words": words,
    }


if __name__ == "__main__":
    given = json.loads(sys.argv[1])
    made = asyncio.run(read(given))
    Path(given["out"]).write_text(json.dumps(made), encoding="utf-8")
