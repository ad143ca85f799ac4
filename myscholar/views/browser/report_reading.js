// What a reader does with a report, in the app and in an exported file alike: unfold sections; light up the words that serve an action;
// step through those and through the doubts; open a card beside what is cited.
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

// Which sections the reader has open; a reload of the page leaves it so. `all` is the button that opens or closes every one.
class Folding {
  constructor(sections, all, report) {
    this.sections = sections; this.all = all; this.key = `myscholar open sections ${report}`;
    const kept = this.kept();
    sections.forEach((section, i) => {
      if (kept) section.open = kept.includes(i);
      section.addEventListener("toggle", () => this.keep());
    });
    all.addEventListener("click", () => {
      const open = !this.isOpen();
      for (const section of sections) section.open = open;
      this.say();
    });
    this.say();
  }

  isOpen() { return this.sections.every((section) => section.open); }

  say() { this.all.textContent = this.isOpen() ? "Collapse all" : "Expand all"; }

  // A browser may refuse to keep anything for a file.
  kept() { try { return JSON.parse(sessionStorage.getItem(this.key)); } catch { return null; } }

  keep() {
    this.say();
    try { sessionStorage.setItem(this.key, JSON.stringify(this.sections.flatMap((section, i) => section.open ? [i] : []))); } catch { /* then not */ }
  }
}

// Goes from place to place: one walk at a time, of an action's words or of the doubts. A walk has `places` (nodes), `what` one of them is
// called, `which` walk it is in a node, `said(i)` about a place, `none` for when there is no place, `at(i)` to paint it and `over()`, which
// unpaints it and gives the node that the focus goes to.
class Stepper {
  // `strip` holds `which`, `ways` (back and next), `count`, the button that closes it and `about`.
  constructor(controls) { Object.assign(this, controls); this.walk = null; this.here = -1; }

  begin(walk) {
    this.end();
    this.walk = walk; this.here = -1;
    this.which.replaceChildren(walk.which);
    this.strip.setAttribute("aria-label", walk.label); this.strip.classList.add("up");
    this.ways.forEach((way, i) => {
      const does = `${["Previous", "Next"][i]} ${walk.what}`;
      way.hidden = !walk.places.length; way.title = `${does} (${["p", "n"][i]})`; way.setAttribute("aria-label", does);
    });
    if (walk.places.length) this.step(1); else { this.count.textContent = walk.none; this.about.textContent = ""; }
  }

  step(by) {
    const { places, at, said } = this.walk, n = places.length;
    if (!n) return;
    this.here = this.here < 0 && by < 0 ? n - 1 : (this.here + by + n) % n;
    this.count.textContent = `${this.here + 1} of ${n}`; this.about.textContent = said(this.here);
    at(this.here);
    reveal(places[this.here]);
  }

  // Where the focus goes, if there was a walk.
  end() {
    const { walk } = this;
    this.walk = null;
    this.strip.classList.remove("up");
    this.count.textContent = ""; this.about.textContent = "";
    return walk && walk.over();
  }

  close() { this.end()?.focus({ preventScroll: true }); }

  onKey(event) {
    if (!this.walk) return;
    const inBar = event.composedPath().some((n) => n instanceof Element && n.matches(".bar, .actions"));
    if (event.key === "n" || (inBar && event.key === "ArrowRight")) this.step(1);
    else if (event.key === "p" || (inBar && event.key === "ArrowLeft")) this.step(-1);
    else if (event.key === "Escape") this.close();
  }
}

// Of a doubt that is stepped to or pointed at, or else has the focus, the words, the sign behind them and the note in the margin light up.
class Doubts {
  constructor(root) {
    this.root = root; this.here = [];
    for (const kind of ["pointerover", "focusin"]) root.addEventListener(kind, (event) => this.light(event.target));
  }

  light(pointed) {
    const at = (node) => node && node.closest("[data-doubts]"), numbersAt = (node) => (node && node.dataset.doubts.split(" ")) || [];
    const near = [...this.here, ...numbersAt(at(pointed) || at(this.root.getRootNode().activeElement))];
    for (const node of this.root.querySelectorAll("[data-doubts]")) node.classList.toggle("lit", numbersAt(node).some((n) => near.includes(n)));
  }

  // The signs behind the same words are one place.
  places() {
    const places = [];
    for (const sign of this.root.querySelectorAll(".ask")) {
      const before = sign.previousSibling;
      if (before && before.nodeType === 1 && before.matches(".note")) places.at(-1).push(sign); else places.push([sign]);
    }
    return places;
  }

  walk(steps) {
    if (steps.walk && steps.walk.doubts) { steps.step(1); return; }
    const doubts = this.places(), which = document.createElement("b"), settle = (numbers) => { this.here = numbers; this.light(null); };
    which.textContent = "Doubt";
    steps.strip.style.setProperty("--edge", "var(--no)"); steps.strip.style.setProperty("--line-style", "solid");
    steps.begin({
      doubts, which, what: "doubt", label: "Doubts, one by one", places: doubts.map(([sign]) => sign),
      said: (i) => doubts[i].map((sign) => sign.getAttribute("aria-label")).join(" "),
      at: (i) => settle(doubts[i].map((sign) => sign.dataset.doubts)),
      over: () => { settle([]); return doubts[steps.here][0]; },
    });
  }
}

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
  // `rows`: label -> the button that picks it and the row around it, in order; `radios`: off, selected, all -> its input. Both are there
  // before anything is painted, and so is `steps`.
  constructor(controls) { this.controls = controls; this.marks = []; this.chosen = null; this.here = []; this.mode = "all"; this.before = "all"; }

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
    if (mode === "off" && this.chosen) this.controls.steps.end();
    this.mode = mode;
    if (mode === "selected" && !this.chosen && first) this.choose(first); else this.paint();
  }

  choose(label) {
    const { rows, steps } = this.controls, again = this.chosen === label;
    if (this.chosen) steps.end();
    if (again) return;
    const { row, pick } = rows.get(label), places = this.places(label);
    this.before = this.mode === "selected" ? "all" : this.mode;
    this.chosen = label; this.mode = "selected"; this.paint();
    row.scrollIntoView({ block: "nearest" });
    tint(steps.strip, label);
    steps.begin({
      which: chip(label), what: "highlight", label: "Highlights of the selected action", none: "Not in single words", places: places.map(([m]) => m.node), said: () => "",
      at: (i) => { this.here = places[i]; this.paint(); },
      over: () => { this.chosen = null; this.here = []; this.mode = this.before; this.paint(); return pick; },
    });
  }

  paint() {
    const { rows, radios } = this.controls;
    for (const m of this.marks) this.paintMark(m, this.here.includes(m));
    for (const [label, { row, pick }] of rows) {
      pick.setAttribute("aria-pressed", String(label === this.chosen)); row.classList.toggle("chosen", label === this.chosen);
    }
    for (const [mode, radio] of radios) radio.checked = mode === this.mode;
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
    this.card.style.left = `${left - home.left}px`;
    if (isAbove) this.card.style.bottom = `${home.bottom - box.top + 6}px`; else this.card.style.top = `${box.bottom + 6 - home.top}px`;
  }

  // Leaving by Tab closes the card and goes back to where it was opened.
  keepInside(event) {
    if (event.key !== "Tab") return;
    const stops = [...this.card.querySelectorAll("a[href], button, input, textarea, summary")].filter((node) => node.checkVisibility()), now = this.root.getRootNode().activeElement;
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
