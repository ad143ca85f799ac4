// A word on any passage: select words, say what you think. What was said stands behind them as a small sign, also after a reload.

// Python counts characters, JavaScript counts halves of some of them.
const nCharacters = (text) => [...text].length;
const halvesUpTo = (text, n) => [...text].slice(0, n).join("").length;

const placed = (node, root) => { while (node && node !== root && node.at === undefined) node = node.parentNode; return node && node !== root ? node : null; };

// An end in the middle of a word moves to the word's own.
const wordEdge = (text, offset, isEnd) => {
  const [part] = isEnd ? text.slice(offset).match(/^[\p{L}\p{N}]*/u) : text.slice(0, offset).match(/[\p{L}\p{N}]*$/u);
  const isInside = isEnd ? /[\p{L}\p{N}]$/u.test(text.slice(0, offset)) : /^[\p{L}\p{N}]/u.test(text.slice(offset));
  return isInside ? offset + (isEnd ? part.length : -part.length) : offset;
};

// Where an end of a selection lies in the section's text; a formula or a citation is taken whole.
const offsetAt = (node, offset, root, isEnd) => {
  if (node.nodeType === Node.TEXT_NODE && node.at !== undefined) return node.at + nCharacters(node.data.slice(0, wordEdge(node.data, offset, isEnd)));
  const whole = placed(node, root);
  if (whole) return isEnd ? whole.until : whole.at;
  const near = isEnd ? node.childNodes[offset - 1] : node.childNodes[offset];
  const inside = near && [near, ...textNodesIn(near)].filter((n) => n.at !== undefined);
  if (!inside || !inside.length) return null;
  return isEnd ? inside.at(-1).until : inside[0].at;
};

const textNodesIn = (node) => {
  const found = [], walk = document.createTreeWalker(node, NodeFilter.SHOW_ALL);
  while (walk.nextNode()) if (walk.currentNode.at !== undefined) found.push(walk.currentNode);
  return found;
};

// The words from `start` to `end` as they stand in the section's text, without labels that are drawn between them.
const wordsBetween = (body, start, end) => textNodesIn(body).filter((n) => n.at < end && n.until > start).map((n) => {
  if (n.nodeType !== Node.TEXT_NODE) return n.source || n.textContent;
  return [...n.data].slice(Math.max(0, start - n.at), end - n.at).join("");
}).join("");

const selectedRange = (root) => {
  const home = root.getRootNode(), selection = home.getSelection ? home.getSelection() : getSelection();
  if (!selection || !selection.rangeCount || selection.isCollapsed) return null;
  if (home.getSelection || !selection.getComposedRanges) return selection.getRangeAt(0);
  const [range] = selection.getComposedRanges({ shadowRoots: [home] });
  return range && root.contains(range.startContainer) && root.contains(range.endContainer) ? range : null;
};

class Passages {
  constructor(root, cards, errors, { tell, takeBack }) {
    this.root = root; this.cards = cards; this.errors = errors; this.tell = tell; this.takeBack = takeBack; this.signs = new Map();
    this.offer = button("offer", (event) => { event.stopPropagation(); this.ask(); }, icon("rate_review"), " Comment on this passage");
    this.offer.addEventListener("pointerdown", (event) => event.preventDefault());
    this.offer.hidden = true;
    root.append(this.offer);
  }

  // What is selected within one section's text, or null.
  selected() {
    const range = selectedRange(this.root);
    const body = range && range.startContainer.parentElement && range.startContainer.parentElement.closest("[data-body]");
    if (!body || !body.contains(range.endContainer)) return null;
    const start = offsetAt(range.startContainer, range.startOffset, body, false), end = offsetAt(range.endContainer, range.endOffset, body, true);
    if (start === null || end === null || end <= start) return null;
    const live = document.createRange();
    live.setStart(range.startContainer, range.startOffset); live.setEnd(range.endContainer, range.endOffset);
    return { body, start, end, words: wordsBetween(body, start, end), box: [...live.getClientRects()].at(-1) };
  }

  watch() {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => {
      this.here = this.selected();
      this.offer.hidden = !this.here || !this.here.box;
      if (this.offer.hidden) return;
      const home = this.root.getBoundingClientRect(), { box } = this.here, edge = document.documentElement.clientWidth - this.offer.offsetWidth - 10;
      this.offer.style.left = `${Math.max(10, Math.min(box.right - this.offer.offsetWidth / 2, edge)) - home.left}px`;
      this.offer.style.top = `${box.bottom - home.top + 6}px`;
    }, 120);
  }

  ask() {
    const { body, start, end, words } = this.here;
    this.offer.hidden = true;
    const item = `${body.dataset.body}:${start}:${end}`;
    const sign = this.sign(item) || this.putSign(item, words, null);
    if (sign) this.open(item, words, sign);
  }

  sign(item) { const known = this.signs.get(item); return known ? known.node : null; }

  open(item, words, opener) {
    const given = () => this.signs.get(item).given;
    const nodes = () => {
      const place = el("div");
      const form = (liked) => {
        const before = given()?.liked === liked ? given() : { errors: [], comment: "" }, draft = { ...before };
        const tell = () => {
          const fields = { liked, errors: draft.errors, comment: draft.comment.trim() };
          this.signs.get(item).given = fields; this.paint(item); this.tell(item, words, fields);
        };
        place.replaceChildren(judging(item, draft, liked ? [] : this.errors, { tell, leave: () => this.leave(item) }));
      };
      const ways = [["thumb_up", "Good", true], ["thumb_down", "Not good", false]].map(([name, label, liked]) => button("", () => form(liked), icon(name), ` ${label}`));
      const forget = given() ? button("link", () => { this.takeBack(item); this.forget(item); }, "Take back what you said") : null;
      if (given()) form(given().liked);
      return [el("div", "label", "This passage"), el("p", "passage", words), el("div", "row", ...ways), place, forget];
    };
    this.cards.toggle(opener, "Comment on this passage", nodes);
  }

  leave(item) { this.cards.close(true); if (this.signs.get(item) && !this.signs.get(item).given) this.forget(item); }

  forget(item) { this.cards.close(); this.signs.get(item).node.remove(); this.signs.delete(item); }

  // Behind the last of the words; null where the text does not reach that far.
  putSign(item, words, given) {
    const [section, start, end] = item.split(":").map(Number);
    const body = this.root.querySelector(`[data-body="${section}"]`);
    const last = body && textNodesIn(body).find((n) => n.at < end && end <= n.until);
    if (!last || !(start < end)) return null;
    const node = set(button("sign", () => this.open(item, words, node), icon("chat")), { "aria-expanded": "false" });
    if (last.nodeType === Node.TEXT_NODE && end < last.until) {
      const rest = last.splitText(halvesUpTo(last.data, end - last.at));
      rest.at = end; rest.until = last.until; last.until = end;
    }
    last.after(node);
    this.signs.set(item, { node, words, given });
    this.paint(item);
    return node;
  }

  paint(item) {
    const { node, words, given } = this.signs.get(item);
    node.classList.toggle("given", Boolean(given));
    const said = given ? `${given.liked ? "Good" : "Not good"}${saidIn(given, this.errors) ? `: ${saidIn(given, this.errors)}` : ""}` : "";
    set(node, { "aria-label": `What you said about “${words.slice(0, 60)}”. ${said}`, title: said });
  }

  // Python's word on what was said: item -> given, with the words as they stood.
  update(all) {
    for (const [item, given] of Object.entries(all)) {
      if (!this.signs.has(item)) this.putSign(item, given.words, given);
      else { this.signs.get(item).given = given; this.paint(item); }
    }
    for (const [item, { given }] of [...this.signs]) if (given && !all[item]) this.forget(item);
  }
}
