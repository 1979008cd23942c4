"use strict";
(() => {
  const form = document.getElementById("finder");
  if (!form) return;
  const APART = 2;
  const PREFIX = "#questions?";
  const holder = document.getElementById("question-list");
  const said = form.querySelector("output");
  const plain = (text) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  const rows = [...holder.querySelectorAll(":scope > details.question")].map((element, place) => {
    const scores = element.dataset.scores.split(",").map((score) => (score === "" ? null : Number(score)));
    const known = scores.filter((score) => score !== null);
    return {
      element, place, scores, known, passes: element.dataset.passes.split(","),
      language: element.dataset.language, tags: JSON.parse(element.dataset.tags), text: null,
      apart: known.length > 1 ? Math.max(...known) - Math.min(...known) : -1,
    };
  });

  /** What a question says, its answers included; worked out when it is first asked for. */
  function words(row) {
    row.text ??= plain(row.element.textContent);
    return row.text;
  }

  function isShown(row, wanted) {
    const { show } = wanted;
    const order = Number(show.slice(4));
    if (show === "apart" && row.apart < APART) return false;
    if (show === "unscored" && row.known.length === row.scores.length) return false;
    if (show.startsWith("pass") && row.passes[order] !== "1") return false;
    if (show.startsWith("fail") && row.passes[order] !== "0") return false;
    if (wanted.language && row.language !== wanted.language) return false;
    if (wanted.tag && !row.tags.includes(wanted.tag)) return false;
    return !wanted.find || words(row).includes(plain(wanted.find));
  }

  /** Smaller comes first; what has no score comes last. */
  function rank(row, sort) {
    if (sort === "apart") return -row.apart;
    if (sort === "low") return row.known.length ? Math.min(...row.known) : Infinity;
    if (sort.startsWith("by")) return row.scores[Number(sort.slice(2))] ?? Infinity;
    return row.place;
  }

  function wantedNow() {
    return { find: "", show: "", language: "", tag: "", sort: "", ...Object.fromEntries(new FormData(form)) };
  }

  function apply() {
    const wanted = wantedNow();
    let count = 0;
    for (const row of rows) {
      row.element.hidden = !isShown(row, wanted);
      count += row.element.hidden ? 0 : 1;
    }
    const order = [...rows].sort((one, other) => {
      const [first, second] = [rank(one, wanted.sort), rank(other, wanted.sort)];
      return first === second ? one.place - other.place : first < second ? -1 : 1;
    });
    holder.append(...order.map((row) => row.element));
    said.textContent = said.dataset.shown.replace("{shown}", count).replace("{all}", rows.length);
  }

  /** Keeps what is asked for in the address, so that it can be sent. */
  function remember() {
    const asked = Object.entries(wantedNow()).filter(([, value]) => value);
    if (asked.length || location.hash.startsWith(PREFIX)) {
      history.replaceState(null, "", asked.length ? PREFIX + new URLSearchParams(asked) : "#questions");
    }
  }

  function restore() {
    if (!location.hash.startsWith(PREFIX)) return;
    for (const [name, value] of new URLSearchParams(location.hash.slice(PREFIX.length))) {
      const field = form.elements.namedItem(name);
      if (field) field.value = value;
    }
    document.getElementById("questions").scrollIntoView();
  }

  /** A question that a link leads to is shown, whatever was asked for before. */
  function uncover() {
    const target = rows.find((row) => `#${row.element.id}` === location.hash);
    if (target && target.element.hidden) {
      form.reset();
      apply();
    }
  }

  const change = () => {
    apply();
    remember();
  };
  form.addEventListener("input", change);
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", () => {
    restore();
    apply();
    uncover();
  });
  form.hidden = false;
  restore();
  apply();
})();
