// What is wrong with one inference or action: kinds of errors to tick, and words of one's own. `typed` hears of every change;
// `without` is the way to do without it at once, { words, act }.
const judging = (id, draft, choices, { keep, leave, typed, without }) => {
  const boxes = choices.map((choice) => {
    const box = set(el("input"), { type: "checkbox", "data-k": `why:${id}:${choice.value}` });
    box.checked = draft.errors.includes(choice.value);
    box.addEventListener("change", () => typed({ errors: box.checked ? [...draft.errors, choice.value] : draft.errors.filter((e) => e !== choice.value) }));
    return el("label", "", box, el("span", "", choice.words));
  });
  const comment = set(el("input"), { type: "text", "aria-label": "Comment, if you like", placeholder: "In your words, if you like", maxlength: 2000, "data-k": `comment:${id}` });
  comment.value = draft.comment;
  comment.addEventListener("input", () => typed({ comment: comment.value }, false));
  const legend = el("legend", "", "What is wrong with it?");
  const box = el("div", "judging", el("fieldset", "", legend, ...boxes), comment,
    el("div", "line", button("main", keep, "Save"), button("", leave, "Cancel"), without ? set(button("", without.act, without.words), { "data-k": `without:${id}` }) : null, el("span", "soft", "Kept with myscholar, sent to nobody.")));
  box.addEventListener("keydown", (event) => { if (event.key === "Escape") { event.stopPropagation(); leave(); } });
  return box;
};
