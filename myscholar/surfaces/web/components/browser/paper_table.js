// The papers of a library: tick, mark as mine or followed, put their facts right, remove.

const DOI = /10\.\d{4,9}\/\S+/;
const FIELDS = [["title", "Title"], ["authors", "Authors, one a line"], ["year", "Year"], ["venue", "Venue"], ["doi", "DOI"]];

// As a person types it.
const typedAs = (name, fact) => (name === "authors" ? fact.join("\n") : String(fact ?? ""));
const cut = (text, limit) => (text.length > limit ? `${text.slice(0, limit - 1).trimEnd()}…` : text); // a title is whatever its file says
const lines = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

const editedAhead = (paper, { kind, n, paper_id, ...facts }) => {
  if (facts.authors) facts.authors_short = facts.authors.length > 1 ? `${facts.authors[0]} et al.` : facts.authors[0] || "Unknown authors";
  Object.assign(paper, facts);
};

const tickedAhead = (papers, waiting) => {
  let found = papers.map((paper) => ({ ...paper }));
  for (const m of waiting) {
    if (m.kind === "tick") for (const paper of found) if (m.paper_ids.includes(paper.id)) paper.ticked = m.on;
    if (m.kind === "relate") for (const paper of found) if (paper.id === m.paper_id) paper.followed = m.relation === "followed";
    if (m.kind === "edit") for (const paper of found) if (paper.id === m.paper_id) editedAhead(paper, m);
    if (m.kind === "remove") found = found.filter((paper) => paper.id !== m.paper_id);
  }
  return found;
};

class Papers {
  constructor(root, outbox) {
    this.root = root; this.outbox = outbox; this.going = null; this.n_forms = 0; this.typed = new Map();
    this.forms = new Map(); this.sent = new Map(); // by paper: those that are open, and those whose facts nobody has answered for yet; null: without a form
    this.list = set(el("ul", "papers"), { role: "list" }); this.head = el("div", "head");
    this.said = set(el("div", "unseen"), { role: "status" });
    root.append(this.head, this.list, this.said);
  }

  update(data) {
    this.truth = data.papers;
    const answered = [...this.sent.keys()].filter((id) => !this.outbox.waiting.some((m) => m.kind === "edit" && m.paper_id === id));
    for (const id of answered) this.answer(this.truth.find((paper) => paper.id === id), data.refused[id]);
    answered.forEach((id) => this.sent.delete(id));
    this.draw();
    if (this.forms.size === 1) for (const id of answered) this.focus(`title:${id}`);
  }

  // Facts that are refused stand in their form again, with the reason.
  answer(paper, refused) {
    if (!paper || !refused) return;
    const form = this.sent.get(paper.id) || this.forms.get(paper.id) || this.form(paper);
    form.querySelector(".fault").textContent = refused;
    this.forms.set(paper.id, form);
  }

  keep(id, facts, said, form = null) { this.sent.set(id, form); this.send("edit", { paper_id: id, ...facts }, said); }

  send(kind, fields, said) { this.outbox.send(kind, fields); this.said.textContent = said; this.draw(); }

  draw() {
    const papers = tickedAhead(this.truth, this.outbox.waiting), on = papers.filter((p) => p.ticked).length;
    const key = this.root.getRootNode().activeElement?.dataset?.k;
    const all = this.box("all", on === papers.length, "Use all papers", (isOn) => this.send("tick", { paper_ids: papers.map((p) => p.id), on: isOn }, isOn ? "All ticked" : "None ticked"));
    all.indeterminate = on > 0 && on < papers.length;
    this.head.replaceChildren(el("label", "", all, el("span", "", `${on} of ${counted(papers.length, "paper")} ticked`)));
    this.list.replaceChildren(...papers.map((paper) => this.row(paper)));
    if (key) this.root.querySelector(`[data-k="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  }

  box(key, isOn, label, change) {
    const box = set(el("input"), { type: "checkbox", "data-k": key, "aria-label": label });
    box.checked = isOn;
    box.addEventListener("change", () => change(box.checked));
    return box;
  }

  row(whole) {
    const paper = { ...whole, title: cut(whole.title, 300), authors_short: cut(whole.authors_short, 160), venue: cut(whole.venue, 160) };
    const { id, title, read_from, followed, ticked } = paper, facts = [paper.authors_short, paper.year || "no year", paper.venue].filter(Boolean);
    const tick = this.box(`on:${id}`, ticked, `Use: ${title}`, (on) => this.send("tick", { paper_ids: [id], on }, on ? "Ticked" : "Not ticked"));
    const words = el("span", "", el("span", "title", title), el("span", "soft facts", [...facts, `read from ${read_from}`].join(" · ")));
    if (paper.elsewhere) return el("li", ticked ? "" : "off", el("label", "", tick, words), el("div", "tools soft", "kept with the profile"));
    if (this.forms.has(id)) return el("li", "edited", this.forms.get(id));
    return el("li", ticked ? "" : "off", el("label", "", tick, words), this.going === id ? this.asking(paper) : el("div", "tools", paper.year ? null : this.year(paper), this.relation(id, title, followed), this.pencil(whole), this.bin(paper)));
  }

  // For a paper whose file does not tell.
  year(paper) {
    return yearBox(paper, this.typed, (year) => this.keep(paper.id, { year }, "Year kept"), (said) => { this.said.textContent = said; });
  }

  pencil(paper) {
    const open = () => { this.forms.set(paper.id, this.form(paper)); this.draw(); this.focus(`title:${paper.id}`); };
    return set(iconButton("edit", `Put the facts right: ${cut(paper.title, 300)}`, open), { "data-k": `edit:${paper.id}` });
  }

  // Made once, so that what is being typed outlives a drawing.
  form(paper) {
    const described = `fault-${++this.n_forms}`;
    const boxes = FIELDS.map(([name]) => {
      const box = set(el(["title", "authors"].includes(name) ? "textarea" : "input"), { rows: name === "title" ? 2 : Math.min(6, paper.authors.length + 1), type: "text", "data-k": `${name}:${paper.id}`, "aria-describedby": described });
      box.value = typedAs(name, paper[name]);
      return box;
    });
    const fault = set(el("p", "fault"), { id: described, role: "alert" });
    const close = () => { this.forms.delete(paper.id); this.draw(); this.focus(`edit:${paper.id}`); };
    const save = () => {
      const faulty = FIELDS.findIndex(([name], i) => this.faultOf(name, boxes[i].value.trim()));
      boxes.forEach((box, i) => set(box, { "aria-invalid": i === faulty ? "true" : null }));
      if (faulty >= 0) { fault.textContent = this.faultOf(FIELDS[faulty][0], boxes[faulty].value.trim()); boxes[faulty].focus(); return; }
      const changed = FIELDS.map(([name], i) => [name, boxes[i].value.trim()]).filter(([name, value]) => value !== typedAs(name, paper[name]));
      const facts = Object.fromEntries(changed.map(([name, value]) => [name, name === "authors" ? lines(value) : name === "year" ? Number(value) : value]));
      fault.textContent = "";
      this.forms.delete(paper.id);
      if (changed.length) this.keep(paper.id, facts, "Kept", form); else this.draw();
      this.focus(`edit:${paper.id}`);
    };
    const asRead = (name) => paper.as_read && typedAs(name, paper.as_read[name]) !== typedAs(name, paper[name]) && el("span", "soft", `Its source says: ${typedAs(name, paper.as_read[name]).replaceAll("\n", ", ") || "nothing"}`);
    const rows = FIELDS.map(([name, label], i) => el("label", `of-${name}`, el("span", "soft", label), boxes[i], asRead(name)));
    const form = el("div", "facts-form", ...rows, fault, el("div", "tools", set(button("main", save, "Keep these facts"), { "data-k": `save:${paper.id}` }), button("", close, "Cancel")));
    form.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); if (event.key === "Enter" && event.target.tagName === "INPUT") { event.preventDefault(); save(); } }); // or the key would press the button that is focused next
    return form;
  }

  faultOf(name, value) {
    if (name === "title" && !value) return "A paper needs a title.";
    if (name === "year" && value && !YEAR.test(value)) return NO_YEAR_SAID;
    if (name === "doi" && value && !DOI.test(value)) return "A DOI begins with 10. and has a slash, for example 10.18653/v1/2022.acl-long.199.";
    return "";
  }

  relation(id, title, followed) {
    const choices = [["mine", "mine", !followed], ["followed", "followed", followed]].map(([value, word, isOn]) =>
      set(button("", () => isOn || this.send("relate", { paper_id: id, relation: value }, `Marked as ${word}`), word), { "aria-pressed": String(isOn), "data-k": `${value}:${id}` }));
    return set(el("div", "seg", ...choices), { role: "group", "aria-label": `Is this paper yours? ${title}` });
  }

  bin({ id, title }) {
    return set(iconButton("delete", `Remove from the library: ${title}`, () => { this.going = id; this.draw(); this.focus(`go:${id}`); }), { "data-k": `bin:${id}` });
  }

  asking({ id }) {
    const stay = () => { this.going = null; this.draw(); this.focus(`bin:${id}`); };
    const go = set(button("", () => { this.going = null; this.send("remove", { paper_id: id }, "Removed"); }, "Remove"), { "data-k": `go:${id}` });
    const box = el("div", "tools", el("span", "soft", "Remove it?"), go, button("", stay, "Keep"));
    box.addEventListener("keydown", (event) => { if (event.key === "Escape") stay(); });
    return box;
  }

  focus(key) { this.root.querySelector(`[data-k="${CSS.escape(key)}"]`)?.focus(); }
}

export default part((root, outbox) => new Papers(root, outbox));
