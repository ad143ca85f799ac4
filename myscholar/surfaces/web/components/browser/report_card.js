// What a card says of a source.
const quoteNodes = (q) => {
  const words = q.label ? el("span", "quote", q.text) : el("span", "quote", q.before, el("mark", "", q.text), q.after);
  return el("div", "cited", words, el("span", "place", q.label || q.place));
};

const factsOf = (reference) => el("div", "facts", [reference.authors, reference.published, reference.cited].filter(Boolean).join(" · "));
const paperLink = (reference) => reference.url ? el("p", "open", webLink(reference.url, "Open the paper"), icon("open_in_new")) : el("p", "open soft", "No web address is known for it.");
const paperTitle = (reference) => el("div", "paper", el("span", "n", `[${reference.number}]`), " ", reference.title);

const sourceCard = (reference, quotes) => {
  const many = quotes.length > 1 ? el("div", "label", counted(quotes.length, "quote")) : null;
  return [paperTitle(reference), factsOf(reference), many, ...quotes.map(quoteNodes), paperLink(reference)];
};

// What a card says of a section's sources, the most relevant first and open.
const evidenceCard = (section, references, quotes) => {
  const papers = section.evidence.map((s, i) => {
    const reference = references.get(s.number), summary = el("summary", "", paperTitle(reference), el("span", "share", s.share));
    const node = el("details", "source", summary, factsOf(reference), ...s.quotes.map((n) => quoteNodes(quotes[n])), paperLink(reference));
    node.open = i === 0;
    return node;
  });
  return [el("div", "label", section.sources), el("p", "soft", "The papers that this section cites most come first."), ...papers];
};

// Words of a text with the sources that they cite and the doubts about them; `cards` show what either says.
class CitedWords {
  constructor(report, cards) { this.cards = cards; this.quotes = report.quotes; this.references = new Map(report.references.map((r) => [r.number, r])); }

  of(x) { return x.pieces.flatMap((p) => [this.piece(p), ...this.signs(p)]); }

  piece(p) {
    const node = p.citation ? at(this.citation(p.citation), p) : wordsOf(p);
    return p.doubts.length && !p.citation ? set(el("span", "doubt", node), { "data-doubts": p.doubts.join(" ") }) : node;
  }

  citation(c) {
    const reference = this.references.get(c.number), quotes = c.quotes.map((n) => this.quotes[n]);
    const opener = inlineButton("cite", () => this.cards.toggle(opener, `Source ${c.number}: ${reference.title}`, () => sourceCard(reference, quotes)), `[${c.number}]`);
    return set(opener, { "aria-expanded": "false", "aria-haspopup": "dialog", "aria-label": `Source ${c.number}` });
  }

  // Behind the words a sign, and the note that stands in the margin where there is one.
  signs(p) {
    return p.notes.flatMap((n) => {
      const said = () => [el("b", "", `?${n.number}`), ` ${n.reason} `, n.by && el("i", "", n.by)];
      const sign = inlineButton("ask", () => openNote(this.cards, sign, said), `?${n.number}`), note = el("span", "note", ...said());
      set(sign, { "data-doubts": n.number, "aria-label": `${n.label}: ${n.reason}${n.by ? ` (${n.by})` : ""}` });
      return [sign, set(note, { "data-doubts": n.number, "aria-hidden": "true" })];
    });
  }
}
