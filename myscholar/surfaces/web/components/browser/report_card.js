// A card beside what opened it: a source with its quotes, or the reason for a doubt. One is open at a time.
const EDGE = 10, UNDER_HEADER = 64;
const isPhone = () => matchMedia("(max-width: 40rem)").matches;

class Cards {
  constructor(root) { this.root = root; this.card = null; this.opener = null; }

  toggle(opener, label, make) {
    const again = this.opener === opener;
    this.close();
    if (!again) this.show(opener, label, make());
  }

  show(opener, label, nodes) {
    const away = iconButton("close", "Close", () => this.close(true), "quiet away");
    this.card = set(el("div", "card", away, ...nodes), { role: "dialog", "aria-label": label, tabindex: -1 });
    this.opener = set(opener, { "aria-expanded": "true" });
    this.root.append(this.card);
    this.card.addEventListener("keydown", (event) => this.keepInside(event));
    this.place();
    this.card.focus({ preventScroll: true });
  }

  // Below its opener, or above where there is more room; never beyond the window. On a phone it is a sheet at the bottom.
  place() {
    if (isPhone()) { this.card.classList.add("low"); return; }
    const box = this.opener.getBoundingClientRect(), home = this.root.getBoundingClientRect(), view = document.documentElement;
    const below = view.clientHeight - box.bottom - 2 * EDGE, above = box.top - UNDER_HEADER - EDGE;
    const isAbove = this.card.offsetHeight > below && above > below;
    this.card.style.maxHeight = `${Math.max(160, Math.min(isAbove ? above : below, view.clientHeight * 0.7))}px`;
    const left = Math.max(EDGE, Math.min(box.left - 12, view.clientWidth - this.card.offsetWidth - EDGE));
    const top = isAbove ? box.top - this.card.offsetHeight - 6 : box.bottom + 6;
    this.card.style.left = `${left - home.left}px`;
    this.card.style.top = `${top - home.top}px`;
  }

  // Leaving by Tab closes the card and goes back to where it was opened.
  keepInside(event) {
    if (event.key !== "Tab") return;
    const stops = [...this.card.querySelectorAll("a[href], button, input, textarea")], now = this.root.getRootNode().activeElement;
    const edge = event.shiftKey ? [stops[0], this.card] : [stops.at(-1)];
    if (edge.includes(now)) { event.preventDefault(); this.close(true); }
  }

  close(focusBack = false) {
    if (!this.card) return;
    const opener = this.opener;
    this.card.remove(); this.card = null; this.opener = null;
    set(opener, { "aria-expanded": "false" });
    if (focusBack) opener.focus({ preventScroll: true });
  }

  clickedAt(path) { if (this.card && !path.includes(this.card) && !path.includes(this.opener)) this.close(); }
}

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
