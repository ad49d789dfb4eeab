// The buttons under the conversation: answers to the question on the table, or what to do at the end.

import { button, element } from "./dom.js";
import { texts } from "./texts.js";

/** @typedef {import("./texts.js").Choice} Choice */
/** @typedef {import("./state.js").Question} Question */
/** @typedef {{answer: (given: {question: Question, choice: Choice}[]) => void, back: () => void, finish: () => void, askMore: () => void, summary: () => void}} Actions */

const KEYS = { present: "y", absent: "n", unknown: "d" };

/** @param {Question} question @param {Actions} actions @returns {HTMLElement[]} */
export function questionReply(question, actions) {
  const asked = question.related?.length ? group(question, actions) : single(question, actions);
  const why = element("details", { class: "why" },
    element("summary", {}, texts.why), element("p", {}, texts.whyText(question.speaks_for ?? [])));
  return [asked, element("div", { class: "row after" },
    button(texts.back, actions.back, { class: "plain", "data-key": "b", "data-focus": "back" }),
    button(texts.finish, actions.finish, { class: "plain", "data-focus": "finish" }),
    element("span", { class: "hint keys" }, texts.keys)), why];
}

/** @param {Question} question @param {Actions} actions */
function single(question, actions) {
  return element("div", { class: "choices", role: "group", "aria-label": question.text },
    ...choiceButtons((choice) => actions.answer([{ question, choice }])));
}

/** @param {(choice: Choice) => void} choose */
function choiceButtons(choose) {
  return Object.entries(texts.choices).map(([name, text]) => {
    const choice = /** @type {Choice} */ (name);
    return button(text, () => choose(choice), { "data-key": KEYS[choice], "data-focus": `choice:${choice}`, class: `choice ${choice}` });
  });
}

/** Related questions at once: keys answer the first that is open; all answered, or "continue", sends them. @param {Question} question @param {Actions} actions */
function group(question, actions) {
  const questions = [question, ...(question.related ?? [])];
  /** @type {Map<string, Choice>} */
  const given = new Map();
  const send = () => actions.answer(questions.map((asked) => ({ question: asked, choice: given.get(asked.id) ?? "unknown" })));
  const rows = questions.map((asked) => {
    const row = element("div", { class: "grouped", role: "group", "aria-label": asked.text },
      element("div", {}, element("p", {}, asked.text), asked.explanation ? element("p", { class: "hint" }, asked.explanation) : ""));
    const buttons = element("div", { class: "choices" }, ...choiceButtons((choice) => {
      given.set(asked.id, choice);
      for (const [at, node] of [...buttons.children].entries()) node.setAttribute("aria-pressed", `${Object.keys(KEYS)[at] === choice}`);
      row.classList.add("answered");
      if (given.size === questions.length) return send();
      const next = rows.find((other) => !other.classList.contains("answered"));
      next?.querySelector(`.choice.${choice}`)?.focus({ preventScroll: true });
      next?.scrollIntoView({ block: "nearest" });
    }));
    row.append(buttons);
    return row;
  });
  return element("div", { class: "group" }, ...rows,
    element("div", { class: "row" }, button(texts.goOn, send, { class: "primary", "data-focus": "continue" })));
}

/** What to begin with, for those who would rather see than think of something. @param {(text: string) => void} say @returns {HTMLElement[]} */
export function exampleReply(say) {
  return [element("div", { class: "row examples", role: "group", "aria-label": texts.examplesLabel },
    ...texts.examples.map((text) => button(`“${text}”`, () => say(text), { class: "example" })))];
}

/** @param {keyof typeof texts.done} reason @param {Actions} actions @returns {HTMLElement[]} */
export function endReply(reason, actions) {
  return [element("p", { class: "done", role: "status" }, texts.done[reason]), element("div", { class: "row" },
    button(texts.seeSummary, actions.summary, { class: "primary", "data-focus": "summary" }),
    reason === "person" ? button(texts.askMore, actions.askMore, { "data-focus": "more" }) : "",
    button(texts.back, actions.back, { class: "plain", "data-key": "b", "data-focus": "back" }))];
}

/** @param {string} message @param {() => void} retry @returns {HTMLElement[]} */
export function troubleReply(message, retry) {
  return [element("p", { class: "problem", role: "alert" }, message),
    element("div", { class: "row" }, button(texts.again, retry, { class: "primary", "data-focus": "again" }))];
}
