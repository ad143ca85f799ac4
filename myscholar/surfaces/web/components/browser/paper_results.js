// What Semantic Scholar found: papers to tick and add, authors whose papers can be opened. Ticks stay here until papers are added.

const FEW = 20;

class Results {
  constructor(root, outbox) {
    this.root = root; this.outbox = outbox; this.ticked = new Set(); this.followed = false;
    this.filter = set(el("input", "filter"), { type: "text", "aria-label": "Show only papers with these words or this year", placeholder: "Show only papers with these words or this year", "data-k": "filter" });
    this.filter.addEventListener("input", () => this.draw());
    this.authors = el("div", "authors"); this.list = set(el("ul", "papers"), { role: "list" }); this.foot = el("div", "foot");
    this.head = el("div", "head"); this.troubles = set(el("div", "troubles"), { role: "status" });
    root.append(this.head, this.troubles, this.authors, this.filter, this.list, this.foot);
  }

  update(data) {
    if (data.search !== this.search) { this.search = data.search; this.ticked.clear(); this.filter.value = ""; }
    this.data = data; this.draw();
  }

  draw() {
    const { papers, authors } = this.data, key = this.root.getRootNode().activeElement?.dataset?.k;
    this.head.replaceChildren(set(el("span", "", this.data.heading), { role: "status" }), set(iconButton("close", "Close the results", () => this.outbox.send("close")), { "data-k": "close" }));
    this.troubles.replaceChildren(...this.data.problems.map((problem) => el("p", "trouble", icon("warning"), ` ${problem}`)));
    this.authors.replaceChildren(...(authors.length ? [el("div", "label", "Authors"), el("div", "row", ...authors.map((author) => this.author(author)))] : []));
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean), fits = ({ title, facts }) => words.every((w) => `${title} ${facts}`.toLowerCase().includes(w));
    this.filter.hidden = papers.length <= FEW;
    this.list.replaceChildren(...papers.filter(fits).map((paper) => this.row(paper)));
    this.foot.replaceChildren(...(papers.some((p) => !p.known) ? [this.relation(), this.adding()] : []));
    if (key) this.root.querySelector(`[data-k="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  }

  author({ id, name, facts }) {
    return set(button("author", () => this.outbox.send("author", { author_id: id, name }), icon("person"), ` ${name}`, facts && el("span", "soft", ` ${facts}`)), { "data-k": `author:${id}`, "aria-label": `Papers of ${name} ${facts}` });
  }

  row({ id, title, facts, known }) {
    const box = set(el("input"), { type: "checkbox", "data-k": `on:${id}`, disabled: known });
    box.checked = known || this.ticked.has(id);
    box.addEventListener("change", () => { box.checked ? this.ticked.add(id) : this.ticked.delete(id); this.draw(); });
    return el("li", "", el("label", "", box, el("span", "", el("span", "title", title), el("span", "soft facts", facts, known && " · in the library"))));
  }

  relation() {
    const choices = [[false, "I wrote them"], [true, "I follow them"]].map(([value, word]) =>
      set(button("", () => { this.followed = value; this.draw(); }, word), { "aria-pressed": String(this.followed === value), "data-k": `as:${value}` }));
    return set(el("div", "seg", ...choices), { role: "group", "aria-label": "These papers" });
  }

  adding() {
    const n = this.ticked.size, isSent = this.outbox.waiting.some((m) => m.kind === "add");
    const add = () => { this.outbox.send("add", { paper_ids: [...this.ticked], relation: this.followed ? "followed" : "mine" }); this.draw(); };
    return set(button("main", add, n ? `Add ${counted(n, "paper")}` : "Tick papers to add"), { disabled: !n || isSent, "data-k": "add" });
  }
}

export default part((root, outbox) => new Results(root, outbox));
