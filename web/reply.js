// The buttons under the conversation: answers to the question on the table, or what to do at the end.

import { button, element, find, texts } from "./dom.js";

/** @typedef {import("./api.js").Action} Action */
/** @typedef {import("./api.js").Question} Question */
/** @typedef {(...turns: import("./api.js").Turn[]) => void} Act */

/** A button for an action. @param {Action} action @param {() => void} chosen @param {Record<string, any>} [attributes] */
const doing = ({ label, key }, chosen, attributes = {}) => button(label, chosen, { "data-key": key, ...attributes });

/** @param {Question} question @param {Action|undefined} back @param {Act} act @returns {HTMLElement[]} */
export function questionReply(question, back, act) {
  const asked = question.related ? group([question, ...question.related], act) : single(question, act);
  return [asked, element("div", { class: "row after" },
    back ? doing(back, () => act(back.turn), { class: "plain", "data-focus": "back" }) : "",
    question.finish ? button(question.finish.label, () => act(/** @type {Action} */ (question.finish).turn), { class: "plain", "data-focus": "finish" }) : "",
    toResults(),
    element("span", { class: "hint keys" }, texts.keys)),
  element("details", { class: "why" }, element("summary", {}, texts.why), element("p", {}, question.reason))];
}

/** Where the causes are further down, a way there. */
const toResults = () => button(texts["causes-title"], () => find("results").scrollIntoView({ block: "start" }), { class: "plain to-results", "data-focus": "to-results" });

/** @param {Question} question @param {Act} act */
function single(question, act) {
  return element("div", { class: "choices", role: "group", "aria-label": question.text },
    ...choices(question, (action) => act(action.turn)));
}

/** @param {Question} question @param {(action: Action, at: number) => void} choose */
function choices({ answers }, choose) {
  return answers.map((action, at) => doing(action, () => choose(action, at),
    { "data-focus": `choice:${action.turn.answer}`, class: `choice ${action.turn.answer}` }));
}

/** Related questions at once: keys answer the first that is open; all answered, or "continue", sends them. @param {Question[]} questions @param {Act} act */
function group(questions, act) {
  /** @type {Map<string, Action>} */
  const given = new Map();
  const unknown = (/** @type {Question} */ { answers }) => answers[answers.length - 1];
  const send = () => act(...questions.map((asked) => (given.get(asked.id) ?? unknown(asked)).turn));
  const rows = questions.map((asked) => {
    const row = element("div", { class: "grouped", role: "group", "aria-label": asked.text },
      element("div", {}, element("p", {}, asked.text), asked.explanation ? element("p", { class: "hint" }, asked.explanation) : ""));
    const buttons = element("div", { class: "choices" }, ...choices(asked, (action, chosen) => {
      given.set(asked.id, action);
      for (const [at, node] of [...buttons.children].entries()) node.setAttribute("aria-pressed", `${at === chosen}`);
      row.classList.add("answered");
      if (given.size === questions.length) return send();
      const next = rows.find((other) => !other.classList.contains("answered"));
      next?.querySelectorAll(".choice")[chosen]?.focus({ preventScroll: true });
      next?.scrollIntoView({ block: "nearest" });
    }));
    row.append(buttons);
    return row;
  });
  return element("div", { class: "group" }, ...rows,
    element("div", { class: "row" }, button(texts.continue, send, { class: "primary", "data-focus": "continue" })));
}

/** What to begin with, for those who would rather see than think of something. @param {string[]} examples @param {(text: string) => void} say @returns {HTMLElement[]} */
export function exampleReply(examples, say) {
  if (examples.length === 0) return [];
  return [element("div", { class: "row examples", role: "group", "aria-label": texts["examples-label"] },
    ...examples.map((text) => button(text, () => say(text), { class: "example" })))];
}

/** @param {{text: string, more?: Action}} end @param {Action|undefined} back @param {Act} act @param {() => void} summary @returns {HTMLElement[]} */
export function endReply({ text, more }, back, act, summary) {
  return [element("p", { class: "done", role: "status" }, text), element("div", { class: "row" },
    button(texts["see-summary"], summary, { class: "primary", "data-focus": "summary" }),
    more ? doing(more, () => act(more.turn), { "data-focus": "more" }) : "",
    toResults(),
    back ? doing(back, () => act(back.turn), { class: "plain", "data-focus": "back" }) : "")];
}

/** @param {string} message @param {() => void} retry @returns {HTMLElement[]} */
export function troubleReply(message, retry) {
  return [element("p", { class: "problem", role: "alert" }, message),
    element("div", { class: "row" }, button(texts.again, retry, { class: "primary", "data-focus": "again" }))];
}
