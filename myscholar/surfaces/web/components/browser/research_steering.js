// What a person changes of a tree by hand. While it grows each change is told at once, and waits until the tree takes it in; of a finished
// report they are gathered here, over a reload too, until a new one is begun with all of them.

const CHANGES = "myscholar-tree-";
const LONGEST_DIRECTION = 160;

class Steering {
  constructor(outbox, draw) {
    this.outbox = outbox; this.draw = draw; this.takes = "none"; this.waiting = []; this.gathered = []; this.names = {}; this.typed = new Map();
    this.when = el("p", "soft when"); this.list = el("ul");
    this.write = button("main", () => this.begin(), "Write a new report");
    this.drop = button("", () => this.gather([]), "Discard");
    this.buttons = el("div", "buttons", this.write, this.drop);
    this.spoken = set(el("div", "unseen"), { role: "status" });
    this.refused = set(el("p", "note"), { role: "alert" });
    this.node = el("div", "steering", this.refused, this.when, this.list, this.buttons, this.spoken);
  }

  update(run, { takes, when, waiting }, nodes, refused) {
    if (run !== this.run) { this.run = run; this.gathered = takes === "again" ? this.kept : []; }
    Object.assign(this, { takes, nodes, waiting, said: when });
    this.names = Object.fromEntries(nodes.map((node) => [node.node_id, node.direction]));
    say(this.refused, refused || "");
    this.show();
  }

  get key() { return `${CHANGES}${this.run}`; }

  get kept() { try { return JSON.parse(sessionStorage.getItem(this.key)) || []; } catch { return []; } }

  // Told, and on their way, and those that a new report is to be begun with.
  get all() {
    if (this.takes !== "now") return this.takes === "again" ? this.gathered : [];
    const sent = this.outbox.waiting.filter((message) => message.kind === "steer" && message.run === this.run).flatMap((message) => message.changes);
    const isTold = ({ kind, node, into, direction }) => this.waiting.some((told) => told.kind === kind && told.node === node && (told.into ?? "") === (into ?? "") && told.direction === (direction ?? ""));
    return [...this.waiting, ...sent.filter((change) => !isTold(change))];
  }

  show() {
    const { takes } = this, n = this.all.length, isBegun = this.isBeginning();
    say(this.when, takes === "again" ? (n ? "The tree goes on from here in a new report; what was explored is not searched again." : "") : takes === "now" ? (n ? this.said : "") : this.said);
    this.list.replaceChildren(...this.all.map((change, at) => el("li", "", el("span", "", this.wordsOf(change)),
      takes === "again" && !isBegun && iconButton("close", `Take back: ${this.wordsOf(change)}`, () => this.gather(this.gathered.filter((_, i) => i !== at))))));
    this.list.hidden = !n;
    this.buttons.hidden = takes !== "again" || !n;
    this.write.textContent = isBegun ? "Beginning …" : `Write a new report with ${n === 1 ? "this change" : `these ${n} changes`}`;
    this.write.disabled = this.drop.disabled = isBegun;
    this.node.hidden = !this.when.textContent && !this.refused.textContent && !n;
  }

  isBeginning() { return this.takes === "again" && this.outbox.waiting.some((message) => message.kind === "steer"); }

  wordsOf({ kind, node, into, direction }) {
    const name = `“${this.names[node] ?? node}”`;
    return {
      cut: `Cut ${name}`, reopen: `Reopen ${name}`, merge: `Merge ${name} into “${this.names[into] ?? into}”`,
      add: node === "0" ? `Add “${direction}”` : `Add “${direction}” beneath ${name}`,
    }[kind];
  }

  // At a direction: what is to become of it.
  wordsAt(id) {
    return this.all.filter((change) => change.node === id).map(({ kind, into, direction }) => ({
      cut: "To be cut", reopen: "To be reopened", merge: `To be merged into “${this.names[into] ?? into}”`, add: `To be added beneath: “${direction}”`,
    })[kind]);
  }

  kindsAt(data) {
    if (!["now", "again"].includes(this.takes)) return [];
    const isDecided = this.all.some((change) => change.node === data.node_id && change.kind !== "add");
    return data.can_be.filter((kind) => !isDecided && (kind !== "merge" || this.othersOf(data.node_id).length));
  }

  othersOf(id) {
    const gone = new Set(this.all.filter((change) => change.kind !== "add").map((change) => change.node));
    return this.nodes.filter((node) => node.status === "explored" && node.node_id !== "0" && node.node_id !== id && !node.node_id.startsWith(`${id}.`) && !gone.has(node.node_id));
  }

  fill(item, kinds) {
    const drawn = JSON.stringify([kinds, this.othersOf(item.id).map((node) => node.node_id)]);
    if (item.menuDrawn === drawn) return;
    item.menuDrawn = drawn;
    const id = item.id, has = (kind) => kinds.includes(kind);
    const plain = (kind, sign, words, title) => has(kind) && set(button("", () => this.change(item, { kind, node: id }), icon(sign), words), { title });
    item.menu.replaceChildren(...[
      plain("cut", "content_cut", "Cut", "It and all beneath it are followed no further and leave the report"),
      plain("reopen", "undo", "Reopen", "It is explored after all, and branches on"),
      has("merge") && this.merging(item, id),
      has("add") && this.adding(item, id),
    ].filter(Boolean));
  }

  merging(item, id) {
    const others = this.othersOf(id).map((node) => set(el("option", "", node.direction), { value: node.node_id }));
    const into = set(el("select", "", set(el("option", "", "Merge into …"), { value: "" }), ...others), { "aria-label": "Merge into", title: "What it found counts for the other one, which alone branches on" });
    const merge = set(button("", () => this.change(item, { kind: "merge", node: id, into: into.value }), "Merge"), { hidden: true });
    into.addEventListener("change", () => { merge.hidden = !into.value; });
    return el("span", "merging", into, merge);
  }

  adding(item, id) {
    const box = set(el("input"), { type: "text", maxlength: LONGEST_DIRECTION, placeholder: "Add a direction", "aria-label": id === "0" ? "Add a direction" : `Add a direction beneath “${this.names[id]}”` });
    box.value = this.typed.get(id) || "";
    box.addEventListener("input", () => { this.typed.set(id, box.value); add.disabled = !box.value.trim(); });
    const add = set(el("button", "", "Add"), { type: "submit" });
    add.disabled = !box.value.trim();
    const form = el("form", "adding", box, add);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const direction = box.value.trim();
      if (!direction) return;
      this.typed.delete(id);
      item.menuDrawn = null;
      this.change(item, { kind: "add", node: id, direction });
    });
    return form;
  }

  change(item, change) {
    item.shutMenu();
    say(this.refused, "");
    if (this.takes === "again") this.gather([...this.gathered, change]);
    else this.outbox.send("steer", { run: this.run, changes: [change] });
    this.show();
    this.draw();
    say(this.spoken, `${this.wordsOf(change)}. ${this.takes === "now" ? this.said : ""}`);
  }

  gather(changes) {
    this.gathered = changes;
    this.keep(changes);
    this.show();
    this.draw();
  }

  keep(changes) { try { if (changes.length) sessionStorage.setItem(this.key, JSON.stringify(changes)); else sessionStorage.removeItem(this.key); } catch { /* they last as long as the page */ } }

  begin() {
    if (!this.gathered.length || this.isBeginning()) return;
    this.outbox.send("steer", { run: this.run, changes: this.gathered });
    this.keep([]);
    this.show();
  }
}
