// The form about the person: age and sex, both optional.

import { button, element, texts } from "./dom.js";

/** @param {import("./api.js").About} about @param {(turn: import("./api.js").Turn) => void} done */
export function aboutCard(about, done) {
  const before = about.age ?? "";
  const age = element("input", { id: "age", maxlength: "20", size: "8", autocomplete: "off", "aria-describedby": "age-hint age-problem", "aria-invalid": `${Boolean(about.problem)}`, value: before });
  const sexes = about.sexes.map(({ value, label, is_chosen: isChosen }) => element("label", { class: "pick" },
    element("input", { type: "radio", name: "sex", value: value ?? "", checked: isChosen }), element("span", {}, label)));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const sex = /** @type {HTMLInputElement|null} */ (form.querySelector("input[name=sex]:checked"));
    const given = age.value.trim();
    // What was not changed is not sent: an age in words is less exact than the one that is known.
    done({ kind: "about", ...(given === before ? {} : { age: given || null }), sex: sex?.value || null });
  };
  const form = element("form", { class: "about", onsubmit: submit, "aria-label": about.title },
    element("div", { class: "field" },
      element("label", { for: "age" }, texts.age, element("span", { id: "age-hint", class: "hint" }, ` ${texts["age-hint"]}`)), age),
    element("fieldset", {}, element("legend", {}, texts.sex), element("div", { class: "row" }, ...sexes)),
    element("p", { id: "age-problem", class: "problem", role: "alert" }, about.problem ?? ""),
    element("div", { class: "row" },
      element("button", { class: "primary", "data-focus": "about" }, texts.continue),
      button(about.skip.label, () => done(about.skip.turn), { "data-focus": "about-skip" })));
  return form;
}
