// What the reader thinks: thumbs for one thing, and for what is not good the kinds of errors that readers report, with a comment.

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
    const given = this.given && this.given.liked === liked ? this.given : { errors: [], comment: "" }, draft = { ...given };
    const tell = () => this.send({ liked, errors: draft.errors, comment: draft.comment.trim() });
    this.place.replaceChildren(judging("", draft, liked ? [] : this.errors, { tell, leave: () => { this.close(); (liked ? this.up : this.down).focus({ preventScroll: true }); } }));
    this.place.querySelector("button.why, input").focus({ preventScroll: true });
  }

  close() { this.place.replaceChildren(); }

  send(fields) { this.given = fields; this.tell(fields); this.paint(); }

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
