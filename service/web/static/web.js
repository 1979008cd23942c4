"use strict";
// A choice that is a form of its own is sent when it is made.
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submits]")) event.target.form.requestSubmit();
});
// A row of a table leads where its first link leads.
document.addEventListener("click", (event) => {
  const row = event.target.closest("tr[data-row]");
  if (!row || event.target.closest("a, button, input, select, label") || String(getSelection())) return;
  row.querySelector("a").click();
});
