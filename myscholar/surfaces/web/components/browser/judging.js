// What a person says of one inference, action, section or passage: kinds of errors, each said in one click, and words of one's own.
// `tell` hears of everything that is said; `without` is the way to do without it at once, { words, act }.
// What is not yet told stands in the draft: the box may be drawn anew while it is written in.
const saidIn = (given, choices) => {
  const words = choices.filter((c) => given.errors.includes(c.value)).map((c) => c.words);
  return [...words, given.comment ? `“${given.comment}”` : ""].filter(Boolean).join(" · ");
};

const judging = (id, draft, choices, { tell, leave, without }) => {
  draft.isTold ??= draft.errors.length > 0;
  const does = set(el("div", "does soft"), { role: "status" });
  const say = () => { draft.isTold = true; tell(); };
  const chips = choices.map(({ value, words }) => set(button("why", () => {
    draft.errors = draft.errors.includes(value) ? draft.errors.filter((e) => e !== value) : [...draft.errors, value];
    say(); paint();
  }, words), { "data-k": `why:${id}:${value}` }));
  const paint = () => {
    choices.forEach(({ value }, n) => set(chips[n], { "aria-pressed": String(draft.errors.includes(value)) }));
    const told = new Set(choices.filter((c) => draft.errors.includes(c.value)).map((c) => c.does));
    does.replaceChildren(...[...told].map((words) => el("p", "", icon("check"), ` ${words}`)));
  };
  const done = () => { if (!draft.isTold) say(); leave(); };
  const comment = set(el("input"), { type: "text", "aria-label": "Comment, if you like", placeholder: "In your words, if you like", maxlength: 2000, "data-k": `comment:${id}` });
  comment.value = draft.comment;
  comment.addEventListener("input", () => { draft.comment = comment.value; draft.isTold = false; });
  comment.addEventListener("keydown", (event) => { if (event.key === "Enter" && !event.isComposing) { event.preventDefault(); done(); } });
  const question = choices.length ? set(el("div", "whys", el("b", "", "What is wrong with it?"), ...chips), { role: "group", "aria-label": "What is wrong with it?" }) : null;
  const box = el("div", "judging", question, does, comment,
    el("div", "line", set(button("main", done, "Done"), { "data-k": `done:${id}` }), without ? set(button("", without.act, without.words), { "data-k": `without:${id}` }) : null, el("span", "soft", "Kept with myscholar, sent to nobody.")));
  box.addEventListener("keydown", (event) => { if (event.key === "Escape") { event.stopPropagation(); leave(); } });
  paint();
  return box;
};
