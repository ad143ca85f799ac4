// The tree of directions, as its words come from Python. One of its items is reached by Tab, the others by arrow keys.

const SIGNS = { proposed: "more_horiz", explored: "check_circle", empty: "do_not_disturb_on", left: "remove_circle", cut: "content_cut", merged: "call_merge" };
let nTrees = 0;

class TreeNode {
  constructor(tree, id) {
    this.tree = tree; this.id = id; this.isOpen = true; this.children = [];
    this.sign = icon("more_horiz");
    this.turn = set(button("quiet turn", () => this.tree.turn(this, !this.isOpen), icon("expand_more")), { tabindex: -1, "aria-hidden": "true" });
    this.name = set(el("span", "name"), { id: `${tree.id}-${id}` });
    this.line = set(el("span", "line"), { id: `${tree.id}-${id}-line` });
    this.asked = el("span", "mark");
    this.waits = el("span", "waits");
    this.more = set(iconButton("more_vert", "Change this direction", () => this.showMenu(this.menu.hidden), "quiet more"), { tabindex: -1, "aria-expanded": "false" });
    this.row = el("div", "row", this.turn, this.sign, el("span", "words", this.name, this.line, this.waits), this.asked, this.more);
    this.menu = set(el("div", "menu"), { hidden: true });
    this.detail = set(el("div", "detail"), { hidden: true });
    this.group = set(el("ul"), { role: "group" });
    this.node = set(el("li", "", this.row, this.menu, this.detail, this.group), { role: "treeitem", tabindex: -1, "aria-labelledby": `${this.name.id} ${this.line.id}` });
    this.row.addEventListener("click", (event) => { if (!this.turn.contains(event.target) && !this.more.contains(event.target)) { this.tree.focus(this); this.toggle(); } });
  }

  update(data, isAsked, isWaiting) {
    const steering = this.tree.steering, can = steering.kindsAt(data);
    const waits = [...(isWaiting ? ["A question waits for you here"] : []), ...steering.wordsAt(data.node_id)];
    const text = JSON.stringify([data, isAsked, waits, can]);
    if (text === this.drawn) return;
    this.drawn = text; this.data = data;
    this.node.className = data.status;
    this.sign.textContent = SIGNS[data.status];
    this.name.textContent = data.direction;
    this.line.textContent = data.line;
    this.asked.replaceChildren(...(isAsked ? [set(el("span", "", icon("forum"), el("span", "unseen", "You were asked here")), { title: "You were asked here" })] : []));
    this.waits.replaceChildren(...waits.map((words) => el("span", "", words)));
    this.more.hidden = !can.length;
    set(this.more, { "aria-label": `Change “${data.direction}”` });
    if (!can.length) this.showMenu(false);
    else if (!this.menu.hidden) steering.fill(this, can);
    if (!this.detail.hidden) this.drawDetail();
  }

  showMenu(isShown) {
    if (isShown) { this.tree.shutMenus(); this.tree.reach(this); this.tree.steering.fill(this, this.tree.steering.kindsAt(this.data)); }
    this.menu.hidden = !isShown;
    set(this.more, { "aria-expanded": String(isShown) });
    if (!isShown) return;
    this.menu.querySelector("button, input")?.focus({ preventScroll: true });
    scrollTo(this.menu, "nearest");
  }

  // What stood in it had the focus, perhaps.
  shutMenu() {
    if (this.menu.hidden) return;
    const hadFocus = this.menu.contains(this.menu.getRootNode().activeElement);
    this.showMenu(false);
    if (hadFocus) this.tree.focus(this);
  }

  // What was found is drawn when it is looked at.
  toggle(isShown = this.detail.hidden) {
    this.detail.hidden = !isShown;
    this.node.classList.toggle("looked", isShown);
    if (isShown) this.drawDetail();
  }

  drawDetail() {
    const { reason, findings, expected, shares } = this.data;
    const found = findings.map(({ text, source }) => el("blockquote", "", el("p", "", text), el("cite", "", source)));
    this.detail.replaceChildren(...[
      reason && el("p", "soft", reason),
      ...(found.length ? found : [el("p", "soft", "Nothing was learned here.")]),
      expected && this.expectation(expected, shares),
    ].filter(Boolean));
  }

  expectation(expected, shares) {
    const rows = shares.map(({ name, share, words }) =>
      el("div", "", el("dt", "", name), el("dd", "", set(el("meter"), { value: share, "aria-label": name }), el("span", "", words))));
    const details = el("details", "", el("summary", "", "What it promised"), el("p", "", expected), el("dl", "", ...rows));
    details.open = this.tree.showsValues;
    details.addEventListener("toggle", () => { this.tree.showsValues = details.open; });
    return details;
  }

  showChildren() {
    place(this.group, this.children.map((child) => child.node));
    const has = Boolean(this.children.length);
    set(this.node, { "aria-expanded": has ? String(this.isOpen) : null });
    this.turn.style.visibility = has ? "" : "hidden";
    this.turn.classList.toggle("shut", !this.isOpen);
    this.group.hidden = !has || !this.isOpen;
  }
}

class ResearchTree {
  constructor(steering) {
    this.steering = steering;
    this.id = `tree-${++nTrees}`; this.nodes = new Map(); this.showsValues = false;
    this.list = set(el("ul", "tree"), { role: "tree", "aria-label": "Directions" });
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.node = this.list;
  }

  update(nodes, asked, waitsAt) {
    const known = new Set(nodes.map((node) => node.node_id));
    for (const id of this.nodes.keys()) if (!known.has(id)) this.nodes.delete(id);
    for (const node of this.nodes.values()) node.children = [];
    const tops = [];
    nodes.forEach((data) => {
      if (!this.nodes.has(data.node_id)) this.nodes.set(data.node_id, new TreeNode(this, data.node_id));
      const node = this.nodes.get(data.node_id), parent = this.nodes.get(data.parent);
      node.parent = parent;
      node.update(data, asked.has(data.node_id), data.node_id === waitsAt);
      (parent ? parent.children : tops).push(node);
    });
    for (const node of this.nodes.values()) node.showChildren();
    place(this.list, tops.map((node) => node.node));
    if (!this.nodes.has(this.at?.id) && tops.length) this.reach(tops[0]);
    if (waitsAt !== this.waitsAt) this.showWaiting(waitsAt);
  }

  // Within its panel alone, and not away from what is read or changed there.
  showWaiting(id) {
    this.waitsAt = id;
    const panel = this.node.closest(".panel"), node = this.nodes.get(id);
    if (!node || !panel || panel.matches(":hover, :focus-within")) return;
    const { top, height } = node.row.getBoundingClientRect(), box = panel.getBoundingClientRect();
    panel.scrollTo({ top: panel.scrollTop + top - box.top - (box.height - height) / 2, behavior: moves() ? "smooth" : "auto" });
  }

  turn(node, isOpen) { node.isOpen = isOpen; node.showChildren(); if (!isOpen && node.group.contains(this.at?.node)) this.reach(node); }

  reach(node) {
    if (this.at) this.at.node.tabIndex = this.at.more.tabIndex = -1;
    this.at = node;
    node.node.tabIndex = node.more.tabIndex = 0;
  }

  shutMenus() { for (const node of this.nodes.values()) node.shutMenu(); }

  focus(node) { this.reach(node); node.node.focus({ preventScroll: true }); }

  // Into sight, with what was found there.
  open(id) {
    const node = this.nodes.get(id);
    if (!node) return;
    for (let above = node.parent; above; above = above.parent) this.turn(above, true);
    node.toggle(true);
    this.focus(node);
    scrollTo(node.row, "center");
  }

  get inSight() { return [...this.nodes.values()].filter((node) => { for (let a = node.parent; a; a = a.parent) if (!a.isOpen) return false; return true; }); }

  key(event) {
    if (event.key === "Escape") this.shutMenus();
    const node = this.at, shown = this.inSight, place = shown.indexOf(node);
    if (event.target !== node?.node || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = {
      ArrowDown: () => shown[place + 1], ArrowUp: () => shown[place - 1], Home: () => shown[0], End: () => shown.at(-1),
      ArrowRight: () => (node.isOpen ? node.children[0] : this.turn(node, true)),
      ArrowLeft: () => (node.isOpen && node.children.length ? this.turn(node, false) : node.parent),
      Enter: () => node.toggle(), " ": () => node.toggle(),
    };
    if (!steps[event.key]) return;
    event.preventDefault();
    const next = steps[event.key]();
    if (next) { this.focus(next); next.row.scrollIntoView({ block: "nearest" }); }
  }
}
