// Something to do while a run goes on. Nothing here takes the focus or a key by itself.

const LIKED = "myscholar-diversion";
const KINDS = [["joke", "Jokes", "mood"], ["fact", "History", "history_edu"], ["game", "Game", "stacks"], ["none", "Nothing", "visibility_off"]];

// One text at a time, in an order of its own for each visit.
class Texts {
  constructor(texts, noun) {
    this.texts = texts.map((text) => [Math.random(), text]).sort((a, b) => a[0] - b[0]).map((pair) => pair[1]);
    this.noun = noun;
    this.at = 0;
    this.year = el("span", "year");
    this.words = el("span");
    this.count = el("span", "soft");
    this.node = el("div", "texts",
      set(el("p", "words", this.year, this.words), { "aria-live": "polite" }),
      el("div", "buttons", iconButton("arrow_back", `Previous ${noun}`, () => this.turn(-1)), this.count, iconButton("arrow_forward", `Next ${noun}`, () => this.turn(1))));
    this.turn(0);
  }

  turn(by) {
    this.at = (this.at + by + this.texts.length) % this.texts.length;
    const text = this.texts[this.at];
    const [year, words] = Array.isArray(text) ? text : ["", text];
    this.year.textContent = year;
    this.year.hidden = !year;
    this.words.textContent = words;
    this.count.textContent = `${this.at + 1} of ${this.texts.length}`;
  }
}

class Diversions {
  constructor(root, outbox) {
    this.game = new StackThePapers((on) => outbox.send("play", { on }));
    this.panels = { joke: new Texts(JOKES, "joke").node, fact: new Texts(FACTS, "fact").node, game: this.game.node, none: null };
    this.choices = new Map(KINDS.map(([kind, name, glyph]) => [kind, button("", () => this.choose(kind), icon(glyph), ` ${name}`)]));
    this.panel = el("div", "panel");
    this.news = el("div", "news", set(el("span"), { role: "status" }), button("main", () => outbox.send("show_it"), "Show it"));
    root.append(el("section", "diversions",
      el("header", "", el("h3", "", "While you wait"), set(el("div", "choices", ...this.choices.values()), { role: "group", "aria-label": "What to do while you wait" })),
      this.news, this.panel));
    const liked = recall(LIKED);
    this.choose(liked in this.panels ? liked : "joke");
  }

  choose(kind) {
    if (kind !== "game") this.game.pause();
    remember(LIKED, kind);
    for (const [other, node] of this.choices) set(node, { "aria-pressed": other === kind ? "true" : "false" });
    this.panel.replaceChildren(...[this.panels[kind]].filter(Boolean));
    this.panel.hidden = !this.panels[kind];
    if (kind === "game") this.game.draw();
  }

  update(data) {
    this.news.hidden = !data.news;
    const isOn = ["playing", "paused"].includes(this.game.state);
    this.news.firstChild.textContent = [data.news, data.news && isOn && "Finish your game first, if you like."].filter(Boolean).join(" ");
    this.game.draw();
  }
}

export default part((root, outbox) => new Diversions(root, outbox));
