"""A run stays within its budget, its places and its pace."""

import asyncio

import pytest

from myscholar.errors import LLMBudgetSpent, LLMRateLimited
from myscholar.gateways.llm.budget import Budget, Usage, price, worst_case
from myscholar.gateways.llm.config import ModelsConfig, Provider, RoleSettings, Wire
from myscholar.gateways.llm.limits import Limits, ModelLimiter
from myscholar.gateways.llm.llm import Role
from myscholar.gateways.pacing import LimitUsage, Patience

OPENAI = Provider(name="openai", wire=Wire.OPENAI, base_url="https://api.openai.com/v1")
ANTHROPIC = Provider(name="anthropic", wire=Wire.ANTHROPIC, base_url="https://api.anthropic.com")


def test_the_worst_case_is_all_input_written_and_the_longest_answer():
    # gpt-4.1: $2 in, $8 out a million. 3,000 bytes are at most 1,001 tokens: 1001 * 2 + 500 * 8 =
    # 6002 millionths
    assert worst_case(3000, 500, "openai:gpt-4.1", OPENAI) == pytest.approx(0.006002)
    # claude-sonnet-4-6: $3.75 written to the cache, $15 out: 1001 * 3.75 + 500 * 15
    assert worst_case(3000, 500, "anthropic:claude-sonnet-4-6", ANTHROPIC) == pytest.approx(
        0.01125375
    )
    assert worst_case(3000, 500, "openai:nobody-knows-this", OPENAI) is None


def test_a_model_of_a_vendors_name_at_anothers_address_has_no_price():
    local = Provider(name="local", wire=Wire.OPENAI, base_url="http://127.0.0.1:1/v1")
    assert price(Usage(input_tokens=1000), "local:gpt-4.1", local) is None


async def test_a_call_that_could_exceed_the_budget_is_not_sent(make, says, prompt):
    # 58 bytes of prompt: 20 tokens * 2, and a quarter of 500 * 8 = 1040 millionths
    desk = make("openai:gpt-4.1", says("Yes."), budget=Budget(0.001))
    async with desk.llm as llm:
        with pytest.raises(LLMBudgetSpent) as caught:
            await llm.write(Role.REPORT, prompt(max_tokens=500))
    assert (desk.vendor.asked, caught.value.limit_usd) == ([], 0.001)
    assert (
        "budget of $0.001 would be exceeded: $0 is spent, and the next request may cost $0.001"
        in str(caught.value)
    )


async def test_what_earlier_calls_spent_counts(make, says, prompt):
    # each call costs 1000 * 2 + 100 * 8 = 2800 millionths, and a usual one may cost 1030
    desk = make("openai:gpt-4.1", says("Yes."), budget=Budget(0.0045, spent_usd=0.001))
    async with desk.llm as llm:
        await llm.write(Role.REPORT, prompt("One."))
        with pytest.raises(LLMBudgetSpent):
            await llm.write(Role.REPORT, prompt("Two."))
    assert llm.budget.spent_usd == pytest.approx(0.0038)


async def test_a_call_waits_for_what_others_leave_over_instead_of_giving_up(make, says, prompt):
    # a usual answer may cost $0.00103, so the limit lets nine go at a time; each costs 100 * 2 +
    # 1 * 8 = 208 millionths
    desk = make(
        "openai:gpt-4.1", says("Yes.", input_tokens=100, output_tokens=1), budget=Budget(0.01)
    )
    async with desk.llm as llm:
        await asyncio.gather(*[llm.write(Role.REPORT, prompt(f"Task {i}.")) for i in range(10)])
    assert llm.budget.spent_usd == pytest.approx(10 * 0.000208)


@pytest.mark.parametrize(
    ("limit_usd", "room"),
    [
        (0.04, 500),  # an eighth is $0.005, more than the 4040 millionths of the longest answer
        (0.016, 245),  # an eighth is $0.002: less 20 * 2 it pays for 1960 / 8 tokens
        (0.002, 125),  # a usual answer, a quarter of 500
        (None, 500),
    ],
)
async def test_where_money_is_scarce_an_answer_gets_as_much_room_as_is_paid_for(
    make, says, prompt, limit_usd, room
):
    desk = make("openai:gpt-4.1", says("Yes.", output_tokens=1), budget=Budget(limit_usd))
    async with desk.llm as llm:
        await llm.write(Role.REPORT, prompt(max_tokens=500))
    assert [asked.body["max_completion_tokens"] for asked in desk.vendor.asked] == [room]


async def test_an_answer_that_was_cut_for_want_of_money_is_asked_for_with_more_or_not_at_all(
    make, says, prompt
):
    # 100 * 2 + 125 * 8 = 1200 millionths; then twice 125 tokens: 20 * 2 + 250 * 8 = 2040 more
    cut = says("Ye", ending="cut off", input_tokens=100, output_tokens=125)
    whole = says("Yes.", input_tokens=100, output_tokens=200)
    desk = make("openai:gpt-4.1", cut, whole, budget=Budget(0.0033))
    async with desk.llm as llm:
        assert (await llm.write(Role.REPORT, prompt(max_tokens=500))).value == "Yes."
    assert [asked.body["max_completion_tokens"] for asked in desk.vendor.asked] == [125, 250]
    desk = make("openai:gpt-4.1", cut, whole, budget=Budget(0.0032))
    async with desk.llm as llm:
        with pytest.raises(LLMBudgetSpent):
            await llm.write(Role.REPORT, prompt("Another.", max_tokens=500))
    assert llm.budget.spent_usd == pytest.approx(0.0012)


async def test_an_answer_outlives_a_repair_that_is_not_paid_for(make, says, prompt):
    # the answer costs 1000 * 2 + 100 * 8 = 2800 millionths, and leaves less than 1040
    desk = make("openai:gpt-4.1", says("Yes."), budget=Budget(0.0038))
    async with desk.llm as llm:
        answer = await llm.write(Role.REPORT, prompt(), problems=lambda _: ["Too short."])
    assert (answer.value, answer.problems) == ("Yes.", ("Too short.",))


async def test_a_budget_also_stops_a_chain(make, says, prompt):
    desk = make(("openai:gpt-4.1", "openai:gpt-4.1-mini"), says("Yes."), budget=Budget(0.000001))
    async with desk.llm as llm:
        with pytest.raises(LLMBudgetSpent):
            await llm.write(Role.REPORT, prompt())


async def test_an_unknown_price_does_not_stop_a_run(make, says, prompt):
    desk = make("local:qwen3", says("Yes."), budget=Budget(0.000001))
    async with desk.llm as llm:
        assert (await llm.write(Role.REPORT, prompt())).value == "Yes."
    assert llm.budget.unknown == 1


async def test_a_budget_of_nothing_leaves_out_of_a_chain_what_is_not_free(
    make, says, fails, prompt, providers
):
    vendor = providers["anthropic"].model_copy(update={"own_address": True})
    chain = ("local:a", "anthropic:of-unknown-price", "openai:gpt-4.1", "local:b")
    config = ModelsConfig(
        providers={**providers, "anthropic": vendor}, chains={Role.REPORT: (chain,)}
    )
    desk = make("", fails(401), says("Yes."), config=config, budget=Budget(0.0))
    async with desk.llm as llm:
        assert (await llm.write(Role.REPORT, prompt())).value == "Yes."
    assert [asked.body["model"] for asked in desk.vendor.asked] == ["a", "b"]


async def test_a_replayed_answer_needs_no_budget(make, says, prompt):
    async with make("openai:gpt-4.1", says("Yes.")).llm as llm:
        await llm.write(Role.REPORT, prompt())
    async with make("openai:gpt-4.1", budget=Budget(0.000001)).llm as llm:
        assert (await llm.write(Role.REPORT, prompt())).value == "Yes."


class Counted:
    """A step that notes how many are under way at once; the first stay until so many `together`
    are."""

    def __init__(self, step, together):
        self.step, self.now, self.most = step, 0, 0
        self.together, self.met = together, asyncio.Event()

    async def __call__(self):
        self.now += 1
        self.most = max(self.most, self.now)
        if self.now == self.together:
            self.met.set()
        await self.met.wait()
        for _ in range(5):
            await asyncio.sleep(0)
        self.now -= 1
        return self.step


@pytest.mark.parametrize("by", ["provider", "role"])
async def test_no_more_requests_are_under_way_than_allowed(make, says, prompt, providers, by):
    places = {"max_concurrency": 3}
    limited = providers["openai"].model_copy(update=places if by == "provider" else {})
    config = ModelsConfig(
        providers={"openai": limited},
        chains={"report": (("openai:gpt-4.1",),)},
        roles={"report": RoleSettings(**(places if by == "role" else {}))},
    )
    counted = Counted(says("Yes."), together=3)
    async with make("", counted, config=config).llm as llm:
        await asyncio.gather(*[llm.write(Role.REPORT, prompt(f"Task {i}.")) for i in range(10)])
    assert counted.most == 3


async def test_runs_side_by_side_share_a_providers_places():
    limits = Limits()
    assert limits.of(OPENAI) is limits.of(OPENAI)
    assert limits.of(OPENAI) is not limits.of(ANTHROPIC)


async def test_a_pause_that_a_provider_asks_one_run_for_holds_for_all(make, says, fails, prompt):
    now = 0.0

    async def sleep(seconds):
        nonlocal now
        now += seconds

    limits = Limits(clock=lambda: now, sleep=sleep)
    refused = fails(429, headers={"retry-after": "7"})
    first = make("openai:gpt-4.1", refused, limits=limits, patience=Patience(tries=1))
    async with first.llm as llm, make("openai:gpt-4.1", says("Yes."), limits=limits).llm as other:
        with pytest.raises(LLMRateLimited):
            await llm.write(Role.REPORT, prompt("One."))
        assert (await other.write(Role.REPORT, prompt("Two."))).value == "Yes."
    assert now == 7.0


async def test_no_more_requests_start_in_a_minute_than_allowed():
    now, waits = 0.0, []

    async def sleep(seconds):
        nonlocal now
        waits.append(seconds)
        now += seconds

    limiter = ModelLimiter(10, 2, clock=lambda: now, sleep=sleep)
    for _ in range(5):
        async with limiter.place():
            now += 1.0
    assert waits == [58.0, 58.0]  # starts at 0, 1, 60, 61, 120


class Shared:
    """Told to others before this event loop hears of it, as by a thread; the next change is held
    back until `go`."""

    recheck_s, beat_s = 0.01, None

    def __init__(self) -> None:
        self.told, self.holds_back = "", False
        self.has_told, self.go = asyncio.Event(), asyncio.Event()

    async def change(self, name, edit):
        self.told = edit(self.told, 1.0)
        if self.holds_back:
            self.holds_back = False
            self.has_told.set()
            await self.go.wait()

    def join(self, holder):
        return lambda: None

    def is_gone(self, holder, silent_s):
        return False

    def close(self) -> None: ...

    @property
    def places(self) -> int:
        usage = LimitUsage.model_validate_json(self.told)
        return sum(holder.places for holder in usage.holders.values())


async def test_a_place_that_was_just_taken_is_not_told_away_by_one_that_is_given_back():
    shared = Shared()
    limiter = ModelLimiter(2, shared=shared, name="vendor")
    leave, left = asyncio.Event(), asyncio.Event()

    async def send(until: asyncio.Event) -> None:
        async with limiter.place():
            await until.wait()

    first = asyncio.create_task(send(leave))
    while shared.told == "" or shared.places < 1:
        await asyncio.sleep(0)
    shared.holds_back = True
    second = asyncio.create_task(send(left))
    await shared.has_told.wait()
    assert shared.places == 2
    leave.set()
    await first
    assert shared.places == 1
    shared.go.set()
    left.set()
    await second
    assert shared.places == 0
