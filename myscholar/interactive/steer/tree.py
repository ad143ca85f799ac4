"""The research tree: explored level by level, with a person asked where that is worth it. Source:
STEER §2.2.

Every search and every judgement is a step of the run, so that a tree goes on where it was. Where we
differ from the paper: what a direction would bring is judged by a quick look at a few papers
before anything is decided, the likeliest direction is explored while a question waits, and people
change the tree by hand at any time: what they did is heard whenever a state is kept, within that
step, and taken in before the next branching.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import partial

from myscholar.domain.dialogue import Answer, AnswerKind
from myscholar.domain.evidence import Hit, QueryKind, SearchFilters, SearchQuery
from myscholar.domain.interaction import (
    MOST_NODES,
    MOST_WISHES,
    ROOT,
    ChangeKind,
    CoverageAt,
    Interaction,
    Learning,
    NodeId,
    NodeOrigin,
    NodeStatus,
    PauseDecision,
    Pausing,
    Persona,
    PersonaAspect,
    ResearchMode,
    ResearchNode,
    ResearchPlan,
    TakenChange,
    TreeChange,
    Turn,
    User,
    UserKind,
    child_of,
    section_wish,
    snapshot_name,
)
from myscholar.domain.model import Frozen
from myscholar.domain.report import Researched, SearchAll
from myscholar.domain.runs import Event
from myscholar.domain.text import counted, listed
from myscholar.interactive.steer.by_hand import FULL, next_child
from myscholar.interactive.steer.growth import (
    DEEP,
    SEARCHING,
    Exploration,
    GrownTree,
    Growth,
    Searches,
    directions_at,
    exploring,
)
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
from myscholar.text.similarity import overlap
from myscholar.text.terms import phrase_key

STEP = "Researching"
_UNDECIDED = "the pause agent gave no decision, so the rule decided here whether to ask."
_NO_AGENT = "No model was there to decide when to ask: the rule did."


class Candidates(Frozen):
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
    grown: GrownTree | None = None,
) -> Researched:
    """The whole tree, asked of `user` where the plan's limits allow, or where an `agent` decides
    so. `queries` are those of the question itself, all others keep to `filters`. A tree that has
    `grown` goes on from there, with what was heard of changes by hand. Raises LLMError; what
    `search` and `user` raise.
    """
    tree = _Tree(run, question, plan, mind, search, user, filters, agent)
    if grown:
        tree.go_on_from(grown)
    else:
        await tree.explore_question(queries)
    if plan.pausing is Pausing.AGENT and agent is None and _NO_AGENT not in tree.notes:
        tree.notes.append(_NO_AGENT)
    await tree.grow()
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
    growth: Growth = field(default_factory=Growth)
    persona: Persona = field(default_factory=Persona)
    turns: list[Turn] = field(default_factory=list)
    pauses: list[PauseDecision] = field(default_factory=list)
    coverage: list[CoverageAt] = field(default_factory=list)
    picked: list[NodeId] = field(default_factory=list)
    """Directions that a person chose, reopened or added, in that order."""
    changes: list[TakenChange] = field(default_factory=list)
    heard: tuple[TreeChange, ...] = ()
    """By hand, and not taken in yet."""
    n_heard: int = 0
    """Of what this run was told."""
    offered_at: set[NodeId] = field(default_factory=set)
    """Nodes at which directions were judged, be they offered or not."""
    notes: list[str] = field(default_factory=list)
    last_branched: NodeId = ROOT
    n_by_words: int = 0
    """Reports that a model was to mark and did not."""
    n_snapshots: int = 0
    counted_before: frozenset[NodeId] = frozenset()
    """Directions that the report before was written from."""
    wished_before: frozenset[str] = frozenset()

    def go_on_from(self, grown: GrownTree) -> None:
        before = grown.interaction
        self.growth, self.heard = Growth.of(grown), before.heard
        self.counted_before = frozenset(node.node_id for node in self.growth.explored)
        self.persona, self.turns = before.persona, list(before.turns)
        self.pauses, self.coverage = list(before.pauses), list(before.coverage)
        self.changes, self.picked = list(before.changes), list(before.picked)
        self.wished_before = frozenset(self._wishes())
        self.notes = [note for note in before.notes if note not in self.growth.notes]

    async def explore_question(self, queries: Sequence[SearchQuery]) -> None:
        """Who asks is known before anything is read for them."""
        self._tell(f"“{self.question}”")
        root = ResearchNode(node_id=ROOT, direction=self.question, origin=NodeOrigin.QUESTION)
        searched = await self.run.step(SEARCHING, Searches, lambda: self._search(queries))
        hits = fused(searched.results, limit=DEEP).hits
        self.persona = await self.run.step(
            "Estimating who asks",
            Persona,
            lambda: self.mind.estimate(self.question, self.plan.persona, hits),
        )
        taught = await self.run.step(
            exploring(ROOT),
            Taught,
            lambda: self.mind.learn(self.question, hits, (), self.persona, ()),
        )
        self.growth.nodes[ROOT] = root
        self.growth.made[ROOT] = Exploration(results=searched.results, taught=taught)
        self.growth.follow([ROOT])
        await self._see(ROOT)

    async def _search(self, queries: Sequence[SearchQuery]) -> Searches:
        return Searches(results=await self.search(queries, DEEP))

    async def grow(self) -> None:
        """Until nothing is left to branch, and nobody has changed anything meanwhile."""
        while True:
            await self._take_in()
            if self.growth.proposed:
                await self._explore_opened()
            elif self._room > 0 and (level := self.growth.open_level(self.plan.tree.depth)):
                await self._branch_level(level[: self._room])
            else:
                await self._keep(is_last=True)
                if not self.heard:
                    return

    async def _take_in(self) -> None:
        """What people changed by hand, as far as it was heard."""
        if not self.heard:
            return
        after, cut_before = self.coverage[-1].node_id, self.growth.cut
        taken = [self.growth.take(change, after) for change in self.heard]
        self.heard = ()
        self.changes += taken
        done = [each for each in taken if not each.refused]
        self.picked += [each.added or each.change.node_id for each in done if _is_wish(each)]
        self.persona = _turned_down(self.persona, cut_before, self.growth.cut)
        await self._learn_by_hand(done)

    async def _learn_by_hand(self, done: Sequence[TakenChange]) -> None:
        """What was added or reopened is wanted."""
        nodes = self.growth.nodes
        opened = (nodes[each.added or each.change.node_id] for each in done if _is_wish(each))
        wishes = [n for n in opened if n.status in (NodeStatus.PROPOSED, NodeStatus.EXPLORED)]
        if not wishes:
            return
        own = [node.direction for node in wishes if node.origin is NodeOrigin.USER]
        said = (
            Answer(kind=AnswerKind.TEXT, text="\n".join(own))
            if own
            else Answer(kind=AnswerKind.CHOICE, choices=tuple(n.direction for n in wishes))
        )
        await self._learn_from(f"change {len(self.changes)}", said, wishes)

    async def _explore_opened(self) -> None:
        """What was added or reopened by hand; what had been explored before is not again."""
        opened = [node.node_id for node in self.growth.proposed]
        room, following = self._room, []
        for each in opened:
            room -= each not in self.growth.made
            if room < 0:
                self.growth.mark(each, NodeStatus.LEFT)
                self.notes.append(f"“{self.growth.nodes[each].direction}” was left out. {FULL}")
            else:
                following.append(each)
        await self._follow(following)
        await self._see(opened[-1])

    async def _branch_level(self, level: Sequence[NodeId]) -> None:
        """Where these nodes could go on is judged side by side, by what is known before any of them
        does. Questions come one at a time; once a reply or a change by hand shows more of who asks
        or of what is wanted, the rest is left, to be judged anew."""
        known = (len(self.picked), len(self.changes))
        for node_id, offered in await self._offers(level):
            await self._branch(node_id, offered)
            if self.heard or (len(self.picked), len(self.changes)) != known:
                return

    async def _offers(self, level: Sequence[NodeId]) -> list[tuple[NodeId, OfferedBranches]]:
        """Made side by side, of one node without what another has."""
        growth = self.growth
        nodes = [growth.nodes[node_id] for node_id in level]
        said = [n.direction for n in growth.nodes.values() if n.node_id != ROOT]
        names = [self._offer_name(node_id) for node_id in level]
        self.offered_at.update(level)
        proposing = [
            (f"Proposals at {name}", partial(self._propose, node, said))
            for name, node in zip(names, nodes, strict=True)
        ]
        proposed = await self.run.together(Candidates, proposing)
        chosen = choose_apart([p.candidates for p in proposed], self.plan.tree.breadth, self.mind)
        known = Known(growth.learned, Counter(map(phrase_key, growth.tags)), self.persona)
        valuing = [
            (directions_at(name), partial(self._value, node, of_one, known))
            for name, node, of_one in zip(names, nodes, chosen, strict=True)
        ]
        offered = await self.run.together(OfferedBranches, valuing)
        return list(zip(level, offered, strict=True))

    def _offer_name(self, node_id: NodeId) -> str:
        """A node that is judged anew is so after another one has branched."""
        return f"{node_id} after {self.last_branched}" if node_id in self.offered_at else node_id

    async def _propose(self, node: ResearchNode, said: Sequence[str]) -> Candidates:
        hits = self.growth.hits(node.node_id)
        return Candidates(candidates=await self.mind.propose(node, hits, said, self.persona))

    async def _value(
        self, node: ResearchNode, chosen: Sequence[DirectionCandidate], known: Known
    ) -> OfferedBranches:
        path = self.growth.path(node)
        made = await value_branches(
            node, chosen, path, known, limits=self.plan.tree, mind=self.mind, look=self._look
        )
        return made.model_copy(update={"branches": self._numbered(node.node_id, made.branches)})

    def _numbered(self, parent: NodeId, branches: Sequence[Branch]) -> tuple[Branch, ...]:
        """Behind what was added beneath the same node by hand."""
        first = next_child(self.growth.nodes, parent)
        ids = (child_of(parent, n) for n, _ in enumerate(branches, first))
        return tuple(
            each.model_copy(update={"node": each.node.model_copy(update={"node_id": node_id})})
            for each, node_id in zip(branches, ids, strict=True)
        )

    async def _branch(self, node_id: NodeId, proposal: OfferedBranches) -> None:
        """Explores directions beneath a node."""
        self.growth.branched.add(node_id)
        self.last_branched = node_id
        self.n_by_words += proposal.n_by_words
        node, room = self.growth.nodes[node_id], self._room
        if room <= 0 or not proposal.branches:
            return
        decision = await self._decide(node, [branch.node for branch in proposal.branches])
        offered = {branch.node.node_id: branch for branch in proposal.branches}
        self.growth.offer(proposal.branches)
        self.pauses.append(decision)
        await self._keep()
        chosen, opened = list(offered), list[NodeId]()
        if decision.asked:
            chosen = await self._choose(node, decision, offered)
            await self._keep()
            n_picked = len(self.picked)
            await self._take_in()
            opened = self.picked[n_picked:]  # by hand, and explored once this is done
            self.growth.leave(each for each in offered if each not in (*chosen, *opened))
        at_hand = [each for each in (*offered, *chosen) if self._is_proposed(each)]
        following = [each for each in chosen if self._is_proposed(each)][:room]
        for each in at_hand:
            if each not in following and each not in opened:
                self.growth.mark(each, NodeStatus.LEFT)
        await self._follow(following)
        await self._see(node_id)

    def _is_proposed(self, node_id: NodeId) -> bool:
        return self.growth.nodes[node_id].status is NodeStatus.PROPOSED

    async def _follow(self, node_ids: Sequence[NodeId]) -> None:
        await self._explored([self.growth.nodes[each] for each in node_ids])
        self.growth.follow(node_ids)

    async def _decide(self, node: ResearchNode, offered: Sequence[ResearchNode]) -> PauseDecision:
        """By the rule, and in its place by an agent where there is one and somebody to ask."""
        limits, can_ask = self.plan.tree, self.plan.user.kind is not UserKind.NOBODY
        n_active = sum(n.depth == 1 for n in self.growth.explored)
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
        self, node: ResearchNode, decision: PauseDecision, offered: Mapping[NodeId, Branch]
    ) -> list[NodeId]:
        """Asks, and meanwhile explores the likeliest direction."""
        names = [branch.node.direction for branch in offered.values()]
        ids = list(offered)
        question = question_of(node.direction, names, _why(decision, offered))
        replying = self.user.reply(f"direction-{node.node_id}", question)
        ahead = max(decision.kept, key=lambda each: _utility(offered[each]))
        if self.plan.ahead:
            answer, _ = await both(replying, self._explored([offered[ahead].node]))
        else:
            answer = await replying
        following = read_reply(answer, names, [ids.index(each) for each in decision.kept])
        chosen = [ids[place] for place in following.followed]
        if following.by_person:
            chosen = [*chosen, *self._with_added(node, following)]
            self.picked += chosen
        self.turns.append(Turn(stage=node.node_id, question=question, answer=answer))
        if self.plan.ahead:
            right = {"explored_ahead": ahead, "ahead_was_right": ahead in chosen}
            self.pauses[-1] = decision.model_copy(update=right)
        if following.by_person and chosen:
            wanted = [self.growth.nodes[each] for each in chosen]
            await self._learn_from(node.node_id, answer, wanted)
        return chosen

    def _with_added(self, node: ResearchNode, following: NextDirections) -> list[NodeId]:
        """Directions in the person's own words, numbered behind those offered."""
        added = []
        for direction in following.added:
            key = child_of(node.node_id, next_child(self.growth.nodes, node.node_id))
            self.growth.nodes[key] = ResearchNode(
                node_id=key,
                direction=direction,
                origin=NodeOrigin.USER,
                status=NodeStatus.PROPOSED,
            )
            added.append(key)
        return added

    async def _learn_from(
        self, moment: str, answer: Answer, chosen: Sequence[ResearchNode]
    ) -> None:
        """The live persona after a reply or a change by hand."""
        before = self.persona
        own = [node.direction for node in chosen if node.origin is NodeOrigin.USER]
        taken = [node.direction for node in chosen if node.origin is not NodeOrigin.USER]
        after: Persona = await self.run.step(
            f"Persona after {moment}",
            Persona,
            lambda: self.mind.update(before, answer, taken, own),
        )
        self.persona = _brought(before, after, chosen)

    async def _explored(self, nodes: Sequence[ResearchNode]) -> None:
        """Side by side, each once. What is known counts from before they begin, so that a resumed
        run learns the same."""
        known, tags = self.growth.learned, tuple(dict.fromkeys(self.growth.tags))
        new = [node for node in nodes if node.node_id not in self.growth.made]
        works = [
            (
                exploring(node.node_id),
                partial(
                    self._explore,
                    node.direction,
                    (self._query_of(node),),
                    known,
                    self.persona,
                    tags,
                ),
            )
            for node in new
        ]
        done = await self.run.together(Exploration, works)
        self.growth.made |= {node.node_id: one for node, one in zip(new, done, strict=True)}

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

    def _query_of(self, node: ResearchNode) -> SearchQuery:
        """A person's own direction is searched in their words, beside what is asked at all."""
        return self._query(
            self.growth.queries.get(node.node_id, f"{node.direction} {self.question}")
        )

    async def _see(self, node_id: NodeId) -> None:
        """How far the persona's aspects are covered now, and the state that a screen shows."""
        persona = self.persona
        seen: CoveredPersona = await self.run.step(
            f"Coverage {len(self.coverage) + 1}",
            CoveredPersona,
            lambda: self._with_coverage(persona),
        )
        self.n_by_words += seen.n_by_words
        self.persona = covered = seen.persona
        self.coverage.append(
            CoverageAt(
                node_id=node_id,
                aspects=tuple(aspect.text for aspect in covered.wanted),
                coverage=tuple(aspect.coverage for aspect in covered.wanted),
            )
        )
        await self._keep()

    async def _with_coverage(self, persona: Persona) -> CoveredPersona:
        marked = await self.mind.marks([self.growth.learned], persona)
        marks = iter(marked.of_reports[0])
        aspects = (
            a if a.refused else a.model_copy(update={"coverage": next(marks, 0) / 2})
            for a in persona.aspects
        )
        covered = persona.model_copy(update={"aspects": tuple(aspects)})
        return CoveredPersona(persona=covered, n_by_words=marked.n_by_words)

    async def _keep(self, *, is_last: bool = False) -> None:
        """The state that a screen shows, and what people have told meanwhile."""
        self.n_snapshots += 1
        state, n_heard = self.interaction, self.n_heard
        kept: Interaction = await self.run.step(
            snapshot_name(self.n_snapshots),
            Interaction,
            lambda: self._with_heard(state, n_heard, is_last=is_last),
        )
        self.n_heard += len(kept.heard) - len(state.heard)
        self.heard = kept.heard

    async def _with_heard(self, state: Interaction, n: int, *, is_last: bool) -> Interaction:
        new = await self.run.changes(after=n, is_last=is_last)
        return state.model_copy(update={"heard": (*state.heard, *new)})

    @property
    def interaction(self) -> Interaction:
        return Interaction(
            mode=ResearchMode.TREE,
            turns=tuple(self.turns),
            pauses=tuple(self.pauses),
            nodes=tuple(self.growth.nodes.values()),
            picked=tuple(dict.fromkeys(self.picked)),
            persona=self.persona,
            coverage=tuple(self.coverage),
            changes=tuple(self.changes),
            heard=self.heard,
            notes=(
                *self.growth.notes,
                *self.notes,
                *([_by_words(self.n_by_words)] if self.n_by_words else []),
            ),
        )

    def researched(self) -> Researched:
        return Researched(
            interaction=self.interaction,
            results=self.growth.results,
            wishes=tuple(w for w in self._wishes() if w not in self.wished_before)[:MOST_WISHES],
            taken_back=tuple(
                section_wish(node.direction)
                for key, node in self.growth.nodes.items()
                if key in self.counted_before and node.status is not NodeStatus.EXPLORED
            ),
        )

    def _wishes(self) -> Iterable[str]:
        """A section on each thing that the person chose or said, or on what it was merged into, if
        something was found for it."""
        counting = dict.fromkeys(map(self.growth.counts_for, self.picked))
        picked = (self.growth.nodes[each] for each in counting)
        explored = [n for n in picked if n.status is NodeStatus.EXPLORED]
        for node in sorted(explored, key=lambda n: n.depth):
            yield section_wish(node.direction)

    @property
    def _room(self) -> int:
        return MOST_NODES - len(self.growth.followed)

    def _tell(self, message: str) -> None:
        limits = self.plan.tree
        most = min(MOST_NODES, n_remaining(limits.breadth, limits.depth))
        done = min(len(self.growth.followed), most)
        event = Event(step=STEP, message=message, done=done, total=most)
        self.run.tell(event)


def _utility(branch: Branch) -> float:
    return branch.node.value.utility if branch.node.value else 0.0


def _why(decision: PauseDecision, offered: Mapping[NodeId, Branch]) -> str:
    """What the numbers or an agent say, for whoever is asked."""
    if decision.decided_by is Pausing.AGENT:
        return decision.reason or "Your reply would help to choose."
    left = [b.node.direction for node_id, b in offered.items() if node_id not in decision.kept]
    return (
        f"{listed([f'“{name}”' for name in left])} could probably be left out: that would save "
        f"{decision.gain:.2f} of the work ahead, and the question counts {decision.cost:.2f}."
    )


def _is_wish(taken: TakenChange) -> bool:
    return taken.change.kind in (ChangeKind.ADD, ChangeKind.REOPEN)


def _brought(before: Persona, after: Persona, chosen: Sequence[ResearchNode]) -> Persona:
    """What is newly wanted was brought by those of the directions whose words are most like it: by
    all where none is."""
    known = {aspect.text for aspect in before.wanted}

    def of(text: str) -> tuple[NodeId, ...]:
        like = {n.node_id: (n.direction == text, overlap(n.direction, text)) for n in chosen}
        return tuple(key for key, each in like.items() if each == max(like.values()))

    aspects = (
        a if a.refused or a.text in known else a.model_copy(update={"brought_by": of(a.text)})
        for a in after.aspects
    )
    return after.model_copy(update={"aspects": tuple(aspects)})


def _turned_down(persona: Persona, before: Set[NodeId], now: Set[NodeId]) -> Persona:
    """What directions brought that are all cut `now` is not wanted any more, and is again once one
    of them comes back."""

    def is_refused(aspect: PersonaAspect) -> bool:
        brought = set(aspect.brought_by)
        is_gone = bool(brought - before) and brought <= now
        return is_gone or (aspect.refused and not brought & before - now)

    aspects = (a.model_copy(update={"refused": is_refused(a)}) for a in persona.aspects)
    return persona.model_copy(update={"aspects": tuple(aspects)})


def _by_words(n: int) -> str:
    """What is said of marks that a model did not give."""
    return (
        f"How far what was found speaks of what you want was told by its words {counted(n, 'time')}"
        ", where the model did not judge it."
    )
