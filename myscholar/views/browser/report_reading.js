// What a reader does with a report, in the app and in an exported file alike: light up the words that serve an action and go from
// one place to the next; open a card beside what is cited.
const N_COLOURS = 8, N_SOLID = 4;
const EDGE = 10, UNDER_HEADER = 64;

const nth = (label) => (Number(label.slice(1)) - 1) % N_COLOURS;
const fill = (label) => `var(--c${nth(label)})`;
const tint = (node, label) => {
  node.style.setProperty("--fill", fill(label)); node.style.setProperty("--edge", `var(--e${nth(label)})`);
  node.style.setProperty("--line-style", nth(label) < N_SOLID ? "solid" : "dashed");
  return node;
};
const chip = (label) => {
  const node = document.createElement("span");
  node.className = "chip"; node.textContent = label;
  return tint(node, label);
};

const isPhone = () => matchMedia("(max-width: 40rem)").matches;

// The place comes into view, unfolded.
const reveal = (node) => {
  const folded = node.closest("details.section"), calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (folded) folded.open = true;
  node.scrollIntoView({ block: "center", behavior: calm ? "auto" : "smooth" });
};

// Of a doubt that is pointed at, or else has the focus, the words, the sign behind them and the note in the margin light up together.
const lightDoubts = (root) => {
  const numbersAt = (node) => (node && node.dataset.doubts.split(" ")) || [];
  const light = (event) => {
    const focus = root.getRootNode().activeElement, at = (node) => node && node.closest("[data-doubts]");
    const near = numbersAt(at(event.target) || at(focus));
    for (const node of root.querySelectorAll("[data-doubts]")) node.classList.toggle("lit", numbersAt(node).some((n) => near.includes(n)));
  };
  for (const kind of ["pointerover", "focusin"]) root.addEventListener(kind, light);
};

// What the note behind a sign says, on a card where there is no margin for it.
const openNote = (cards, sign, nodes) => {
  if (getComputedStyle(sign.nextElementSibling).display !== "none") return;
  cards.toggle(sign, "Why this is underlined", () => {
    const said = document.createElement("p");
    said.append(...nodes());
    return [said];
  });
};

class Highlights {
  // `rows`: label -> the button that picks it and the row around it, in order; `radios`: off, selected, all -> its input;
  // `strip` with `which`, `count` and `ways` in it says where the reader is. All are there before anything is painted.
  constructor(controls) { this.controls = controls; this.marks = []; this.chosen = null; this.here = -1; this.mode = "all"; this.before = "all"; }

  // Words, a table or a heading that serve actions; `begins` and `ends` are the labels of which a place begins or ends here.
  mark(node, actions, begins, ends) {
    const tag = document.createElement("span");
    tag.className = "tag";
    if (node.tagName === "DIV") node.prepend(tag); else node.append(tag);
    node.classList.add("hl");
    this.marks.push({ node, tag, actions, begins, ends });
    return node;
  }

  // The places of an action, each the marks that it goes over: where another action joins in, a new mark begins.
  places(label) {
    const places = [];
    for (const m of this.marks) {
      if (!m.actions.includes(label)) continue;
      if (m.begins.includes(label) || !places.length) places.push([]);
      places.at(-1).push(m);
    }
    return places;
  }

  setMode(mode) {
    const [first] = this.controls.rows.keys();
    this.mode = mode;
    if (mode === "off") this.chosen = null;
    if (mode === "selected" && !this.chosen && first) { this.before = "all"; this.choose(first); return; }
    this.paint();
  }

  choose(label) {
    const again = this.chosen === label;
    if (!again && !this.chosen) this.before = this.mode === "selected" ? "all" : this.mode;
    this.chosen = again ? null : label; this.here = -1;
    this.mode = this.chosen ? "selected" : this.before;
    this.paint();
    if (!this.chosen) return;
    this.controls.rows.get(this.chosen).row.scrollIntoView({ block: "nearest" });
    this.step(1);
  }

  clear() {
    if (!this.chosen) return;
    const { pick } = this.controls.rows.get(this.chosen);
    this.choose(this.chosen); pick.focus({ preventScroll: true });
  }

  step(by) {
    const places = this.places(this.chosen);
    if (!places.length) return;
    this.here = this.here < 0 && by < 0 ? places.length - 1 : (this.here + by + places.length) % places.length;
    this.paint();
    reveal(places[this.here][0].node);
  }

  onKey(event) {
    if (!this.chosen) return;
    const inBar = event.composedPath().some((n) => n instanceof Element && n.matches(".bar, .actions"));
    if (event.key === "n" || (inBar && event.key === "ArrowRight")) this.step(1);
    else if (event.key === "p" || (inBar && event.key === "ArrowLeft")) this.step(-1);
    else if (event.key === "Escape") this.clear();
  }

  paint() {
    const { rows, radios, strip, which, count, ways } = this.controls;
    const places = this.chosen ? this.places(this.chosen) : [], here = places[this.here] || [];
    for (const m of this.marks) this.paintMark(m, here.includes(m));
    for (const [label, { row, pick }] of rows) {
      pick.setAttribute("aria-pressed", String(label === this.chosen)); row.classList.toggle("chosen", label === this.chosen);
    }
    for (const [mode, radio] of radios) radio.checked = mode === this.mode;
    strip.classList.toggle("up", this.chosen !== null);
    if (!this.chosen) { count.textContent = ""; return; }
    tint(strip, this.chosen); which.replaceChildren(chip(this.chosen));
    count.textContent = places.length ? `${this.here + 1} / ${places.length}` : "Not in single words";
    for (const way of ways) way.hidden = !places.length;
  }

  paintMark(m, isHere) {
    const shown = this.mode === "all" ? m.actions : this.mode === "selected" ? m.actions.filter((a) => a === this.chosen) : [];
    const strong = this.chosen && shown.includes(this.chosen);
    const lead = strong ? this.chosen : shown[0];
    m.node.classList.toggle("on", shown.length > 0); m.node.classList.toggle("strong", Boolean(strong));
    m.node.classList.toggle("here", Boolean(strong) && isHere);
    if (!shown.length) return;
    tint(m.node, lead);
    m.tag.textContent = (shown.length > 1 ? shown : shown.filter((a) => m.ends.includes(a))).join(" ");
    const other = shown.find((a) => a !== lead);
    m.node.style.setProperty("--fill2", fill(other || lead));
  }
}

// A card beside what opened it: a source with its quotes, or the reason for a doubt. One is open at a time.
class Cards {
  // `away` makes the button that closes it.
  constructor(root, away) { this.root = root; this.away = away; this.card = null; this.opener = null; }

  toggle(opener, label, make) {
    const again = this.opener === opener;
    this.close();
    if (!again) this.show(opener, label, make());
  }

  show(opener, label, nodes) {
    this.card = document.createElement("div");
    this.card.className = "card"; this.card.tabIndex = -1;
    this.card.setAttribute("role", "dialog"); this.card.setAttribute("aria-label", label);
    this.card.append(this.away(() => this.close(true)), ...nodes.filter(Boolean));
    this.opener = opener;
    opener.setAttribute("aria-expanded", "true");
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
    opener.setAttribute("aria-expanded", "false");
    if (focusBack) opener.focus({ preventScroll: true });
  }

  clickedAt(path) { if (this.card && !path.includes(this.card) && !path.includes(this.opener)) this.close(); }
}
