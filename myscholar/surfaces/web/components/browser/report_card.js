// What a card says of a source.
const quoteNodes = (q) => {
  const words = q.label ? el("span", "quote", q.text) : el("span", "quote", q.before, el("mark", "", q.text), q.after);
  return el("div", "cited", words, el("span", "place", q.label || q.place));
};

const sourceCard = (reference, quotes) => {
  const facts = [reference.authors, reference.published, reference.cited].filter(Boolean).join(" · ");
  const many = quotes.length > 1 ? el("div", "label", counted(quotes.length, "quote")) : null;
  const link = reference.url ? el("p", "open", webLink(reference.url, "Open the paper"), icon("open_in_new")) : el("p", "open soft", "No web address is known for it.");
  const title = el("div", "paper", el("span", "n", `[${reference.number}]`), " ", reference.title);
  return [title, el("div", "facts", facts), many, ...quotes.map(quoteNodes), link];
};
