// Streamlit's own buttons. Drawn anew between the press and the release, as when the press has taken the focus from a field that was just
// filled in, a button stands elsewhere or is another node, and the browser gives it no click: then it gets one here.

const NEAR = 8; // pixels: who moves farther away does not want it any more

const keyOf = (node) => {
  const box = node instanceof Element ? node.closest("button")?.closest("[data-testid='stElementContainer']") : null;
  return [...(box?.classList ?? [])].find((name) => name.startsWith("st-key-"));
};

const completeClicks = () => {
  let pressed = null;
  document.addEventListener("pointerdown", (event) => {
    const key = event.pointerType === "mouse" && event.button === 0 && keyOf(event.target);
    pressed = key ? { key, x: event.clientX, y: event.clientY } : null;
  }, true);
  document.addEventListener("click", (event) => { if (keyOf(event.target) === pressed?.key) pressed = null; }, true);
  document.addEventListener("pointerup", (event) => setTimeout(() => {
    const { key, x, y } = pressed ?? {};
    pressed = null;
    if (key && Math.hypot(event.clientX - x, event.clientY - y) < NEAR)
      document.querySelector(`.${CSS.escape(key)} button:enabled`)?.click();
  }), true);
};

if (!window.myscholarClicks) { window.myscholarClicks = true; completeClicks(); }
