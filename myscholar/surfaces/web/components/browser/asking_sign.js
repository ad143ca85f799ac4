// How many runs wait for an answer, beside the way to Runs and in the tab's title, where it is seen from another tab; and the browser's own id.

const MARK = /^\(\d+\) /;

class AskingSign {
  constructor(root) {
    this.spoken = set(el("div", "unseen"), { role: "status" });
    root.append(this.spoken);
    // Streamlit sets the title anew with each page.
    this.titled = new MutationObserver(() => this.title());
    this.titled.observe(document.head, { childList: true, subtree: true, characterData: true });
    this.root = root;
  }

  update({ n, words, cookie, browser }) {
    const isNews = this.n !== undefined && n > this.n;
    this.n = n;
    const page = document.documentElement, colour = getComputedStyle(this.root).getPropertyValue("--st-primary-color");
    const signs = { "--asking": `"${n}"`, "--asking-words": `" (${words})"`, "--asking-colour": colour };
    for (const [name, value] of Object.entries(signs)) page.style.setProperty(name, value);
    page.toggleAttribute("data-asking", Boolean(n));
    if (isNews) this.spoken.textContent = words;
    if (!document.cookie.includes(`${cookie}=`)) document.cookie = `${cookie}=${browser}; path=/; max-age=31536000; SameSite=Lax`;
    this.title();
  }

  title() {
    if (!this.root.isConnected) { this.titled.disconnect(); return; }
    const plain = document.title.replace(MARK, ""), wanted = this.n ? `(${this.n}) ${plain}` : plain;
    if (document.title !== wanted) document.title = wanted;
  }
}

export default part((root) => new AskingSign(root));
