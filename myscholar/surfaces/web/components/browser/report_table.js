// Tables whose rows can be put in order by any column: numbers as numbers, words as words, what is empty or a dash last in both directions.
const NUMBER = /^[~≈<>≤≥+±]?\s*[-−]?\$?\d[\d,]*(?:\.\d+)?/;
const UNITS = { k: 1e3, K: 1e3, M: 1e6, B: 1e9 };

const numberOf = (text) => {
  const found = text.trim().match(NUMBER);
  if (!found) return null;
  const unit = text.trim().slice(found[0].length).match(/^\s?([kKMB])\b/);
  return Number(found[0].replace("−", "-").replace(/[^\d.-]/g, "")) * (unit ? UNITS[unit[1]] : 1);
};

// A dash says that there is nothing.
const isEmpty = (text) => /^[\s–—−-]*$/.test(text) || /^(?:n\.d\.|n\/a)$/i.test(text.trim());

const compareBy = (texts) => {
  const filled = texts.filter((text) => !isEmpty(text));
  const asNumbers = filled.length > 0 && filled.every((text) => numberOf(text) !== null);
  return (a, b) => asNumbers ? numberOf(a) - numberOf(b) : a.localeCompare(b, undefined, { numeric: true, sensitivity: "base" });
};

// `cellNode(cell)` makes a cell's content, `title` names the table for a screen reader.
const sortableTable = (t, cellNode, title) => {
  const rows = t.rows.map((cells) => ({ cells, node: el("tr", "", ...cells.map((c) => el("td", numberOf(c.plain) !== null && c.plain.length < 12 ? "number" : "", ...cellNode(c)))) }));
  const body = el("tbody", "", ...rows.map((row) => row.node));
  const heads = t.columns.map((name, i) => {
    const sort = button("sort", () => order(i), el("span", "", name), icon("unfold_more"));
    return set(el("th", "", set(sort, { title: `Sort by ${name}` })), { scope: "col" });
  });
  const order = (i) => {
    const way = { ascending: "descending", descending: null }[heads[i].getAttribute("aria-sort")] ?? (heads[i].hasAttribute("aria-sort") ? null : "ascending");
    const texts = rows.map((row) => row.cells[i].plain), compare = compareBy(texts), sign = way === "descending" ? -1 : 1;
    const empty = (row) => isEmpty(row.cells[i].plain);
    const sorted = way ? [...rows].sort((a, b) => empty(a) - empty(b) || sign * compare(a.cells[i].plain, b.cells[i].plain)) : rows;
    body.append(...sorted.map((row) => row.node));
    heads.forEach((head, n) => {
      set(head, { "aria-sort": n === i ? way : null });
      head.querySelector(".icon").textContent = n === i && way ? `arrow_${way === "ascending" ? "upward" : "downward"}` : "unfold_more";
    });
  };
  const table = el("table", "", el("caption", "unseen", `${title}. Columns can be sorted.`), el("thead", "", el("tr", "", ...heads)), body);
  return set(el("div", "scroll", table), { tabindex: 0, role: "group", "aria-label": title });
};
