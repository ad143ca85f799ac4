// A conversation, the tree that grows of it and what is known of who asks, in step. The words come from Python.

const PANELS = { talk: ["Conversation", "forum"], tree: ["Tree", "account_tree"], who: ["You", "person"] };
const NOT_YET = "Nothing was asked so far. You are asked where it is worth the interruption.";
const NEVER = "Nothing was asked: nowhere was it worth the interruption.";
const WIDE = 100, HIGH = 24;

// How far an aspect was covered, moment by moment: where nobody knew of it yet there is no line.
const courseOf = (course, words) => {
  const at = (share, n) => [course.length > 1 ? (n / (course.length - 1)) * WIDE : WIDE, HIGH - 2 - share * (HIGH - 4)];
  const points = course.map((share, n) => share !== null && at(share, n).map((x) => x.toFixed(1)).join(",")).filter(Boolean);
  const made = (name, attributes) => set(document.createElementNS("http://www.w3.org/2000/svg", name), attributes);
  const drawn = made("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": words, preserveAspectRatio: "none" });
  drawn.append(made("line", { x1: 0, x2: WIDE, y1: HIGH - 2, y2: HIGH - 2, class: "ground" }), made("polyline", { points: [...points, points.at(-1)].join(" "), class: points.length > 1 ? null : "point" }));
  return drawn;
};

class Research {
  constructor(root, outbox) {
    this.head = new RunHead(outbox);
    this.doing = el("p", "doing"); this.bar = el("progress"); this.problem = el("p", "problem"); this.words = el("p");
    this.run = el("section", "run", this.head.node, this.doing, this.bar, this.problem, el("footer", "", this.words, this.head.buttons));
    this.questions = new RunQuestions(outbox, { seeks: true });
    this.steering = new Steering(outbox, () => this.drawTree());
    this.tree = new ResearchTree(this.steering);
    this.exchanges = el("div", "exchanges"); this.empty = el("p", "soft");
    this.summary = el("p", "soft summary");
    this.who = el("div", "who");
    this.spoken = set(el("div", "unseen"), { role: "status" });
    const filled = { talk: [this.empty, this.exchanges, this.questions.node], tree: [this.summary, this.steering.node, this.tree.node], who: [this.who] };
    this.tabs = set(el("div", "tabs"), { role: "tablist", "aria-label": "Research" });
    this.panels = Object.entries(PANELS).map(([name, [title, sign]]) => {
      const tab = set(button("tab", () => this.turn(name), icon(sign), el("span", "", title), el("span", "dot")), { role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}` });
      const node = set(el("section", `panel of-${name}`, el("h3", "", title), ...filled[name]), { id: `panel-${name}`, "aria-label": title, tabindex: "0" });
      this.tabs.append(tab);
      return { name, tab, node };
    });
    this.tabs.addEventListener("keydown", (event) => this.key(event));
    root.append(this.run, this.tabs, el("div", "panels", ...this.panels.map(({ node }) => node)), this.spoken);
    this.turn("talk");
  }

  update(data) {
    this.data = data;
    this.steering.update(data.run, data.steering, data.view?.nodes || [], data.refused);
    const { view, status } = data, waits = data.questions.filter((question) => question.waits).length;
    this.run.className = `run compact ${status}`;
    this.head.update(data);
    this.drawRun(data, waits);
    const words = JSON.stringify([view, Boolean(waits), data.steering, this.steering.all]);
    if (words !== this.drawn) {
      this.drawn = words;
      this.drawTalk(view?.exchanges || [], view?.notes || [], Boolean(waits));
      this.summary.textContent = view?.summary || (data.stage === "going on" ? "The first search is on its way." : "");
      this.drawTree();
      this.drawWho(view);
      if (view && this.isDrawn) say(this.spoken, view.summary);
    }
    this.questions.update(data.run, data.questions, false);
    const wasAsked = Boolean(waits || view?.exchanges.some((exchange) => exchange.question));
    say(this.empty, wasAsked ? "" : data.stage === "going on" ? NOT_YET : NEVER);
    this.panels[0].tab.classList.toggle("news", Boolean(waits));
    set(this.panels[0].tab, { "aria-label": waits ? "Conversation: a question waits for you" : null });
    this.isDrawn = true;
  }

  drawTree() {
    const { view } = this.data;
    this.tree.update(view?.nodes || [], new Set((view?.exchanges || []).filter((e) => e.question).map((e) => e.node_id)), view?.waits_at);
  }

  drawRun({ doing, problem, kept, spent, note }, waits) {
    say(this.doing, doing && !waits ? [doing.name, doing.message, doing.total && `${Math.min(doing.done, doing.total)} of at most ${doing.total}`].filter(Boolean).join(" · ") : "");
    this.bar.hidden = !doing?.total;
    if (doing?.total) set(this.bar, { max: doing.total, value: Math.min(doing.done, doing.total), "aria-label": doing.name });
    say(this.problem, [problem, kept].filter(Boolean).join("\n"));
    say(this.words, [spent, note].filter(Boolean).join(" · "));
    this.run.classList.toggle("quiet", !this.words.textContent && !this.head.buttons.childNodes.length);
  }

  // Moments at which nothing was asked stand folded between the questions; all that was said stands folded while a question waits.
  drawTalk(exchanges, notes, waits) {
    const wasOpen = new Set([...this.exchanges.querySelectorAll("details[open]")].map((details) => details.dataset.k)), drawn = [];
    let silent = [], nFolds = 0;
    const fold = () => {
      if (!silent.length) return;
      const title = `Not asked at ${silent.length === 1 ? "one direction" : `${silent.length} directions`}`;
      drawn.push(set(el("details", "silent", el("summary", "", title), ...silent.map((e) => el("p", "", this.wayTo(e, e.where), e.worth))), { "data-k": `silent-${nFolds++}` }));
      silent = [];
    };
    for (const exchange of exchanges) {
      if (exchange.question || exchange.said) { fold(); drawn.push(exchange.question ? this.exchange(exchange) : this.byHand(exchange)); } else silent.push(exchange);
    }
    fold();
    drawn.push(...notes.map((note) => el("p", "soft", note)));
    const n = exchanges.filter((exchange) => exchange.question).length, title = n ? `Before: ${counted(n, "question")}` : "Before";
    const before = waits && drawn.length && set(el("details", "before", el("summary", "", title), el("div", "exchanges", ...drawn)), { "data-k": "before" });
    this.exchanges.replaceChildren(...(before ? [before] : drawn));
    for (const details of this.exchanges.querySelectorAll("details")) details.open = wasOpen.has(details.dataset.k);
  }

  exchange(exchange) {
    const { question, said, worth, more, where, node_id: id } = exchange;
    const why = worth && set(el("details", "why", el("summary", "", "Why here"), el("p", "", worth), ...more.map((line) => el("p", "", line)), el("p", "", this.wayTo(exchange, "Show it in the tree"))), { "data-k": `why-${id}` });
    return el("article", "", !id && where && el("p", "soft", where), el("p", "question-text", question), el("p", "said", icon("person"), el("span", "", said)), why);
  }

  byHand({ said, more, node_id: id }) {
    const way = set(this.wayTo({ node_id: id }, "Show"), { "aria-label": "Show it in the tree" });
    return el("article", "by-hand", el("p", "said", icon("person"), el("span", "", said), way), ...more.map((line) => el("p", "soft", line)));
  }

  wayTo({ node_id: id }, words) { return id && button("link", () => { this.turn("tree"); this.tree.open(id); }, words); }

  drawWho(view) {
    const aspects = (view?.aspects || []).map((aspect) => this.aspect(aspect));
    this.who.replaceChildren(...[
      el("p", view?.persona ? "" : "soft", view?.persona || "Nothing is known of you yet but the question."),
      view?.covered && el("p", "soft", view.covered),
      aspects.length && el("ul", "", ...aspects),
    ].filter(Boolean));
  }

  aspect({ text, origin, percent, refused, course }) {
    const words = `Covered over time: ${course.filter((share) => share !== null).map((share) => `${Math.round(100 * share)} %`).join(", ")}`;
    const drawn = course.some((share) => share !== null) && !refused;
    return el("li", refused ? "refused" : "",
      el("span", "text", text), el("span", "percent", refused ? "turned down" : `${percent} %`),
      drawn && courseOf(course, words), el("span", "origin", origin));
  }

  turn(name) {
    for (const panel of this.panels) {
      const isShown = panel.name === name;
      set(panel.tab, { "aria-selected": String(isShown), tabindex: isShown ? 0 : -1 });
      panel.node.classList.toggle("shown", isShown);
    }
  }

  key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = this.panels.findIndex(({ tab }) => tab.tabIndex === 0), next = this.panels[(at + step + this.panels.length) % this.panels.length];
    this.turn(next.name);
    next.tab.focus();
  }
}

export default part((root, outbox) => new Research(root, outbox));
