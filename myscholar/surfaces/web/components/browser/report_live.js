// Sections as they are written. What stands already is left alone, so that nothing jumps under the reader's eyes.
const QUIET_MS = 4000;

class LiveSection {
  constructor(title) {
    this.title = el("h2"); this.mark = el("span", "writing", el("span", "pen"), "writing …"); this.body = el("div", "body");
    this.node = el("section", "growing", el("div", "head", this.title, this.mark), this.body);
    this.known = []; this.drawn = []; this.grown = 0; this.name(title);
  }

  name(title) { if (this.title.textContent !== title) this.title.textContent = title; }

  // Draws the blocks that differ from what stood there, which while a text grows are the last ones.
  update(parts) {
    const found = parts.map((part) => JSON.stringify(part));
    const same = found.findIndex((text, i) => text !== this.known[i]);
    if (same < 0 && found.length === this.known.length) return;
    const from = same < 0 ? found.length : same;
    this.drawn = [...this.drawn.slice(0, from), ...parts.slice(from).map((part, i) => this.part(part, this.drawn[from + i]))];
    place(this.body, this.drawn.flatMap((d) => d.nodes));
    this.known = found; this.grown = Date.now();
  }

  // A paragraph or list that goes on keeps its nodes up to the block that grows.
  part(part, before) {
    const draw = { stretch: (x) => el("span", "", ...x.pieces.map(wordsOf)), code: (node) => node };
    const blocks = part.blocks.map((block) => JSON.stringify(block));
    if (before && before.kind === part.kind) {
      const at = blocks.findIndex((text, i) => text !== before.blocks[i]), kept = at < 0 ? blocks.length : at;
      const fresh = partNodes({ ...part, blocks: part.blocks.slice(kept) }, draw);
      if (part.kind === "item") {
        const [list] = before.nodes;
        place(list, [...[...list.children].slice(0, kept), ...(fresh[0] ? fresh[0].children : [])]);
        return { kind: part.kind, blocks, nodes: [list] };
      }
      return { kind: part.kind, blocks, nodes: [...before.nodes.slice(0, kept), ...fresh] };
    }
    return { kind: part.kind, blocks, nodes: partNodes(part, draw) };
  }
}

class LiveView {
  constructor(root) {
    this.sections = new Map();
    this.news = set(el("div", "unseen"), { role: "status", "aria-live": "polite" });
    this.list = set(el("article", "live"), { "aria-label": "The report as it is written" });
    root.append(this.news, this.list);
  }

  update(live) {
    for (const [i, s] of live.sections.entries()) {
      if (!this.sections.has(s.name)) this.sections.set(s.name, new LiveSection(s.title));
      const section = this.sections.get(s.name);
      section.name(s.title); section.update(s.parts);
      if (this.list.children[i] !== section.node) this.list.insertBefore(section.node, this.list.children[i] || null);
      section.mark.classList.toggle("off", live.is_over || Date.now() - section.grown > QUIET_MS);
    }
    if (this.news.textContent !== live.news) this.news.textContent = live.news;
  }
}
