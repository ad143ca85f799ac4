// Light, dark or like the system. Streamlit keeps a choice for the address at which it was loaded alone: this makes one choice hold for
// all pages.

const OURS = "myscholar-theme";
const PAGES = ["", "profile", "ask", "report", "tables", "runs", "settings", "shared"];
const CHOICES = [["System", "Like the system", "contrast"], ["Light", "Light", "light_mode"], ["Dark", "Dark", "dark_mode"]];

const loadedAt = () => new URL(performance.getEntriesByType("navigation")[0].name).pathname;
const addresses = () => {
  const folder = loadedAt().replace(/[^/]*$/, "");
  return PAGES.map((page) => folder + page);
};
const keptAt = (address) => `stActiveTheme-${address}-v2`;
const read = (key) => { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } };
const keep = (theme) => {
  localStorage.setItem(OURS, JSON.stringify(theme));
  for (const address of addresses()) localStorage.setItem(keptAt(address), JSON.stringify(theme));
};
const isTheme = (value) => CHOICES.some(([name]) => name === value);

// What Streamlit holds for this address is newer than ours when it was chosen in Streamlit's own menu: where we had written there before.
const agree = () => {
  const ours = read(OURS), theirs = read(keptAt(loadedAt()));
  if (!isTheme(ours)) { if (isTheme(theirs) && theirs !== "System") keep(theirs); return; }
  if (isTheme(theirs) && theirs !== ours) keep(theirs);
};

class Theme {
  constructor(root) { this.root = root; }

  update(data) {
    agree();
    if (!data.choose || this.group) return;
    const now = read(OURS) || "System";
    this.group = set(el("div", "choices"), { role: "radiogroup", "aria-label": "Theme" });
    for (const [name, words, sign] of CHOICES) {
      const box = set(el("input"), { type: "radio", name: "theme", value: name });
      box.checked = name === now;
      box.addEventListener("change", () => { keep(name); location.reload(); });
      this.group.append(el("label", "", box, icon(sign), words));
    }
    this.root.append(this.group);
  }
}

export default part((root) => new Theme(root));
