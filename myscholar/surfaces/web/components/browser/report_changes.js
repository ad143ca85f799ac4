// What became of each section since the version before, word for word.

const SIGNS = { kept: "check", expanded: "add_notes", rewritten: "edit", added: "add", deleted: "remove" };
const CLOSED = 400;
const FEW = 2;

class Changes {
  constructor(root) { this.root = root; this.shown = null; }

  update(data) {
    const now = JSON.stringify(data.sections);
    if (now === this.shown) return;
    this.shown = now;
    this.n = data.sections.filter((section) => section.became !== "kept").length;
    this.root.replaceChildren(el("p", "soft summary", data.summary), el("ul", "changes", ...data.sections.map((section) => this.section(section))));
  }

  section(section) {
    const head = [icon(SIGNS[section.became]), el("span", "title", section.title), el("span", "what", section.became)];
    if (!section.pieces.some((piece) => piece.kind !== "same")) return el("li", section.became, el("div", "head", ...head));
    const details = el("details", "", el("summary", "head", ...head), el("p", "text", ...section.pieces.map((piece) => this.piece(piece))));
    details.open = this.n <= FEW && section.became !== "deleted";
    return el("li", section.became, details);
  }

  // A long stretch that stayed the same is folded to its ends.
  piece({ kind, text }) {
    if (kind === "added") return el("ins", "", el("span", "unseen", " added: "), text, el("span", "unseen", " end of added "));
    if (kind === "removed") return el("del", "", el("span", "unseen", " removed: "), text, el("span", "unseen", " end of removed "));
    if (text.length <= CLOSED) return el("span", "", text);
    const start = text.slice(0, CLOSED / 3).replace(/\S*$/, ""), end = text.slice(-CLOSED / 3).replace(/^\S*\s/, "");
    const whole = el("span", "", start);
    const more = set(button("quiet fold", () => whole.replaceChildren(text), "…"), { "aria-label": "Show the words between, which stayed the same" });
    whole.append(more, " ", end);
    return whole;
  }
}

export default part((root) => new Changes(root));
