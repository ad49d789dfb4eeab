// A finding as a chip: click it to switch between yes and no, or take it away.

import { button, element } from "./dom.js";

/**
 * @param {import("./api.js").Chip} chip
 * @param {(turn: import("./api.js").Turn) => void} act
 * @param {string} place  where it stands, for keeping focus
 */
export function chip({ id, name, answer, because, flip, remove }, act, place) {
  return element("li", { class: `chip ${answer}` },
    button(name, () => act(flip.turn), { class: "flip", "aria-label": flip.label, title: because, "data-focus": `${place}:flip:${id}` }),
    button("×", () => act(remove.turn), { class: "drop", "aria-label": remove.label, title: remove.label, "data-focus": `${place}:drop:${id}` }));
}
