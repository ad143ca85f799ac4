"""The same report over each of the three wires, and from an OpenAI-compatible server without a
key."""

from collections import Counter
from collections.abc import Callable, Mapping

import typer
from rich.console import Console

from eval.bench.client_order import ClientOrder, Work
from eval.bench.command import table_of
from eval.bench.llm_profile import error
from eval.bench.processes import Json
from eval.bench.servers import Conditions, Told, questions, servers

TIME_SCALE = 0.02


def ways(url: str) -> dict[str, Mapping[str, str]]:
    return {
        "Anthropic": {
            "MYSCHOLAR_MODEL": "anthropic:claude-sonnet-4-5",
            "ANTHROPIC_API_KEY": "local",
            "ANTHROPIC_BASE_URL": url,
        },
        "OpenAI": {
            "MYSCHOLAR_MODEL": "openai:gpt-5-mini",
            "OPENAI_API_KEY": "local",
            "OPENAI_BASE_URL": f"{url}/v1",
        },
        "Google": {
            "MYSCHOLAR_MODEL": "google:gemini-2.5-flash",
            "GOOGLE_API_KEY": "local",
            "GOOGLE_GEMINI_BASE_URL": url,
        },
        "compatible, no key": {
            "MYSCHOLAR_MODEL": "compatible:qwen3",
            "MYSCHOLAR_MODEL_URL": f"{url}/v1",
        },
    }


def calls(log: list[Json]) -> str:
    return ", ".join(f"{what} {n}" for what, n in Counter(e["outcome"] for e in log).items())


def tokens(log: list[Json]) -> str:
    read, written = (sum(e[f"{way}_tokens"] for e in log) for way in ("input", "output"))
    return f"{read:,} / {written:,}"


def price(cost: Json) -> str:
    return "unknown" if cost.get("dollars") is None else f"${cost['dollars']:.3f}"


COLUMNS: Mapping[str, Callable[[tuple[str, Told]], str]] = {
    "wire": lambda row: row[0],
    "report": lambda row: error(row[1].told) or "finished",
    "spoken": lambda row: ", ".join(
        sorted({f"{e['provider']} {e['endpoint']}" for e in row[1].log})
    ),
    "calls": lambda row: calls(row[1].log),
    "tokens, server": lambda row: tokens(row[1].log),
    "tokens, ours": lambda row: tokens([{"input_tokens": 0, "output_tokens": 0} | cost_of(row[1])]),
    "price": lambda row: price(cost_of(row[1])),
    "sections": lambda row: f"{len(row[1].told.get('words_by_section', ()))}",
    "citations": lambda row: f"{row[1].told.get('citations', 0)}",
    "cpu s in all": lambda row: f"{sum(row[1].told[p]['cpu_s'] for p in ('imports', 'run')):.1f}",
    "MB": lambda row: f"{row[1].told['peak_mb']:.0f}",
}


def cost_of(seen: Told) -> Json:
    return dict(seen.told.get("cost", {}))


def main(context: typer.Context) -> None:
    setup, seen = context.obj, []
    conditions = Conditions(time_scale=setup.time_scale or TIME_SCALE)
    question = next(iter(questions(setup.shared).values()))
    order = ClientOrder(work=Work.REPORT, question=question, actions=True, tables=True)
    with servers(setup, conditions) as running:
        for name, environ in ways(running.model_url).items():
            running.set(conditions)
            seen.append((name, running.client(order, instead=environ)))
    Console(width=190).print(table_of(seen, COLUMNS))
