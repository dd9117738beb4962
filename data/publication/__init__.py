"""A published bundle: written from the record, and checked again from its own files."""
