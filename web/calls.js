// Numbers to call, as links that a phone dials.

import { element } from "./dom.js";

/** @param {import("./api.js").Call[]} [calls] */
export function callLinks(calls = []) {
  return calls.length === 0 ? "" : element("p", { class: "row calls" },
    ...calls.map(({ label, number }) => element("a", { class: "call", href: `tel:${number}` }, label)));
}
