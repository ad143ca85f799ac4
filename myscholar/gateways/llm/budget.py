"""What calls cost, and a limit in dollars that is never exceeded."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field

from myscholar.errors import LLMBudgetSpent
from myscholar.gateways.llm.config import ModelsConfig, Provider, Wire, name_of

BYTES_A_TOKEN = 3.0
"""Fewer than any vendor's average for English (about four), so that the estimate is not too low;
other scripts have about three."""
VENDORS = ("anthropic", "google", "openai")
USUAL_PART = 4
"""A usual answer takes at most this part of its longest: of 267 answers of our recordings and of
people in a model's place, 266 did, and none took more than 30 %."""
LEAST_TOKENS = 16
"""Some vendors refuse a lower limit of an answer. By hand."""
_PARTS = 8
"""So many calls get room for their longest answer from what is free, whatever they cost."""


@dataclass(frozen=True)
class Usage:
    """Tokens of one call; `input_tokens` counts the cached ones and the written ones too."""

    input_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    output_tokens: int = 0


def price(usage: Usage, model: str, provider: Provider) -> float | None:
    """Dollars by the list that ships with genai-prices; None when it does not know the model at
    this provider."""
    from genai_prices import Usage as Counted
    from genai_prices import calc_price

    counted, name = Counted(**asdict(usage)), name_of(model)
    try:
        if provider.name in VENDORS:
            return float(calc_price(counted, name, provider_id=provider.name).total_price)
        return float(calc_price(counted, name, provider_api_url=provider.base_url).total_price)
    except (LookupError, ValueError):
        return None


def is_free(model: str, provider: Provider) -> bool:
    """At a vendor's own address one whose price is not known is not."""
    dollars = price(Usage(input_tokens=1_000, output_tokens=1_000), model, provider)
    return not provider.own_address if dollars is None else not dollars


def first_paid(config: ModelsConfig) -> str:
    """The first model that would be asked before any other and is not free; empty where there is
    none. Those after it in a chain are left out only when their turn comes."""
    first = (chain[0] for rotation in config.chains.values() for chain in rotation)
    return next((model for model in first if not is_free(model, config.provider(model))), "")


def worst_case(n_bytes: int, max_tokens: int, model: str, provider: Provider) -> float | None:
    """The most that a call should cost: all of its input written to the vendor's prompt cache, and
    the longest answer."""
    n_input = int(n_bytes / BYTES_A_TOKEN) + 1
    written = n_input if provider.wire is Wire.ANTHROPIC else 0
    usage = Usage(input_tokens=n_input, cache_write_tokens=written, output_tokens=max_tokens)
    return price(usage, model, provider)


def tokens_for(dollars: float, n_bytes: int, model: str, provider: Provider) -> int | None:
    """The longest answer that so many dollars pay for in the worst case, `LEAST_TOKENS` at least;
    None where no price is known."""
    read = worst_case(n_bytes, 0, model, provider)
    written = price(Usage(output_tokens=1_000), model, provider)
    if read is None or not written:
        return None
    return max(LEAST_TOKENS, int((dollars - read) / written * 1_000 + 1e-6))


@dataclass
class Budget:
    """Dollars that one run may spend; None is no limit. It belongs to one event loop.

    A call sets aside what it may cost before it is sent: with room for its longest answer where
    there is plenty, else for a usual one, and its answer is cut off where that ends. While other
    calls are under way it waits for what they leave over; it is refused only when a usual answer
    could exceed the limit by itself. A call of unknown price is let through and counted.
    """

    limit_usd: float | None = None
    spent_usd: float = 0.0
    unknown: int = 0
    """Calls without a known price: `spent_usd` does not hold them."""
    _reserved: list[float] = field(default_factory=list, repr=False)
    _settled: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    @asynccontextmanager
    async def reserved(
        self, usual: float | None, most: float | None, model: str
    ) -> AsyncIterator[float | None]:
        """The dollars that the call may cost, from `usual` to `most`; None: no limit. Raises
        LLMBudgetSpent when `usual` could exceed the limit. What it did cost is told to `spend`
        inside the block."""
        if self.limit_usd is None or usual is None or most is None:
            yield None
            return
        while usual > (free := self.limit_usd - self.spent_usd - sum(self._reserved)):
            if not self._reserved:
                raise LLMBudgetSpent(model, self.limit_usd, self.spent_usd, usual)
            self._settled.clear()
            await self._settled.wait()
        granted = min(most, max(usual, free / _PARTS))
        self._reserved.append(granted)
        try:
            yield granted
        finally:
            self._reserved.remove(granted)
            self._settled.set()

    def spend(self, dollars: float | None) -> None:
        if dollars is None:
            self.unknown += 1
        else:
            self.spent_usd += dollars
