"""A fleet: workers that share the requests of a run through the PostgreSQL database the study is in."""
