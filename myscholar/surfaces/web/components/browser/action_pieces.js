// What the action editor is made of: the actions as they will be, what is behind one, doubts, a line to write in, a judgement.

const cardsOf = (view) => view.groups.flatMap((group) => group.cards);

const SOON = {
  personalized: false, own: true, edited: false, enabled: true, emphasis: false, saves_time: false, wild_card: false, new: false,
  does: "", by_rules: null, behind: null, because_gone: false, doubts: [], judged: null, soon: true,
};

const changes = {
  pick: (card, m) => Object.assign(card, { enabled: m.on, emphasis: card.emphasis && m.on }),
  emphasize: (card, m) => Object.assign(card, { emphasis: m.on, enabled: card.enabled || m.on }),
  reword: (card, m) => Object.assign(card, { tldr: m.text, text: m.text, edited: !card.own, doubts: [] }),
  judge: (card, m) => Object.assign(card, { judged: m.liked === null ? null : m }),
};

// The chosen in another order: they change places among themselves, the others stay where they are.
const reordered = (order, on, id, to) => {
  const chosen = order.filter((other) => on.has(other) && other !== id);
  chosen.splice(to, 0, id);
  return order.map((other) => (on.has(other) ? chosen.shift() : other));
};

// The actions as they will be once Python has taken what waits.
const ahead = (truth, waiting) => {
  const view = structuredClone(truth);
  const own = view.groups.find((group) => group.kind === "own");
  for (const m of waiting) {
    const card = m.action_id && cardsOf(view).find((c) => c.action_id === m.action_id);
    if (card && changes[m.kind]) changes[m.kind](card, m);
    if (m.kind === "remove") own.cards = own.cards.filter((c) => c.action_id !== m.action_id);
    if (m.kind === "bring_back") view.left_out = view.left_out.filter((o) => o.action_id !== m.action_id);
    if (m.kind === "only") {
      const wanted = m.which === "defaults" ? view.defaults : [];
      for (const c of cardsOf(view)) changes.pick(c, { on: wanted.includes(c.action_id) });
    }
    if (m.kind === "move") {
      const on = new Set(cardsOf(view).filter((c) => c.enabled).map((c) => c.action_id));
      view.order = reordered(view.order, on, m.action_id, m.to);
    }
    if (m.kind === "add") {
      const soon = { ...SOON, action_id: `soon-${m.n}`, tldr: m.text, text: m.text };
      own.cards.push(soon); view.order.push(soon.action_id);
    }
  }
  return view;
};

const keyed = (node, key) => set(node, { "data-k": key });

const doubt = (flag, repair) => {
  const words = el("div", "", el("b", "", `${flag.kind}. `), flag.reason, " ", el("span", "soft", `(${flag.noticed})`));
  if (flag.repair) words.append(el("div", "repair", "Instead: ", button("link", repair, flag.repair)));
  return el("div", flag.is_warning ? "doubt warning" : "doubt", icon(flag.is_warning ? "flag" : "info"), words);
};

const wordsOf = (quote) =>
  el("blockquote", quote.verbatim ? "" : "ours", quote.verbatim ? `“${quote.text}”` : quote.text,
    quote.verbatim ? null : el("footer", "soft", "myscholar's summary, not the paper's words"));

// The inference that the action came from; a paper's number opens its words.
const behindIt = (card, opened, show) => {
  const box = el("div", "behind", el("div", "soft", `From your profile · ${card.behind.aspect}`), el("p", "", card.behind.text));
  const chips = card.behind.papers.map((paper) => {
    const name = `Paper ${paper.number}: ${paper.title}`;
    const chip = button("chip", () => show(opened === paper.number ? null : paper.number), String(paper.number));
    return set(chip, { "aria-expanded": String(opened === paper.number), "aria-label": name, title: name, "data-k": `chip:${card.action_id}:${paper.number}` });
  });
  if (chips.length) box.append(el("div", "chips", el("span", "soft", chips.length === 1 ? "Paper" : "Papers"), ...chips));
  const paper = card.behind.papers.find((p) => p.number === opened);
  if (paper) box.append(el("div", "evidence", el("b", "", `${paper.number} · ${paper.title}`), el("p", "", paper.explanation), ...paper.quotes.map(wordsOf)));
  return box;
};

const because = (card) => {
  if (card.own) return el("p", "soft", "You added this.");
  if (card.because_gone) return el("p", "soft", "The inference it came from is no longer in your profile.");
  if (card.wild_card) return el("p", "soft", "Chosen to lie outside your usual work, so that the report does not only confirm what you know.");
  return el("p", "soft", card.personalized ? "From your profile as a whole." : "Useful to anyone who asks this.");
};

// Words to write or mend: Enter keeps them, Escape leaves them.
const writing = ({ key, text, label, hint, keep, done, leave, typed }) => {
  const area = set(el("textarea"), { "data-k": key, "aria-label": label, placeholder: hint, rows: 1, maxlength: 2000 });
  area.value = text;
  const grow = () => { area.style.height = "auto"; area.style.height = `${Math.min(area.scrollHeight + 2, 300)}px`; };
  const finish = () => { if (area.value.trim()) done(area.value.trim()); else area.focus(); };
  area.addEventListener("input", () => { typed(area.value); grow(); });
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); finish(); }
    if (event.key === "Escape" && leave) { event.stopPropagation(); leave(); }
  });
  requestAnimationFrame(grow);
  return el("div", "writing", area, button("", finish, keep), leave ? button("quiet", leave, "Cancel") : null);
};
