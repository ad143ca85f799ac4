// A run's steps as they go. The words come from Python; only the time ticks by itself.

const MARKS = { done: ["check_circle", "done"], running: ["progress_activity", "running"], waiting: ["circle", "waiting"], paused: ["pause_circle", "paused"], stopped: ["pause_circle", "stopped"] };

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
    this.root = root;
    this.steps = new Map();
    this.head = new RunHead(outbox);
    this.about = el("p", "about");
    this.problem = el("p", "problem");
    this.list = set(el("ol"), { "aria-label": "Steps" });
    this.words = el("p");
    this.spoken = set(el("div", "unseen"), { role: "status" });
    this.box = el("section", "run",
      this.head.node, this.about, this.problem, this.list, el("footer", "", this.words, this.head.buttons), this.spoken);
    this.questions = new RunQuestions(outbox, { seeks: true });
    root.append(this.questions.node, this.box);
  }

  update(data) {
    if (this.run !== data.run) { this.run = data.run; this.running = undefined; }
    this.box.className = `run ${data.status}${data.asks_first ? " quiet" : ""}`;
    this.about.textContent = data.asks_first ? data.steps.find((step) => step.state === "running")?.message || "" : data.title;
    this.about.hidden = !this.about.textContent;
    this.box.hidden = data.asks_first && data.questions.some((question) => question.waits); // it says all
    this.problem.textContent = [data.problem, data.kept].filter(Boolean).join("\n");
    this.problem.hidden = !this.problem.textContent;
    this.words.replaceChildren(...[data.spent && el("span", "spent", data.spent), data.spent && data.note && " · ", data.note].filter(Boolean));
    this.head.update(data);
    this.drawSteps(data.asks_first ? [] : data.steps);
    this.questions.update(data.run, data.questions, true, data.asks_first);
    if (data.live_report) (this.report ??= new LiveView(this.root)).update(data.live_report);
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

  // What a screen reader hears: a new step, and the end; never the time or a count.
  speak(data) {
    const step = data.steps.find((s) => s.state === "running");
    const now = step ? step.name : data.heading;
    if (this.running !== undefined && now !== this.running) this.spoken.textContent = step ? now : [now, data.problem].filter(Boolean).join(". ");
    this.running = now;
  }
}

export default part((root, outbox) => new RunProgress(root, outbox));
