// What a run is called, how long it has taken and what can be done with it. The words come from Python; only the time ticks by itself.

const HEADS = { waiting: "hourglass_empty", running: "progress_activity", asking: "help", finished: "check_circle", failed: "error", cancelled: "cancel", interrupted: "pause_circle" };
const BUTTONS = {
  cancel: "Cancel", resume: "Resume", start_again: "Start again", change: "Change the question or sources", back: "Back to the report", settings: "Open Settings",
};

const clock = (seconds) => {
  const [m, s] = [Math.floor(seconds / 60), Math.floor(seconds % 60)];
  const two = (n) => String(n).padStart(2, "0");
  return m < 60 ? `${m}:${two(s)}` : `${Math.floor(m / 60)}:${two(m % 60)}:${two(s)}`;
};

class RunHead {
  constructor(outbox) {
    this.outbox = outbox; this.pressed = null;
    this.glyph = icon("circle");
    this.heading = el("span");
    this.time = el("span", "time");
    this.node = el("header", "", el("h2", "", this.glyph, this.heading), this.time);
    this.buttons = el("div", "buttons");
    this.timer = setInterval(() => this.tick(), 500);
  }

  update(data) {
    this.data = data;
    const began = Date.now() - data.seconds * 1000;
    // The server counts whole seconds: only a real difference moves the clock, and a pause that ends.
    if (this.status !== data.status || this.run !== data.run || Math.abs(began - this.began) > 2500) this.began = began;
    this.status = data.status;
    if (this.run !== data.run) { this.run = data.run; this.pressed = null; }
    this.glyph.textContent = HEADS[data.status];
    this.glyph.classList.toggle("turning", data.status === "running");
    this.heading.textContent = this.pressed === "cancel" && data.buttons.includes("cancel") ? "Stopping…" : data.heading;
    this.drawButtons(data.buttons);
    this.tick();
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
    if (!this.node.isConnected) { clearInterval(this.timer); return; }
    if (isCutOff()) return; // nobody knows how it goes
    const seconds = this.data?.status === "running" ? (Date.now() - this.began) / 1000 : this.data?.seconds ?? 0;
    this.time.textContent = [clock(Math.max(0, seconds)), this.data?.left].filter(Boolean).join(" · ");
  }
}
