// Who the conversation is about: age and sex, both optional.

import { button, element, find } from "./dom.js";
import { texts } from "./texts.js";

/** Years in a unit. @type {Record<string, number>} */
const UNITS = { d: 1 / 365.25, w: 7 / 365.25, m: 1 / 12, y: 1 };

/** An age in years from "34", "2,5", "6 weeks", "3 months"; null for nothing, NaN for what is no age. @param {string} text */
export function readAge(text) {
  if (text.trim() === "") return null;
  const match = /^(\d+(?:[.,]\d+)?)\s*(?:(y|m|w|d)[a-z]*)?(?:\s+old)?$/i.exec(text.trim());
  if (!match) return NaN;
  const age = Number(match[1].replace(",", ".")) * UNITS[(match[2] ?? "y").toLowerCase()];
  return age <= 130 ? age : NaN;
}

/**
 * The card that asks; `done` gets what was given.
 * @param {{age: number|null, sex: string}} known
 * @param {(age: number|null, sex: string) => void} done
 */
export function aboutCard(known, done) {
  const age = element("input", { id: "age", maxlength: "12", size: "8", autocomplete: "off", "aria-describedby": "age-hint age-problem",
    value: known.age === null ? "" : texts.person(known.age, "").replace(/ years?$/, "") });
  const problem = element("p", { id: "age-problem", class: "problem", role: "alert" });
  const sexes = Object.entries(texts.sexes).map(([value, text]) => element("label", { class: "pick" },
    element("input", { type: "radio", name: "sex", value, checked: known.sex === value }), element("span", {}, text)));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const years = readAge(age.value);
    const isWrong = Number.isNaN(years);
    age.setAttribute("aria-invalid", `${isWrong}`);
    problem.textContent = isWrong ? texts.ageProblem : "";
    if (isWrong) return age.focus();
    const sex = /** @type {HTMLInputElement|null} */ (form.querySelector("input[name=sex]:checked"));
    done(years, sex?.value ?? "");
  };
  const form = element("form", { class: "about", onsubmit: submit, "aria-label": texts.aboutTitle },
    element("div", { class: "field" },
      element("label", { for: "age" }, texts.age, element("span", { id: "age-hint", class: "hint" }, ` ${texts.ageHint}`)), age),
    element("fieldset", {}, element("legend", {}, texts.sex), element("div", { class: "row" }, ...sexes)),
    problem,
    element("div", { class: "row" },
      element("button", { class: "primary", "data-focus": "about" }, texts.goOn),
      button(texts.skipAbout, () => done(null, ""), { "data-focus": "about-skip" })));
  return form;
}

/** Shows the card in the reply area, ready to type. @param {HTMLElement} card */
export function focusAge(card) {
  find("reply").replaceChildren(card);
  find("age").focus({ preventScroll: true });
}
