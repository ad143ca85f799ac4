"""The research tree: explored level by level, with a person asked where that is worth it. Source:
STEER §2.2.

Every search and every judgement is a step of the run, so that a tree goes on where it was. Where we
differ from the paper: what a direction would bring is judged by a quick look at a few papers
before anything is decided, and the likeliest direction is explored while a question waits.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from myscholar.domain.dialogue import Answer
from myscholar.domain.evidence import Hit, QueryKind, SearchFilters, SearchQuery
from myscholar.domain.interaction import (
    MOST_NODES,
    ROOT,
    CoverageAt,
    Interaction,
    Learning,
    NodeId,
    NodeOrigin,
    NodeStatus,
    PauseDecision,
    Pausing,
    Persona,
    ResearchMode,
    ResearchNode,
    ResearchPlan,
    Turn,
    User,
    UserKind,
    child_of,
    snapshot_name,
)
from myscholar.domain.model import Frozen
from myscholar.domain.report import QueryResult, Researched, SearchAll
from myscholar.domain.runs import Event
from myscholar.domain.text import counted
from myscholar.interactive.steer.mind import DirectionCandidate, Taught, TreeMind
from myscholar.interactive.steer.pausing import n_remaining
from myscholar.interactive.steer.replies import NextDirections, question_of, read_reply
from myscholar.interactive.steer.valuing import (
    Branch,
    Known,
    OfferedBranches,
    PauseAgent,
    choose_apart,
    decide,
    value_branches,
)
from myscholar.runs.run import Run, both
from myscholar.search.retrieve import fused
from myscholar.text.terms import phrase_key

STEP = "Researching"
DEEP = 20
"""Papers that a node's search brings in; by hand."""
MOST_WISHES = 5
"""Sections that a person's choices ask the report for; by hand."""

_UNDECIDED = "the pause agent gave no decision, so the rule decided here whether to ask."


class Searches(Frozen):
    results: tuple[QueryResult, ...]


class Exploration(Frozen):
    """What one node's search found and taught."""

    results: tuple[QueryResult, ...]
    taught: Taught


class Proposed(Frozen):
    candidates: tuple[DirectionCandidate, ...] = ()


class CoveredPersona(Frozen):
    persona: Persona
    n_by_words: int = 0


async def research_as_tree(
    run: Run,
    question: str,
    queries: Sequence[SearchQuery],
    *,
    plan: ResearchPlan,
    mind: TreeMind,
    search: SearchAll,
    user: User,
    filters: SearchFilters,
    agent: PauseAgent | None = None,
) -> Researched:
    """The whole tree, asked of `user` where the plan's limits allow, or where an `agent` decides
    so. `queries` are those of the question itself, all others keep to `filters`. Raises LLMError;
    what `search` and `user` raise.
    """
    tree = _Tree(run, question, plan, mind, search, user, filters, agent)
    await tree.explore_question(queries)
    level: Sequence[NodeId] = (ROOT,)
    for _ in range(plan.tree.depth):
        level = await tree.grow(level)
    return tree.researched()


@dataclass
class _Tree:
    """A tree while it grows."""

    run: Run
    question: str
    plan: ResearchPlan
    mind: TreeMind
    search: SearchAll
    user: User
    filters: SearchFilters
    agent: PauseAgent | None
    nodes: dict[NodeId, ResearchNode] = field(default_factory=dict)
    made: dict[NodeId, Exploration] = field(default_factory=dict)
    """Of all that was explored, be it followed or not."""
    found: dict[NodeId, tuple[QueryResult, ...]] = field(default_factory=dict)
    persona: Persona = field(default_factory=Persona)
    turns: list[Turn] = field(default_factory=list)
    pauses: list[PauseDecision] = field(default_factory=list)
    coverage: list[CoverageAt] = field(default_factory=list)
    picked: list[NodeId] = field(default_factory=list)
    """Directions that a person chose or added, in that order."""
    notes: list[str] = field(default_factory=list)
    n_by_words: int = 0
    """Reports that a model was to mark and did not."""
    n_snapshots: int = 0

    async def explore_question(self, queries: Sequence[SearchQuery]) -> None:
        """Who asks is known before anything is read for them."""
        self._tell(f"“{self.question}”")
        root = ResearchNode(node_id=ROOT, direction=self.question, origin=NodeOrigin.QUESTION)
        searched = await self.run.step(
            "Searching for the question", Searches, lambda: self._search(queries)
        )
        hits = fused(searched.results, limit=DEEP).hits
        self.persona = await self.run.step(
            "Estimating who asks",
            Persona,
            lambda: self.mind.estimate(self.question, self.plan.persona, hits),
        )
        taught = await self.run.step(
            f"Exploring {ROOT}",
            Taught,
            lambda: self.mind.learn(self.question, hits, (), self.persona, ()),
        )
        self._add(root, Exploration(results=searched.results, taught=taught))
        await self._see(ROOT)

    async def _search(self, queries: Sequence[SearchQuery]) -> Searches:
        return Searches(results=await self.search(queries, DEEP))

    async def grow(self, level: Sequence[NodeId]) -> list[NodeId]:
        """The next level. Where this one's nodes could go on is judged side by side, by what is
        known before any of them does; anew for those that are left where a reply has changed who
        asks. Questions come one at a time."""
        left = [each for each in level if self.nodes[each].status is NodeStatus.EXPLORED]
        children, after = list[NodeId](), ""
        while left and self._room > 0:
            n_replies, offers = len(self.picked), await self._offers(left[: self._room], after)
            for node_id, offered in offers:
                children += await self._branch(node_id, offered)
                left.remove(node_id)
                if len(self.picked) > n_replies:
                    after = f" after {node_id}"
                    break
        return children

    async def _offers(
        self, level: Sequence[NodeId], after: str
    ) -> list[tuple[NodeId, OfferedBranches]]:
        """Made side by side; `after` names the reply since which they are made anew."""
        nodes = [self.nodes[node_id] for node_id in level]
        said = [n.direction for n in self.nodes.values() if n.node_id != ROOT]
        names = [f"{node_id}{after}" for node_id in level]
        proposing = [
            (f"Proposals at {name}", partial(self._propose, node, said))
            for name, node in zip(names, nodes, strict=True)
        ]
        proposed = await self.run.together(Proposed, proposing)
        chosen = choose_apart([p.candidates for p in proposed], self.plan.tree.breadth, self.mind)
        known = Known(self._learned, Counter(map(phrase_key, self._tags)), self.persona)
        valuing = [
            (f"Directions at {name}", partial(self._value, node, of_one, known))
            for name, node, of_one in zip(names, nodes, chosen, strict=True)
        ]
        offered = await self.run.together(OfferedBranches, valuing)
        return list(zip(level, offered, strict=True))

    async def _propose(self, node: ResearchNode, said: Sequence[str]) -> Proposed:
        hits = self._hits(node.node_id)
        return Proposed(candidates=await self.mind.propose(node, hits, said, self.persona))

    async def _value(
        self, node: ResearchNode, chosen: Sequence[DirectionCandidate], known: Known
    ) -> OfferedBranches:
        path = self._path(node)
        return await value_branches(
            node, chosen, path, known, limits=self.plan.tree, mind=self.mind, look=self._look
        )

    async def _branch(self, node_id: NodeId, proposal: OfferedBranches) -> list[NodeId]:
        """The children of a node that were explored."""
        node, room = self.nodes[node_id], self._room
        self.n_by_words += proposal.n_by_words
        if room <= 0 or not proposal.branches:
            return []
        decision = await self._decide(node, [branch.node for branch in proposal.branches])
        offered = {branch.node.node_id: branch for branch in proposal.branches}
        self.nodes |= {key: branch.node for key, branch in offered.items()}
        self.pauses.append(decision)
        await self._keep()
        chosen = await self._choose(node, decision, offered) if decision.asked else list(offered)
        added = [node_id for node_id in chosen if node_id not in offered]
        following = chosen[:room]
        queries = {
            each: (self._query(offered[each].query if each in offered else self._own_query(each)),)
            for each in following
        }
        made = await self._explored([self.nodes[each] for each in following], queries)
        for each, exploration in zip(following, made, strict=True):
            self._add(self.nodes[each], exploration)
        for each in (*offered, *added):
            if each not in following:
                self._mark(each, NodeStatus.LEFT)
        await self._see(node_id)
        return [each for each in following if self.nodes[each].status is NodeStatus.EXPLORED]

    async def _decide(self, node: ResearchNode, offered: Sequence[ResearchNode]) -> PauseDecision:
        """By the rule, and in its place by an agent where there is one and somebody to ask."""
        limits, can_ask = self.plan.tree, self.plan.user.kind is not UserKind.NOBODY
        n_active = sum(n.depth == 1 for n in self._explored_nodes)
        decision = decide(node, offered, limits, self.pauses, n_active=n_active, can_ask=can_ask)
        if not (self.agent and can_ask):
            return decision
        n_asked = sum(pause.asked for pause in self.pauses)
        decide_so = partial(
            self.agent.decide, decision, node, offered, self.persona, limits=limits, n_asked=n_asked
        )
        decided: PauseDecision = await self.run.step(
            f"Whether to ask at {node.node_id}", PauseDecision, decide_so
        )
        if decided.decided_by is Pausing.VALUE:
            self.notes.append(f"“{node.direction}”: {_UNDECIDED}")
        return decided

    async def _choose(
        self, node: ResearchNode, decision: PauseDecision, offered: dict[NodeId, Branch]
    ) -> list[NodeId]:
        """Asks, and meanwhile explores the likeliest direction."""
        names = [branch.node.direction for branch in offered.values()]
        ids = list(offered)
        question = question_of(node.direction, names, _why(decision, len(ids)))
        replying = self.user.reply(f"direction-{node.node_id}", question)
        ahead = max(decision.kept, key=lambda each: _utility(offered[each]))
        if self.plan.ahead:
            queries = {ahead: (self._query(offered[ahead].query),)}
            exploring = self._explored([offered[ahead].node], queries)
            answer, _ = await both(replying, exploring)
        else:
            answer = await replying
        following = read_reply(answer, names, [ids.index(each) for each in decision.kept])
        chosen = [ids[place] for place in following.followed]
        if following.by_person:
            added = self._with_added(node, ids, following)
            chosen = [*chosen, *added]
            self.picked += chosen
        self.turns.append(Turn(stage=node.node_id, question=question, answer=answer))
        if self.plan.ahead:
            right = {"explored_ahead": ahead, "ahead_was_right": ahead in chosen}
            self.pauses[-1] = decision.model_copy(update=right)
        if following.by_person and chosen:
            await self._learn_from(node.node_id, answer, chosen)
        return chosen

    def _with_added(
        self, node: ResearchNode, ids: Sequence[NodeId], following: NextDirections
    ) -> list[NodeId]:
        """Directions in the person's own words, numbered behind those offered."""
        added = []
        for n, direction in enumerate(following.added, len(ids) + 1):
            key = child_of(node.node_id, n)
            self.nodes[key] = ResearchNode(
                node_id=key,
                direction=direction,
                origin=NodeOrigin.USER,
                status=NodeStatus.PROPOSED,
            )
            added.append(key)
        return added

    async def _learn_from(self, node_id: NodeId, answer: Answer, chosen: Sequence[NodeId]) -> None:
        """The live persona after a reply."""
        own = [self.nodes[each].direction for each in chosen if self._is_own(each)]
        taken = [self.nodes[each].direction for each in chosen if not self._is_own(each)]
        self.persona = await self.run.step(
            f"Persona after {node_id}",
            Persona,
            lambda: self.mind.update(self.persona, answer, taken, own),
        )

    async def _explored(
        self, nodes: Sequence[ResearchNode], queries: Mapping[NodeId, Sequence[SearchQuery]]
    ) -> list[Exploration]:
        """Side by side, each once. What is known counts from before they begin, so that a resumed
        run learns the same."""
        known, tags = self._learned, tuple(dict.fromkeys(self._tags))
        new = [node for node in nodes if node.node_id not in self.made]
        works = [
            (
                f"Exploring {node.node_id}",
                partial(
                    self._explore, node.direction, queries[node.node_id], known, self.persona, tags
                ),
            )
            for node in new
        ]
        done = await self.run.together(Exploration, works)
        self.made |= {node.node_id: one for node, one in zip(new, done, strict=True)}
        return [self.made[node.node_id] for node in nodes]

    async def _explore(
        self,
        direction: str,
        queries: Sequence[SearchQuery],
        known: Sequence[Learning],
        persona: Persona,
        tags: Sequence[str],
    ) -> Exploration:
        self._tell(f"“{direction}”")
        results = await self.search(queries, DEEP)
        hits = fused(results, limit=DEEP).hits
        taught = await self.mind.learn(direction, hits, known, persona, tags)
        return Exploration(results=results, taught=taught)

    async def _look(self, queries: Sequence[str], limit: int) -> list[tuple[Hit, ...]]:
        """What a quick search for each of these finds."""
        asked = [self._query(text) for text in queries]
        results = await self.search(asked, limit)
        return [
            fused([r for r in results if r.record.query.text == query.text], limit=limit).hits
            for query in asked
        ]

    def _query(self, text: str) -> SearchQuery:
        return SearchQuery(text=text, kind=QueryKind.FACET, filters=self.filters)

    def _own_query(self, node_id: NodeId) -> str:
        """A person's own direction is searched in their words, beside what is asked at all."""
        return f"{self.nodes[node_id].direction} {self.question}"

    def _add(self, node: ResearchNode, exploration: Exploration) -> None:
        known = {learning.evidence for learning in self._learned}
        learnings = tuple(le for le in exploration.taught.learnings if le.evidence not in known)
        papers = {hit.paper.paper_id for r in exploration.results for hit in r.hits}
        self.found[node.node_id] = exploration.results
        self.notes += filter(None, [exploration.taught.note])
        self.nodes[node.node_id] = node.model_copy(
            update={
                "status": NodeStatus.EXPLORED if papers else NodeStatus.EMPTY,
                "tags": exploration.taught.tags,
                "n_papers": len(papers),
                "learnings": learnings,
            }
        )

    def _mark(self, node_id: NodeId, status: NodeStatus) -> None:
        self.nodes[node_id] = self.nodes[node_id].model_copy(update={"status": status})

    async def _see(self, node_id: NodeId) -> None:
        """How far the persona's aspects are covered now, and the state that a screen shows."""
        persona = self.persona
        covered: CoveredPersona = await self.run.step(
            f"Coverage {len(self.coverage) + 1}",
            CoveredPersona,
            lambda: self._with_coverage(persona),
        )
        self.persona = covered.persona
        self.n_by_words += covered.n_by_words
        self.coverage.append(
            CoverageAt(
                node_id=node_id,
                aspects=tuple(aspect.text for aspect in self.persona.wanted),
                coverage=tuple(aspect.coverage for aspect in self.persona.wanted),
            )
        )
        await self._keep()

    async def _with_coverage(self, persona: Persona) -> CoveredPersona:
        marked = await self.mind.marks([self._learned], persona)
        marks = iter(marked.of_reports[0])
        aspects = (
            a if a.refused else a.model_copy(update={"coverage": next(marks, 0) / 2})
            for a in persona.aspects
        )
        covered = persona.model_copy(update={"aspects": tuple(aspects)})
        return CoveredPersona(persona=covered, n_by_words=marked.n_by_words)

    async def _keep(self) -> None:
        self.n_snapshots += 1
        state = self.interaction
        await self.run.step(snapshot_name(self.n_snapshots), Interaction, partial(_same, state))

    @property
    def interaction(self) -> Interaction:
        return Interaction(
            mode=ResearchMode.TREE,
            turns=tuple(self.turns),
            pauses=tuple(self.pauses),
            nodes=tuple(self.nodes.values()),
            persona=self.persona,
            coverage=tuple(self.coverage),
            notes=(*self.notes, *([_by_words(self.n_by_words)] if self.n_by_words else [])),
        )

    def researched(self) -> Researched:
        """The question's own search counts also where it found nothing: it tells what was searched,
        and by which filters."""
        explored = (node.node_id for node in self._explored_nodes)
        results = (self.found[each] for each in dict.fromkeys((ROOT, *explored)))
        return Researched(
            interaction=self.interaction,
            results=tuple(result for of_node in results for result in of_node),
            wishes=tuple(self._wishes())[:MOST_WISHES],
        )

    def _wishes(self) -> Iterable[str]:
        """A section on each thing that the person chose or said, if something was found for it."""
        picked = (self.nodes[each] for each in self.picked)
        explored = [n for n in picked if n.status is NodeStatus.EXPLORED]
        for node in sorted(explored, key=lambda n: n.depth):
            yield f"Add a section on {node.direction}"

    @property
    def _explored_nodes(self) -> list[ResearchNode]:
        return [n for n in self.nodes.values() if n.status is NodeStatus.EXPLORED]

    @property
    def _room(self) -> int:
        """Nodes that may still be explored."""
        return MOST_NODES - len(self.found)

    @property
    def _learned(self) -> tuple[Learning, ...]:
        return tuple(le for node in self._explored_nodes for le in node.learnings)

    @property
    def _tags(self) -> Iterable[str]:
        return (tag for node in self._explored_nodes for tag in node.tags)

    def _path(self, node: ResearchNode) -> tuple[Learning, ...]:
        """What was learned from the question down to the node."""
        parent = self.nodes[node.parent] if node.parent else None
        return (*(self._path(parent) if parent else ()), *node.learnings)

    def _hits(self, node_id: NodeId) -> tuple[Hit, ...]:
        return fused(self.found[node_id], limit=DEEP).hits

    def _is_own(self, node_id: NodeId) -> bool:
        return self.nodes[node_id].origin is NodeOrigin.USER

    def _tell(self, message: str) -> None:
        limits = self.plan.tree
        most = min(MOST_NODES, n_remaining(limits.breadth, limits.depth))
        event = Event(step=STEP, message=message, done=min(len(self.found), most), total=most)
        self.run.tell(event)


def _by_words(n: int) -> str:
    """What is said of marks that a model did not give."""
    return (
        f"How far what was found speaks of what you want was told by its words {counted(n, 'time')}"
        ", where the model did not judge it."
    )


def _utility(branch: Branch) -> float:
    return branch.node.value.utility if branch.node.value else 0.0


def _why(decision: PauseDecision, n_offered: int) -> str:
    """What the numbers or an agent say, for whoever is asked."""
    if decision.decided_by is Pausing.AGENT:
        return decision.reason or "Your reply would help to choose."
    left = n_offered - len(decision.kept)
    return (
        f"{left} of {n_offered} could be left out: that would save {decision.gain:.2f} of the work "
        f"ahead, and the question counts {decision.cost:.2f}."
    )


async def _same(state: Interaction) -> Interaction:
    return state
