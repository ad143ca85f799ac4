// All runs: filters above, those that go on first, each a card that keeps its place, focus and openness while the list is refreshed.

const GOING = ["waiting", "running", "asking"];
const ICONS = {
  asking: "help", waiting: "hourglass_empty", running: "progress_activity", interrupted: "power_off", finished: "check_circle", failed: "error", cancelled: "cancel",
};
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const when = (time) => {
  const date = new Date(time), two = (n) => String(n).padStart(2, "0");
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}, ${two(date.getHours())}:${two(date.getMinutes())}`;
};

// Changes a node's text only where it differs, so that a live region speaks of news alone.
const write = (node, text) => { if (node.textContent !== text) node.textContent = text; node.hidden = !text; };

class Card {
  constructor(run, outbox) {
    this.outbox = outbox; this.id = run.id; this.isOpen = false; this.asks = false; this.questions = new RunQuestions(outbox);
    this.sign = icon(""); this.state = el("span", "state"); this.kind = el("span", "kind"); this.time = el("time", "soft");
    this.facts = el("span", "facts"); this.doing = el("p", "doing"); this.bar = set(el("progress"), { "aria-label": "Parts done" });
    this.error = el("p", "problem"); this.trouble = set(el("p", "problem"), { role: "alert" });
    this.title = button("link title", () => outbox.send("open", { run: this.id }));
    this.more = button("quiet more", () => this.toggle());
    this.cancel = button("", () => this.act("cancel", "Cancelling …"), "Cancel");
    this.resume = button("", () => this.act("resume", "Resuming …"), icon("play_arrow"), " Resume");
    this.remove = iconButton("delete", "Delete", () => this.ask(true));
    this.sure = el("div", "sure"); this.sureWords = el("p", "");
    this.yes = button("main", () => this.act("delete", "Deleting …"), "Delete");
    this.sure.append(this.sureWords, el("div", "buttons", this.yes, button("", () => this.ask(false), "Keep")));
    this.steps = el("ol", "steps");
    this.node = el("li", "run",
      el("div", "head", this.sign, el("h3", "", this.title), el("div", "buttons", this.cancel, this.resume, this.remove)),
      el("p", "about", this.state, this.kind, this.time, this.facts, this.more),
      this.doing, this.bar, this.questions.node, this.error, this.trouble, this.sure, this.steps);
  }

  update(run, trouble = this.trouble.textContent) {
    if (this.run && (run.status !== this.run.status || trouble)) this.busy = null;
    const before = this.run;
    this.run = run;
    this.node.className = `run ${run.status}`;
    write(this.sign, ICONS[run.status]);
    this.sign.classList.toggle("turning", run.status === "running");
    write(this.state, this.busy || run.statusName); write(this.kind, run.kindName); write(this.title, run.title);
    set(this.title, { "aria-label": `Open ${run.kindName.toLowerCase()}: ${run.title}` });
    if (!before || before.at !== run.at) set(this.time, { datetime: run.at }).textContent = when(run.at);
    write(this.facts, [run.took, run.cost].filter(Boolean).join(" · "));
    write(this.doing, run.doing ? run.doing + (run.total ? ` (${run.done} of ${run.total})` : "") : "");
    this.bar.hidden = !(run.doing && run.total); this.bar.max = run.total || 1; this.bar.value = run.done;
    write(this.error, run.error); write(this.trouble, trouble);
    this.cancel.hidden = !run.canCancel; this.resume.hidden = !run.canResume; this.remove.hidden = run.canCancel;
    for (const control of [this.cancel, this.resume, this.yes]) control.disabled = Boolean(this.busy);
    set(this.cancel, { "aria-label": `Cancel: ${run.title}` }); set(this.resume, { "aria-label": `Resume: ${run.title}` });
    set(this.remove, { "aria-label": `Delete: ${run.title}` });
    write(this.sureWords, `Delete this run? ${run.withIt || "What it stored goes with it."} This can't be undone.`);
    this.sure.hidden = !this.asks;
    this.drawSteps(run);
    this.questions.update(run.id, run.questions, GOING.includes(run.status));
  }

  drawSteps(run) {
    this.more.replaceChildren(run.steps, icon(this.isOpen ? "expand_less" : "expand_more"));
    set(this.more, { "aria-expanded": String(this.isOpen), "aria-label": `${run.steps} of ${run.title}` });
    this.steps.hidden = !this.isOpen;
    if (!this.isOpen) return;
    const lines = run.lines ? run.lines.map((line) => el("li", "", el("span", "name", line.name), el("span", "took", [line.took, line.cost].filter(Boolean).join(" · ")))) : [el("li", "soft", "Looking …")];
    this.steps.replaceChildren(...(lines.length ? lines : [el("li", "soft", "No step has begun.")]));
  }

  toggle() {
    this.isOpen = !this.isOpen;
    if (this.isOpen && !this.run.lines) this.outbox.send("look", { run: this.id });
    this.update(this.run);
  }

  ask(asks) {
    this.asks = asks;
    this.update(this.run);
    (asks ? this.yes : this.remove).focus();
  }

  act(kind, words) {
    this.asks = false; this.busy = words;
    this.outbox.send(kind, { run: this.id });
    this.update(this.run);
  }
}

class RunList {
  constructor(root, outbox) {
    this.outbox = outbox; this.cards = new Map(); this.kind = ""; this.status = "";
    this.filters = set(el("div", "filters"), { role: "group", "aria-label": "Show only" });
    this.count = set(el("p", "soft count"), { role: "status" });
    this.asking = el("h2", "", "Waits for your answer"); this.askingList = el("ul", "runs");
    this.going = el("h2", "", "Going on"); this.goingList = el("ul", "runs");
    this.over = el("h2", "", "Earlier"); this.overList = el("ul", "runs");
    this.older = button("older", () => this.outbox.send("older"), icon("expand_more"), " Show older runs");
    root.append(this.filters, this.count, this.asking, this.askingList, this.going, this.goingList, this.over, this.overList, this.older);
    this.kinds = this.select("Kind"); this.statuses = this.select("Status");
    this.filters.append(this.kinds.label, this.statuses.label);
  }

  select(name) {
    const box = el("select");
    box.addEventListener("change", () => { this[name.toLowerCase()] = box.value; this.draw(); });
    return { label: el("label", "", el("span", "", name), box), box, name };
  }

  options({ box, name }, choices) {
    const wanted = [{ id: "", name: name === "Kind" ? "All kinds" : "Any status" }, ...choices];
    if (wanted.map((w) => w.id).join() === [...box.options].map((o) => o.value).join()) return;
    const chosen = box.value;
    box.replaceChildren(...wanted.map((choice) => set(el("option", "", choice.name), { value: choice.id })));
    box.value = wanted.some((choice) => choice.id === chosen) ? chosen : "";
    this[name.toLowerCase()] = box.value;
  }

  update(data) {
    this.data = data;
    this.options(this.kinds, data.kinds); this.options(this.statuses, data.statuses);
    this.draw();
  }

  draw() {
    const known = new Set(this.data.runs.map((run) => run.id));
    for (const [id, card] of this.cards) if (!known.has(id)) { card.node.remove(); this.cards.delete(id); }
    const shown = this.data.runs.filter((run) => (!this.kind || run.kind === this.kind) && (!this.status || run.status === this.status));
    for (const run of this.data.runs) {
      if (!this.cards.has(run.id)) this.cards.set(run.id, new Card(run, this.outbox));
      this.cards.get(run.id).update(run, this.data.troubles[run.id] || "");
    }
    const asks = (run) => run.status === "asking", isGoing = (run) => GOING.includes(run.status) && !asks(run);
    const asking = shown.filter(asks);
    this.fill(this.askingList, this.asking, asking);
    write(this.asking, asking.length > 1 ? `${asking.length} wait for your answer` : asking.length ? "Waits for your answer" : "");
    this.fill(this.goingList, this.going, shown.filter(isGoing));
    this.fill(this.overList, this.over, shown.filter((run) => !GOING.includes(run.status)));
    const all = this.data.n;
    write(this.count, shown.length === all ? counted(all, "run") : `${shown.length} of ${counted(all, "run")}`);
    set(this.older, { hidden: all === this.data.runs.length, disabled: this.outbox.waiting.some((m) => m.kind === "older") });
  }

  fill(list, heading, runs) {
    heading.hidden = list.hidden = !runs.length;
    place(list, runs.map((run) => this.cards.get(run.id).node));
  }
}

export default part((root, outbox) => new RunList(root, outbox));
