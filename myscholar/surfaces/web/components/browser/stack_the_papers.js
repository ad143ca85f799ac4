// A small game: a sheet slides over a stack of papers, and what hangs over when it is dropped is cut off.

const SHEET = 16, WIDE = 300, HIGH = 200, EXACT = 6, HOP_S = 0.32, PLACES = 13, HASTE_MS = 450;
const BEST = "myscholar-stack-best";
const SIZES = [[5, "An extended abstract."], [10, "A short paper."], [18, "A full paper."], [28, "The journal version."], [40, "A thesis."], [60, "A life's work."]];

const recall = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
const remember = (name, value) => { try { localStorage.setItem(name, value); } catch { /* a browser that keeps nothing */ } };

class StackThePapers {
  // `onPlay(true)` when a round begins, `onPlay(false)` when it ends or stands still.
  constructor(onPlay) {
    this.onPlay = onPlay;
    this.state = "idle";
    this.best = Number(recall(BEST)) || 0;
    this.canvas = set(el("canvas"), { role: "img" });
    this.canvas.addEventListener("pointerdown", (event) => { event.preventDefault(); this.press(); });
    this.main = button("main", () => this.press());
    this.rest = button("", () => (this.state === "paused" ? this.goOn() : this.pause()));
    this.said = el("p", "said");
    this.node = el("div", "game",
      el("p", "soft", "A sheet slides to and fro over a stack. Drop it with a tap, or with the space bar on the button; what hangs over is cut off. P pauses."),
      this.canvas, this.said, el("div", "buttons", this.main, this.rest));
    this.node.addEventListener("keydown", (event) => this.key(event));
    this.node.addEventListener("focusout", (event) => { if (!this.node.contains(event.relatedTarget)) this.pause(); });
    this.reset();
    this.show();
  }

  reset() {
    this.stack = [{ left: 75, width: 150 }];
    this.falling = [];
    this.time = 0;
  }

  get score() { return this.stack.length - 1; }

  key(event) {
    if (event.key.toLowerCase() !== "p" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (this.state === "playing") this.pause(); else if (event.key !== "Escape") this.goOn();
  }

  press() {
    if (this.state === "playing") this.drop();
    else if (this.state === "paused") this.goOn();
    else if (Date.now() - (this.endedAt || 0) > HASTE_MS) { this.reset(); this.go(); }
  }

  go() {
    this.state = "playing";
    this.last = null;
    this.onPlay(true);
    this.main.focus({ preventScroll: true });
    this.show();
    requestAnimationFrame((now) => this.frame(now));
  }

  goOn() { if (this.state === "paused") this.go(); }

  pause() {
    if (this.state !== "playing") return;
    this.state = "paused";
    this.onPlay(false);
    this.show();
  }

  frame(now) {
    if (this.state !== "playing") return;
    if (!this.node.isConnected || document.hidden) { this.pause(); return; }
    const passed = this.last === null ? 0 : Math.min(0.05, (now - this.last) / 1000);
    this.last = now;
    this.time += passed;
    for (const piece of this.falling) piece.drop += 340 * passed;
    this.falling = this.falling.filter((piece) => piece.drop < HIGH);
    this.draw();
    requestAnimationFrame((next) => this.frame(next));
  }

  // To and fro between the edges; in hops for those who asked for less motion.
  sheet() {
    const { width } = this.stack.at(-1);
    const speed = 0.4 + Math.min(0.5, this.score * 0.015);
    const hop = HOP_S / (1 + this.score * 0.02);
    const time = moves() ? this.time * speed : Math.floor(this.time / hop) / (PLACES - 1);
    const way = Math.abs(((time + 1) % 2) - 1);
    return { left: (WIDE - width) * (this.score % 2 ? way : 1 - way), width };
  }

  drop() {
    const [sheet, top] = [this.sheet(), this.stack.at(-1)];
    const off = sheet.left - top.left;
    if (Math.abs(off) <= EXACT) this.put({ ...top }, "Exactly on top.");
    else if (Math.abs(off) < top.width) this.cut(sheet, top);
    else this.end(sheet);
    this.draw();
  }

  cut(sheet, top) {
    const left = Math.max(sheet.left, top.left);
    const width = Math.min(sheet.left, top.left) + top.width - left;
    const rest = sheet.width - width;
    this.falling.push({ left: sheet.left < top.left ? sheet.left : left + width, width: rest, row: this.stack.length, drop: 0 });
    this.put({ left, width }, "");
  }

  put(sheet, word) {
    this.stack.push(sheet);
    this.time = 0;
    const size = SIZES.find(([n]) => n === this.score);
    this.say(size ? size[1] : word);
  }

  end(sheet) {
    this.falling.push({ ...sheet, row: this.stack.length, drop: 0 });
    this.state = "over";
    this.endedAt = Date.now();
    const beaten = this.score > this.best;
    if (beaten) { this.best = this.score; remember(BEST, this.best); }
    this.onPlay(false);
    this.show(beaten ? "Your best so far." : "");
  }

  say(word = "") {
    const best = this.best ? ` Best: ${this.best}.` : "";
    this.said.textContent = this.state === "idle" ? best.trim() : `${counted(this.score, "sheet")}. ${word}${this.state === "playing" ? "" : best}`;
  }

  show(word = "") {
    this.main.textContent = { idle: "Start", playing: "Drop the sheet", paused: "Go on", over: "Play again" }[this.state];
    this.rest.textContent = "Pause";
    this.rest.hidden = this.state !== "playing";
    // Spoken when it stands still; during play a screen reader would talk without end.
    set(this.said, { role: this.state === "playing" ? null : "status" });
    set(this.canvas, { "aria-label": `Stack the papers: ${{ idle: "not begun", playing: "a sheet is sliding", paused: "paused", over: "the sheet missed the stack" }[this.state]}` });
    this.say(this.state === "paused" ? "Paused." : word);
    this.draw();
  }

  draw() {
    const shown = this.canvas.clientWidth;
    if (!shown) return;
    const ratio = (window.devicePixelRatio || 1) * (shown / WIDE);
    if (this.canvas.width !== Math.round(WIDE * ratio)) { this.canvas.width = Math.round(WIDE * ratio); this.canvas.height = Math.round(HIGH * ratio); }
    const pen = this.canvas.getContext("2d");
    const colours = getComputedStyle(this.canvas);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, WIDE, HIGH);
    const lift = Math.max(0, this.stack.length - 8) * SHEET;
    const at = (row) => HIGH - SHEET * (row + 1) + lift;
    this.stack.forEach((sheet, row) => this.paint(pen, colours, sheet, at(row), row));
    for (const piece of moves() ? this.falling : []) this.paint(pen, colours, piece, at(piece.row) + piece.drop, piece.row);
    if (this.state === "playing" || this.state === "paused") this.paint(pen, colours, this.sheet(), at(this.stack.length), this.stack.length);
  }

  paint(pen, colours, sheet, top, row) {
    if (top < -SHEET || top > HIGH) return;
    const colour = (name) => colours.getPropertyValue(name).trim();
    pen.fillStyle = colour(`--c${row % 8}`);
    pen.strokeStyle = colour(`--e${row % 8}`);
    pen.lineWidth = 1;
    pen.fillRect(sheet.left, top + 0.5, sheet.width, SHEET - 2);
    pen.strokeRect(sheet.left + 0.5, top + 1, Math.max(0, sheet.width - 1), SHEET - 3);
    pen.fillStyle = pen.strokeStyle;
    const room = sheet.width - 14;
    if (room > 6) { pen.fillRect(sheet.left + 7, top + 5, room * 0.55, 1.5); pen.fillRect(sheet.left + 7, top + 9, room * (0.7 + 0.25 * Math.sin(row * 7)), 1.5); }
  }
}
