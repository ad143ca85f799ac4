// Streamlit takes over a text area when it is left, or at Ctrl+Enter. The question is taken over at each pause in typing, so that its price
// and its hints stand there before anything is clicked. What is typed meanwhile stays: Streamlit redraws no field that is being changed.

const PAUSE = 500; // milliseconds: longer than between two keys, shorter than a look at the button

const followQuestion = () => {
  let timer = null;
  const take = (field) => field.isConnected &&
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", code: "Enter", keyCode: 13, ctrlKey: true, bubbles: true, cancelable: true }));
  const heard = (event) => {
    if (!(event.target instanceof Element) || !event.target.matches(".st-key-question textarea")) return;
    clearTimeout(timer);
    // Half a word of a language that is composed is no text yet; what ends it is heard too.
    if (event.type === "compositionend" || (event.type === "input" && !event.isComposing)) timer = setTimeout(() => take(event.target), PAUSE);
  };
  for (const name of ["input", "compositionstart", "compositionend"]) document.addEventListener(name, heard, true);
};

if (!window.myscholarQuestion) { window.myscholarQuestion = true; followQuestion(); }
