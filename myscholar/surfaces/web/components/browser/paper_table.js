// The papers of a library: tick, mark as mine or followed, remove.

const NO_YEAR = "no year", YEAR = /^[12]\d{3}$/;

const tickedAhead = (papers, waiting) => {
  let found = papers.map((paper) => ({ ...paper }));
  for (const m of waiting) {
    if (m.kind === "tick") for (const paper of found) if (m.paper_ids.includes(paper.id)) paper.ticked = m.on;
    if (m.kind === "relate") for (const paper of found) if (paper.id === m.paper_id) paper.followed = m.relation === "followed";
    if (m.kind === "date") for (const paper of found) if (paper.id === m.paper_id) paper.facts = paper.facts.map((fact) => (fact === NO_YEAR ? String(m.year) : fact)), paper.year = m.year;
    if (m.kind === "remove") found = found.filter((paper) => paper.id !== m.paper_id);
  }
  return found;
};

class Papers {
  constructor(root, outbox) {
    this.root = root; this.outbox = outbox; this.going = null; this.typed = new Map();
    this.list = set(el("ul", "papers"), { role: "list" }); this.head = el("div", "head");
    this.said = set(el("div", "unseen"), { role: "status" });
    root.append(this.head, this.list, this.said);
  }

  update(data) { this.truth = data.papers; this.draw(); }

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

  row(paper) {
    const { id, title, facts, read_from, followed, ticked } = paper;
    const tick = this.box(`on:${id}`, ticked, `Use: ${title}`, (on) => this.send("tick", { paper_ids: [id], on }, on ? "Ticked" : "Not ticked"));
    const words = el("span", "", el("span", "title", title), el("span", "soft facts", [...facts, `read from ${read_from}`].join(" · ")));
    if (paper.elsewhere) return el("li", ticked ? "" : "off", el("label", "", tick, words), el("div", "tools soft", "kept with the profile"));
    return el("li", ticked ? "" : "off", el("label", "", tick, words), this.going === id ? this.asking(paper) : el("div", "tools", paper.year ? null : this.year(paper), this.relation(id, title, followed), this.bin(paper)));
  }

  // For a paper whose file does not tell. What is being typed outlives a drawing.
  year({ id, title }) {
    const box = set(el("input", "year"), { type: "text", inputmode: "numeric", maxlength: 4, placeholder: "Year", "aria-label": `Year of: ${title}`, "data-k": `year:${id}` });
    box.value = this.typed.get(id) || "";
    const keep = () => {
      const isYear = YEAR.test(box.value.trim());
      set(box, { "aria-invalid": box.value && !isYear ? "true" : null });
      const year = Number(box.value);
      if (isYear) { box.value = ""; this.typed.delete(id); this.send("date", { paper_id: id, year }, "Year kept"); }
      else if (box.value) this.said.textContent = "A year has four digits, for example 2024.";
    };
    box.addEventListener("input", () => this.typed.set(id, box.value));
    box.addEventListener("keydown", (event) => { if (event.key === "Enter") keep(); });
    box.addEventListener("change", keep);
    return box;
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
