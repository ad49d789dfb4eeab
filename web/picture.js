// What explains what: the stated findings on the left, the leading causes on the right, and lines as wide as what each
// cause explains of a finding. The reasons of each cause say the same in words, so that a screen reader needs only the title.

import { drawn, element } from "./dom.js";

const ROW = 52;
const WIDEST = 16;
/** Width, where lines begin and end, and how long a line of a name may be, for wide and narrow windows. */
const WIDE = { width: 640, left: 250, right: 410, longest: 32 };
const NARROW = { width: 350, left: 135, right: 205, longest: 18 };

/** @param {import("./api.js").Picture} picture */
export function pictureOf({ title, text, findings, causes, lines }) {
  const { width, left, right, longest } = innerWidth < 560 ? NARROW : WIDE;
  const rows = Math.max(findings.length, causes.length);
  const height = rows * ROW;
  const place = (/** @type {number} */ at, /** @type {number} */ of) => (at + 0.5) * (height / of);
  const curve = (/** @type {{finding: number, cause: number, share: number}} */ { finding, cause, share }) => {
    const [from, to] = [place(finding, findings.length), place(cause, causes.length)];
    const middle = (left + right) / 2;
    return drawn("path", { d: `M${left} ${from} C${middle} ${from} ${middle} ${to} ${right} ${to}`, "stroke-width": Math.max(1, share * WIDEST).toFixed(1), class: `link cause-${cause}` },
      drawn("title", {}, `${findings[finding].name} – ${causes[cause].name}`));
  };
  const label = (/** @type {{name: string}} */ { name }, /** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ anchor) =>
    drawn("text", { x, y, "text-anchor": anchor, "dominant-baseline": "middle" }, ...broken(name, longest).map((part, at, all) =>
      drawn("tspan", { x, y: y + (at - (all.length - 1) / 2) * 16 }, part)));
  return element("figure", { class: "picture" }, element("figcaption", {}, element("strong", {}, title), ` ${text}`),
    drawn("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title },
      ...lines.map(curve),
      ...findings.map((finding, at) => label(finding, left - 6, place(at, findings.length), "end")),
      ...causes.map((cause, at) => label(cause, right + 6, place(at, causes.length), "start"))));
}

/** A name in at most three lines. @param {string} name @param {number} longest */
function broken(name, longest) {
  /** @type {string[]} */
  const lines = [];
  for (const word of name.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < longest) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length <= 3 ? lines : [...lines.slice(0, 2), `${lines[2]} …`];
}
