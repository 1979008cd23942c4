"""Jobs that outlive a request and a process: leased in slices over the run store; knows nothing of HTTP."""
