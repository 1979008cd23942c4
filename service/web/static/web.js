"use strict";
// This file is read before the page is: what a visitor does while the page is still coming is not lost.
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
// Files are uploaded one group after another, with the progress of each file; the server says what came of each.
const uploads = (form) => {
  const [input, list, said, template] = ["input[type=file]", ".files", "[data-said]", "template"].map((each) => form.querySelector(each));
  const most = { bytes: +form.dataset.mostBytes, together: +form.dataset.mostTogether, files: +form.dataset.mostFiles };
  const waiting = [];
  let tally = { taken: 0, refused: 0 };
  let busy = false;
  form.querySelector("button").hidden = true;

  const settle = (entry, outcome, words) => {
    const shown = entry.row.querySelector(".outcome");
    shown.textContent = words ?? shown.dataset[outcome];
    if (outcome !== "taken" && outcome !== "refused") return;
    entry.row.classList.add(outcome);
    entry.row.querySelector("progress").value = outcome === "taken" ? 1 : 0;
    tally[outcome] += 1;
  };
  const refuse = (entry, why) => settle(entry, "refused", entry.row.querySelector(".outcome").dataset[why]);
  const add = (files) => {
    if (!busy) {
      list.replaceChildren();
      tally = { taken: 0, refused: 0 };
      said.textContent = "";
    }
    list.hidden = false;
    for (const file of files) {
      const row = template.content.cloneNode(true).querySelector("li");
      row.querySelector(".name").textContent = file.name;
      row.querySelector("progress").setAttribute("aria-label", file.name);
      list.append(row);
      const entry = { file, row };
      if (file.size > most.bytes) refuse(entry, "large");
      else {
        settle(entry, "waiting");
        waiting.push(entry);
      }
    }
    sendAll();
  };
  const nextGroup = () => {
    const group = [];
    for (let bytes = 0; waiting.length && group.length < most.files; ) {
      bytes += waiting[0].file.size;
      if (group.length && bytes > most.together) break;
      group.push(waiting.shift());
    }
    return group;
  };
  const sendAll = async () => {
    if (busy) return;
    busy = true;
    while (waiting.length) {
      const readable = [];
      for (const entry of nextGroup()) {
        // A folder looks like a file until it is read.
        const found = await entry.file.slice(0, 1).arrayBuffer().then(() => true, () => false);
        if (found) readable.push(entry);
        else refuse(entry, "unreadable");
      }
      if (readable.length) await send(readable);
      if (!window.htmx) continue;
      // A reply on its way to the list does not know these files, and would take the place that their list goes to.
      htmx.trigger("#documents", "htmx:abort");
      await htmx.ajax("GET", document.getElementById("documents").dataset.place, { target: "#documents", select: "#documents", swap: "outerHTML" }).catch(() => {});
    }
    busy = false;
    said.textContent = form.dataset.summary.replace("{taken}", tally.taken).replace("{refused}", tally.refused);
  };
  const send = (group) =>
    new Promise((done) => {
      const body = new FormData();
      for (const { file } of group) body.append("files", file, file.name);
      const request = new XMLHttpRequest();
      request.upload.addEventListener("progress", ({ loaded }) => {
        let before = 0;
        for (const { file, row } of group) {
          const progress = row.querySelector("progress");
          progress.value = Math.min(1, Math.max(0, (loaded - before) / (file.size || 1)));
          before += file.size;
        }
      });
      request.upload.addEventListener("load", () => group.forEach((entry) => settle(entry, "sent")));
      request.addEventListener("loadend", () => {
        outcomes(group, request);
        done();
      });
      request.open("POST", form.action);
      request.setRequestHeader("Accept", "application/json");
      for (const [name, value] of Object.entries(JSON.parse(document.body.getAttribute("hx-headers")))) request.setRequestHeader(name, value);
      request.send(body);
    });
  const outcomes = (group, request) => {
    let reply = null;
    try {
      reply = JSON.parse(request.responseText);
    } catch {
      // No reply came, or none of the server's.
    }
    if (request.status !== 200) {
      group.forEach((entry) => (reply?.detail ? settle(entry, "refused", reply.detail) : refuse(entry, "lost")));
      return;
    }
    const refused = reply.refused.map(({ name, error }) => [name, error]);
    for (const entry of group) {
      const place = refused.findIndex(([name]) => name === entry.file.name);
      if (place < 0) settle(entry, "taken");
      else settle(entry, "refused", refused.splice(place, 1)[0][1]);
    }
  };

  input.addEventListener("change", () => {
    add([...input.files]);
    input.value = "";
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("dragover", (event) => {
    event.preventDefault();
    form.classList.add("over");
  });
  form.addEventListener("dragleave", () => form.classList.remove("over"));
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    form.classList.remove("over");
    add([...event.dataTransfer.files]);
  });
  if (input.files.length) input.dispatchEvent(new Event("change"));
};
document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("form[data-upload]").forEach(uploads));
// A job that is watched: a connection that is made anew goes on after what was shown last; old rows make room.
document.addEventListener("htmx:sseMessage", ({ target, detail }) => {
  const watched = target.closest("[data-news]");
  if (!watched || !detail.lastEventId) return;
  watched.setAttribute("sse-connect", `${watched.dataset.news}?after=${detail.lastEventId}`);
  if (target.matches("tbody")) while (target.rows.length > +watched.dataset.most) target.rows[target.rows.length - 1].remove();
});
for (const [name, lost] of [["htmx:sseError", true], ["htmx:sseOpen", false]])
  document.addEventListener(name, ({ target }) => {
    const said = target.querySelector?.("[data-lost]");
    if (said) said.hidden = !lost;
  });
