// What Semantic Scholar found: papers to tick, authors whose papers can be opened, and the basket of what is ticked, which outlives searches.

const FEW = 20, PAGE = 50;

// The basket as it will be once Python has taken what waits.
const basketAhead = ({ basket, papers }, waiting) => {
  let found = basket.map((paper) => ({ ...paper }));
  for (const m of waiting) {
    if (m.kind === "pick" && !m.on) found = found.filter(({ id }) => !m.paper_ids.includes(id));
    if (m.kind === "pick" && m.on) found = [...found, ...papers.filter(({ id }) => m.paper_ids.includes(id) && !found.some((p) => p.id === id))];
    if (m.kind === "date") for (const paper of found) if (paper.id === m.paper_id) paper.year = m.year;
  }
  return found;
};

class Results {
  constructor(root, outbox) {
    this.root = root; this.outbox = outbox; this.followed = false; this.n = PAGE; this.isOpen = false; this.typed = new Map();
    this.filter = set(el("input", "filter"), { type: "text", "aria-label": "Show only papers with these words or this year", placeholder: "Show only papers with these words or this year", "data-k": "filter" });
    this.filter.addEventListener("input", () => { this.n = PAGE; this.draw(); });
    this.authors = el("div", "authors"); this.all = el("div", "all"); this.list = set(el("ul", "papers"), { role: "list" }); this.foot = set(el("section", "foot"), { "aria-label": "Ticked papers" });
    this.head = el("div", "head"); this.troubles = set(el("div", "troubles"), { role: "status" }); this.said = set(el("div", "unseen"), { role: "status" });
    root.append(this.head, this.troubles, this.authors, this.filter, this.all, this.list, this.foot, this.said);
  }

  update(data) {
    if (data.search !== this.search) { this.search = data.search; this.filter.value = ""; this.n = PAGE; }
    this.data = data; this.draw();
  }

  draw() {
    const { papers, authors, heading, back } = this.data, key = this.root.getRootNode().activeElement?.dataset?.k;
    this.basket = basketAhead(this.data, this.outbox.waiting); this.ticked = new Set(this.basket.map(({ id }) => id));
    this.head.replaceChildren(...(heading ? [this.back(back), set(el("span", "", heading), { role: "status" }), set(iconButton("close", "Close the results", () => this.outbox.send("close")), { "data-k": "close" })].filter(Boolean) : []));
    this.troubles.replaceChildren(...this.data.problems.map((problem) => el("p", "trouble", icon("warning"), ` ${problem}`)));
    this.authors.replaceChildren(...(authors.length ? [el("div", "label", "Authors"), el("div", "row", ...authors.map((author) => this.author(author)))] : []));
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean), fit = papers.filter(({ title, facts }) => words.every((w) => `${title} ${facts}`.toLowerCase().includes(w)));
    this.filter.hidden = papers.length <= FEW;
    this.all.replaceChildren(...this.whole(fit, words.length > 0));
    this.list.replaceChildren(...fit.slice(0, this.n).map((paper) => this.row(paper)), ...(fit.length > this.n ? [this.more(fit.length)] : []));
    this.drawFoot();
    if (key) this.root.querySelector(`[data-k="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  }

  back(label) { return label && set(button("link", () => this.outbox.send("back"), icon("arrow_back"), ` ${label}`), { "data-k": "back" }); }

  author({ id, name, facts }) {
    return set(button("author", () => this.outbox.send("author", { author_id: id }), icon("person"), ` ${name}`, facts && el("span", "soft", ` ${facts}`)), { "data-k": `author:${id}`, "aria-label": `Papers of ${name}: ${facts}` });
  }

  pick(paper_ids, on) { this.outbox.send("pick", { paper_ids, on }); this.said.textContent = on ? "Ticked" : "Not ticked"; this.draw(); }

  box(key, isOn, change, facts = {}) {
    const box = set(el("input"), { type: "checkbox", "data-k": key, ...facts });
    box.checked = isOn;
    box.addEventListener("change", () => change(box.checked));
    return box;
  }

  // One tick for all that fit, also those that are not drawn yet.
  whole(fit, isFiltered) {
    const free = fit.filter((p) => !p.known), on = free.filter((p) => this.ticked.has(p.id)).length;
    if (free.length < 2) return [];
    const box = this.box("all", on === free.length, (isOn) => this.pick(free.map((p) => p.id), isOn));
    box.indeterminate = on > 0 && on < free.length;
    return [el("label", "", box, el("span", "", isFiltered ? `All ${free.length} that fit` : `All ${free.length}`))];
  }

  row({ id, title, facts, known }) {
    const box = this.box(`on:${id}`, known || this.ticked.has(id), (isOn) => this.pick([id], isOn), { disabled: known });
    return el("li", "", el("label", "", box, el("span", "", el("span", "title", title), el("span", "soft facts", facts, known && " · in the library"))));
  }

  more(n) {
    const next = Math.min(PAGE, n - this.n);
    return el("li", "", set(button("link", () => { this.n += PAGE; this.draw(); }, `Show ${next} more of ${n}`), { "data-k": "more" }));
  }

  drawFoot() {
    const n = this.basket.length, dateless = this.basket.filter((p) => !p.year).length;
    if (!n && !this.data.papers.some((p) => !p.known)) { this.foot.replaceChildren(); return; }
    const toggle = n ? set(button("link", () => { this.isOpen = !this.isOpen; this.draw(); }, `${counted(n, "paper")} ticked `, icon(this.isOpen ? "expand_more" : "expand_less")), { "aria-expanded": String(this.isOpen), "data-k": "basket" }) : null;
    const note = dateless ? set(button("link ask", () => { this.isOpen = true; this.draw(); this.root.querySelector("input.year")?.focus(); }, `${dateless} without a year`), { "data-k": "dateless" }) : null;
    this.foot.replaceChildren(el("div", "bar", ...[toggle, note, this.relation(), this.adding()].filter(Boolean)), ...(n && this.isOpen ? [this.ticks()] : []));
  }

  ticks() {
    const rows = this.basket.map((paper) => el("li", "", el("span", "", paper.title, paper.year ? el("span", "soft", ` ${paper.year}`) : null), paper.year ? null : this.year(paper),
      set(iconButton("close", `Take off: ${paper.title}`, () => this.pick([paper.id], false)), { "data-k": `off:${paper.id}` })));
    const why = this.basket.some((p) => !p.year) && el("p", "soft why", "A report on certain years passes over a paper without one.");
    return el("div", "basket", why, set(el("ul", "", ...rows, el("li", "", set(button("link", () => this.pick(this.basket.map((p) => p.id), false), "Take all off"), { "data-k": "none" }))), { role: "list" }));
  }

  // A search for certain years passes over a paper without one.
  year(paper) {
    return yearBox(paper, this.typed, (year) => { this.outbox.send("date", { paper_id: paper.id, year }); this.said.textContent = "Year kept"; this.draw(); }, (said) => { this.said.textContent = said; });
  }

  relation() {
    const choices = [[false, "I wrote them"], [true, "I follow them"]].map(([value, word]) =>
      set(button("", () => { this.followed = value; this.draw(); }, word), { "aria-pressed": String(this.followed === value), "data-k": `as:${value}` }));
    return set(el("div", "seg", ...choices), { role: "group", "aria-label": "These papers" });
  }

  adding() {
    const n = this.basket.length, isSent = this.outbox.waiting.some((m) => m.kind === "add");
    const add = () => { this.outbox.send("add", { relation: this.followed ? "followed" : "mine" }); this.draw(); };
    return set(button("main", add, n ? `Add ${counted(n, "paper")}` : "Tick papers to add"), { disabled: !n || isSent, "data-k": "add" });
  }
}

export default part((root, outbox) => new Results(root, outbox));
