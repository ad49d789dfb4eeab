// What stands behind one bar: what speaks for and against the disease, its rivals, and whether its place depends on how
// common it is taken to be.

import { diagnose, explain } from "./api.js";
import { element } from "./dom.js";
import { list, lower, percent, texts } from "./texts.js";

/** @typedef {import("./differential.js").Condition} Condition */
/** @typedef {import("./differential.js").Result} Result */
/** @typedef {import("./state.js").Conversation} Conversation */
/** @typedef {{name: string, choice_id: string, weight: number, source?: string}} Reason */

/** @param {HTMLElement} detail @param {Condition} condition @param {Result} result @param {Conversation} state */
export async function fillDetail(detail, condition, result, state) {
  const { description, codes } = condition;
  const reasons = detail.querySelector(".reasons") ?? element("div", { class: "reasons" });
  const evidence = JSON.stringify(state.request({}));
  if (detail.dataset.about !== evidence) {
    detail.dataset.about = evidence;
    detail.replaceChildren(
      description ? element("p", {}, description) : "", reasons, whatIf(condition, result, state),
      codes ? element("p", { class: "quiet" }, codes.replaceAll("|", ", ").replaceAll("ICD10:", "ICD-10 ")) : "");
  }
  try {
    const { findings, rivals, informed } = await explain(state.request({ target: condition.id }));
    if (informed === false) throw new Error(texts.uninformed);
    if (detail.dataset.about === evidence) reasons.replaceChildren(...balance(findings), ...others(rivals.filter((/** @type {{id: string}} */ rival) => result.conditions.some(({ id }) => id === rival.id))));
  } catch (error) {
    detail.dataset.about = "";
    reasons.replaceChildren(element("p", { class: "problem" }, error instanceof Error && error.message || texts.gone));
  }
}

/** @param {Reason[]} findings */
function balance(findings) {
  const strong = findings.filter(({ weight }) => Math.abs(weight) >= 0.05);
  /** @param {string} title @param {string} sign @param {Reason[]} side */
  const column = (title, sign, side) => side.length === 0 ? []
    : [element("h3", {}, title), element("ul", { class: sign }, ...side.map(reason))];
  if (strong.length === 0) return [element("p", { class: "quiet" }, texts.neither)];
  return [
    ...column(texts.supports, "for", strong.filter(({ weight }) => weight > 0)),
    ...column(texts.contradicts, "against", strong.filter(({ weight }) => weight < 0)),
  ];
}

/** @param {Reason} reason */
function reason({ name, choice_id: choice, weight, source }) {
  const strength = Math.abs(weight) > 1.5 ? 2 : Math.abs(weight) > 0.5 ? 1 : 0;
  return element("li", source ? { title: texts.source(source) } : {},
    choice === "absent" ? texts.no(name) : name, element("span", { class: "quiet" }, ` ${texts.strengths[strength]}`));
}

/** @param {{name: string, probability: number}[]} rivals */
function others(rivals) {
  const likely = rivals.filter(({ probability }) => probability >= 0.02).slice(0, 3);
  return likely.length === 0 ? [] : [element("p", {}, texts.rivals(list(likely.map(({ name }) => lower(name)))))];
}

/** A slider over how common the disease is taken to be, and whether the ranking holds. @param {Condition} condition @param {Result} result @param {Conversation} state */
function whatIf(condition, result, state) {
  const id = `what-if-${condition.id}`;
  const verdict = element("p", { role: "status" });
  const slider = element("input", { type: "range", id, min: "-1", max: "1", step: "0.1", value: "0", "aria-valuetext": texts.times(1) });
  let latest = 0;
  slider.addEventListener("input", async () => {
    const factor = 10 ** Number(slider.value);
    slider.setAttribute("aria-valuetext", texts.times(factor));
    const turn = ++latest;
    const say = (/** @type {string} */ text) => { if (turn === latest) verdict.textContent = text; };
    try {
      const top = result.conditions.length;
      const other = await diagnose(state.request({ question: false, top, prior_factor: { id: condition.id, factor } }));
      if (other.informed === false) return say(texts.uninformed);
      const now = other.conditions.find((/** @type {Condition} */ c) => c.id === condition.id);
      say(`${texts.times(factor)}: ${percent(now?.probability ?? 0)}. ${effect(condition, result.conditions, other.conditions)}`);
    } catch (error) {
      say(error instanceof Error && error.message || texts.gone);
    }
  });
  return element("div", { class: "what-if" }, element("label", { for: id }, texts.whatIf), slider,
    element("div", { class: "ends quiet", "aria-hidden": "true" }, element("span", {}, texts.rarer), element("span", {}, texts.moreCommon)), verdict);
}

/** What a different prior does to the order. @param {Condition} condition @param {Condition[]} before @param {Condition[]} after */
function effect(condition, before, after) {
  const order = (/** @type {Condition[]} */ conditions) => conditions.map(({ id }) => id);
  const [was, is] = [order(before), order(after)];
  if (was.join() === is.join()) return texts.holds;
  if (was[0] !== is[0]) return texts.changes(after[0].name);
  const [from, to] = [was.indexOf(condition.id) + 1, is.indexOf(condition.id) + 1];
  return from !== to && to > 0 ? texts.moves(from, to) : texts.othersMove;
}
