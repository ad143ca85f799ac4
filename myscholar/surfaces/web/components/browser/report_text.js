// A section's text: paragraphs, lists, code, formulas. The finished report and the one that is being written look the same.
const MATHML = "http://www.w3.org/1998/Math/MathML";

// Python has let through only elements and attributes that set out a formula.
const mathNode = (m) => {
  const node = document.createElementNS(MATHML, m.tag);
  for (const [name, value] of m.attributes) node.setAttribute(name, value);
  node.append(m.text, ...m.children.map(mathNode));
  return node;
};

// Where words stand in the section's text is kept at their nodes, so that a selection can be told to Python.
const at = (node, piece) => Object.assign(node, { at: piece.start, until: piece.end, source: piece.text });

const wordsOf = (p) => {
  if (p.formula) return at(el("span", "formula", mathNode(p.formula)), p);
  if (p.is_code) return at(el("code", "", p.text), p);
  return at(document.createTextNode(p.text), p);
};

// A button within a line: a real one is a box, behind which a full stop could begin the next line.
const inlineButton = (className, onClick, text) => {
  const node = set(el("span", className, text), { role: "button", tabindex: 0 });
  node.addEventListener("click", onClick);
  node.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); onClick(event); } });
  return node;
};

// A short text of its own, such as a TL;DR.
const plainPieces = (pieces) => pieces.map(wordsOf);

const copyButton = (code) => {
  const node = button("quiet copy", async () => {
    if (navigator.clipboard) { await navigator.clipboard.writeText(code.textContent); node.lastChild.textContent = "Copied"; }
    else getSelection().selectAllChildren(code);
    setTimeout(() => { node.lastChild.textContent = "Copy"; }, 2000);
  }, icon("content_copy"), set(el("span", "", "Copy"), { role: "status" }));
  return set(node, { title: "Copy this code" });
};

const codeBlock = (block) => {
  const [piece] = block.stretches[0].pieces, code = at(el("code", "", piece.text), piece);
  const head = el("div", "code-head", el("span", "", block.language || "code"), copyButton(code));
  return el("div", "code", head, set(el("pre", "", code), { tabindex: 0, "aria-label": `Code${block.language ? ` in ${block.language}` : ""}`, role: "group" }));
};

// `draw.stretch` makes the words of a stretch, `draw.code` what stands around a block of code.
const partNodes = (part, draw) => {
  const line = (tag, block) => el(tag, "", ...block.stretches.map((x) => draw.stretch(x)));
  if (part.kind === "item") return [el("ul", "items", ...part.blocks.map((block) => line("li", block)))];
  if (part.kind === "code") return part.blocks.map((block) => draw.code(codeBlock(block), block));
  return part.blocks.map((block) => line("p", block));
};
