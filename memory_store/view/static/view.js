// Makes the page quicker; all of it works without. Nothing here knows what a fact is.
"use strict";

const PAGES = { n: "now", i: "inbox", f: "facts", s: "sessions", "/": "search", t: "stats" };
const POLL = 3000;
let going = false;
let stamp = null;

// The token stands behind # in the address, where no server log and no other site sees it.
const form = document.getElementById("enter");
if (form && location.hash.length > 1) {
  form.elements.token.value = location.hash.slice(1);
  history.replaceState(null, "", "/");
  form.submit();
}

const typing = (target) => target.closest("input, textarea, select");
const rows = () => [...document.querySelectorAll("[data-row]")];
const row = () => document.activeElement?.closest("[data-row]");

/** Fetch a page and put its content in the place of this one's; false where that fails. */
async function show(address, options, { focus = true, keep = false } = {}) {
  const at = row() ? rows().indexOf(row()) : -1;
  let answer;
  try {
    answer = await fetch(address, options);
  } catch {
    return false;
  }
  if (answer.status === 403) return false;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = fresh.querySelector("main");
  if (!main) return false;
  for (const part of ["main", "header nav"]) {
    document.querySelector(part).replaceWith(fresh.querySelector(part));
  }
  document.title = fresh.title;
  document.body.dataset.page = fresh.body.dataset.page;
  if (!keep && answer.url !== location.href) history.pushState(null, "", answer.url);
  const left = rows();
  if (focus && at >= 0 && left.length) left[Math.min(at, left.length - 1)].focus();
  else if (focus) document.getElementById("main").focus({ preventScroll: keep });
  stamp = null;
  return true;
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[href^='/']");
  if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  if (await show(link.href)) scrollTo(0, 0);
  else location.href = link.href;
});

document.addEventListener("submit", async (event) => {
  const sent = event.target;
  if (sent.id === "enter" || sent.action.endsWith("/choose")) return;
  event.preventDefault();
  const values = new URLSearchParams(new FormData(sent, event.submitter));
  const done = sent.method === "get"
    ? await show(`${sent.action}?${values}`)
    : await show(sent.action, { method: "POST", body: values });
  if (!done) sent.submit();
});

// Filter as one types: the list alone is replaced, so that the field keeps its focus.
let waits;
document.addEventListener("input", (event) => {
  const live = event.target.closest("form[data-live]");
  if (!live) return;
  clearTimeout(waits);
  waits = setTimeout(async () => {
    const values = [...new FormData(live)].filter(([, value]) => value);
    const address = `${live.getAttribute("action")}?${new URLSearchParams(values)}`;
    const answer = await fetch(address).catch(() => null);
    if (!answer?.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.getElementById("found").replaceWith(fresh.getElementById("found"));
    history.replaceState(null, "", address);
  }, 120);
});

function move(by) {
  const all = rows();
  const at = all.indexOf(row());
  const next = all[Math.max(0, Math.min(all.length - 1, at + by))] ?? all[0];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("keydown", (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey) return;
  if (typing(event.target)) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (going) {
    going = false;
    const page = PAGES[event.key];
    if (page) show(`/${page}`);
    return;
  }
  const within = row() ?? document.querySelector("[data-row]");
  const key = event.key;
  if (key === "g") going = true;
  else if (key === "j" || key === "k") move(key === "j" ? 1 : -1);
  else if (key === "Enter" && event.target.dataset?.href) show(event.target.dataset.href);
  else {
    const quoted = CSS.escape(key);
    const chosen = within?.querySelector(`[data-key="${quoted}"]`)
      ?? document.querySelector(`main [data-key="${quoted}"]:is(input), .tools [data-key="${quoted}"]`);
    if (!chosen) return;
    if (chosen.matches("input")) chosen.focus();
    else chosen.click();
  }
  event.preventDefault();
});

addEventListener("popstate", () => show(location.href, undefined, { keep: true }));

// What the page shows is kept up to date while it is seen and nobody writes in it.
setInterval(async () => {
  if (document.hidden || typing(document.activeElement ?? document.body) || form) return;
  const answer = await fetch("/stamp").catch(() => null);
  if (!answer?.ok) return;
  const now = await answer.text();
  if (stamp !== null && now !== stamp) await show(location.href, undefined, { keep: true });
  stamp = now;
}, POLL);
