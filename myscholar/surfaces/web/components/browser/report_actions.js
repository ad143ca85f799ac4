// The actions beside the report: what became of each, and what can be done about it.
const MODES = [["off", "Off"], ["selected", "Selected"], ["all", "All"]];
const STATUS_ICONS = { done: "check_circle", partly: "contrast", not_done: "cancel" };

// Where a reader is who steps through an action's words or through the doubts.
const stepper = () => {
  const ways = ["arrow_upward", "arrow_downward"].map((name, i) => button("quiet", () => steps.step(2 * i - 1), icon(name)));
  const which = el("span", "which"), count = set(el("span", "count"), { role: "status" }), about = set(el("div", "about"), { role: "status" });
  const strip = set(el("div", "bar", which, ways[0], count, ways[1], iconButton("close", "Stop here (Esc)", () => steps.close()), about), { role: "group" });
  const steps = new Stepper({ strip, which, count, about, ways });
  return steps;
};

class Actions extends Highlights {
  // `judge(a)` makes the thumbs of an action, `retry(a)` the button that tries it again; either may give null.
  constructor(actions, steps, { judge, retry }) {
    super({ rows: new Map(), radios: new Map(), steps });
    this.actions = actions; this.judge = judge; this.retry = retry;
  }

  panel() {
    this.list = el("div", "actions", ...this.actions.map((a) => this.row(a)));
    return [this.modes(), this.list];
  }

  modes() {
    this.controls.radios = new Map(MODES.map(([mode]) => [mode, set(document.createElement("input"), { type: "radio", name: "intensity", value: mode })]));
    const box = set(el("div", "seg", ...MODES.map(([mode, words]) => el("label", "", this.controls.radios.get(mode), el("span", "", words)))), { role: "radiogroup", "aria-label": "Which highlights are shown" });
    box.addEventListener("change", (event) => this.setMode(event.target.value));
    return el("div", "seg-row", set(el("span", "soft", "Highlights"), { "aria-hidden": "true" }), box);
  }

  row(a) {
    const n = this.places(a.label).length;
    const status = a.words ? el("span", `status ${a.status}`, icon(STATUS_ICONS[a.status]), a.words) : null;
    const where = n || a.shows ? el("span", "soft", n ? counted(n, "place") : `shows ${a.shows}`) : null;
    const pick = set(button("pick", () => this.choose(a.label), chip(a.label), el("span", "wish", a.tldr, el("span", "state", status, where))), { "aria-pressed": "false" });
    const more = el("div", "more", ...this.details(a));
    const row = tint(el("div", `action ${a.status}`, pick, a.status === "done" || !a.reason ? null : el("p", "reason", a.reason), more), a.label);
    this.controls.rows.set(a.label, { row, pick });
    return row;
  }

  details(a) {
    const trace = a.trace.length ? el("ul", "trace", ...a.trace.map((step) => el("li", "", step))) : null;
    return [el("p", "soft", `${a.text} (${a.kinds})`), a.status === "done" && a.reason ? el("p", "", a.reason) : null, a.where ? el("p", "unlit", a.where) : null, trace,
      a.can_retry ? this.retry(a) : null, this.judge(a)];
  }
}
