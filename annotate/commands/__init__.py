"""Commands, one module a group; each is put on the app by its `register`."""
