// When its server is gone, Streamlit at once puts a window before the page, which takes the focus. Here the page stays as it is until the
// server is back; if that lasts, it says so in a line.

const LASTS_MS = 10_000, LOST = "The connection to the server is lost. This page stays as it is, and goes on by itself when the server is back.";

const followConnection = () => {
  const app = document.querySelector("[data-test-connection-state]");
  if (!app) return;
  const line = set(el("p", "myscholar-lost"), { role: "status" });
  let timer = null;
  document.body.append(line);
  const look = () => {
    if (app.dataset.testConnectionState === "CONNECTED") { timer = clearTimeout(timer); line.textContent = ""; return; }
    document.querySelector('[data-testid="stDialog"] [aria-label="Close"]')?.click();
    timer ??= setTimeout(() => { line.textContent = LOST; }, LASTS_MS);
  };
  const observer = new MutationObserver(look);
  observer.observe(app, { attributeFilter: ["data-test-connection-state"] });
  observer.observe(document.body, { childList: true });
};

if (!window.myscholarConnection) { window.myscholarConnection = true; followConnection(); }
