// What the profile editor is made of: the profile as it will be, long text, a line to write in, a paper's words, a judgement.

const LONG = 600, WORDS = 2000;

const matching = (data, id) => data.profile.aspects.flatMap((a) => a.inferences).find((i) => i.inference_id === id);

// The profile as it will be once Python has taken what waits.
const ahead = (truth, waiting) => {
  const data = structuredClone({ profile: truth.profile, feedback: truth.feedback });
  for (const m of waiting) {
    const inference = m.inference_id && matching(data, m.inference_id);
    if (m.kind === "switch" && inference) inference.on = m.on;
    if (m.kind === "reword" && inference) Object.assign(inference, { text: m.text, maker: "you", doubts: [] });
    if (m.kind === "remove") for (const a of data.profile.aspects) a.inferences = a.inferences.filter((i) => i !== inference);
    if (m.kind === "judge") m.liked === null ? delete data.feedback[m.inference_id] : (data.feedback[m.inference_id] = m);
    if (m.kind === "add") {
      const soon = { inference_id: `soon-${m.n}`, text: m.text, on: true, share: "Adding …", basis: "", maker: "you", supports: [], doubts: [], soon: true };
      data.profile.aspects.find((a) => a.aspect === m.aspect).inferences.push(soon);
    }
  }
  return data;
};

// Text that may be longer than anyone wants to meet at once.
const clamped = (text, tag, className, state, key, redraw) => {
  if (text.length <= LONG + 100 || state.whole.has(key)) return el(tag, className, text);
  const more = button("link", () => { state.whole.add(key); redraw(); }, `Show all ${text.length.toLocaleString("en")} characters`);
  return el(tag, className, text.slice(0, LONG).replace(/\s+\S*$/, "") + " … ", set(more, { "data-k": `whole:${key}` }));
};

// One line of words: Enter keeps them, Escape leaves them.
const writing = ({ key, text, label, reason, done, leave, typed, keep }) => {
  const area = set(el("textarea"), { "data-k": key, "aria-label": label, rows: 2, placeholder: "My papers …" });
  area.value = text;
  const count = set(el("span", "soft count"), { "aria-live": "polite" });
  const grow = () => {
    area.style.height = "auto"; area.style.height = `${Math.min(area.scrollHeight + 2, 420)}px`;
    count.textContent = area.value.length > WORDS * 0.9 ? `${area.value.length.toLocaleString("en")} of ${WORDS.toLocaleString("en")} characters` : "";
  };
  area.addEventListener("input", () => { typed(area.value); grow(); });
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) { event.preventDefault(); done(area.value); }
    if (event.key === "Escape") { event.stopPropagation(); leave(); }
  });
  requestAnimationFrame(grow);
  const trouble = reason ? set(el("p", "trouble", icon("error"), ` ${reason}`), { role: "alert" }) : null;
  const hint = el("span", "soft hint", "Enter saves, Esc cancels");
  return el("div", "writing", area, trouble, el("div", "line", button("main", () => done(area.value), keep), button("", leave, "Cancel"), hint, count));
};

const chip = (support, paper, isOpen, onClick, id) => {
  const name = `Paper ${support.number}: ${paper.title}${paper.followed ? " (followed)" : ""}`;
  const facts = { "aria-expanded": String(isOpen), "aria-label": name, title: name, "data-k": `chip:${id}:${support.number}` };
  return set(button(paper.followed ? "chip followed" : "chip", onClick, String(support.number)), facts);
};

const quoted = (quote, state, key, redraw) => {
  const words = clamped(quote.verbatim ? `“${quote.text}”` : quote.text, "p", quote.verbatim ? "words" : "words ours", state, key, redraw);
  return el("blockquote", quote.verbatim ? "" : "ours", words, el("footer", "soft", quote.place));
};

// What one paper shows for the inference, and its words.
const evidence = (support, paper, inference, state, redraw, close) => {
  const key = `${inference.inference_id}:${support.number}`;
  const head = el("header", "", el("b", "", `${support.number} · ${paper.title}`), iconButton("close", `Close paper ${support.number}`, close));
  const quotes = support.quotes.map((quote, n) => quoted(quote, state, `${key}:${n}`, redraw));
  const box = el("div", "evidence", head, el("div", "soft", paper.facts), clamped(support.explanation, "p", "shows", state, `${key}:e`, redraw), ...quotes);
  return set(box, { role: "group", "aria-label": `Paper ${support.number}: its words` });
};
