// Proposed actions, by what they change: pick, emphasize, reword, add, judge, order, and begin the report.

const fits = (card, filter) => filter === "all" || card.own || (filter === "new" ? card.new : whoOf(card) === filter);

class ActionEditor {
  constructor(root, outbox) {
    this.root = root; this.outbox = outbox;
    this.rows = new Map(); this.states = new Map(); this.boxes = new Map(); this.filter = "all"; this.busy = false; this.unfolded = false;
    this.live = set(el("div", "unseen"), { "aria-live": "polite" });
    this.tools = el("div", "toolbar");
    this.groups = el("div", "groups");
    this.end = el("div", "end");
    this.chosen = new Chosen(this);
    root.append(el("div", "sheet", el("div", "list", this.tools, this.groups, this.end), this.chosen.node), this.live);
  }

  update(data) {
    this.data = data; this.busy = data.busy; this.complaints = data.view.complaints;
    this.draw();
  }

  send(kind, fields = {}) { this.outbox.send(kind, fields); this.draw(); }

  say(text) { this.live.textContent = text; }

  focusOn(key) { this.root.querySelector(`[data-k="${CSS.escape(key)}"]`)?.focus(); }

  state(id) {
    if (!this.states.has(id)) this.states.set(id, { open: false, editing: null, paper: null, judging: null });
    return this.states.get(id);
  }

  row(card) {
    if (!this.rows.has(card.action_id)) this.rows.set(card.action_id, new ActionRow(this));
    const row = this.rows.get(card.action_id);
    row.update(card, this.state(card.action_id));
    return row;
  }

  draw() {
    const held = this.root.getRootNode().activeElement?.dataset?.k;
    const view = ahead(this.data.view, this.outbox.waiting);
    const all = cardsOf(view);
    const byId = new Map(all.map((card) => [card.action_id, card]));
    place(this.tools, this.toolbar(all));
    place(this.groups, view.groups.map((group) => this.group(group)).filter(Boolean));
    place(this.end, [this.data.with_more ? this.more() : null, view.left_out.length ? this.leftOut(view.left_out) : null].filter(Boolean));
    this.chosen.update(view.order.map((id) => byId.get(id)).filter((card) => card?.enabled), this.data);
    if (held && this.root.getRootNode().activeElement?.dataset?.k !== held) this.root.querySelector(`[data-k="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  }

  toolbar(all) {
    const n = (kind) => all.filter((card) => fits(card, kind) && (kind === "all" || !card.own)).length;
    if (!n(this.filter)) this.filter = "all";
    const choice = (kind, word, glyph) => set(keyed(button("", () => { this.filter = kind; this.draw(); }, glyph ? icon(glyph) : null, `${word} ${n(kind)}`), `filter:${kind}`), { "aria-pressed": String(this.filter === kind) });
    const kinds = [["all", "All"], ["personalized", "For you", "person"], ["generic", "For anyone", "groups"], ["new", "New", "fiber_new"]].filter(([kind]) => n(kind));
    const seg = set(el("div", "seg", ...kinds.map((kind) => choice(...kind))), { role: "group", "aria-label": "Which actions are shown" });
    const only = (which, word) => keyed(button("quiet", () => this.send("only", { which }), word), `only:${which}`);
    return [kinds.length > 2 ? seg : el("span"), el("span", "grow"), only("defaults", this.data.defaults), only("none", "Choose none")];
  }

  group(group) {
    const shown = group.cards.filter((card) => fits(card, this.filter));
    if (!shown.length && group.kind !== "own") return null;
    if (!this.boxes.has(group.kind)) this.boxes.set(group.kind, this.box(group));
    const box = this.boxes.get(group.kind);
    place(box.rows, shown.map((card) => this.row(card).node));
    return box.node;
  }

  box(group) {
    const rows = el("ul", "rows");
    const id = `group-${group.kind}`;
    const head = el("div", "head", set(el("h2", "", group.label), { id }), el("span", "soft", group.meaning));
    return { rows, node: set(el("section", "group", head, rows, group.kind === "own" ? this.adding() : null), { "aria-labelledby": id }) };
  }

  adding() {
    const box = el("div", "adding");
    const fresh = () => box.replaceChildren(writing({
      key: "own", text: "", label: "What else should the report do?", hint: "What else should the report do?", keep: "Add",
      typed: () => {},
      done: (text) => { this.send("add", { text }); fresh(); this.focusOn("own"); },
    }));
    fresh();
    return box;
  }

  more() {
    const ask = set(keyed(button("", () => this.send("more", { like: null }), icon(this.busy ? "hourglass_empty" : "add"), this.busy ? " Looking for more actions …" : " More actions"), "more"), { disabled: this.busy });
    return el("div", "more", ask, this.data.more_note ? el("span", "soft", this.data.more_note) : null);
  }

  // What the model proposed and is not on the list, folded; one click takes a proposal after all.
  leftOut(proposals) {
    const words = proposals.length === 1 ? "1 proposal was left out" : `${proposals.length} proposals were left out`;
    const toggle = set(keyed(button("link fold", () => { this.unfolded = !this.unfolded; this.draw(); }, words), "left-out"), { "aria-expanded": String(this.unfolded) });
    const back = (o) => {
      this.send("bring_back", { action_id: o.action_id });
      this.focusOn(proposals.length > 1 ? "left-out" : "more");
    };
    const row = (o) => {
      const take = o.action_id ? set(keyed(button("quiet", () => back(o), "Take it after all"), `back:${o.action_id}`), { "aria-label": `Take it after all: ${o.tldr}` }) : null;
      return el("li", "", set(el("span", "tldr", o.tldr), { title: o.text }), " ", el("span", "soft", o.reason), " ", take);
    };
    return el("div", "left-out", toggle, this.unfolded ? el("ul", "rows", ...proposals.map(row)) : null);
  }
}

export default part((root, outbox) => new ActionEditor(root, outbox));
