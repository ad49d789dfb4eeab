// What stands behind one bar: the evidence for and against the cause, its rivals, and whether its
// place depends on how common it is taken to be.

import { converse } from "./api.js";
import { element, texts } from "./dom.js";
import { log } from "./state.js";

/** @typedef {import("./api.js").Reason} Reason */

/** @param {HTMLElement} node @param {string} id */
export async function fillDetail(node, id) {
  const turns = log();
  try {
    const { detail } = await converse(turns, { explain: { id } });
    if (!detail || turns !== log()) return;
    node.replaceChildren(
      element("p", { class: "share" }, detail.share ?? ""),
      element("p", {}, detail.description ?? ""),
      element("div", { class: "reasons" }, ...side(texts["detail-for"], "for", detail.supports), ...side(texts["detail-against"], "against", detail.contradicts),
        detail.nothing ? element("p", { class: "quiet" }, detail.nothing) : "", detail.rivals ? element("p", {}, detail.rivals) : ""),
      whatIf(id, detail.times),
      element("p", { class: "quiet" }, detail.codes ?? ""));
  } catch {
    node.replaceChildren(element("p", { class: "problem" }, texts.gone));
  }
}

/** @param {string} title @param {string} sign @param {Reason[]} reasons */
function side(title, sign, reasons) {
  return reasons.length === 0 ? [] : [element("h3", {}, title), element("ul", { class: sign },
    ...reasons.map(({ text, source }) => element("li", { title: source }, text)))];
}

/** A slider over how common the disease is taken to be, and whether the ranking holds. @param {string} id @param {string} times */
function whatIf(id, times) {
  const verdict = element("p", { role: "status" });
  const slider = element("input", { type: "range", id: `what-if-${id}`, min: "-1", max: "1", step: "0.1", value: "0", "aria-valuetext": times });
  let latest = 0;
  slider.addEventListener("input", async () => {
    const turn = ++latest;
    const asked = converse(log(), { explain: { id, factor: 10 ** Number(slider.value) } });
    const { detail } = await asked.catch(() => ({ detail: undefined }));
    if (turn !== latest) return;
    slider.setAttribute("aria-valuetext", detail?.times ?? "");
    verdict.textContent = detail ? detail.what_if ?? "" : texts.gone;
  });
  return element("div", { class: "what-if" }, element("label", { for: `what-if-${id}` }, texts["what-if"]), slider,
    element("div", { class: "ends quiet", "aria-hidden": "true" }, element("span", {}, texts["what-if-rarer"]), element("span", {}, texts["what-if-more"])), verdict);
}
