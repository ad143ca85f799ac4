// A profile's inferences by aspect, its papers beside them. What a person does is drawn at once; what Python sends next is the truth.

class Editor {
  constructor(root, outbox) {
    this.root = root; this.outbox = outbox; this.rows = new Map(); this.sections = new Map(); this.opened = new Map(); this.basis = new Set(); this.folded = new Set();
    this.drafts = new Map(); this.reasons = new Map(); this.judged = new Map(); this.whole = new Set(); this.only = null; this.n_refusals = 0;
    this.bar = set(el("div", "bar"), { role: "toolbar", "aria-label": "Inferences" });
    this.main = el("div", "aspects"); this.trouble = set(el("div", "troubles"), { role: "alert" }); this.side = set(el("aside", "papers"), { "aria-label": "Papers" });
    this.said = set(el("div", "unseen"), { role: "status" });
    // These stay the same nodes: what Python sends between the press and the release of a button must not swallow the click.
    this.choices = set(el("div", "seg"), { role: "group", "aria-label": "Which inferences" });
    this.steps = [["undo", "Undo", "Ctrl+Z"], ["redo", "Redo", "Ctrl+Y"]].map(([name, label, keys]) =>
      set(iconButton(name, label, () => this.step(name)), { "data-k": name, title: `${label} (${keys})` }));
    this.fold = set(button("quiet", () => this.foldOrOpen()), { "data-k": "fold" });
    this.bar.append(this.choices, el("span", "grow"), ...this.steps, this.fold);
    this.redraw = () => this.draw();
    root.append(el("div", "sheet", el("div", "left", this.bar, this.trouble, this.main), this.side), this.said);
  }

  update(data) {
    this.truth = data;
    if (data.n_refusals > this.n_refusals) {
      for (const { item, text, reason } of data.refused) { if (item) this.drafts.set(item, text); this.reasons.set(item, reason); }
    }
    this.n_refusals = data.n_refusals;
    this.draw();
  }

  listeners() {
    return { keydown: (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event)) return;
      const key = event.key.toLowerCase(), back = key === "z" && !event.shiftKey;
      if (!back && key !== "y" && !(key === "z" && event.shiftKey)) return;
      event.preventDefault(); this.step(back ? "undo" : "redo");
    } };
  }

  send(kind, fields, said) { this.reasons.delete(""); this.outbox.send(kind, fields); this.say(said); this.draw(); }
  say(text) { this.said.textContent = ""; requestAnimationFrame(() => { this.said.textContent = text; }); }
  step(kind) { if (this.can(kind)) this.send(kind, {}, kind === "undo" ? "Undone" : "Done again"); }
  can(kind) { return this.truth[`can_${kind}`] || (kind === "undo" && this.outbox.waiting.some((m) => !["judge", "undo", "redo"].includes(m.kind))); }

  // Draws what changed, and gives the focus back to the control that had it.
  draw() {
    const { profile, feedback } = this.now = ahead(this.truth, this.outbox.waiting);
    this.papers = new Map(profile.papers.map((paper) => [paper.number, paper]));
    const held = this.root.getRootNode().activeElement, key = held?.dataset?.k, range = held?.selectionStart !== undefined && [held.selectionStart, held.selectionEnd];
    this.trouble.textContent = this.reasons.get("") ?? "";
    this.drawBar(profile); this.drawAspects(profile, feedback); this.drawSide(profile);
    if (key && this.root.getRootNode().activeElement !== held) this.focus(key, range);
  }

  focus(key, range) {
    const node = this.root.querySelector(`[data-k="${CSS.escape(key)}"]`);
    node?.focus({ preventScroll: true });
    if (range && node?.setSelectionRange && node.type !== "checkbox") node.setSelectionRange(...range);
  }

  drawBar(profile) {
    const all = profile.aspects.flatMap((a) => a.inferences), doubtful = all.filter((i) => i.doubts.length).length;
    const choices = [["all", `All ${all.length}`], ["doubts", `With doubts ${doubtful}`]].map(([name, label]) =>
      set(button("", () => { this.only = name === "all" ? null : name; this.draw(); }, label), { "aria-pressed": String((this.only ?? "all") === name), "data-k": `only:${name}` }));
    if (typeof this.only === "number") choices.push(set(button("", () => { this.only = null; this.draw(); }, `Paper ${this.only} `, icon("close")), { "aria-pressed": "true", "aria-label": `Only paper ${this.only}: show all again` }));
    this.choices.replaceChildren(...choices);
    for (const step of this.steps) set(step, { disabled: !this.can(step.dataset.k) });
    const isFolded = this.isFolded();
    this.fold.replaceChildren(icon(isFolded ? "unfold_more" : "unfold_less"), isFolded ? " Expand all" : " Collapse all");
  }

  isFolded() { return this.folded.size === this.now.profile.aspects.length; }
  foldOrOpen() { this.folded = new Set(this.isFolded() ? [] : this.now.profile.aspects.map((a) => a.aspect)); this.draw(); }

  shown(inference) {
    if (this.only === "doubts") return inference.doubts.length || this.drafts.has(inference.inference_id);
    return this.only === null || inference.supports.some((s) => s.number === this.only);
  }

  drawAspects(profile, feedback) {
    const sections = profile.aspects.map((aspect) => this.aspect(aspect, feedback)).filter(Boolean);
    const nothing = set(el("p", "soft none", this.only === "doubts" ? "No inference is in doubt." : "No inference rests on this paper."), { role: "note" });
    const card = this.only === null && profile.measures.length ? [this.measures(profile.measures)] : [];
    place(this.main, sections.length ? [...sections, ...card] : [nothing]);
    const known = new Set(profile.aspects.flatMap((a) => a.inferences.map((i) => i.inference_id)));
    for (const id of this.rows.keys()) if (!known.has(id)) this.rows.delete(id);
  }

  measures(rows) {
    const lines = rows.map(({ label, value, place }) => el("tr", "", set(el("th", "", label), { scope: "row" }), el("td", "value", value), el("td", "soft", place)));
    return el("section", "aspect measures", el("h2", "", "How your abstracts are written"), el("table", "", el("tbody", "", ...lines)));
  }

  aspect({ aspect, label, meaning, nothing, inferences }, feedback) {
    const shown = inferences.filter((i) => this.shown(i));
    if (this.only !== null && !shown.length) return null;
    const isOpen = !this.folded.has(aspect), on = inferences.filter((i) => i.on).length;
    const fold = set(button("fold", () => { isOpen ? this.folded.add(aspect) : this.folded.delete(aspect); this.draw(); },
      icon(isOpen ? "expand_more" : "chevron_right"), el("span", "", label)), { "aria-expanded": String(isOpen), "data-k": `fold:${aspect}` });
    const head = el("div", "head", el("h2", "", fold), el("span", "soft meaning", meaning), el("span", "soft on", `${on} of ${inferences.length} on`));
    const empty = inferences.length ? null : el("p", "soft none", `${nothing} You can say it yourself.`);
    const section = this.section(aspect), rows = shown.map((i) => this.row(i, feedback[i.inference_id]));
    place(section.list, rows);
    section.node.classList.toggle("shut", !isOpen);
    place(section.node, [head, ...(isOpen ? [empty, section.list, this.only === null && this.adding(aspect, label)].filter(Boolean) : [])]);
    return section.node;
  }

  section(aspect) {
    if (!this.sections.has(aspect)) this.sections.set(aspect, { node: el("section", "aspect"), list: set(el("ul", "rows"), { role: "list" }) });
    return this.sections.get(aspect);
  }

  adding(aspect, label) {
    const key = `add:${aspect}`;
    if (!this.drafts.has(aspect)) {
      const open = () => { this.drafts.set(aspect, ""); this.draw(); this.focus(key); };
      return set(button("quiet add", open, icon("add"), " Add an inference"), { "data-k": `open:${aspect}`, "aria-label": `Add an inference to ${label}` });
    }
    return this.written(aspect, { key, label: `New inference: ${label}`, keep: "Add", back: `open:${aspect}`, done: (text) => this.send("add", { aspect, text }, "Added") });
  }

  written(item, { done, back, ...options }) {
    const close = () => { this.drafts.delete(item); this.reasons.delete(item); };
    return writing({ ...options, text: this.drafts.get(item), reason: this.reasons.get(item), typed: (text) => this.drafts.set(item, text),
      done: (text) => { close(); done(text); this.focus(back); }, leave: () => { close(); this.draw(); this.focus(back); } });
  }

  // A row is made anew only when something in it changed.
  row(inference, feedback) {
    const id = inference.inference_id;
    const seal = JSON.stringify([inference, feedback, this.opened.get(id), this.basis.has(id), this.drafts.has(id), this.reasons.get(id), this.judged.get(id), [...this.whole].filter((k) => k.startsWith(id))]);
    const known = this.rows.get(id);
    if (known?.seal === seal) return known.node;
    const node = this.drafts.has(id) && !inference.soon ? this.edited(inference) : this.read(inference, feedback);
    this.rows.set(id, { seal, node });
    return node;
  }

  edited(inference) {
    const id = inference.inference_id;
    const done = (text) => { if (text.trim() !== inference.text) this.send("reword", { inference_id: id, text }, "Saved"); else this.draw(); };
    return el("li", "row editing", this.written(id, { key: `text:${id}`, label: "The inference in your words", keep: "Save", back: `edit:${id}`, done }));
  }

  edit(id) { this.drafts.set(id, matching(this.now, id).text); this.draw(); this.focus(`text:${id}`); }

  read(inference, feedback) {
    const id = inference.inference_id, name = `t-${id}`;
    const toggle = set(button("switch", () => this.send("switch", { inference_id: id, on: !inference.on }, inference.on ? "Switched off" : "Switched on"), el("span", "knob")),
      { role: "switch", "aria-checked": String(inference.on), "aria-labelledby": name, "data-k": `on:${id}`, disabled: inference.soon });
    const text = set(clamped(inference.text, "p", "text", this, id, this.redraw), { id: name });
    const open = this.opened.get(id), support = inference.supports.find((s) => s.number === open);
    const body = el("div", "body", text, this.meta(inference, open), ...inference.doubts.map((doubt, n) => this.doubt(id, doubt, n)),
      this.basis.has(id) && el("p", "basis", clamped(inference.basis, "span", "", this, `${id}:b`, this.redraw)),
      !this.judged.has(id) && this.verdict(id, feedback),
      support && evidence(support, this.papers.get(open), inference, this, this.redraw, () => this.open(id, open)), this.judged.has(id) && this.judging(inference));
    const row = el("li", inference.on ? "row" : "row off", toggle, body, inference.soon ? null : this.tools(inference, feedback));
    row.addEventListener("keydown", (event) => this.key(event, inference, row));
    return row;
  }

  open(id, number) {
    this.opened.get(id) === number ? this.opened.delete(id) : this.opened.set(id, number);
    this.draw(); this.focus(`chip:${id}:${number}`);
  }

  meta({ inference_id: id, share, supports, basis, maker, on }, open) {
    const chips = supports.map((s) => chip(s, this.papers.get(s.number), s.number === open, () => this.open(id, s.number), id));
    const why = () => { this.basis.has(id) ? this.basis.delete(id) : this.basis.add(id); this.draw(); };
    return el("div", "meta", el("span", "", share), chips.length ? set(el("span", "chips", ...chips), { role: "group", "aria-label": "Open a paper's words" }) : null,
      basis && set(button("link", why, "the numbers"), { "aria-expanded": String(this.basis.has(id)), "data-k": `basis:${id}` }),
      maker === "you" && supports.length ? el("span", "", "in your words") : null, !on && el("span", "state", "off"));
  }

  doubt(id, { kind, reason, repair, noticed }, n) {
    const use = repair && set(button("link", () => { this.send("reword", { inference_id: id, text: repair }, "Reworded"); this.focus(`on:${id}`); }, "Use it"),
      { "data-k": `repair:${id}:${n}`, "aria-label": `Use the suggestion: ${repair}` });
    return el("div", "doubt", icon("flag"), el("div", "", el("b", "", `${kind}. `), clamped(reason, "span", "", this, `${id}:d${n}`, this.redraw), " ", el("span", "soft", `(${noticed})`),
      repair && el("div", "repair", el("span", "soft", "Suggested: "), clamped(repair, "span", "", this, `${id}:r${n}`, this.redraw), " ", use)));
  }

  tools(inference, feedback) {
    const id = inference.inference_id, liked = feedback?.liked;
    const thumb = (name, label, value) => set(iconButton(name, label, () => this.judge(id, liked === value ? null : value), liked === value ? "quiet chosen" : "quiet"),
      { "aria-pressed": String(liked === value), "data-k": `${name}:${id}` });
    return set(el("div", "tools", set(iconButton("edit", "Edit", () => this.edit(id)), { "data-k": `edit:${id}` }), thumb("thumb_up", "Fits me", true),
      thumb("thumb_down", "Does not fit", false), set(iconButton("delete", "Delete", () => this.remove(inference)), { "data-k": `delete:${id}` })), { role: "group", "aria-labelledby": `t-${id}` });
  }

  judge(id, liked) {
    const { errors = [], comment = "" } = this.now.feedback[id] ?? {};
    liked === false ? this.judged.set(id, { errors, comment }) : this.judged.delete(id);
    this.send("judge", { inference_id: id, liked, errors: [], comment: "" }, liked === null ? "Taken back" : "Thank you");
  }

  // What was said against it, to be changed.
  verdict(id, feedback) {
    if (!feedback || feedback.liked) return null;
    const said = this.truth.complaints.filter((c) => feedback.errors.includes(c.value)), words = said.map((c) => c.words), does = [...new Set(said.map((c) => c.does))].join(" ");
    const change = () => { this.judged.set(id, { errors: feedback.errors, comment: feedback.comment }); this.draw(); };
    return el("div", "verdict", "You said: does not fit me. ", words.length ? `${words.join("; ")}. ${does} ` : "Proposals pass it over. ", feedback.comment && clamped(`“${feedback.comment}” `, "span", "", this, `${id}:c`, this.redraw),
      set(button("link", change, words.length || feedback.comment ? "Change" : "Say why"), { "data-k": `verdict:${id}` }));
  }

  judging({ inference_id: id, on }) {
    const draft = this.judged.get(id);
    const leave = () => { this.judged.delete(id); this.draw(); this.focus(`thumb_down:${id}`); };
    const tell = () => this.send("judge", { inference_id: id, liked: false, errors: draft.errors, comment: draft.comment.trim() }, "Kept");
    const off = () => { this.judged.delete(id); this.send("switch", { inference_id: id, on: false }, "Switched off"); this.focus(`on:${id}`); };
    return judging(id, draft, this.truth.complaints, { tell, leave, without: on ? { words: "Switch it off", act: off } : null });
  }

  remove(inference) {
    const switches = [...this.root.querySelectorAll(".switch")], at = switches.findIndex((s) => s.dataset.k === `on:${inference.inference_id}`);
    const next = (switches[at + 1] ?? switches[at - 1])?.dataset.k;
    this.send("remove", { inference_id: inference.inference_id }, "Deleted. Undo brings it back.");
    if (next) this.focus(next);
  }

  key(event, inference, row) {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key], id = inference.inference_id;
    if (move) {
      const switches = [...this.root.querySelectorAll(".switch")], next = switches[switches.indexOf(row.querySelector(".switch")) + move];
      if (next) { event.preventDefault(); next.focus(); }
    } else if (event.key === "Escape" && this.opened.has(id)) this.open(id, this.opened.get(id));
    else if (inference.soon) return;
    else if (event.key === "e") { event.preventDefault(); this.edit(id); }
    else if (event.key === "Delete") { event.preventDefault(); this.remove(inference); }
  }

  drawSide({ papers }) {
    const items = papers.map((paper) => {
      const label = paper.n_inferences ? `behind ${counted(paper.n_inferences, "inference")}` : "no inference rests on it";
      const only = () => { this.only = this.only === paper.number ? null : paper.number; this.draw(); };
      const filter = paper.n_inferences ? set(button("link", only, label), { "aria-pressed": String(this.only === paper.number), "data-k": `paper:${paper.number}`, "aria-label": `Show only what rests on paper ${paper.number}: ${label}` }) : el("span", "", label);
      const facts = el("div", "soft", paper.facts, paper.followed && " · followed");
      return el("li", "", el("span", "n", String(paper.number)), el("div", "", el("div", "title", paper.title), facts, el("div", "soft", filter)));
    });
    this.side.replaceChildren(el("h2", "label", counted(papers.length, "paper")), set(el("ol", "", ...items), { role: "list" }));
  }
}

export default part((root, outbox) => new Editor(root, outbox));
