"""Charts of figures. Altair is slow to load: only screens of researchers import from here."""
