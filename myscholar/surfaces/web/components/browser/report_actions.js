// The actions beside the report: which words serve which action, what became of it, and the way from one place to the next.
const N_COLOURS = 8, N_SOLID = 4;
const MODES = [["off", "Off"], ["selected", "Selected"], ["all", "All"]];
const STATUS_ICONS = { done: "check_circle", partly: "contrast", not_done: "cancel" };

const nth = (label) => (Number(label.slice(1)) - 1) % N_COLOURS;
const fill = (label) => `var(--c${nth(label)})`;
const tint = (node, label) => {
  node.style.setProperty("--fill", fill(label)); node.style.setProperty("--edge", `var(--e${nth(label)})`);
  node.style.setProperty("--line-style", nth(label) < N_SOLID ? "solid" : "dashed");
  return node;
};
const chip = (label) => tint(el("span", "chip", label), label);

class Actions {
  // `judge(a)` makes the thumbs of an action, `retry(a)` the button that tries it again; either may give null.
  constructor(actions, { judge, retry, reveal }) {
    this.actions = actions; this.judge = judge; this.retry = retry; this.reveal = reveal;
    this.marks = []; this.rows = new Map(); this.chosen = null; this.here = -1; this.mode = actions.length ? "all" : "off"; this.before = this.mode;
  }

  // Words, a table or a heading that serve actions; `begins` and `ends` are the labels of which a place begins or ends here.
  mark(node, actions, begins, ends) {
    const tag = el("span", "tag");
    if (node.tagName === "DIV") node.prepend(tag); else node.append(tag);
    node.classList.add("hl");
    this.marks.push({ node, tag, actions, begins, ends });
    return node;
  }

  // The places of an action, each the marks that it goes over: where another action joins in, a new mark begins.
  places(label) {
    const places = [];
    for (const m of this.marks) {
      if (!m.actions.includes(label)) continue;
      if (m.begins.includes(label) || !places.length) places.push([]);
      places.at(-1).push(m);
    }
    return places;
  }

  panel() {
    this.list = el("div", "actions", ...this.actions.map((a) => this.row(a)));
    return [this.modes(), this.list];
  }

  modes() {
    this.radios = new Map(MODES.map(([mode]) => [mode, set(document.createElement("input"), { type: "radio", name: "intensity", value: mode })]));
    const box = set(el("div", "seg", ...MODES.map(([mode, words]) => el("label", "", this.radios.get(mode), el("span", "", words)))), { role: "radiogroup", "aria-label": "Which highlights are shown" });
    box.addEventListener("change", (event) => this.setMode(event.target.value));
    return el("div", "seg-row", set(el("span", "soft", "Highlights"), { "aria-hidden": "true" }), box);
  }

  row(a) {
    const n = this.places(a.label).length;
    const status = a.words ? el("span", `status ${a.status}`, icon(STATUS_ICONS[a.status]), a.words) : null;
    const where = n || a.shows ? el("span", "soft", n ? counted(n, "place") : `shows ${a.shows}`) : null;
    const pick = set(button("pick", () => this.choose(a.label), chip(a.label), el("span", "wish", a.tldr, el("span", "state", status, where))), { "aria-pressed": "false" });
    const more = el("div", "more", ...this.details(a));
    const row = tint(el("div", `action ${a.status}`, pick, a.status === "done" || !a.reason ? null : el("p", "reason", a.reason), more), a.label);
    this.rows.set(a.label, { row, pick });
    return row;
  }

  details(a) {
    const kinds = [a.personalized ? "for you" : "for anyone", a.emphasis ? "emphasized" : ""].filter(Boolean).join(", ");
    const trace = a.trace.length ? el("ul", "trace", ...a.trace.map((step) => el("li", "", step))) : null;
    return [el("p", "soft", `${a.text} (${kinds})`), a.status === "done" && a.reason ? el("p", "", a.reason) : null, a.where ? el("p", "unlit", a.where) : null, trace,
      a.can_retry ? this.retry(a) : null, this.judge(a)];
  }

  setMode(mode) {
    this.mode = mode;
    if (mode === "off") this.chosen = null;
    if (mode === "selected" && !this.chosen && this.actions.length) { this.before = "all"; this.choose(this.actions[0].label); return; }
    this.paint();
  }

  choose(label) {
    const again = this.chosen === label;
    if (!again && !this.chosen) this.before = this.mode === "selected" ? "all" : this.mode;
    this.chosen = again ? null : label; this.here = -1;
    this.mode = this.chosen ? "selected" : this.before;
    this.paint();
    if (!this.chosen) return;
    this.rows.get(this.chosen).row.scrollIntoView({ block: "nearest" });
    this.step(1);
  }

  clear() { if (this.chosen) { const { pick } = this.rows.get(this.chosen); this.choose(this.chosen); pick.focus({ preventScroll: true }); } }

  step(by) {
    const places = this.places(this.chosen);
    if (!places.length) return;
    this.here = this.here < 0 && by < 0 ? places.length - 1 : (this.here + by + places.length) % places.length;
    this.paint();
    this.reveal(places[this.here][0].node);
  }

  bar() {
    this.which = el("span", "which"); this.count = set(el("span", "count"), { role: "status" });
    this.ways = [iconButton("arrow_upward", "Previous highlight (p)", () => this.step(-1)), iconButton("arrow_downward", "Next highlight (n)", () => this.step(1))];
    this.strip = set(el("div", "bar", this.which, this.ways[0], this.count, this.ways[1], iconButton("close", "Clear the selection", () => this.clear())), { role: "group", "aria-label": "Highlights of the selected action" });
    return this.strip;
  }

  paint() {
    const here = (this.chosen && this.places(this.chosen)[this.here]) || [];
    for (const m of this.marks) this.paintMark(m, here.includes(m));
    for (const [label, { row, pick }] of this.rows) {
      set(pick, { "aria-pressed": String(label === this.chosen) }); row.classList.toggle("chosen", label === this.chosen);
    }
    for (const [mode, radio] of this.radios || []) radio.checked = mode === this.mode;
    this.strip.classList.toggle("up", this.chosen !== null);
    if (!this.chosen) { this.count.textContent = ""; return; }
    const n = this.places(this.chosen).length;
    tint(this.strip, this.chosen); this.which.replaceChildren(chip(this.chosen));
    this.count.textContent = n ? `${this.here + 1} / ${n}` : "Not in single words";
    for (const way of this.ways) way.hidden = !n;
  }

  paintMark(m, isHere) {
    const shown = this.mode === "all" ? m.actions : this.mode === "selected" ? m.actions.filter((a) => a === this.chosen) : [];
    const strong = this.chosen && shown.includes(this.chosen);
    const lead = strong ? this.chosen : shown[0];
    m.node.classList.toggle("on", shown.length > 0); m.node.classList.toggle("strong", Boolean(strong));
    m.node.classList.toggle("here", Boolean(strong) && isHere);
    if (!shown.length) return;
    tint(m.node, lead);
    m.tag.textContent = (shown.length > 1 ? shown : shown.filter((a) => m.ends.includes(a))).join(" ");
    const other = shown.find((a) => a !== lead);
    m.node.style.setProperty("--fill2", fill(other || lead));
  }
}
