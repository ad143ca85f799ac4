"""What all pages share in looks, and the page's heading."""

import streamlit as st

from myscholar.surfaces.web.components import theme
from myscholar.surfaces.web.components.runs import asking_sign
from myscholar.surfaces.web.navigation import PAGES

_STYLE = """<style>
[data-testid="stMainBlockContainer"] { max-width: 76rem; padding-top: 4.2rem;
  padding-bottom: 4rem; }
[data-testid="stMain"]:focus { outline: none; }
[data-asking] :is([data-testid="stTopNavLink"], .st-key-ways a)[href$="runs"]::after {
  content: var(--asking) / var(--asking-words); margin-left: .35rem; padding: 0 .38rem;
  min-width: 1.15rem; border-radius: .6rem; background: var(--asking-colour); color: #fff;
  font: 600 .72rem/1.15rem sans-serif; text-align: center; }
.myscholar-lost:not(:empty) { position: fixed; z-index: 1000; inset: auto 0 1rem;
  width: fit-content; max-width: calc(100% - 2rem); margin: 0 auto; padding: .6rem 1rem;
  background: #1d2126; color: #fdfcfa; border: 1px solid #6b7280; border-radius: 8px;
  font-size: .9rem; }
.st-key-examples button { min-height: 1.8rem; padding: 0; }
.st-key-tasks-of-file { width: min(36rem, calc(100vw - 7rem)); }
.st-key-propose-bar { row-gap: .5rem; }
.stApp :is(.st-key-quiet-theme, [data-testid="stLayoutWrapper"]:has(> .st-key-quiet-theme)) {
  position: absolute; height: 0; overflow: hidden; }
a:focus-visible, summary:focus-visible { outline: 2px solid currentColor !important;
  outline-offset: 2px; box-shadow: none !important; }
.stApp :is(.st-key-ways, [data-testid="stLayoutWrapper"]:has(> .st-key-ways)) { display: none; }
[data-testid="stCaptionContainer"] { color: inherit; opacity: .78; }
.stApp button[data-selected="true"] { color: inherit !important; }
.stApp button[data-selected="true"] p { font-weight: 600; }
[class*="-toolbar"] { row-gap: .25rem; }
.stApp [class*="-toolbar"] :is([data-variant="segmented_control"], [data-testid="stMarkdown"] a,
  [data-testid="stBaseButton-tertiary"], [data-testid="stPopoverButton"]) { display: inline-flex;
  align-items: center; gap: .4rem; min-height: 2.25rem; padding: .2rem .5rem; border: 0;
  border-radius: 6px; font-size: .875rem; color: inherit; text-decoration: none; }
.stApp [class*="-toolbar"] :is([role="radio"], button, a):hover {
  background: color-mix(in srgb, currentColor 8%, transparent); color: inherit; }
.stApp [class*="-toolbar"] [aria-checked="true"] {
  background: color-mix(in srgb, currentColor 12%, transparent); }
.stApp [class*="-toolbar"] :is([data-testid="stIconMaterial"], [role="img"]) {
  font-size: 1.15rem; }
.stApp [class*="st-key-search-toolbar"] button[data-testid="stPopoverButton"] { padding-left: 0; }
.stApp .st-key-version-before p { position: absolute; clip-path: inset(50%); }
[data-testid="stLayoutWrapper"]:has(> [class*="st-key-unprinted-follow-up"]) {
  container: follow-up / inline-size; }
@media (min-width: 62.01rem) {
  [class*="st-key-unprinted-follow-up"] { padding-left: 24.2rem; }
  @container follow-up (min-width: 64rem) {
    .st-key-unprinted-follow-up-noted { padding: 0 14rem 0 17rem; } }
}
.stApp .st-key-recorded-change { padding: .3rem .9rem; }
@media (max-width: 768px) {
  .stApp :is(.st-key-ways, [data-testid="stLayoutWrapper"]:has(> .st-key-ways)) { display: flex; }
  .st-key-ways [data-testid="stPageLink-NavLink"] { padding: .25rem .45rem; min-height: 32px; }
  [data-testid="stExpandSidebarButton"] { display: none; }
}
@media (max-width: 40rem) {
  .st-key-question-tools { justify-content: flex-start; }
  .st-key-ask-head { flex-direction: column; align-items: flex-start; gap: .2rem; }
  .st-key-ask-head > * { flex: none !important; }
  .st-key-ask-head :is([data-testid="stSpace"],
    [data-testid="stElementContainer"]:has([data-testid="stSpace"])) { display: none; }
  [data-testid="stMainBlockContainer"] { padding: .6rem 1rem 3rem; }
  [data-testid="stHeader"] { display: none; }
  .stApp :is(.st-key-question-options, .st-key-toggles, .st-key-no-profile) { row-gap: .45rem; }
  .st-key-propose-bar > [data-testid="stElementContainer"]:has(
    [data-testid="stCaptionContainer"]) { order: -1; }
  .st-key-unprinted-toolbar > div:first-child { flex: 1 1 100% !important; }
  .st-key-unprinted-toolbar:has([class*="st-key-version"]) > div:first-child {
    flex: 1 1 9rem !important; min-width: 0 !important; }
}
@media (max-width: 84rem) {
  .st-key-unprinted-toolbar :is([role="img"], span:has(+ span
    [data-testid="stMarkdownContainer"])):not(.st-key-version-before *) {
    display: none !important; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important;
  animation-duration: .01s !important; scroll-behavior: auto !important; } }
@media print {
  [data-testid="stHeader"], [data-testid="stToolbar"], [data-testid="stSidebar"],
    [class*="st-key-unprinted-"], .st-key-ways { display: none !important; }
  [data-testid="stMainBlockContainer"] { max-width: none; padding: 0; }
  [data-testid="stMain"], [data-testid="stAppViewContainer"], .stApp {
    position: static !important; overflow: visible !important; height: auto !important; }
}
</style>"""


def show(title: str | None = None, *, alone: bool = False) -> None:
    """`alone`: with no way to the other pages. On a phone these stand above the page: Streamlit
    hides its own behind a sign without a name."""
    st.html(_STYLE)
    if not alone:
        with st.container(horizontal=True, gap="xxsmall", wrap=False, key="ways"):
            for page in PAGES:
                st.page_link(page.file, label=page.title, width="content")
    with st.container(key="quiet-theme"):
        theme.keep()
        if not alone:
            asking_sign.show()
    if title:
        st.title(title, anchor=False)
