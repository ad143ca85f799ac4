"""The address `/`, which leads on to the profile: Streamlit's default page has no other."""

import streamlit as st

from myscholar.surfaces.web.navigation import PROFILE, go_to

go_to(PROFILE, **st.query_params.to_dict())
