// Makes the page quicker; all of it works without. Nothing here knows what a fact is.
"use strict";

const PAGES = { n: "now", i: "inbox", f: "facts", s: "sessions", "/": "search", t: "stats" };
const POLL = 1000;
let going = false;

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
const parsed = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");

/** Answers of the server; null where it is gone, which the banner then says. */
async function ask(address, options) {
  const answer = await fetch(address, options).catch(() => null);
  const ended = document.getElementById("ended");
  if (ended) ended.hidden = Boolean(answer) && answer.status !== 403;
  return answer?.status === 403 ? null : answer;
}

/** The address without the words on the last action, which a reload must not repeat. */
function settled(address) {
  const url = new URL(address);
  for (const name of ["message", "fault", "changes", "last"]) url.searchParams.delete(name);
  return url.href;
}

/** Fetch a page and put its content in the place of this one's; false where that fails. */
async function show(address, options, { focus = true, keep = false } = {}) {
  const at = row() ? rows().indexOf(row()) : -1;
  const answer = await ask(address, options);
  const fresh = answer && await parsed(answer);
  if (!fresh?.querySelector("main")) return false;
  const shown = row()?.dataset.href;
  const set = document.activeElement?.closest("li[id]")?.id;
  const open = [...document.querySelectorAll("main details")].map((one) => one.open);
  for (const part of ["main", "header nav"]) {
    document.querySelector(part).replaceWith(fresh.querySelector(part));
  }
  const said = fresh.getElementById("said");
  if (!keep || said.firstElementChild) document.getElementById("said").replaceWith(said);
  settle();
  document.title = fresh.title;
  document.body.dataset.page = fresh.body.dataset.page;
  document.body.dataset.stamp = fresh.body.dataset.stamp;
  if (keep) document.querySelectorAll("main details").forEach((one, nth) => { one.open = open[nth] ?? false; });
  const url = settled(answer.url);
  if (!keep && url !== location.href) history.pushState(null, "", url);
  const left = rows();
  // behind what a person did the next line is theirs; behind news of others only the same one
  const control = set && document.getElementById(set)?.querySelector("select, input:not([type=hidden])");
  if (control) control.focus();
  else if (keep) left.find((one) => shown && one.dataset.href === shown)?.focus();
  else if (focus && at >= 0 && left.length) left[Math.min(at, left.length - 1)].focus();
  else if (focus) document.getElementById("main").focus();
  return true;
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[href^='/']");
  if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  link.closest("[popover]")?.hidePopover();
  if (link.matches(".close")) document.getElementById("said").replaceChildren();
  else if (await show(link.href)) scrollTo(0, 0);
});

document.addEventListener("submit", async (event) => {
  const sent = event.target;
  if (sent.id === "enter" || sent.action.endsWith("/choose")) return;
  event.preventDefault();
  sent.closest("[popover]")?.hidePopover();
  const values = new URLSearchParams(new FormData(sent, event.submitter));
  if (sent.method === "get") await show(`${sent.action}?${values}`);
  else await show(sent.action, { method: "POST", body: values });
});

// A setting has one control: what was chosen is kept at once.
document.addEventListener("change", (event) => event.target.closest("form[data-sends]")?.requestSubmit());

// Filter as one types: the list alone is replaced, so that the field keeps its focus.
let waits;
document.addEventListener("input", (event) => {
  const live = event.target.closest("form[data-live]");
  if (event.target.closest("#commands")) narrow(event.target.value);
  if (!live) return;
  clearTimeout(waits);
  waits = setTimeout(async () => {
    const values = [...new FormData(live)].filter(([, value]) => value);
    const address = `${live.getAttribute("action")}?${new URLSearchParams(values)}`;
    const answer = await ask(address);
    if (!answer?.ok) return;
    const fresh = await parsed(answer);
    document.getElementById("found")?.replaceWith(fresh.getElementById("found"));
    history.replaceState(null, "", address);
  }, 120);
});

// The commands: what does not hold the typed words is hidden; the arrows choose, Enter does it.
const commands = document.getElementById("commands");
const offered = () => [...commands.querySelectorAll("li:not([hidden])")].filter((one) => one.offsetParent);

function choose(by) {
  const all = offered();
  const at = Math.max(0, all.findIndex((one) => one.matches(".chosen")) + by);
  all.forEach((one, nth) => one.classList.toggle("chosen", nth === Math.min(at, all.length - 1)));
}

function narrow(typed) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  for (const one of commands.querySelectorAll("li")) {
    const { typed: address } = one.dataset;
    one.classList.remove("chosen");
    if (!address) one.hidden = !words.every((word) => one.textContent.toLowerCase().includes(word));
    else {
      one.querySelector("q").textContent = typed.trim();
      one.querySelector("a").href = address + encodeURIComponent(typed.trim());
    }
  }
  choose(0);
}

// emptied before it opens: what is typed at once stays
commands?.addEventListener("beforetoggle", () => { commands.querySelector("input").value = ""; });
commands?.addEventListener("toggle", (event) => {
  const field = commands.querySelector("input");
  if (event.newState !== "open") return;
  narrow(field.value);
  field.focus();
});
commands?.addEventListener("keydown", (event) => {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by) choose(by);
  else if (event.key === "Enter") commands.querySelector(".chosen :is(a, button)")?.click();
  else return;
  event.preventDefault();
});

function move(by) {
  const all = rows();
  const at = all.indexOf(row());
  const next = all[Math.max(0, Math.min(all.length - 1, at + by))] ?? all[0];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

/** Esc goes out of what is open: a message, then the page, to the one above it. */
function leave() {
  const said = document.getElementById("said");
  if (said.firstElementChild) said.replaceChildren();
  else document.querySelector("[data-up]")?.click();
}

document.addEventListener("keydown", (event) => {
  if (event.key === "k" && (event.metaKey || event.ctrlKey)) {
    event.preventDefault();
    commands?.togglePopover();
    return;
  }
  if (event.metaKey || event.ctrlKey || event.altKey || form) return;
  if (document.querySelector(":popover-open")) {
    if (event.key === "?" && !typing(event.target)) document.getElementById("keys").hidePopover();
    return;
  }
  if (typing(event.target)) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (going) {
    going = false;
    const page = PAGES[event.key];
    if (page) show(`/${page}`).then(() => scrollTo(0, 0));
    return;
  }
  const within = row() ?? document.querySelector("main .actions[data-row]"); // of the one fact of a page
  const key = event.key;
  if (key === "g") going = true;
  else if (key === "?") document.getElementById("keys").togglePopover();
  else if (key === "Escape") leave();
  else if (key === "j" || key === "k") move(key === "j" ? 1 : -1);
  else if (key === "Enter" && event.target.dataset?.href) show(event.target.dataset.href).then(() => scrollTo(0, 0));
  else if (key === "u") document.querySelector("#said form button, #commands form[action='/do/undo'] button").click();
  else {
    const quoted = CSS.escape(key);
    const chosen = within?.querySelector(`[data-key="${quoted}"]`)
      ?? document.querySelector(`main :is(input, nav a)[data-key="${quoted}"]`);
    if (!chosen || (key === "Enter" && event.target !== within)) return;
    if (chosen.matches("input")) chosen.select();
    else chosen.click();
  }
  event.preventDefault();
});

/** On a narrow screen the menu is a line that scrolls: the current page stays in it. */
function settle() {
  const [menu, here] = [document.querySelector("header nav"), document.querySelector("header nav [aria-current]")];
  if (here) menu.scrollLeft = here.offsetLeft - menu.offsetLeft - (menu.clientWidth - here.offsetWidth) / 2;
}
settle();
if (!/Mac|iP(hone|ad)/.test(navigator.platform)) {
  for (const one of document.querySelectorAll("kbd")) one.textContent = one.textContent.replace("⌘K", "Ctrl K");
}

addEventListener("popstate", () => show(location.href, undefined, { keep: true }));

// What the page shows is kept up to date while it is seen and nobody writes in it. The page holds
// the stamp of what it was made from, so that nothing is missed however early it changes.
async function look() {
  if (!document.hidden && !form) {
    const answer = await ask("/stamp");
    const stamp = answer?.ok && await answer.text();
    const busy = typing(document.activeElement) || document.querySelector(":popover-open, details.ask[open]");
    if (stamp && !busy && stamp !== document.body.dataset.stamp) {
      await show(location.href, undefined, { keep: true });
    }
  }
  setTimeout(look, POLL);
}
look();
