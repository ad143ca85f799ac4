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
