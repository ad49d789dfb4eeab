// A finding as a chip: click it to switch between yes and no, or take it away.

import { button, element } from "./dom.js";
import { texts } from "./texts.js";

/**
 * @param {import("./state.js").Answer} answer
 * @param {{change: (id: string, choice: import("./texts.js").Choice) => void, remove: (id: string) => void}} handlers
 * @param {string} place  where it stands, for keeping focus
 */
export function chip({ id, name, choice }, { change, remove }, place) {
  const flip = () => change(id, choice === "present" ? "absent" : "present");
  const label = texts.flip(name, choice);
  return element("li", { class: `chip ${choice}` },
    button(name, flip, { class: "flip", "aria-label": label, title: label, "data-focus": `${place}:flip:${id}` }),
    button("×", () => remove(id), { class: "drop", "aria-label": texts.remove(name), title: texts.remove(name), "data-focus": `${place}:drop:${id}` }));
}
