// What the report will do: the chosen actions in their order, what it takes, and the button that begins it. At the bottom edge on a phone.

class Chosen {
  constructor(view) {
    this.view = view; this.dragged = null; this.isOpen = false;
    this.node = set(el("aside", "chosen"), { "aria-label": "Your report" });
    this.count = set(el("p", "count"), { "aria-live": "polite" });
    this.list = el("ol", "order");
    this.fold = set(button("quiet fold", () => this.turn(), icon("reorder"), " Order"), { "data-k": "fold" });
    this.facts = el("div", "facts");
    this.write = keyed(button("main write", () => this.begin(false)), "write");
    this.ways = el("div", "ways",
      keyed(button("", () => this.begin(true), "Write without a model, free"), "write-free"), keyed(button("quiet", () => view.send("settings"), icon("settings"), " Settings"), "settings"));
    this.node.append(el("h2", "", "Your report"), el("div", "top", this.count, this.fold), this.list, this.facts, this.write, this.ways);
  }

  // It says how many reports stood here when it was pressed: with one more, from another tab, nothing is begun.
  begin(free) { this.view.send("write", { free, n_reports: this.data.n_reports }); }

  // Folded away or open, on a phone. Above the list there is no room for it: then the list comes up.
  turn() {
    this.isOpen = !this.isOpen; this.update(this.cards, this.data);
    if (this.node.getBoundingClientRect().bottom > innerHeight) scrollTo(this.view.root, "start");
  }

  update(cards, data) {
    this.cards = cards; this.data = data;
    const strong = cards.filter((card) => card.emphasis).length;
    const said = cards.length ? `${counted(cards.length, "action")} chosen${strong ? `, ${strong} emphasized` : ""}` : "No action chosen";
    if (this.count.textContent !== said) this.count.textContent = said;
    this.node.classList.toggle("unfolded", this.isOpen);
    set(this.fold, { "aria-expanded": String(this.isOpen), hidden: cards.length < 2 });
    this.list.replaceChildren(...cards.map((card, n) => this.item(card, n)));
    const line = (glyph, text) => (text ? set(el("p", `fact ${glyph}`, icon(glyph), el("span", "", text)), { role: glyph === "error" ? "alert" : null }) : "");
    this.facts.replaceChildren(...[line("timer", data.takes), line("bolt", data.ahead), line("error", data.blocked), line("key_off", data.no_key), line("error", data.trouble)].filter(Boolean));
    this.write.replaceChildren(icon("edit_note"), ` ${cards.length || !data.with_more ? data.write : "Write without actions"}`);
    set(this.write, { disabled: Boolean(data.blocked) || data.idle });
    this.ways.hidden = !data.no_key || Boolean(data.blocked);
  }

  item(card, n) {
    const last = this.cards.length - 1;
    const step = (by, glyph, word) => set(keyed(iconButton(glyph, `Move ${word}: ${card.tldr.slice(0, 80)}`, () => this.move(card, n + by)), `${word}:${card.action_id}`), { disabled: n + by < 0 || n + by > last });
    const words = set(el("span", "tldr", card.emphasis ? icon("star") : null, card.tldr), { title: card.tldr });
    const item = el("li", card.emphasis ? "strong" : "", last ? icon("drag_indicator") : null, words, ...(last ? [el("span", "steps", step(-1, "arrow_upward", "up"), step(1, "arrow_downward", "down"))] : []));
    if (!last) return item;
    set(item, { draggable: "true", title: "Drag, or press Alt and an arrow key" });
    item.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (by && event.altKey) { event.preventDefault(); this.move(card, n + by, event.target.dataset.k); }
    });
    item.addEventListener("dragstart", (event) => { this.dragged = card; event.dataTransfer.effectAllowed = "move"; item.classList.add("dragged"); });
    item.addEventListener("dragend", () => { this.dragged = null; item.classList.remove("dragged"); });
    item.addEventListener("dragover", (event) => { if (this.dragged) { event.preventDefault(); item.classList.add("over"); } });
    item.addEventListener("dragleave", () => item.classList.remove("over"));
    item.addEventListener("drop", (event) => { event.preventDefault(); item.classList.remove("over"); if (this.dragged) this.move(this.dragged, n); });
    return item;
  }

  move(card, to, focus) {
    if (to < 0 || to >= this.cards.length) return;
    this.view.send("move", { action_id: card.action_id, to });
    this.view.say(`${card.tldr.slice(0, 80)}: now ${to + 1} of ${this.cards.length}`);
    const asked = focus ?? `${to > this.cards.findIndex((c) => c.action_id === card.action_id) ? "down" : "up"}:${card.action_id}`;
    this.view.focusOn(asked);
  }
}
