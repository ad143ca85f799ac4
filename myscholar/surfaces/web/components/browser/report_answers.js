// Questions to the report and their answers, the newest on top. What stands already is left alone while another is written.
const NAMES = {
  take_in: ["note_add", "Take into the report", "Makes a new version with this answer as its last section; this version is kept"],
  search: ["travel_explore", "Search for further papers", ""], cancel: ["close", "Cancel", ""],
  resume: ["refresh", "Go on", "Goes on where it was; nothing is paid twice"],
};

class OneAnswer {
  constructor(outbox, cards) {
    this.outbox = outbox; this.cards = cards; this.known = {};
    this.title = el("h3", "asked"); this.state = el("p", "state-line"); this.body = el("article", "answer-body"); this.sources = el("div", "answer-sources"); this.tools = el("div", "answer-tools");
    this.node = el("section", "answer", this.title, this.state, this.body, this.sources, this.tools);
  }

  // Draws again only what has changed: a card that is open, and the focus, stay.
  update(a, searchTakes) {
    this.once("title", a.question, () => { this.title.textContent = a.question; set(this.node, { "aria-label": a.question }); });
    this.once("state", [a.state, a.going, a.problem], () => {
      this.state.replaceChildren(...[a.going ? el("span", "pen") : null, a.state, a.problem].filter(Boolean).flatMap((x, i) => (i ? [" ", x] : [x])));
      this.state.hidden = !a.state && !a.problem;
    });
    this.once("body", [a.growing, a.report, a.missing], () => this.drawBody(a));
    this.once("tools", [a.buttons, a.spent, searchTakes], () => this.drawTools(a, searchTakes));
  }

  once(name, value, draw) {
    const told = JSON.stringify(value);
    if (this.known[name] !== told) { this.known[name] = told; draw(); }
  }

  drawBody(a) {
    const r = a.report, parts = r ? r.sections[0].parts : a.growing;
    const words = new CitedWords(r || { quotes: [], references: [] }, this.cards);
    const draw = { stretch: (x) => el("span", "", ...words.of(x)), code: (node) => node };
    this.body.replaceChildren(...parts.flatMap((part) => partNodes(part, draw)), ...(a.missing ? [el("p", "missing", a.missing)] : []));
    this.sources.replaceChildren(...(r ? this.about(r) : []));
  }

  about(r) {
    const one = (ref) => el("li", "ref", el("span", "n", `[${ref.number}]`), webLink(ref.url, ref.title), el("span", "facts", [ref.authors, ref.published].filter(Boolean).join(" · ")), ...ref.quotes.map((n) => quoteNodes(r.quotes[n])));
    const list = r.references.length ? el("details", "quotes", el("summary", "", `${counted(r.quotes.length, "quote")} of ${counted(r.references.length, "paper")}`), el("ol", "refs", ...r.references.map(one))) : null;
    return [list, el("details", "quotes", el("summary", "", "How this was answered"), el("p", "remark", r.notice), ...r.notes.map((n) => el("p", "remark", n)), el("p", "remark", r.cost))].filter(Boolean);
  }

  drawTools(a, searchTakes) {
    const act = (kind) => {
      const all = [...this.tools.querySelectorAll("button")], hold = (is) => { for (const one of all) one.disabled = is; };
      hold(true); this.outbox.send(kind, { run: a.id }); setTimeout(hold, 8000, false);
    };
    const make = (kind) => {
      if (kind === "delete") return this.remove(() => act("delete"));
      const [glyph, label, hint] = NAMES[kind], price = kind === "search" && searchTakes ? ` (${searchTakes})` : "";
      return set(button("quiet", () => act(kind), icon(glyph), ` ${label}${price}`), { title: hint || null });
    };
    this.tools.replaceChildren(...a.buttons.map(make), el("span", "soft cost", a.spent));
  }

  remove(act) {
    const ask = iconButton("delete", "Delete this answer", () => { place.replaceChildren(yes, no); no.focus(); });
    const yes = button("main", act, "Delete"), no = button("", () => { place.replaceChildren(ask); ask.focus(); }, "Keep"), place = el("span", "sure", ask);
    return place;
  }
}

class AnswersView {
  constructor(root, outbox) {
    this.root = root; this.outbox = outbox; this.answers = new Map(); this.going = new Set();
    this.cards = new Cards(root, (close) => iconButton("close", "Close", close, "quiet away"));
    this.news = set(el("div", "unseen"), { role: "status", "aria-live": "polite" });
    this.list = el("div", "answers"); root.append(this.news, this.list); new Doubts(root);
  }

  listeners() {
    return { keydown: (event) => { if (event.key === "Escape" && this.cards.card) this.cards.close(true); }, click: (event) => this.cards.clickedAt(event.composedPath()) };
  }

  update(data) {
    const there = new Set(data.answers.map((a) => a.id));
    for (const id of [...this.answers.keys()]) if (!there.has(id)) this.answers.delete(id);
    for (const a of data.answers) {
      if (!this.answers.has(a.id)) this.answers.set(a.id, new OneAnswer(this.outbox, this.cards));
      this.answers.get(a.id).update(a, data.search_takes);
      if (this.going.has(a.id) && !a.going) this.news.textContent = a.report ? `Answered: ${a.question}` : `${a.state}: ${a.question}`;
      if (a.going) this.going.add(a.id); else this.going.delete(a.id);
    }
    place(this.list, data.answers.map((a) => this.answers.get(a.id).node));
    this.bringIn(data.wanted);
  }

  // Once: while it grows the reader scrolls. Below it there is room, so that it need not grow beneath the screen.
  bringIn(id) {
    if (!id || id === this.brought || !this.answers.has(id)) return;
    this.brought = id; this.list.classList.add("roomy");
    scrollTo(this.answers.get(id).node, "start");
  }
}

export default part((root, outbox) => new AnswersView(root, outbox));
