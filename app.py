"""The web app: `streamlit run app.py`."""

import streamlit as st

from myscholar.surfaces.web.navigation import ASK, ICON, PROFILE, REPORT

st.set_page_config(page_title="myscholar", page_icon=ICON, layout="wide")
st.navigation(
    [
        st.Page(PROFILE, title="Profile", icon=":material/person:", url_path="profile", default=True),
        st.Page(ASK, title="Ask", icon=":material/search:", url_path="ask"),
        st.Page(REPORT, title="Report", icon=":material/article:", url_path="report"),
    ],
    position="top",
).run()
