// A run's steps as they go. The words come from Python; only the time ticks by itself.

const MARKS = { done: ["check_circle", "done"], running: ["progress_activity", "running"], waiting: ["circle", "waiting"], paused: ["pause_circle", "paused"], stopped: ["pause_circle", "stopped"] };
const HEADS = { waiting: "hourglass_empty", running: "progress_activity", asking: "help", finished: "check_circle", failed: "error", cancelled: "cancel", interrupted: "pause_circle" };
const BUTTONS = {
  cancel: "Cancel", resume: "Resume", start_again: "Start again", change: "Change the question or sources", back: "Back to the report", settings: "Open Settings",
};

const clock = (seconds) => {
  const [m, s] = [Math.floor(seconds / 60), Math.floor(seconds % 60)];
  const two = (n) => String(n).padStart(2, "0");
  return m < 60 ? `${m}:${two(s)}` : `${Math.floor(m / 60)}:${two(m % 60)}:${two(s)}`;
};

class Step {
  constructor() {
    this.mark = icon("circle");
    this.state = el("span", "unseen");
    this.name = el("span", "name");
    this.message = el("span", "message");
    this.count = el("span", "count");
    this.bar = el("progress");
    this.node = el("li", "", this.mark, el("span", "", this.name, this.state, this.message), this.count);
  }

  update(step) {
    const [glyph, word] = MARKS[step.state];
    this.node.className = step.state;
    set(this.node, { "aria-current": step.state === "running" && "step" });
    this.mark.textContent = glyph;
    this.mark.classList.toggle("turning", step.state === "running");
    this.state.textContent = ` (${word})`;
    this.name.textContent = step.name;
    this.message.textContent = step.message;
    this.count.textContent = step.total ? `${Math.min(step.done, step.total)} of ${step.total}` : step.took;
    if (step.state === "running" && step.total) {
      set(this.bar, { max: step.total, value: Math.min(step.done, step.total), "aria-label": step.name });
      this.node.append(this.bar);
    } else this.bar.remove();
  }
}

class RunProgress {
  constructor(root, outbox) {
    this.root = root; this.outbox = outbox;
    this.steps = new Map();
    this.pressed = null;
    this.glyph = icon("circle");
    this.heading = el("span");
    this.time = el("span", "time");
    this.about = el("p", "about");
    this.problem = el("p", "problem");
    this.list = set(el("ol"), { "aria-label": "Steps" });
    this.words = el("p");
    this.buttons = el("div", "buttons");
    this.spoken = set(el("div", "unseen"), { role: "status" });
    this.box = el("section", "run",
      el("header", "", el("h2", "", this.glyph, this.heading), this.time), this.about, this.problem, this.list,
      el("footer", "", this.words, this.buttons), this.spoken);
    this.questions = new RunQuestions(outbox, { seeks: true });
    root.append(this.questions.node, this.box);
    this.timer = setInterval(() => this.tick(), 500);
  }

  update(data) {
    this.data = data;
    const began = Date.now() - data.seconds * 1000;
    // The server counts whole seconds: only a real difference moves the clock, and a pause that ends.
    if (this.status !== data.status || this.run !== data.run || Math.abs(began - this.began) > 2500) this.began = began;
    this.status = data.status;
    if (this.run !== data.run) { this.run = data.run; this.running = undefined; this.pressed = null; }
    this.box.className = `run ${data.status}`;
    this.glyph.textContent = HEADS[data.status];
    this.glyph.classList.toggle("turning", data.status === "running");
    this.heading.textContent = this.pressed === "cancel" && data.buttons.includes("cancel") ? "Stopping…" : data.heading;
    this.about.textContent = data.title;
    this.about.hidden = !data.title;
    this.problem.textContent = [data.problem, data.kept].filter(Boolean).join("\n");
    this.problem.hidden = !this.problem.textContent;
    this.words.replaceChildren(...[data.spent && el("span", "spent", data.spent), data.spent && data.note && " · ", data.note].filter(Boolean));
    this.drawSteps(data.steps);
    this.drawButtons(data.buttons);
    this.questions.update(data.run, data.questions);
    if (data.live_report) (this.report ??= new LiveView(this.root)).update(data.live_report);
    this.tick();
    this.speak(data);
  }

  drawSteps(steps) {
    const names = new Set(steps.map((step) => step.name));
    for (const [name, step] of this.steps) if (!names.has(name)) { step.node.remove(); this.steps.delete(name); }
    steps.forEach((step, i) => {
      if (!this.steps.has(step.name)) this.steps.set(step.name, new Step());
      const drawn = this.steps.get(step.name);
      drawn.update(step);
      if (this.list.children[i] !== drawn.node) this.list.insertBefore(drawn.node, this.list.children[i] || null);
    });
    this.list.hidden = steps.length === 0;
  }

  drawButtons(kinds) {
    const drawn = kinds.join();
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      this.pressed = null;
      this.buttons.replaceChildren(...kinds.map((kind, n) => set(button(n || kind === "cancel" ? "" : "main", () => this.press(kind), BUTTONS[kind]), { "data-kind": kind })));
    }
    // A wish that was dealt with and changed nothing may be made again; stopping takes a moment.
    if (this.pressed !== "cancel" && !this.outbox.waiting.length) this.pressed = null;
    for (const node of this.buttons.children) node.disabled = this.pressed !== null;
  }

  press(kind) {
    this.pressed = kind;
    this.outbox.send(kind);
    if (kind === "cancel") this.heading.textContent = "Stopping…";
    this.drawButtons(this.data.buttons);
  }

  tick() {
    if (!this.box.isConnected) { clearInterval(this.timer); return; }
    if (isCutOff()) return; // nobody knows how it goes
    const seconds = this.data?.status === "running" ? (Date.now() - this.began) / 1000 : this.data?.seconds ?? 0;
    this.time.textContent = [clock(Math.max(0, seconds)), this.data?.left].filter(Boolean).join(" · ");
  }

  // What a screen reader hears: a new step, and the end; never the time or a count.
  speak(data) {
    const step = data.steps.find((s) => s.state === "running");
    const now = step ? step.name : data.heading;
    if (this.running !== undefined && now !== this.running) this.spoken.textContent = step ? now : [now, data.problem].filter(Boolean).join(". ");
    this.running = now;
  }
}

export default part((root, outbox) => new RunProgress(root, outbox));
