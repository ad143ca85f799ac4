// Streamlit's own buttons. Drawn anew between the press and the release, as when the press has taken the focus from a field that was just
// filled in, a button stands elsewhere, is another node or not there yet, and the browser gives it no click: then it gets one here.

const NEAR = 8; // pixels: who moves farther away does not want it any more
const PATIENCE = 10_000; // milliseconds, as long as a busy machine draws: a button that comes back later is no answer to the press any more

const keyOf = (node) => {
  const box = node instanceof Element ? node.closest("button")?.closest("[data-testid='stElementContainer']") : null;
  return [...(box?.classList ?? [])].find((name) => name.startsWith("st-key-"));
};

// Clicks the button at once, or as soon as it is drawn again.
const clickSoon = (key, until) => {
  const drawn = new MutationObserver(() => look());
  const look = () => {
    const button = until.aborted ? null : document.querySelector(`.${CSS.escape(key)} button:enabled`);
    if (button || until.aborted) drawn.disconnect();
    button?.click();
  };
  drawn.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  look();
};

const completeClicks = () => {
  let pressed = null;
  let next = new AbortController();
  document.addEventListener("pointerdown", (event) => {
    next.abort();
    next = new AbortController();
    const key = event.pointerType === "mouse" && event.button === 0 && keyOf(event.target);
    pressed = key ? { key, x: event.clientX, y: event.clientY } : null;
  }, true);
  document.addEventListener("click", (event) => { if (keyOf(event.target) === pressed?.key) pressed = null; }, true);
  document.addEventListener("pointerup", (event) => setTimeout(() => {
    const { key, x, y } = pressed ?? {};
    pressed = null;
    if (key && Math.hypot(event.clientX - x, event.clientY - y) < NEAR)
      clickSoon(key, AbortSignal.any([next.signal, AbortSignal.timeout(PATIENCE)]));
  }), true);
};

if (!window.myscholarClicks) { window.myscholarClicks = true; completeClicks(); }
