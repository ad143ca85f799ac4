// One action of the list: the short line to pick, its marks, and on demand everything else.

const WHO = {
  own: ["edit_note", "Yours"],
  personalized: ["person", "For you"],
  generic: ["groups", "For anyone"],
};
const whoOf = (card) => (card.own ? "own" : card.personalized ? "personalized" : "generic");

const MARKS = [
  ["emphasis", "star", "Emphasized", "It gets more room than the others"],
  ["new", "fiber_new", "New", "It came with the last “more actions”"],
  ["saves_time", "timer", "Saves time", "It leaves out what you would skip"],
  ["wild_card", "explore", "Wild card", "Outside your usual work, on purpose"],
  ["edited", "edit", "Your wording", "You changed the words"],
];

class ActionRow {
  constructor(view) { this.view = view; this.node = el("li", "row"); }

  // Drawn again only if something in it has changed.
  update(card, state) {
    const now = JSON.stringify([card, state.open, state.editing === null, state.paper, state.judging === null, this.view.busy]);
    this.card = card; this.state = state;
    if (now === this.before) return;
    this.before = now;
    this.node.className = `row ${card.enabled ? "on" : "off"} ${card.emphasis ? "strong" : ""} ${state.open ? "open" : ""}`;
    this.node.replaceChildren(...(state.editing === null ? [this.line()] : [this.editing()]), ...(state.open ? [this.details()] : []));
  }

  set(changed) { Object.assign(this.state, changed); this.view.draw(); }

  send(kind, fields = {}) { this.view.send(kind, { action_id: this.card.action_id, ...fields }); }

  line() {
    const { card, state } = this;
    const box = set(el("input"), { type: "checkbox", "data-k": `pick:${card.action_id}`, disabled: card.soon });
    box.checked = card.enabled;
    box.addEventListener("change", () => this.send("pick", { on: box.checked }));
    const marks = MARKS.filter(([name]) => card[name]).map(([name, glyph, word, why]) => set(el("span", `mark ${name}`, icon(glyph), word), { title: why }));
    const doubts = card.doubts.length ? button("mark doubts", () => this.set({ open: true }), icon(card.doubts.some((d) => d.is_warning) ? "flag" : "info"), card.doubts[0].kind) : null;
    const [glyph, word] = WHO[whoOf(card)];
    const pick = el("label", "pick", box, el("span", "tldr", card.tldr));
    const who = el("span", `who ${whoOf(card)}`, icon(glyph), word);
    return el("div", "line1", pick, who, this.tools(card, state), marks.length || doubts ? el("div", "marks", ...marks, doubts) : null);
  }

  tools(card, state) {
    if (card.soon) return el("span", "tools soft", "Adding …");
    const named = (glyph, label, key, onClick, facts = {}) => set(keyed(iconButton(glyph, `${label}: ${card.tldr.slice(0, 80)}`, onClick), `${key}:${card.action_id}`), facts);
    const star = named("star", card.emphasis ? "Emphasized" : "Emphasize", "star", () => this.send("emphasize", { on: !card.emphasis }), { "aria-pressed": String(card.emphasis) });
    star.classList.add("star");
    const more = named(state.open ? "expand_less" : "expand_more", state.open ? "Less" : "More", "open", () => this.set({ open: !state.open, judging: null }), { "aria-expanded": String(state.open) });
    return el("span", "tools", star, more);
  }

  editing() {
    const { card, state } = this;
    const leave = () => { this.set({ editing: null }); this.view.focusOn(`open:${card.action_id}`); };
    return writing({
      key: `edit:${card.action_id}`, text: state.editing, label: "The action in your words", keep: "Save", leave,
      typed: (text) => { state.editing = text; },
      done: (text) => { if (text !== card.tldr) this.send("reword", { text }); leave(); },
    });
  }

  details() {
    const { card, state } = this;
    const said = card.text !== card.tldr ? el("p", "long", card.text) : null;
    const does = el("p", "does", icon("arrow_forward"), el("span", "", `${card.does}.${card.by_rules ? ` ${card.by_rules}` : ""}`));
    const behind = card.behind ? behindIt(card, state.paper, (paper) => this.set({ paper })) : because(card);
    const saves = card.saves_time ? el("p", "soft", "Saves time: it leaves out what you would skip.") : null;
    const doubts = card.doubts.map((flag) => doubt(flag, () => this.send("reword", { text: flag.repair })));
    const tell = () => this.send("judge", { liked: false, errors: state.judging.errors, comment: state.judging.comment.trim() });
    const judged = state.judging ? judging(card.action_id, state.judging, this.view.complaints, {
      tell, leave: () => this.set({ judging: null }),
      without: card.enabled ? { words: "Leave it out", act: () => { this.send("pick", { on: false }); this.set({ judging: null }); } } : null,
    }) : null;
    return el("div", "details", said, does, behind, saves, ...doubts, this.bar(), judged);
  }

  bar() {
    const { card } = this;
    const act = (glyph, word, key, onClick, facts = {}) => set(keyed(button("quiet", onClick, icon(glyph), ` ${word}`), `${key}:${card.action_id}`), facts);
    const edit = act("edit", "Reword", "reword", () => { this.set({ editing: card.tldr }); this.view.focusOn(`edit:${card.action_id}`); });
    const like = this.view.data.with_more ? act("add", "More like this", "like", () => this.view.send("more", { like: card.action_id }), { disabled: this.view.busy }) : null;
    const drop = card.own ? act("delete", "Remove", "drop", () => this.send("remove")) : null;
    return el("div", "bar", edit, like, drop, el("span", "grow"), ...this.thumbs());
  }

  thumbs() {
    const { card, state } = this;
    const liked = card.judged?.liked;
    const thumb = (glyph, label, key, isOn, onClick) => {
      const node = set(keyed(iconButton(glyph, label, onClick), `${key}:${card.action_id}`), { "aria-pressed": String(isOn) });
      node.classList.toggle("chosen", isOn);
      return node;
    };
    const down = () => {
      if (liked === false && !state.judging) { this.send("judge", { liked: null }); return; }
      if (liked !== false) this.send("judge", { liked: false });
      this.set({ judging: { errors: card.judged?.errors ?? [], comment: card.judged?.comment ?? "" } });
    };
    return [
      thumb("thumb_up", "A good proposal", "good", liked === true, () => { this.send("judge", { liked: liked === true ? null : true }); this.set({ judging: null }); }),
      thumb("thumb_down", "Not a good proposal: say why", "bad", liked === false, down),
    ];
  }
}
