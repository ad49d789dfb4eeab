// The conversation so far, one row for each line. Rows that did not change keep their element, so
// that a screen reader hears each of them once.

import { chip } from "./chips.js";
import { button, element, find, texts } from "./dom.js";

/** @typedef {import("./api.js").Line} Line */
/** @typedef {{act: (turn: import("./api.js").Turn) => void, about: () => void}} Handlers */

/** The line that is being changed. */
let changed = "";

/** @type {Map<string, {node: HTMLElement, sign: string}>} */
const shown = new Map();

/** @param {import("./api.js").View} view @param {Handlers} handlers */
export function drawLog(view, handlers) {
  const again = () => drawLog(view, handlers);
  const log = find("log");
  for (const [at, line] of view.lines.entries()) {
    const sign = JSON.stringify([line, changed === line.key]);
    let row = shown.get(line.key);
    if (row?.sign !== sign) {
      const node = build(line, handlers, again);
      row?.node.replaceWith(node);
      row = { node, sign };
      shown.set(line.key, row);
    }
    if (log.children[at] !== row.node) log.insertBefore(row.node, log.children[at] ?? null);
  }
  const kept = new Set(view.lines.map(({ key }) => key));
  for (const [key, { node }] of shown) {
    if (kept.has(key)) continue;
    node.remove();
    shown.delete(key);
  }
}

/**
 * Brings the last row into view, once everything around the log has its place. Where the page itself scrolls, as on a
 * phone, so are the buttons that answer it; if there is no room for both, the row comes first.
 */
export function scrollToEnd() {
  const log = find("log");
  log.scrollTop = log.scrollHeight;
  if (!matchMedia("(max-width: 59.99rem)").matches) return;
  const last = log.lastElementChild;
  if (!last) return;
  const room = find("say").getBoundingClientRect().bottom - last.getBoundingClientRect().top;
  if (room <= innerHeight) find("say").scrollIntoView({ block: "end" });
  else last.scrollIntoView({ block: "start" });
}

/** @param {Line} line @param {Handlers} handlers @param {() => void} again */
function build(line, handlers, again) {
  const { key, kind, text, title, hint, chips = [], change } = line;
  if (kind === "red_flag") {
    return element("div", { class: "flag" }, element("p", {}, element("strong", {}, title ?? texts.emergency)), element("p", {}, text), element("p", {}, element("strong", {}, hint ?? "")));
  }
  if (change?.answers && changed === key) return choices(line, handlers, again);
  return element("div", { class: kind === "person" ? "me" : "them" },
    element("p", kind === "question" ? { class: "ask" } : {}, text),
    chips.length ? element("ul", { class: "chips" }, ...chips.map((answer) => chip(answer, handlers.act, key))) : "",
    hint ? element("p", { class: "hint" }, hint) : "",
    change ? button(texts.change, change.answers ? () => { changed = key; again(); } : handlers.about,
      { class: "edit", "aria-label": change.label, "data-focus": `edit:${key}` }) : "");
}

/** The answers again, in place of the one given. @param {Line} line @param {Handlers} handlers @param {() => void} again */
function choices({ key, change }, handlers, again) {
  const leave = (/** @type {() => void} */ then) => () => { changed = ""; again(); then(); find("log").querySelector(`[data-focus="edit:${CSS.escape(key)}"]`)?.focus(); };
  const node = element("div", { class: "me" }, element("div", { class: "row", role: "group", "aria-label": change?.label },
    ...(change?.answers ?? []).map(({ label, turn }) => button(label, leave(() => handlers.act(turn)))),
    button(texts.cancel, leave(() => {}))));
  queueMicrotask(() => node.querySelector("button")?.focus());
  return node;
}
