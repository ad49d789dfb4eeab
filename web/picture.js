// What explains what: the stated findings on the left, the leading causes on the right, and lines as wide as what each
// cause explains of a finding. The reasons of each cause say the same in words, so that a screen reader needs only the title.

import { drawn, element } from "./dom.js";

const WIDTH = 640;
const ROW = 44;
const LEFT = 250;
const RIGHT = 410;
const WIDEST = 16;
const LONGEST = 32;

/** @param {import("./api.js").Picture} picture */
export function pictureOf({ title, text, findings, causes, lines }) {
  const rows = Math.max(findings.length, causes.length);
  const height = rows * ROW;
  const place = (/** @type {number} */ at, /** @type {number} */ of) => (at + 0.5) * (height / of);
  const curve = (/** @type {{finding: number, cause: number, share: number}} */ { finding, cause, share }) => {
    const [from, to] = [place(finding, findings.length), place(cause, causes.length)];
    const middle = (LEFT + RIGHT) / 2;
    return drawn("path", { d: `M${LEFT} ${from} C${middle} ${from} ${middle} ${to} ${RIGHT} ${to}`, "stroke-width": Math.max(1, share * WIDEST).toFixed(1), class: `link cause-${cause}` },
      drawn("title", {}, `${findings[finding].name} – ${causes[cause].name}`));
  };
  const label = (/** @type {{name: string}} */ { name }, /** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ anchor) =>
    drawn("text", { x, y, "text-anchor": anchor, "dominant-baseline": "middle" }, ...broken(name).map((part, at, all) =>
      drawn("tspan", { x, y: y + (at - (all.length - 1) / 2) * 16 }, part)));
  return element("figure", { class: "picture" }, element("figcaption", {}, element("strong", {}, title), ` ${text}`),
    drawn("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": title },
      ...lines.map(curve),
      ...findings.map((finding, at) => label(finding, LEFT - 8, place(at, findings.length), "end")),
      ...causes.map((cause, at) => label(cause, RIGHT + 8, place(at, causes.length), "start"))));
}

/** A name in at most two lines. @param {string} name */
function broken(name) {
  if (name.length <= LONGEST) return [name];
  const at = name.lastIndexOf(" ", LONGEST);
  if (at < 1) return [`${name.slice(0, LONGEST - 1)}…`];
  const rest = name.slice(at + 1);
  return [name.slice(0, at), rest.length > LONGEST ? `${rest.slice(0, LONGEST - 1)}…` : rest];
}
