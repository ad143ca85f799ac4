// Opens the next thing that can be opened and was not, `most` of what looks the same; its name, or null.
(most) => {
  window.opened ??= { nodes: new WeakSet(), n: {} };
  const openers = "summary, [role=tab], [role=treeitem], .pick, .cite, .chip, [aria-haspopup=dialog], "
    + "[aria-expanded=false]:not([data-testid=stMainMenuButton], [id=pwned])";
  const named = /(^|[a-z_] ?)(Edit$|Change|Add (an|columns)|Does not fit|Not good|Why|Show|Expand all|Steps of|What (was|is) |the numbers|A library|All papers|Best papers|Put it|Remove this)/;
  const label = (node) => (node.getAttribute("aria-label") || node.textContent).trim().slice(0, 60);
  const kind = (node) => `${node.localName} ${String(node.className).split(" ")[0]} ${node.dataset.testid || ""}`;
  const next = (root) => {
    for (const node of root.querySelectorAll(`${openers}, button, .words`)) {
      const name = kind(node), n = /^st|^summary/.test(node.dataset.testid || node.localName) ? 12 : most;
      if (opened.nodes.has(node) || (opened.n[name] || 0) >= n || !node.checkVisibility()) continue;
      if (node.disabled || !(node.matches(openers) || named.test(label(node)))) continue;
      opened.nodes.add(node); opened.n[name] = (opened.n[name] || 0) + 1;
      node.click();
      return label(node) || name;
    }
    for (const node of root.querySelectorAll("*")) { const found = node.shadowRoot && next(node.shadowRoot); if (found) return found; }
    return null;
  };
  return next(document);
}
