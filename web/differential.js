// The live differential: a bar a disease. Items keep their element while they stay in the list, so that an open one
// stays open, focus stays, and bars grow instead of jumping.

import { fillDetail } from "./detail.js";
import { element, find } from "./dom.js";
import { list, lower, percent, texts } from "./texts.js";

/** @typedef {{id: string, name: string, probability: number, triage?: keyof typeof texts.triage, codes?: string, description?: string}} Condition */
/** @typedef {{conditions: Condition[], exactness: string, error_bound?: number, certified?: false, informed?: false, method: string, elapsed_us: number, network: string, model_version: string, question?: import("./state.js").Question, stop_reason?: keyof typeof texts.done, red_flags: {id: string, message: string, action: string}[], advice?: {level: keyof typeof texts.advice, because: string[]}}} Result */
/** @typedef {import("./state.js").Conversation} Conversation */

/** From here on it is said how urgent a disease is. */
export const NOTABLE = 0.1;

/** @type {Map<string, {node: HTMLElement, show: (condition: Condition, result: Result) => void}>} */
const items = new Map();

/** How an answer was computed, in words. @param {Result} result */
export function basis(result) {
  if (result.informed === false) return texts.uninformed;
  const how = result.exactness === "exact" ? texts.exact(result.error_bound, result.certified) : texts.estimate;
  return texts.basis(how, result.method, (result.elapsed_us / 1000).toFixed(1), result.network, result.model_version);
}

/** The most urgent advice among the likely causes, in words. @param {Result} result */
export function adviceText(result) {
  return result.advice ? texts.advice[result.advice.level](list(result.advice.because.map(lower))) : "";
}

/** @param {Result|null} result @param {Conversation} state */
export function renderDifferential(result, state) {
  const conditions = result?.conditions ?? [];
  find("no-results").hidden = conditions.length > 0 || result?.informed === false;
  find("basis").textContent = result ? basis(result) : "";
  const advice = find("advice");
  advice.hidden = !result?.advice;
  advice.textContent = result ? adviceText(result) : "";
  advice.className = `advice ${result?.advice?.level ?? ""}`;
  const before = new Map([...items].map(([id, { node }]) => [id, node.getBoundingClientRect().top]));
  const kept = new Set(conditions.map(({ id }) => id));
  for (const [id, { node }] of items) if (!kept.has(id)) { node.remove(); items.delete(id); }
  const list = find("differential");
  for (const [at, condition] of conditions.entries()) {
    const item = items.get(condition.id) ?? make(condition.id, state);
    items.set(condition.id, item);
    if (list.children[at] !== item.node) list.insertBefore(item.node, list.children[at] ?? null);
    if (result) item.show(condition, result);
  }
  for (const [id, { node }] of items) glide(node, before.get(id));
}

/** Lets an item travel from where it was. @param {HTMLElement} node @param {number|undefined} from */
function glide(node, from) {
  const way = from === undefined ? 0 : from - node.getBoundingClientRect().top;
  if (way === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  node.animate([{ transform: `translateY(${way}px)` }, { transform: "none" }], { duration: 250, easing: "ease-out" });
}

/** @param {string} id @param {Conversation} state */
function make(id, state) {
  const detail = element("div", { class: "detail", id: `detail-${id}`, hidden: true });
  const name = element("span", { class: "name" });
  const share = element("span", { class: "percent" });
  const range = element("span", { class: "range" });
  const fill = element("span", { class: "fill" });
  const span = element("span", { class: "interval" });
  const triage = element("span", {});
  const button = element("button", { type: "button", "aria-expanded": "false", "aria-controls": `detail-${id}`, "data-focus": `disease:${id}` },
    name, share, element("span", { class: "bar", "aria-hidden": "true" }, fill, span), triage, range);
  /** @type {() => void} */
  let refill = () => {};
  button.addEventListener("click", () => {
    detail.hidden = !detail.hidden;
    button.setAttribute("aria-expanded", `${!detail.hidden}`);
    if (!detail.hidden) refill();
  });
  /** @param {Condition} condition @param {Result} result */
  const show = (condition, result) => {
    name.textContent = condition.name;
    share.textContent = percent(condition.probability);
    fill.style.width = `${(100 * condition.probability).toFixed(2)}%`;
    showInterval(condition.probability, result, { span, range, fill });
    // How urgent a disease is matters where it is likely; behind an unlikely one it only frightens.
    const level = condition.probability >= NOTABLE ? condition.triage : undefined;
    triage.className = `triage ${level ?? ""}`;
    triage.textContent = level ? texts.triage[level] ?? level : "";
    refill = () => fillDetail(detail, condition, result, state);
    if (!detail.hidden) refill();
  };
  return { node: element("li", {}, button, detail), show };
}

/** Where an answer is not exact, how far it may be off. @param {number} p @param {Result} result @param {{span: HTMLElement, range: HTMLElement, fill: HTMLElement}} parts */
function showInterval(p, result, { span, range, fill }) {
  const bound = result.error_bound ?? 0;
  const isWide = bound > 5e-4;
  const [low, high] = [Math.max(0, p - bound), Math.min(1, p + bound)];
  span.hidden = !isWide;
  span.style.left = `${100 * low}%`;
  span.style.width = `${100 * (high - low)}%`;
  fill.classList.toggle("estimate", result.exactness !== "exact");
  range.textContent = isWide ? texts.interval(percent(low), percent(high)) : result.exactness === "exact" ? "" : texts.estimated;
}
