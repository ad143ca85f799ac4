// Papers side by side: rows are sorted and filtered here, and a chosen cell shows the words that it rests on beside the grid, on a phone from below.

const NOTHING = "–", LONGEST_WORDING = 2000; // as the table takes it
const NARROWEST = 70; // pixels of a column
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const plainly = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const shown = (cell) => cell.text || NOTHING;

// The quote in its passage, with the cell's value in bold where it is said.
const quoteOf = (quote, value) => {
  const node = quoteNodes({ before: "", after: "", label: "", place: "", ...quote }), words = node.querySelector("mark");
  const at = words && value ? quote.text.indexOf(value) : -1;
  if (at >= 0 && value.length < quote.text.length - 2) words.replaceChildren(quote.text.slice(0, at), el("b", "", value), quote.text.slice(at + value.length));
  return node;
};

// The table as it will be when what the person did has been taken.
const ahead = (table, waiting) => {
  let { rows, columns } = table;
  for (const m of waiting) {
    if (m.kind === "remove") rows = rows.filter((row) => row.paper_id !== m.paper_id);
    const place = table.columns.findIndex((c) => c.column_id === m.column_id);
    const edited = ({ quotes }) => ({ ...(m.text ? { text: m.text } : { why: "emptied by you" }), by_reader: true, ...(quotes && { quotes }) });
    const isOther = (cell, n) => n === place && (cell.text ?? "") !== m.text;
    if (m.kind === "edit") rows = rows.map((row) => (row.paper_id === m.paper_id ? { ...row, cells: row.cells.map((cell, n) => (isOther(cell, n) ? edited(cell) : cell)) } : row));
  }
  if (waiting.length) columns = columns.map((c, place) => ({ ...c, n_filled: rows.filter((row) => row.cells[place].text).length }));
  return { ...table, columns, rows };
};

class Grid {
  constructor(root, outbox) {
    this.root = root; this.outbox = outbox; this.chosen = null; this.changing = null; this.widths = [];
    this.filter = set(el("input"), { type: "text", placeholder: "Words that a row must hold", "aria-label": "Filter the rows" });
    this.filter.addEventListener("input", () => this.sift());
    this.count = set(el("span", "soft"), { role: "status" });
    this.home = el("div", "home"); this.look = set(el("section", "look"), { tabindex: -1, hidden: true });
    root.append(el("div", "above", this.filter, this.count), el("div", "both", this.home, this.look));
    this.look.addEventListener("keydown", (event) => { if (event.key === "Escape") this.close(); });
  }

  // The same table again leaves what is open, sorted and half typed as it is.
  update({ table }) {
    this.truth = table;
    const now = ahead(table, this.outbox.waiting), whole = JSON.stringify(now);
    if (whole === this.whole) return;
    this.whole = whole; this.table = now;
    this.draw();
  }

  send(kind, fields) { this.outbox.send(kind, fields); this.update({ table: this.truth }); }

  draw() {
    const { columns, rows, title } = this.table, box = this.home.firstChild, { scrollLeft = 0, scrollTop = 0 } = box ?? {};
    const sorted = box?.querySelector("th[aria-sort]"), clicks = sorted ? { ascending: 1, descending: 2 }[sorted.getAttribute("aria-sort")] : 0;
    const cells = rows.map((row) => [{ plain: row.title, row }, ...row.cells.map((cell) => ({ plain: shown(cell), cell }))]);
    const drawn = sortableTable({ columns: ["Paper", ...columns.map((c) => c.name)], rows: cells }, (c) => this.inside(c), title);
    const grid = set(drawn.querySelector("table"), { role: "grid" }), heads = [...grid.querySelectorAll("th")];
    this.body = grid.tBodies[0]; this.rows = new Map([...this.body.rows].map((node, n) => [node, rows[n]]));
    this.texts = new Map([...this.body.rows].map((node) => [node, plainly(node.textContent)]));
    columns.forEach((c, n) => this.head(heads[n + 1], c));
    heads.forEach((head, n) => head.append(this.edge(heads, n)));
    grid.style.setProperty("--texts", columns.filter((c) => !c.is_fact).length); grid.style.setProperty("--facts", columns.filter((c) => c.is_fact).length);
    this.spread(heads, this.widths.length === heads.length ? this.widths : []);
    this.body.addEventListener("click", (event) => { if (!String(this.root.getRootNode().getSelection?.() ?? "")) this.choose(event.target.closest("td")); });
    this.body.addEventListener("keydown", (event) => this.pressed(event));
    this.stop(this.body.rows[0]?.cells[0]);
    this.home.replaceChildren(drawn);
    for (let n = 0; n < clicks; n++) heads.find((head) => head.dataset.column === sorted.dataset.column)?.querySelector("button").click();
    drawn.scrollLeft = scrollLeft; drawn.scrollTop = scrollTop;
    this.sift();
    const again = this.chosen && this.cellOf(this.chosen);
    if (again) this.show(again); else this.close();
  }

  inside({ row, cell }) {
    if (row) return [el("div", "words", row.title), el("div", "soft facts", `${row.cited_as} · ${row.read_in}`)];
    const words = el("div", cell.text ? "words" : "words soft", shown(cell));
    if (cell.by_reader) words.append(" ", set(icon("edit"), { title: "Edited by you" }), el("span", "unseen", "edited by you"));
    return [words];
  }

  head(head, { column_id, asks, is_fact, n_filled }) {
    const filled = `${n_filled} of ${this.table.rows.length}`;
    set(head, { "data-column": column_id, class: is_fact ? "fact" : "" });
    set(head.querySelector("button"), { title: `${asks} · ${filled} filled. Click to sort.` });
    if (!is_fact) head.append(el("span", "soft filled", `${filled} filled`));
  }

  // The edge of a heading, drawn with a mouse, makes its column wider or narrower; the others stay as wide as they are.
  spread(heads, widths) {
    this.widths = widths;
    const table = heads[0].closest("table"), draw = (node, width) => node.style.setProperty("--drawn", `${width}px`);
    table.classList.toggle("drawn", widths.length > 0);
    widths.forEach((width, n) => draw(heads[n], width));
    draw(table, widths.reduce((a, b) => a + b, 0));
  }

  edge(heads, n) {
    const edge = set(el("span", "edge"), { title: "Drag for the width of the column, double-click for that of all as it was" });
    edge.addEventListener("pointerdown", ({ pointerId, clientX }) => {
      const widths = heads.map((head) => head.offsetWidth);
      edge.setPointerCapture(pointerId);
      edge.onpointermove = (event) => this.spread(heads, widths.with(n, Math.max(NARROWEST, widths[n] + event.clientX - clientX)));
    });
    edge.addEventListener("lostpointercapture", () => { edge.onpointermove = null; });
    edge.addEventListener("dblclick", () => this.spread(heads, []));
    return edge;
  }

  sift() {
    const wanted = plainly(this.filter.value).split(/\s+/).filter(Boolean);
    let n = 0;
    for (const [node, text] of this.texts) { node.hidden = !wanted.every((word) => text.includes(word)); n += !node.hidden; }
    const many = this.texts.size;
    if (this.here?.parentNode.hidden) this.stop([...this.body.rows].find((row) => !row.hidden)?.cells[this.here.cellIndex]);
    if (this.chosen && this.cellOf(this.chosen)?.parentNode.hidden) this.close();
    this.count.textContent = !wanted.length ? "Click a cell for the words it rests on, a heading to sort." : n ? `${n} of ${counted(many, "paper")}` : "No row holds these words.";
  }

  cellOf({ paper_id, column_id }) {
    const place = column_id === null ? 0 : this.table.columns.findIndex((c) => c.column_id === column_id) + 1;
    const node = [...this.rows].find(([, row]) => row.paper_id === paper_id)?.[0];
    return column_id !== null && !place ? null : node?.cells[place];
  }

  // One cell at a time is a stop of the Tab key; arrows lead to the others.
  stop(cell) {
    if (!cell) return;
    if (this.here) this.here.removeAttribute("tabindex");
    this.here = set(cell, { tabindex: 0 });
  }

  pressed(event) {
    const cell = event.target.closest("td"), step = STEPS[event.key];
    if (event.key === "Escape") this.close();
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); this.choose(cell); this.look.focus({ preventScroll: true }); }
    if (!step) return;
    event.preventDefault();
    const rows = [...this.body.rows].filter((row) => !row.hidden), next = rows[rows.indexOf(cell.parentNode) + step[0]]?.cells[cell.cellIndex + step[1]];
    if (!next) return;
    this.stop(next);
    if (this.chosen) this.choose(next); else next.focus();
  }

  choose(cell) {
    if (!cell) return;
    const row = this.rows.get(cell.parentNode), column = this.table.columns[cell.cellIndex - 1];
    this.chosen = { paper_id: row.paper_id, column_id: column?.column_id ?? null };
    this.show(cell);
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  show(cell) {
    this.body.querySelector("[aria-selected]")?.removeAttribute("aria-selected");
    this.stop(set(cell, { "aria-selected": "true" }));
    const row = this.rows.get(cell.parentNode), column = this.table.columns[cell.cellIndex - 1];
    const away = iconButton("close", "Close", () => this.close(), "quiet away");
    const paper = el("p", "paper", row.url ? webLink(row.url, row.title) : row.title), facts = el("p", "soft", `${row.cited_as} · read in: ${row.read_in}`);
    const said = column ? this.answer(column, row.cells[cell.cellIndex - 1]) : [], of = `${row.paper_id} ${column?.column_id}`;
    const isNew = !this.changing?.node.open || this.changing.of !== of; // what is being typed outlives a drawing
    if (isNew) this.changing = { of, node: column ? this.edit(row, column, row.cells[cell.cellIndex - 1]) : this.removal(row) };
    place(this.look, [away, paper, facts, ...said, this.changing.node]);
    set(this.look, { hidden: null, "aria-label": column ? `${column.name}: ${row.title}` : row.title });
    if (isNew) this.look.scrollTop = 0;
  }

  answer(column, cell) {
    const quotes = (cell.quotes ?? []).map((quote) => quoteOf(quote, cell.text));
    const value = cell.text ? el("p", "value", cell.text, cell.by_reader && el("span", "soft", " (edited by you)")) : el("p", "value soft", `${NOTHING} ${cell.why ?? ""}`);
    const record = cell.text && !quotes.length && !cell.by_reader && el("p", "soft", "From the paper's record.");
    return [el("p", "label", column.name), value, ...quotes, record].filter(Boolean);
  }

  edit(row, column, cell) {
    const text = set(el("textarea"), { rows: 2, maxlength: LONGEST_WORDING, "aria-label": "In your words" }), keep = set(button("", () => {}, "Keep"), { type: "submit" });
    text.value = cell.text ?? "";
    const form = el("form", "edit", text, keep);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.changing = null;
      this.send("edit", { paper_id: row.paper_id, column_id: column.column_id, text: text.value.trim().replace(/\s+/g, " ") });
      this.here.focus({ preventScroll: true });
    });
    text.addEventListener("keydown", (event) => { if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); form.requestSubmit(); } });
    return el("details", "", el("summary", "", "Put it into your words"), form);
  }

  removal(row) {
    const gone = button("", () => this.send("remove", { paper_id: row.paper_id }), "Remove");
    return el("details", "", el("summary", "", "Remove this paper from the table"), el("p", "soft", "Its row goes. It can't be undone."), gone);
  }

  close() {
    const within = this.look.contains(this.root.getRootNode().activeElement);
    this.chosen = null; set(this.look, { hidden: true });
    this.body?.querySelector("[aria-selected]")?.removeAttribute("aria-selected");
    if (within) this.here?.focus({ preventScroll: true });
  }
}

export default part((root, outbox) => new Grid(root, outbox));
