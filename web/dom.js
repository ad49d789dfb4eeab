// Making elements without markup in strings, so that nothing a person types can become markup.

/** The fixed texts of the page, by id. @type {Record<string, string>} */
export const texts = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");

/** An element of the page by its id. @param {string} id @returns {any} */
export function find(id) {
  return document.getElementById(id);
}

/**
 * @param {string} tag
 * @param {Record<string, any>} attributes  `onclick` and its kin take functions; undefined and false are left out
 * @param {...(Node|string)} children
 * @returns {any}
 */
export function element(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for a drawing. @param {string} tag @param {Record<string, any>} attributes @param {...(Node|string)} children @returns {any} */
export function drawn(tag, attributes, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** @param {Element} node @param {Record<string, any>} attributes @param {(Node|string)[]} children */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== ""));
  return node;
}

/** A button. @param {string} text @param {(event: MouseEvent) => void} onclick @param {Record<string, any>} [attributes] */
export function button(text, onclick, attributes = {}) {
  // The second click of a double click was not meant for what has appeared under the pointer since.
  const once = (/** @type {MouseEvent} */ event) => { if (event.detail < 2) onclick(event); };
  return element("button", { type: "button", onclick: once, ...attributes }, text);
}

/** Where focus was, for when it got lost while an answer was on its way. */
let remembered = "";

/**
 * Runs a change that may rebuild or disable the focused element, and gives focus to its successor: what has the same
 * `data-focus`, else the first button of the same area.
 * @param {() => void} change
 */
export function keepingFocus(change) {
  const held = document.activeElement;
  const key = held?.getAttribute("data-focus") ?? (held === document.body ? remembered : "");
  const area = held?.closest("#reply") || (held === document.body && key) ? "#reply button" : "";
  change();
  remembered = key;
  if (!key || document.activeElement?.hasAttribute("data-focus")) return;
  const successor = document.querySelector(`[data-focus="${CSS.escape(key)}"]`) ?? (area && document.querySelector(area));
  if (successor instanceof HTMLElement) successor.focus({ preventScroll: true });
}
