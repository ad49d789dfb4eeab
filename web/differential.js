// The live differential: a bar for each cause. Items keep their element while they stay in the
// list, so that an open one stays open, focus stays, and bars grow instead of jumping.

import { callLinks } from "./calls.js";
import { fillDetail } from "./detail.js";
import { element, find, texts } from "./dom.js";
import { pictureOf } from "./picture.js";

/** @typedef {import("./api.js").Cause} Cause */

/** @type {Map<string, {node: HTMLElement, show: (cause: Cause) => void}>} */
const items = new Map();

/** @param {import("./api.js").Result} result */
export function drawDifferential({ causes, missing, advice, changes = [], picture, basis }) {
  find("no-results").hidden = !missing;
  find("no-results").textContent = missing ?? "";
  find("basis").textContent = basis ?? "";
  find("advice").hidden = !advice;
  if (advice) find("advice").replaceChildren(element("p", {}, element("strong", {}, advice.text)), element("p", {}, advice.next), callLinks(advice.calls));
  find("advice").className = `advice ${advice?.level ?? ""}`;
  const before = new Map([...items].map(([id, { node }]) => [id, node.getBoundingClientRect().top]));
  const kept = new Set(causes.map(({ id }) => id));
  for (const [id, { node }] of items) if (!kept.has(id)) { node.remove(); items.delete(id); }
  const list = find("differential");
  for (const [at, cause] of causes.entries()) {
    const item = items.get(cause.id) ?? make(cause.id);
    items.set(cause.id, item);
    if (list.children[at] !== item.node) list.insertBefore(item.node, list.children[at] ?? null);
    item.show(cause);
  }
  for (const [id, { node }] of items) glide(node, before.get(id));
  find("changes").hidden = changes.length === 0;
  find("changes").replaceChildren(element("h3", {}, texts["changes-title"]), element("ul", {}, ...changes.map(({ text }) => element("li", {}, text))));
  find("picture").hidden = !picture;
  find("picture").replaceChildren(...(picture ? [pictureOf(picture)] : []));
}

/** Lets an item travel from where it was. @param {HTMLElement} node @param {number|undefined} from */
function glide(node, from) {
  const way = from === undefined ? 0 : from - node.getBoundingClientRect().top;
  if (way === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  node.animate([{ transform: `translateY(${way}px)` }, { transform: "none" }], { duration: 250, easing: "ease-out" });
}

/** @param {string} id */
function make(id) {
  const detail = element("div", { class: "detail", id: `detail-${id}`, hidden: true });
  const name = element("span", { class: "name" });
  const likelihood = element("span", { class: "likelihood" });
  const range = element("span", { class: "range" });
  const fill = element("span", { class: "fill" });
  const span = element("span", { class: "interval" });
  const urgency = element("span", {});
  const button = element("button", { type: "button", "aria-expanded": "false", "aria-controls": `detail-${id}`, "data-focus": `disease:${id}` },
    name, likelihood, element("span", { class: "bar", "aria-hidden": "true" }, fill, span), urgency, range);
  button.addEventListener("click", () => {
    detail.hidden = !detail.hidden;
    button.setAttribute("aria-expanded", `${!detail.hidden}`);
    if (!detail.hidden) fillDetail(detail, id);
  });
  /** @param {Cause} cause */
  const show = (cause) => {
    name.textContent = cause.name;
    likelihood.textContent = cause.likelihood;
    fill.style.width = `${(100 * cause.probability).toFixed(2)}%`;
    const [low, high] = cause.interval ?? [0, 0];
    span.hidden = !cause.interval;
    span.style.left = `${100 * low}%`;
    span.style.width = `${100 * (high - low)}%`;
    fill.classList.toggle("estimate", Boolean(cause.range && !cause.interval && !cause.undecided));
    range.textContent = cause.range ?? "";
    urgency.className = `triage ${cause.level ?? ""}`;
    urgency.textContent = cause.urgency ?? "";
    if (!detail.hidden) fillDetail(detail, id);
  };
  return { node: element("li", {}, button, detail), show };
}
