// The summary, for reading, printing and showing to a doctor.

import { element, find } from "./dom.js";

/** @param {import("./api.js").View} view */
export function fillSummary({ language, summary }) {
  const row = (/** @type {string[]} */ [name, ...cells]) =>
    element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((cell) => element("td", {}, cell)));
  find("summary-body").replaceChildren(
    element("p", { class: "quiet" }, new Date().toLocaleString(language, { dateStyle: "long", timeStyle: "short" })),
    element("p", {}, element("strong", {}, summary.caution)),
    ...summary.parts.map(({ title, lines, is_alarm: isAlarm }) => element("div", isAlarm ? { class: "flag" } : {},
      element("h3", {}, title), element("ul", {}, ...lines.map((line) => element("li", {}, line))))),
    element("h3", {}, summary.causes_title),
    element("p", {}, summary.advice ?? ""),
    summary.rows.length === 0 ? "" : element("table", {},
      element("thead", {}, element("tr", {}, ...summary.head.map((head) => element("th", { scope: "col" }, head)))),
      element("tbody", {}, ...summary.rows.map(row))),
    element("p", { class: "quiet" }, summary.basis ?? ""));
}
