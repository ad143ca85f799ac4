// What became of each section since the version before, word for word.

const SIGNS = { kept: "check", expanded: "add_notes", rewritten: "edit", added: "add", deleted: "remove" };
const CLOSED = 400;

class Changes {
  constructor(root) { this.root = root; this.shown = null; }

  update(data) {
    const now = JSON.stringify(data.sections);
    if (now === this.shown) return;
    this.shown = now;
    this.root.replaceChildren(el("p", "soft summary", data.summary), el("ul", "changes", ...data.sections.map((section) => this.section(section))));
  }

  section(section) {
    const head = [icon(SIGNS[section.became]), el("span", "title", section.title), el("span", "what", section.became)];
    if (!section.pieces.some((piece) => piece.kind !== "same")) return el("li", section.became, el("div", "head", ...head));
    const details = el("details", "", el("summary", "head", ...head), el("p", "text", ...section.pieces.map((piece) => this.piece(piece))));
    details.open = section.became !== "deleted";
    return el("li", section.became, details);
  }

  // A long stretch that stayed the same is folded to its ends.
  piece({ kind, text }) {
    if (kind === "added") return el("ins", "", el("span", "unseen", " added: "), text, el("span", "unseen", " end of added "));
    if (kind === "removed") return el("del", "", el("span", "unseen", " removed: "), text, el("span", "unseen", " end of removed "));
    if (text.length <= CLOSED) return el("span", "", text);
    const whole = el("span", "", text.slice(0, CLOSED / 3), " ");
    const more = set(button("quiet fold", () => whole.replaceChildren(text), "…"), { "aria-label": "Show the words between, which stayed the same" });
    whole.append(more, " ", text.slice(-CLOSED / 3));
    return whole;
  }
}

export default part((root) => new Changes(root));
