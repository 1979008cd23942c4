"""Sources of reports: the pages that were fetched for them."""
