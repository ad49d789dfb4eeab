// Making elements without markup in strings, so that nothing a person types can become markup.

/** @param {string} id @returns {any} */
export function find(id) {
  return document.getElementById(id);
}

/**
 * @param {string} tag
 * @param {Record<string, any>} attributes  `onclick` and its kin take functions
 * @param {...(Node|string)} children
 * @returns {HTMLElement}
 */
export function element(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}
