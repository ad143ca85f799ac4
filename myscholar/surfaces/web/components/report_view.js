// Draws a report from plain data. Every string becomes a text node; nothing is parsed as HTML.
const N_COLOURS = 8;

const el = (tag, className, ...children) => {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children.filter((child) => child !== null && child !== ""));
  return node;
};

const button = (className, onClick, ...children) => {
  const node = el("button", className, ...children);
  node.type = "button";
  node.addEventListener("click", onClick);
  return node;
};

const webLink = (address, text) => {
  let plain = null;
  try { plain = new URL(address); } catch { /* no address: text only */ }
  if (!plain || !["http:", "https:"].includes(plain.protocol)) return el("span", "", text);
  const link = el("a", "", text);
  link.href = plain.href; link.target = "_blank"; link.rel = "noopener noreferrer";
  return link;
};

const colour = (label) => { const n = (Number(label.slice(1)) - 1) % N_COLOURS; return `--fill: var(--c${n}); --edge: var(--e${n})`; };
const serves = (labels) => labels.map((label) => { const tag = el("span", "serves", label); tag.style.cssText = colour(label); return tag; });

const ask = (reason) => {
  const node = el("span", "ask", "?", el("span", "why", reason));
  node.tabIndex = 0; node.setAttribute("role", "note"); node.setAttribute("aria-label", `Doubtful: ${reason}`);
  return node;
};

class View {
  constructor(data) {
    this.data = data; this.references = new Map(data.references.map((r) => [r.number, r]));
    this.chosen = null; this.here = -1; this.mode = data.actions.length ? "all" : "off"; this.open = null; this.marks = []; this.buttons = new Map();
  }

  draw(root) {
    this.root = root;
    const main = el("main", "", ...this.head(), ...this.data.sections.map((s, i) => this.section(s, i)), this.referenceList(), this.searchList());
    root.replaceChildren(el("div", "sheet", this.side(), main), this.bar());
    this.paint();
  }

  head() {
    const d = this.data;
    this.fold = button("link", () => this.foldAll(), "Collapse all");
    return [el("h1", "", d.title), el("p", "question", d.question), el("p", "aside", d.notice), ...d.notes.map((n) => el("p", "aside", n)),
      el("div", "tools", this.fold, el("span", "", d.facts))];
  }

  side() {
    const stick = el("div", "stick");
    if (this.data.actions.length) stick.append(el("div", "label", "Actions"), this.modes(), ...this.data.actions.map((a) => this.action(a)));
    const jumps = this.data.sections.map((s, i) => button("link jump", () => this.goTo(i), s.title));
    const heading = el("div", "label", "Sections"); heading.style.marginTop = "1.2rem";
    stick.append(heading, ...jumps);
    return el("aside", "side", stick);
  }

  modes() {
    const group = el("div", "seg"); group.setAttribute("role", "radiogroup"); group.setAttribute("aria-label", "Highlights");
    this.modeButtons = ["off", "selected", "all"].map((mode) => {
      const node = button("", () => { this.mode = mode; if (mode === "off") this.chosen = null; this.paint(); }, mode[0].toUpperCase() + mode.slice(1));
      node.setAttribute("role", "radio"); node.dataset.mode = mode; return node;
    });
    group.append(...this.modeButtons);
    return group;
  }

  action(a) {
    const node = button("action", () => this.choose(a.label));
    node.style.cssText = colour(a.label);
    if (a.words) node.append(el("span", `badge ${a.status}`, a.words));
    node.append(el("b", "", a.label), ` ${a.tldr}`, a.emphasis ? el("i", "", " (emphasized)") : "");
    if (a.reason) node.append(el("span", "why first", a.reason));
    node.append(...a.trace.map((step) => el("span", "why", step)));
    this.buttons.set(a.label, node);
    return node;
  }

  section(s, i) {
    const summary = el("summary", "", el("h2", "", s.title), ...serves(s.actions));
    if (s.tldr) summary.append(el("div", "tldr", el("b", "", "TL;DR"), ` ${s.tldr} (${s.sources})`));
    const node = el("details", "section", summary, ...s.parts.flatMap((part) => this.part(part)), s.table ? this.table(s.table) : null);
    node.open = true; node.dataset.section = String(i);
    return node;
  }

  part(part) {
    if (part.kind === "item") return [el("ul", "items", ...part.blocks.map((b) => el("li", "", ...b.map((x) => this.stretch(x)))))];
    return part.blocks.map((b) => el("p", "", ...b.map((x) => this.stretch(x))));
  }

  stretch(x) {
    const inner = x.pieces.flatMap((p) => [this.piece(p), ...p.asks.map(ask)]);
    return x.actions.length ? this.mark(el("span", "hl", ...inner), x.actions, x.begins) : el("span", "", ...inner);
  }

  piece(p) {
    if (p.citation) return this.citation(p.citation);
    return p.doubtful ? el("span", "doubt", p.text) : p.text;
  }

  mark(node, actions, begins) {
    const tag = el("span", "tag"); node.append(tag);
    this.marks.push({ node, tag, actions, begins });
    return node;
  }

  table(t) {
    const cell = (c) => el("td", "", c.text, ...(c.citation ? [" ", this.citation(c.citation)] : []));
    const head = el("tr", "", ...t.columns.map((c) => { const th = el("th", "", c); th.scope = "col"; return th; }));
    const box = el("div", "scroll", el("table", "", el("thead", "", head), el("tbody", "", ...t.rows.map((row) => el("tr", "", ...row.map(cell))))));
    return t.actions.length ? this.mark(el("div", "hl", box), t.actions, t.actions) : box;
  }

  citation(c) {
    const node = el("span", "cite");
    const opener = button("", () => this.toggle(node, c), `[${c.number}]`);
    opener.setAttribute("aria-expanded", "false"); opener.setAttribute("aria-label", `Source ${c.number}`);
    node.append(opener);
    return node;
  }

  toggle(node, c) {
    const again = this.open === node;
    this.closeCard();
    if (again) return;
    const card = this.card(c);
    node.append(card); node.firstChild.setAttribute("aria-expanded", "true"); this.open = node;
    const over = card.getBoundingClientRect().right - innerWidth + 16;
    if (over > 0) card.style.left = `${-over}px`;
  }

  closeCard() {
    if (!this.open) return;
    this.open.querySelector(".pop").remove(); this.open.firstChild.setAttribute("aria-expanded", "false"); this.open = null;
  }

  card(c) {
    const r = this.references.get(c.number);
    const facts = [r.authors, r.published, r.cited].filter(Boolean).join(" · ");
    const card = el("span", "pop", el("b", "", r.title), el("span", "facts", facts), ...c.quotes.flatMap((q) => this.quote(q)));
    if (r.url) { const link = el("span", "facts", webLink(r.url, r.url)); link.style.marginTop = ".5rem"; card.append(link); }
    card.setAttribute("role", "dialog"); card.setAttribute("aria-label", r.title);
    return card;
  }

  quote(q) {
    const words = q.label ? el("span", "quote", q.text) : el("span", "quote", q.before, el("mark", "", q.text), q.after);
    return q.label || q.place ? [words, el("span", "where", q.label || q.place)] : [words];
  }

  referenceList() {
    const items = this.data.references.map((r) => {
      const facts = [r.authors, r.published].filter(Boolean).join(" · ");
      return el("li", "ref", el("span", "n", `[${r.number}]`), webLink(r.url, r.title), el("span", "facts", facts));
    });
    return el("section", "small", el("div", "label", "References"), el("ol", "refs", ...items));
  }

  searchList() {
    if (!this.data.searches.length) return null;
    const items = this.data.searches.map((s) => el("li", "", `${s.source}: “${s.query}”${s.filters ? ` (${s.filters})` : ""}, ${s.outcome}`));
    const details = el("details", "", el("summary", "label", "What was searched"), el("ul", "", ...items));
    return el("section", "small", details);
  }

  bar() {
    this.which = el("b"); this.count = el("span");
    const named = (label, node) => { node.setAttribute("aria-label", label); return node; };
    this.strip = el("div", "bar", this.which, named("Previous highlight", button("", () => this.step(-1), "↑")), this.count,
      named("Next highlight", button("", () => this.step(1), "↓")), button("", () => this.choose(this.chosen), "Clear"));
    this.strip.setAttribute("role", "status"); this.strip.setAttribute("aria-live", "polite");
    return this.strip;
  }

  begun(label) { return this.marks.filter((m) => m.begins.includes(label)); }

  choose(label) {
    this.chosen = this.chosen === label ? null : label; this.here = -1;
    this.mode = this.chosen ? "selected" : "all";
    this.paint(); if (this.chosen) this.step(1);
  }

  step(by) {
    const marks = this.begun(this.chosen); if (!marks.length) return;
    this.here = this.here < 0 && by < 0 ? marks.length - 1 : (this.here + by + marks.length) % marks.length; this.paint();
    const node = marks[this.here].node; node.closest("details").open = true;
    node.scrollIntoView({ block: "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }

  paint() {
    for (const m of this.marks) {
      const shown = this.mode === "all" ? m.actions : this.mode === "selected" ? m.actions.filter((a) => a === this.chosen) : [];
      m.node.classList.toggle("on", shown.length > 0); m.node.classList.remove("here");
      if (shown.length) { m.node.style.cssText = colour(shown[0]); m.tag.textContent = shown.join(" "); }
    }
    for (const [label, node] of this.buttons) node.setAttribute("aria-pressed", String(label === this.chosen));
    for (const node of this.modeButtons || []) node.setAttribute("aria-checked", String(node.dataset.mode === this.mode));
    this.strip.classList.toggle("up", this.chosen !== null);
    if (!this.chosen) return;
    const marks = this.begun(this.chosen);
    this.strip.style.cssText = colour(this.chosen); this.which.textContent = this.chosen;
    this.count.textContent = marks.length ? `${this.here + 1} / ${marks.length}` : "no highlighted text; see its outcome";
    if (this.here >= 0 && marks[this.here]) marks[this.here].node.classList.add("here");
  }

  foldAll() {
    const all = [...this.root.querySelectorAll("details.section")], open = all.some((d) => d.open);
    for (const d of all) d.open = !open;
    this.fold.textContent = open ? "Expand all" : "Collapse all";
  }

  goTo(i) {
    const node = this.root.querySelector(`[data-section="${i}"]`);
    node.open = true; node.scrollIntoView({ block: "start", behavior: "smooth" });
  }
}

const isDark = (root) => {
  const channels = getComputedStyle(root).color.match(/[\d.]+/g) || [0, 0, 0];
  return Number(channels[0]) * 0.3 + Number(channels[1]) * 0.6 + Number(channels[2]) * 0.1 > 128;
};

export default function (component) {
  const { data, parentElement } = component;
  const root = parentElement.querySelector("#report");
  root.classList.toggle("dark", isDark(root));
  if (!root.view || root.view.data.report_id !== data.report_id) { root.view = new View(data); root.view.draw(root); }
  const view = root.view;
  const onKey = (event) => {
    const typing = event.composedPath().some((n) => n instanceof HTMLElement && n.matches("input, textarea, select, [contenteditable]"));
    if (typing) return;
    if (event.key === "Escape" && view.open) view.closeCard();
    else if (!view.chosen) return;
    else if (event.key === "n") view.step(1);
    else if (event.key === "p") view.step(-1);
    else if (event.key === "Escape") view.choose(view.chosen);
  };
  const onClick = (event) => { if (view.open && !event.composedPath().includes(view.open)) view.closeCard(); };
  document.addEventListener("keydown", onKey); document.addEventListener("click", onClick);
  return () => { document.removeEventListener("keydown", onKey); document.removeEventListener("click", onClick); };
}
