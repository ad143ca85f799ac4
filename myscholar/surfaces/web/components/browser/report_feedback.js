// What the reader thinks: thumbs, and for what is not good the kinds of errors that readers report, with a comment.
const LONGEST = 4000;

// The form behind a thumb. `given` is what was said before, `send(fields)` what to do with what is said now.
const judgeForm = ({ liked, errors, given, send, cancel }) => {
  const boxes = errors.map(({ value, words }) => {
    const box = set(document.createElement("input"), { type: "checkbox", value });
    box.checked = Boolean(given && given.errors.includes(value));
    return [box, el("label", "choice", box, el("span", "", words))];
  });
  const comment = set(document.createElement("textarea"), { rows: 2, maxlength: LONGEST, placeholder: liked ? "What was good? (if you like)" : "In your own words (if you like)", "aria-label": "Comment" });
  comment.value = given ? given.comment : "";
  const form = el("form", "judge-form", liked ? null : set(el("fieldset", "", el("legend", "", "What is wrong?"), ...boxes.map(([, label]) => label)), {}), comment,
    el("div", "row", set(el("button", "main", "Save"), { type: "submit" }), button("", cancel, "Cancel")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send({ liked, errors: boxes.filter(([box]) => !liked && box.checked).map(([box]) => box.value), comment: comment.value.trim() });
  });
  form.addEventListener("keydown", (event) => { if (event.key === "Escape") { event.stopPropagation(); cancel(); } });
  return form;
};

const saidIn = (given, errors) => {
  const words = errors.filter((e) => given.errors.includes(e.value)).map((e) => e.words);
  return [...words, given.comment ? `“${given.comment}”` : ""].filter(Boolean).join(" · ");
};

// Thumbs up and down for one thing. `tell(fields)` keeps what is said, `takeBack()` forgets it.
class Thumbs {
  constructor(question, errors, { tell, takeBack }) {
    this.errors = errors; this.tell = tell; this.takeBack = takeBack; this.given = null;
    this.up = iconButton("thumb_up", `${question} Good`, () => this.press(true));
    this.down = iconButton("thumb_down", `${question} Not good`, () => this.press(false));
    this.said = set(el("div", "said soft"), { role: "status" });
    this.place = el("div", "judge-place");
    this.node = set(el("div", "judge", el("div", "row", el("span", "soft", question), this.up, this.down), this.said, this.place), { role: "group", "aria-label": question });
    this.paint();
  }

  update(given) { this.given = given || null; this.paint(); }

  press(liked) {
    if (this.given && this.given.liked === liked) { this.given = null; this.close(); this.takeBack(); this.paint(); return; }
    if (liked) this.send({ liked, errors: [], comment: "" });
    else this.open(false);
  }

  open(liked) {
    const given = this.given && this.given.liked === liked ? this.given : null;
    this.form = judgeForm({ liked, errors: this.errors, given, send: (fields) => this.send(fields), cancel: () => { this.close(); this.down.focus(); } });
    this.place.replaceChildren(this.form);
    this.form.querySelector("input, textarea").focus({ preventScroll: true });
  }

  close() { this.place.replaceChildren(); }

  send(fields) { this.given = fields; this.close(); this.tell(fields); this.paint(); if (!fields.liked) this.down.focus({ preventScroll: true }); }

  paint() {
    for (const [thumb, liked] of [[this.up, true], [this.down, false]]) {
      const pressed = Boolean(this.given && this.given.liked === liked);
      set(thumb, { "aria-pressed": String(pressed) }); thumb.classList.toggle("pressed", pressed);
    }
    const words = this.given ? saidIn(this.given, this.errors) : "";
    const more = this.given ? button("link", () => this.open(this.given.liked), words ? "Change" : "Say more") : null;
    this.said.replaceChildren(...[this.given ? (words ? `Noted: ${words} ` : "Noted, thank you. ") : "", more].filter(Boolean));
  }
}
