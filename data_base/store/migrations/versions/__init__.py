"""One file a revision; revisions are numbered from 1 and are never changed once released."""
