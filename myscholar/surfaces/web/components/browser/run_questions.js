// What a run asks: the words come from Python, what is picked and typed stays here until it is sent or dismissed, over every drawing and a
// reload of the page.

const DRAFTS = "myscholar-answer-";
const MONTH_NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const OWN = "own"; // words of one's own, among choices
let nQuestions = 0;

const keyOfDraft = (run, id) => `${DRAFTS}${run}/${id}`;
const draftOf = (run, id) => { try { return JSON.parse(sessionStorage.getItem(keyOfDraft(run, id))); } catch { return null; } };

const say = (node, text) => { if (node.textContent !== text) node.textContent = text; node.hidden = !text; };

const lasting = (seconds) => {
  if (seconds < 100) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60), rest = minutes % 60;
  return [minutes >= 60 && `${Math.floor(minutes / 60)} h`, (rest || minutes < 60) && `${rest} min`].filter(Boolean).join(" ");
};

// By the clock of who reads.
const decidesWords = (at, now = Date.now()) => {
  if (at <= now) return "Its time is over: the tool decides.";
  const date = new Date(at), two = (n) => String(n).padStart(2, "0");
  const day = date.toDateString() === new Date(now).toDateString() ? "" : `on ${date.getDate()} ${MONTH_NAMES[date.getMonth()]} `;
  return `Decides by itself in ${lasting((at - now) / 1000)}, ${day}at ${two(date.getHours())}:${two(date.getMinutes())}.`;
};

const isWriting = () => {
  let node = document.activeElement;
  while (node?.shadowRoot) node = node.shadowRoot.activeElement;
  return node?.matches("input, textarea, select, [contenteditable]");
};

class Question {
  constructor(outbox, run, question, isQuiet) {
    this.isQuiet = isQuiet && question.choices.length && !draftOf(run, question.id)?.picked.length;
    this.outbox = outbox; this.run = run; this.id = question.id; this.question = question; this.sent = null;
    this.type = question.takesSeveral ? "checkbox" : "radio";
    this.several = this.isQuiet && question.takesSeveral && button("chip several", () => this.onSeveral(), "Several of these …");
    this.picks = question.choices.map((choice) => this.pick(choice, choice));
    this.own = question.choices.length && question.takesText && !this.isQuiet ? this.pick(OWN, question.takesSeveral ? "In my own words instead" : "In my own words") : null;
    this.box = question.takesText ? set(el("textarea"), { rows: this.isQuiet ? 1 : 2, "aria-label": question.choices.length ? "My own words" : question.text, placeholder: this.isQuiet ? "Or in your own words" : null }) : null;
    this.own?.input.addEventListener("click", (event) => { if (event.detail && this.own.input.checked) setTimeout(() => this.box.focus()); });
    this.box?.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); this.answer(); } });
    const why = question.why && set(el("p", "why", question.why), { id: `why-${++nQuestions}` });
    this.until = el("p", "soft until"); this.note = set(el("p", "note"), { role: "alert", hidden: true });
    this.fields = set(el("fieldset", "", el("legend", "", icon("help"), el("span", "", question.text)), why,
      el("div", "picks", ...[...this.picks, this.own].filter(Boolean).map((pick) => pick.label), this.several), this.box), { "aria-describedby": why && why.id });
    this.main = set(el("button", "main", "Answer"), { type: "submit" });
    this.skip = question.canSkip && set(button("", () => this.send({ way: "skip" }), "Skip"), { title: "It goes on without your answer" });
    this.leave = question.canLeave && set(button("", () => this.send({ way: "decide" }), "Decide for me"), { title: "The tool decides as it finds best" });
    if (this.isQuiet && this.leave) set(this.leave, { title: "Nothing more is asked; the tool decides the rest" }).textContent = "Enough, decide for me";
    this.dismiss = button("", () => this.close(), "Dismiss");
    this.buttons = el("div", "buttons", this.main, this.skip, this.leave);
    this.node = el("form", this.isQuiet ? "question quiet" : "question", this.fields, this.until, this.note, this.buttons);
    this.node.addEventListener("submit", (event) => { event.preventDefault(); this.answer(); });
    this.node.addEventListener("input", (event) => this.changed(event.target));
    this.restore();
    this.tick();
  }

  pick(value, words) {
    if (this.isQuiet) {
      const chip = button("chip", () => { if (!this.sent && !this.isOver) this.send({ way: "choice", choices: [value] }); }, words);
      return { value, input: chip, label: chip };
    }
    const input = set(el("input"), { type: this.type, name: `${this.run}/${this.id}`, value });
    return { value, input, label: el("label", value === OWN ? "own" : "", input, el("span", "", words)) };
  }

  get draft() { return { picked: this.picks.filter((p) => p.input.checked).map((p) => p.value), own: Boolean(this.own?.input.checked), text: this.box?.value || "" }; }

  get isTouched() { const { picked, text } = this.draft; return Boolean(picked.length || text.trim()); }

  get key() { return keyOfDraft(this.run, this.id); }

  // Typing means it: what is typed is sent, not what was picked, which stays picked among several in case it is taken back.
  changed(target) {
    if (target === this.box && this.own) {
      if (this.box.value.trim()) this.own.input.checked = true;
      else if (this.own.input.checked) this.own.input.checked = false;
    }
    say(this.note, "");
    this.show();
    try { if (this.isTouched) sessionStorage.setItem(this.key, JSON.stringify(this.draft)); else this.forget(); } catch { /* nothing is kept over a reload then */ }
  }

  restore() {
    const kept = draftOf(this.run, this.id);
    if (kept) {
      for (const pick of this.picks) pick.input.checked = kept.picked.includes(pick.value);
      if (this.own) this.own.input.checked = kept.own;
      if (this.box) this.box.value = kept.text;
    }
    this.show();
  }

  forget() { try { sessionStorage.removeItem(this.key); } catch { /* nothing was kept */ } }

  show() {
    const own = Boolean(this.own?.input.checked);
    if (this.box) this.box.hidden = Boolean(this.own) && !own && !this.box.value;
    if (this.box && this.own) this.box.classList.toggle("aside", !own);
    if (this.type === "checkbox") for (const pick of this.picks) pick.label.classList.toggle("aside", own);
  }

  answer() {
    if (this.isOver || this.sent) return;
    const { picked, own, text } = this.draft, words = text.trim();
    if (picked.length && !own) this.send({ way: "choice", choices: picked });
    else if (words && (own || !this.own)) this.send({ way: "text", text: words });
    else {
      say(this.note, own || !this.picks.length ? "Write your answer first." : this.picks.length && this.type === "checkbox" ? "Pick one or more first." : "Pick one first.");
      (own || !this.picks.length ? this.box : this.picks[0].input).focus();
    }
  }

  send(said) {
    this.sent = said;
    this.outbox.send("answer", { run: this.run, question: this.id, ...said });
    this.lock(true);
  }

  lock(isSent) {
    set(this.node, { "aria-busy": isSent });
    this.main.textContent = isSent ? "Answering …" : "Answer";
    for (const control of [this.main, this.skip, this.leave, ...(this.isQuiet ? this.picks.map((pick) => pick.input) : [])]) if (control) control.disabled = isSent;
  }

  // It still waits: what was sent did not arrive, unless it is on its way.
  goesOn() {
    if (this.sent && !this.outbox.waiting.some((m) => m.kind === "answer" && m.question === this.id && m.run === this.run)) { this.sent = null; this.lock(false); }
  }

  isSaid({ way, choices, text }) {
    const said = this.sent || (this.draft.own || !this.draft.picked.length ? { way: "text", text: this.draft.text.trim() } : { way: "choice", choices: this.draft.picked });
    return said.way === way && (said.choices || []).join("\n") === choices.join("\n") && (said.text || "") === text;
  }

  // Somebody else has answered, or nobody can any more: what was written here stays to be read and copied.
  end(words) {
    if (this.isOver) return;
    this.isOver = true;
    this.lock(false);
    this.node.classList.add("over");
    for (const { input } of [...this.picks, this.own].filter(Boolean)) input.disabled = true;
    if (this.box) this.box.readOnly = true;
    say(this.until, "");
    say(this.note, `${words} What you had begun is not sent; it stays here until you dismiss it.`);
    this.buttons.replaceChildren(this.dismiss);
  }

  close() { this.forget(); this.onClose(); }

  tick() { if (!this.isOver) say(this.until, this.question.decidesAt ? decidesWords(this.question.decidesAt) : ""); }
}

// `seeks`: a question comes into sight, unless something else is written in just then.
class RunQuestions {
  constructor(outbox, { seeks = false } = {}) {
    this.outbox = outbox; this.seeks = seeks; this.forms = new Map(); this.lines = new Map(); this.isDrawn = false;
    this.spoken = set(el("div", "unseen"), { role: "status" });
    this.list = el("div", "asked");
    this.node = el("div", "questions", this.list, this.spoken);
  }

  // `isQuiet`: choices are chips, of which a click answers at once.
  update(run, questions, goesOn = true, isQuiet = false) {
    this.isQuiet = isQuiet;
    this.node.classList.toggle("quiet", isQuiet);
    if (run !== this.run) { this.forms.clear(); this.lines.clear(); this.isDrawn = false; this.run = run; }
    this.again = () => this.update(run, questions, goesOn, isQuiet);
    const known = new Set(questions.map((question) => question.id));
    for (const [id, form] of this.forms) if (!known.has(id)) this.over(form, "This is not asked any more.");
    for (const question of questions) {
      if (question.waits) this.ask(question);
      else this.hasAnswer(question);
    }
    const lines = goesOn ? questions.filter((q) => q.answer && !this.forms.has(q.id)).map((q) => this.line(q)) : [];
    place(this.list, [...lines, ...[...this.forms.values()].map((form) => form.node)]);
    this.node.hidden = !this.list.childNodes.length;
    this.isDrawn = true;
    if (this.seeks && this.isNew && !isWriting()) scrollTo(this.node, "nearest");
    this.isNew = false;
  }

  ask(question) {
    const form = this.forms.get(question.id) || this.begin(question);
    form.goesOn();
  }

  begin(question, isQuiet = this.isQuiet) {
    const form = new Question(this.outbox, this.run, question, isQuiet);
    this.forms.set(question.id, form);
    form.onClose = () => { this.forms.delete(question.id); this.again(); };
    form.onSeveral = () => { const { picks } = this.begin(question, false); this.again(); picks[0].input.focus(); };
    this.isNew = true;
    this.timer ??= setInterval(() => this.tick(), 1000);
    if (this.isDrawn && question.waits) say(this.spoken, `A question for you: ${question.text}`);
    return form;
  }

  // A draft of it may have outlived the page on which it was written.
  hasAnswer(question) {
    const form = this.forms.get(question.id) || (draftOf(this.run, question.id) && this.begin(question));
    if (!form || form.isOver) return;
    if (form.isTouched && !(question.answer && form.isSaid(question.answer))) {
      this.over(form, question.answer ? question.answer.outcome : "This is not asked any more: the run is over.");
      return;
    }
    const hadFocus = form.node.contains(form.node.getRootNode().activeElement);
    if (!form.sent && form.node.isConnected && question.answer) say(this.spoken, question.answer.outcome);
    form.forget();
    this.forms.delete(question.id);
    if (hadFocus && question.answer) setTimeout(() => this.line(question).focus());
  }

  over(form, words) {
    if (form.isTouched) form.end(words);
    else this.forms.delete(form.id);
  }

  line(question) {
    if (!this.lines.has(question.id)) {
      const line = el("p", "answered", icon("check"), el("span", "", `${question.text} `, el("strong", "", question.answer.inWords)));
      this.lines.set(question.id, set(line, { tabindex: "-1" }));
    }
    return this.lines.get(question.id);
  }

  tick() {
    if (!this.forms.size || !this.node.isConnected) { clearInterval(this.timer); this.timer = null; }
    for (const form of this.forms.values()) form.tick();
  }
}
