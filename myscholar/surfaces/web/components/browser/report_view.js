// The report: what it says, where each sentence comes from, and which words serve which action.
const LONGEST_WORDS = 2000;
const SUBJECT = { section: "report", action: "report.action", span: "report.span" };

class View {
  constructor(root, outbox) { this.root = root; this.outbox = outbox; this.doubts = new Doubts(root); }

  update(data) {
    const version = `${data.report.report_id} ${data.read_only}`;
    if (version !== this.version) { this.version = version; this.draw(data); }
    if (!this.outbox.waiting.length) this.tellFeedback(data.feedback);
  }

  listeners() {
    return { keydown: (event) => this.onKey(event), click: (event) => this.cards.clickedAt(event.composedPath()), selectionchange: () => { if (this.passages) this.passages.watch(); } };
  }

  draw(data) {
    this.data = data; this.report = data.report; this.thumbs = new Map();
    this.root.replaceChildren();
    this.cards = new Cards(this.root, (close) => iconButton("close", "Close", close, "quiet away"));
    this.words = new CitedWords(this.report, this.cards);
    this.steps = stepper();
    this.actions = new Actions(this.report.actions, this.steps, {
      judge: (a) => this.judge("action", a.action_id, "Was this carried out well?", a.tldr),
      retry: (a) => this.once("refresh", "Try again", "Makes a new version of the report; this one is kept", "try_again", { action_id: a.action_id }),
    });
    const sections = this.report.sections.map((s, i) => this.section(s, i)), all = button("link", () => {});
    const article = el("article", "", ...this.head(all), ...sections, this.referenceList(), this.searchList());
    new Folding([...article.querySelectorAll("details.section")], all, this.report.report_id);
    set(article, { "aria-label": this.report.title });
    this.root.append(el("div", "room", el("div", this.report.doubts ? "spread noted" : "spread", this.side(), article)), this.steps.strip);
    this.passages = data.read_only ? null : new Passages(this.root, this.cards, data.errors[SUBJECT.span], {
      tell: (item, words, fields) => this.outbox.send("judge", { subject: SUBJECT.span, item, words: words.slice(0, LONGEST_WORDS), ...fields }),
      takeBack: (item) => this.outbox.send("take_back", { subject: SUBJECT.span, item }),
    });
    this.actions.paint();
    if (data.at_end) this.goTo(sections.length - 1, (node) => node.scrollIntoView()); // at once: what is above it still moves
  }

  // `all` opens and closes the sections.
  head(all) {
    const r = this.report;
    const searched = r.searches.length ? button("link", () => this.showSearches(), `What was searched (${r.searches.length})`) : null;
    const doubts = r.doubts ? el("p", "remark doubts", `${r.doubts} `, button("link", () => this.doubts.walk(this.steps), r.n_doubtful + r.n_repeated === 1 ? "Show it" : "Show them one by one")) : null;
    const hint = this.data.read_only ? null : set(el("span", "soft hint", "Select any words to comment on them."), { title: "What you say is kept with myscholar, sent to nobody." });
    return [el("h1", "", r.title), r.question && el("p", "question", r.question), this.about(), doubts, el("div", "tools", r.sections.length > 1 ? all : null, searched, hint)];
  }

  // How the report was made: one line that says by whom, and one of the reader's own choices, until it is opened.
  about() {
    const r = this.report;
    return el("details", "made", el("summary", "", el("span", "", r.notice), r.leading && el("span", "leading", r.leading)), ...[...r.notes, r.facts, r.cost].map((told) => el("p", "", told)));
  }

  // The panel is filled last: by then the highlights are counted. On a phone it is folded.
  side() {
    const folding = (title, ...children) => { const node = el("details", "fold", el("summary", "label", title), ...children); node.open = !isPhone(); return node; };
    const actions = this.report.actions.length ? set(el("section", "", folding(`Actions (${this.report.actions.length})`, ...this.actions.panel())), { "aria-label": "Actions" }) : null;
    const jumps = this.report.sections.map((s, i) => el("li", "", button("jump", () => this.goTo(i), s.title)));
    const contents = set(el("nav", "", folding("Sections", el("ol", "jumps", ...jumps))), { "aria-label": "Sections" });
    return el("div", "side", actions, contents);
  }

  section(s, i) {
    const title = el("span", "", s.title);
    const head = el("div", "head", el("h2", "", s.alone.length ? this.actions.mark(title, s.alone, s.alone, s.alone) : title), ...s.actions.filter((a) => !s.alone.includes(a)).map(chip));
    const tldr = s.tldr.length ? el("div", "tldr", el("b", "", "TL;DR"), " ", ...plainPieces(s.tldr)) : null;
    const draw = { stretch: (x) => this.stretch(x), code: (node, block) => this.code(node, block) };
    const body = el("div", "body", ...s.parts.flatMap((part) => partNodes(part, draw)));
    body.dataset.body = i;
    const table = s.table ? this.table(s) : null;
    const node = el("details", "section", el("summary", "", icon("chevron_right"), el("div", "", head, tldr)), body, table, this.sectionTools(s, i));
    node.open = !this.report.is_folded; node.dataset.section = i;
    return el("div", "whole", node, s.evidence.length ? this.sources(s) : null);
  }

  stretch(x) {
    const inner = this.words.of(x);
    return x.actions.length ? this.actions.mark(el("span", "", ...inner), x.actions, x.begins, x.ends) : el("span", "", ...inner);
  }

  code(node, block) {
    const [x] = block.stretches, whole = el("div", "", node, ...x.pieces.flatMap((p) => this.words.signs(p)));
    return x.actions.length ? this.actions.mark(whole, x.actions, x.begins, x.ends) : whole;
  }

  table(s) {
    const node = sortableTable(s.table, (c) => [...plainPieces(c.pieces), ...(c.citation ? [" ", this.words.citation(c.citation)] : [])], `Table: ${s.title}`);
    return s.table.actions.length ? this.actions.mark(el("div", "", node), s.table.actions, s.table.actions, s.table.actions) : node;
  }

  // What a section rests on stands behind a button beside its head: within the head it could not be pressed by itself.
  sources(s) {
    const label = `${s.sources}: ${s.title}`;
    const opener = button("sources", () => this.cards.toggle(opener, label, () => evidenceCard(s, this.words.references, this.report.quotes)), s.sources);
    return set(opener, { "aria-expanded": "false", "aria-haspopup": "dialog", "aria-label": label });
  }

  sectionTools(s, i) {
    if (this.data.read_only) return null;
    const anew = this.report.has_versions && this.once("edit_note", "Write this section anew", "Makes a new version of the report; this one is kept", "anew", { section: i });
    return el("div", "after", this.judge("section", String(i), "Is this section good?", s.title), anew);
  }

  // Thumbs for a section, or for how an action was carried out.
  judge(what, item, question, words) {
    if (this.data.read_only) return null;
    const subject = SUBJECT[what];
    const thumbs = new Thumbs(question, this.data.errors[subject], {
      tell: (fields) => this.outbox.send("judge", { subject, item, words: words.slice(0, LONGEST_WORDS), ...fields }),
      takeBack: () => this.outbox.send("take_back", { subject, item }),
    });
    this.thumbs.set(`${subject}:${item}`, thumbs);
    return thumbs.node;
  }

  // A button that begins a run: it can't be pressed twice.
  once(glyph, label, hint, kind, fields) {
    if (this.data.read_only) return null;
    const node = button("quiet again", () => { node.disabled = true; this.outbox.send(kind, fields); setTimeout(() => { node.disabled = false; }, 8000); }, icon(glyph), ` ${label}`);
    return set(node, { title: hint });
  }

  tellFeedback(feedback) {
    for (const [key, thumbs] of this.thumbs) if (!thumbs.place.firstChild) thumbs.update(feedback[key]);
    const spans = Object.entries(feedback).filter(([key]) => key.startsWith(`${SUBJECT.span}:`)).map(([key, given]) => [key.slice(SUBJECT.span.length + 1), given]);
    if (this.passages && !this.cards.card) this.passages.update(Object.fromEntries(spans));
  }

  referenceList() {
    const items = this.report.references.map((r) => {
      const facts = [r.authors, r.published, r.cited].filter(Boolean).join(" · ");
      return el("li", "ref", el("span", "n", `[${r.number}]`), webLink(r.url, r.title), el("span", "facts", facts));
    });
    return el("section", "end", el("h2", "", "References"), el("ol", "refs", ...items));
  }

  searchList() {
    if (!this.report.searches.length) return null;
    const cell = (text) => ({ plain: text, pieces: [{ text }] });
    const rows = this.report.searches.map((s) => [s.query, s.filters || "none", s.source, s.error || String(s.n_hits), s.actions.join(", ")].map(cell));
    const table = sortableTable({ columns: ["Query", "Filters", "Where", "Papers found", "For"], rows }, (c) => [c.plain], "What was searched");
    const details = el("details", "searches", el("summary", "", icon("chevron_right"), el("h2", "", "What was searched")), table);
    this.searches = details;
    return el("section", "end", details);
  }

  showSearches() { this.searches.open = true; scrollTo(this.searches, "start"); this.searches.querySelector("summary").focus({ preventScroll: true }); }

  goTo(i, scroll = (node) => scrollTo(node, "start")) {
    const node = this.root.querySelector(`[data-section="${i}"]`);
    node.open = true; scroll(node); node.querySelector("summary").focus({ preventScroll: true });
  }

  onKey(event) {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && this.cards.card) { this.cards.close(true); return; }
    this.steps.onKey(event);
  }
}

export default part((root, outbox) => new View(root, outbox));
