"""The forms in which reports come: a module each, all read into the same rows."""
