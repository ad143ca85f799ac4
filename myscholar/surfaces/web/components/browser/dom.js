// What all parts of a page share. Every string becomes a text node: nothing from papers, people or models is parsed as HTML.

const el = (tag, className, ...children) => {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return node;
};

const set = (node, attributes) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  return node;
};

const button = (className, onClick, ...children) => {
  const node = el("button", className, ...children);
  node.type = "button";
  node.addEventListener("click", onClick);
  return node;
};

// A glyph of the icon font that Streamlit ships; it says nothing to a screen reader.
const icon = (name) => set(el("span", "icon", name), { "aria-hidden": "true", translate: "no" });

const iconButton = (name, label, onClick, className = "quiet") =>
  set(button(className, onClick, icon(name)), { "aria-label": label, title: label });

// Makes these the children. A node that stays where it is is not moved, and so keeps its focus and its selection.
const place = (parent, nodes) => {
  for (const child of [...parent.childNodes]) if (!nodes.includes(child)) child.remove();
  nodes.forEach((node, n) => { if (parent.childNodes[n] !== node) parent.insertBefore(node, parent.childNodes[n] ?? null); });
};

// Only web addresses become links.
const webLink = (address, text) => {
  let plain = null;
  try { plain = new URL(address); } catch { /* no address: text only */ }
  if (!plain || !["http:", "https:"].includes(plain.protocol)) return el("span", "", text);
  return set(el("a", "", text), { href: plain.href, target: "_blank", rel: "noopener noreferrer" });
};

const YEAR = /^[12]\d{3}$/, NO_YEAR_SAID = "A year has four digits, for example 2024.";

// For a paper without a year. What is being typed, by the paper's id, outlives a drawing.
const yearBox = ({ id, title }, typed, take, say) => {
  const box = set(el("input", "year"), { type: "text", inputmode: "numeric", maxlength: 4, placeholder: "Year?", "aria-label": `Year of: ${title}`, "data-k": `year:${id}` });
  box.value = typed.get(id) || "";
  const keep = () => {
    const value = box.value.trim(), isYear = YEAR.test(value);
    set(box, { "aria-invalid": value && !isYear ? "true" : null });
    if (isYear) { box.value = ""; typed.delete(id); take(Number(value)); } else if (value) say(NO_YEAR_SAID);
  };
  box.addEventListener("input", () => typed.set(id, box.value));
  box.addEventListener("keydown", (event) => { if (event.key === "Enter") keep(); });
  box.addEventListener("change", keep);
  return box;
};

const counted = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

const isDark = (node) => {
  const [r = 0, g = 0, b = 0] = (getComputedStyle(node).color.match(/[\d.]+/g) || []).map(Number);
  return r * 0.3 + g * 0.6 + b * 0.1 > 128;
};

const isTyping = (event) =>
  event.composedPath().some((n) => n instanceof HTMLElement && n.matches("input, textarea, select, [contenteditable]"));

const moves = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

const scrollTo = (node, block = "center") => node.scrollIntoView({ block, behavior: moves() ? "smooth" : "auto" });

// What the person did, kept until Python says that it took it: nothing is lost when clicks come faster than answers, or while the
// server restarts. Messages are numbered within one session of the server.
class Outbox {
  constructor() { this.session = null; this.n = 0; this.waiting = []; }

  update(mail, post) {
    this.post = post;
    if (mail.session !== this.session) {
      this.session = mail.session; this.n = mail.taken;
      this.waiting = this.waiting.map((message) => ({ ...message, n: ++this.n }));
      if (this.waiting.length) this.flush();
    } else this.waiting = this.waiting.filter((message) => message.n > mail.taken);
  }

  send(kind, fields = {}) { this.waiting.push({ ...fields, kind, n: ++this.n }); this.flush(); }

  flush() { this.sent = Date.now(); this.post({ session: this.session, messages: this.waiting }); }

  // Python is at work on what was sent, and draws again or leads to another page.
  get isHeard() { return this.waiting.length > 0 && Date.now() - this.sent < MOST_MS; }
}

// Streamlit says so of the page's server.
const isCutOff = () => (document.querySelector("[data-test-connection-state]")?.dataset.testConnectionState ?? "CONNECTED") !== "CONNECTED";

// Streamlit asks nothing of a server that has come back: what the person did meanwhile is sent to it here.
const resendOnReturn = (root) => {
  const app = document.querySelector("[data-test-connection-state]");
  if (!app) return;
  const observer = new MutationObserver(() => {
    if (!root.isConnected) observer.disconnect();
    else if (app.dataset.testConnectionState === "CONNECTED" && root.outbox.waiting.length) root.outbox.flush();
  });
  observer.observe(app, { attributeFilter: ["data-test-connection-state"] });
};

// News waits while a button is held down: drawn anew between the press and the release, it would not get its click.
class Press {
  constructor() {
    this.isDown = false; this.news = null;
    const over = () => setTimeout(() => { this.isDown = false; this.news?.(); this.news = null; });
    document.addEventListener("pointerdown", () => { this.isDown = true; }, true);
    for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, over, true);
    addEventListener("blur", over);
  }

  after(news) { if (this.isDown) this.news = news; else news(); }
}

// Draws what the server pushes of the document that the data name (`live`), without Python. Python is asked to draw again when the
// document's stage is another than the one it drew, and each second where nothing is pushed: by a server that can't, or one that is gone.
const LOOK_MS = 1000, DEAF_MS = 25_000, MOST_MS = 4000;

class Live {
  constructor(root) {
    this.root = root; this.data = null; this.pushed = {}; this.look = () => this.see();
  }

  // What Python sent, with what was pushed since.
  over(data, ask) {
    if (data !== this.data) { this.asked = Date.now(); if (!this.isOpen) this.pushed = {}; }
    this.data = data; this.ask = ask;
    if ((data.live || null) !== (this.of || null)) { this.stop(); this.of = data.live; this.pushed = {}; this.next = this.tries = 0; this.begin(); }
    return { ...data, ...this.pushed };
  }

  begin() {
    if (!this.of) return;
    this.timer = setInterval(this.look, LOOK_MS);
    document.addEventListener("visibilitychange", this.look);
    this.see();
  }

  stop() { clearInterval(this.timer); document.removeEventListener("visibilitychange", this.look); this.close(); this.of = null; }

  get isOpen() { return this.socket?.readyState === WebSocket.OPEN; }

  get isAsStagedByPython() { return (this.pushed.stage ?? this.data.stage) === this.data.stage; }

  see() {
    if (!this.root.isConnected) { this.stop(); return; }
    const isAway = document.hidden && !this.data.in_background;
    if (isAway || Date.now() - this.heard > DEAF_MS) this.close();
    if (isAway) return;
    if (!this.socket && Date.now() >= this.next) this.open();
    if ((!this.isOpen || !this.isAsStagedByPython) && Date.now() - this.asked >= LOOK_MS - 100) this.askAgain();
  }

  // Not while what the person did is heard: asked then, the page would come back in the place of the one that this leads to.
  askAgain() {
    if (this.root.outbox.isHeard) return;
    this.asked = Date.now(); this.ask();
  }

  open() {
    const socket = new WebSocket(new URL(`/live/${this.of}`, location.href.replace(/^http/, "ws")));
    Object.assign(this, { socket, heard: Date.now(), next: Date.now() + Math.min(MOST_MS, LOOK_MS * 2 ** this.tries++) });
    socket.onopen = () => { this.tries = 0; };
    socket.onclose = () => { if (socket === this.socket) this.socket = null; };
    socket.onmessage = ({ data }) => {
      if (socket !== this.socket) return;
      this.heard = Date.now();
      if (!data) return; // a sign of life
      this.pushed = JSON.parse(data);
      this.root.show();
      if (!this.isAsStagedByPython) this.askAgain();
    };
  }

  close() { this.socket?.close(); this.socket = null; }
}

// A component's entry: `create(root, outbox)` makes a view once, `view.update(data)` draws what Python sends, whenever it sends it.
const part = (create, press = new Press()) => (component) => {
  const { data: [data], parentElement, setStateValue, setTriggerValue } = component;
  const root = parentElement.querySelector(".part");
  root.classList.toggle("dark", isDark(root));
  const draw = () => {
    root.outbox.update(data.mail, (value) => setStateValue("outbox", value));
    root.view.update(root.live.over(data, () => setTriggerValue("again", true)));
  };
  root.show = () => press.after(draw);
  if (root.view) root.show();
  else { root.outbox = new Outbox(); root.live = new Live(root); root.view = create(root, root.outbox); resendOnReturn(root); draw(); }
  root.unlisten?.(); // Streamlit calls what is returned only when the component goes, not before it comes here again
  const listen = root.view.listeners ? Object.entries(root.view.listeners()) : [];
  for (const [name, listener] of listen) document.addEventListener(name, listener);
  root.unlisten = () => { for (const [name, listener] of listen) document.removeEventListener(name, listener); };
  return root.unlisten;
};
