// The summary: what was said, answered and found, for reading, printing and showing to a doctor.

import { NOTABLE, adviceText, basis } from "./differential.js";
import { element, find } from "./dom.js";
import { percent, texts } from "./texts.js";

/** @param {import("./state.js").Conversation} state @param {import("./differential.js").Result|null} result */
export function fillSummary(state, result) {
  const said = state.turns.flatMap((turn) => (turn.kind === "said" ? [`“${turn.text}”`] : []));
  const flags = state.turns.flatMap((turn) => (turn.kind === "flag" ? [`${turn.message} ${turn.action}`] : []));
  /** @param {import("./texts.js").Choice} wanted */
  const named = (wanted) => state.plainAnswers.filter(({ choice }) => choice === wanted).map(({ name }) => name);
  find("summary-body").replaceChildren(
    element("p", { class: "quiet" }, new Date().toLocaleString(texts.language, { dateStyle: "long", timeStyle: "short" })),
    element("p", {}, element("strong", {}, texts.summaryCaution)),
    ...(flags.length ? [element("div", { class: "flag" }, element("h3", {}, texts.emergency), ...flags.map((text) => element("p", {}, text)))] : []),
    ...part(texts.aboutName, [texts.person(state.age ?? NaN, state.sex)]),
    ...part(texts.inYourWords, said),
    ...part(texts.yes, named("present")),
    ...part(texts.noList, named("absent")),
    ...part(texts.unknownList, named("unknown")),
    ...(result ? causes(result) : []));
}

/** @param {string} title @param {string[]} lines */
function part(title, lines) {
  return lines.length === 0 ? [] : [element("h3", {}, title), element("ul", {}, ...lines.map((line) => element("li", {}, line)))];
}

/** @param {import("./differential.js").Result} result */
function causes(result) {
  if (result.informed === false) return [element("h3", {}, texts.results), element("p", {}, basis(result))];
  const rows = result.conditions.map(({ name, probability, triage }) => element("tr", {},
    element("th", { scope: "row" }, name), element("td", {}, percent(probability)), element("td", {}, triage && probability >= NOTABLE ? texts.triage[triage] : "")));
  return [
    element("h3", {}, texts.results),
    element("p", {}, adviceText(result)),
    element("table", {}, element("thead", {}, element("tr", {}, ...texts.tableHead.map((head) => element("th", { scope: "col" }, head)))),
      element("tbody", {}, ...rows)),
    element("p", { class: "quiet" }, basis(result)),
  ];
}
