// The conversation so far, one row a thing said. Rows that did not change keep their element, so that a screen reader
// hears each of them once.

import { chip } from "./chips.js";
import { button, element, find } from "./dom.js";
import { texts } from "./texts.js";

/** @typedef {{key: string, sign: string, build: () => HTMLElement}} Row */
/** @typedef {import("./state.js").Conversation} Conversation */
/** @typedef {import("./state.js").Answer} Answer */
/** @typedef {{change: (id: string, choice: import("./texts.js").Choice) => void, remove: (id: string) => void, editAbout: () => void}} Handlers */

/** The question whose answer is being changed. */
let editing = "";

/** @type {Map<string, {node: HTMLElement, sign: string}>} */
const shown = new Map();

/**
 * @param {Conversation} state
 * @param {{question: import("./state.js").Question|null, asksAbout: boolean}} pending  what is on the table
 * @param {Handlers} handlers
 */
export function renderLog(state, pending, handlers) {
  const again = () => renderLog(state, pending, handlers);
  const rows = [hello(), ...state.turns.flatMap((turn) => turnRows(turn, state, handlers, again))];
  if (pending.asksAbout) rows.push(whoRow());
  if (pending.question) rows.push(...asking(pending.question));
  const log = find("log");
  for (const [at, { key, sign, build }] of rows.entries()) {
    let row = shown.get(key);
    if (!row || row.sign !== sign) {
      const node = build();
      row?.node.replaceWith(node);
      row = { node, sign };
      shown.set(key, row);
    }
    if (log.children[at] !== row.node) log.insertBefore(row.node, log.children[at] ?? null);
  }
  const kept = new Set(rows.map(({ key }) => key));
  for (const [key, { node }] of shown) {
    if (kept.has(key)) continue;
    node.remove();
    shown.delete(key);
  }
}

/** Brings the last row into view, once everything around the log has its place. */
export function scrollToEnd() {
  find("log").scrollTop = find("log").scrollHeight;
}

/** @returns {Row} */
const hello = () => ({
  key: "hello",
  sign: "",
  build: () => them(element("p", {}, texts.hello), element("p", { class: "hint" }, texts.helloHint)),
});

/** @returns {Row} */
const whoRow = () => ({
  key: "about",
  sign: "",
  build: () => them(element("p", { class: "ask" }, texts.aboutTitle), element("p", { class: "hint" }, texts.aboutHint)),
});

/** @param {...(Node|string)} children */
const them = (...children) => element("div", { class: "them" }, ...children);
/** @param {...(Node|string)} children */
const me = (...children) => element("div", { class: "me" }, ...children);

/** The rows of the question on the table; they stay as they are once it is answered. @param {import("./state.js").Question} question @returns {Row[]} */
function asking(question) {
  if (question.related?.length) {
    const lead = texts.groupHint(question.related.length + 1);
    return [{ key: `group:${question.id}`, sign: lead, build: () => them(element("p", {}, lead)) }];
  }
  return [questionRow(question)];
}

/** @param {import("./state.js").Question} question @returns {Row} */
const questionRow = (question) => ({
  key: `asked:${question.id}`,
  sign: question.text,
  build: () => them(
    element("p", { class: "ask" }, question.text),
    question.explanation ? element("p", { class: "hint" }, question.explanation) : ""),
});

/** @param {import("./state.js").Turn} turn @param {Conversation} state @param {Handlers} handlers @param {() => void} again @returns {Row[]} */
function turnRows(turn, state, handlers, again) {
  const key = `${turn.key}`;
  if (turn.kind === "said") return [
    { key, sign: turn.text, build: () => me(element("p", {}, turn.text)) },
    { key: `heard:${key}`, sign: JSON.stringify([turn, state.plainAnswers.map(({ id }) => id)]), build: () => heard(turn, state, handlers) },
  ];
  if (turn.kind === "flag") return [{ key, sign: "", build: () => element("div", { class: "flag" },
    element("p", {}, element("strong", {}, texts.emergency)), element("p", {}, turn.message), element("p", {}, element("strong", {}, turn.action))) }];
  if (turn.kind === "about") {
    const text = texts.person(state.age ?? NaN, state.sex);
    return [
      whoRow(),
      { key: "about:mine", sign: text, build: () => mine(text, texts.edit(texts.aboutName), handlers.editAbout, "about") },
    ];
  }
  const { question, choice } = turn;
  const isOpen = editing === question.id;
  const build = () => isOpen ? choosing(question, handlers, again)
    : mine(texts.choices[choice], texts.edit(question.name), () => { editing = question.id; again(); }, question.id);
  return [questionRow(question), { key: `mine:${question.id}`, sign: `${choice}${isOpen}`, build }];
}

/** @param {string} text @param {string} label @param {() => void} edit @param {string} id */
const mine = (text, label, edit, id) => me(element("p", {}, text),
  button(texts.editShort, edit, { class: "edit", "aria-label": label, "data-focus": `edit:${id}` }));

/** The three answers again, in place of the one given. @param {import("./state.js").Question} question @param {Handlers} handlers @param {() => void} again */
function choosing(question, handlers, again) {
  const leave = (/** @type {() => void} */ act) => () => { editing = ""; act(); find("log").querySelector(`[data-focus="edit:${CSS.escape(question.id)}"]`)?.focus(); };
  const node = me(element("div", { class: "row", role: "group", "aria-label": texts.edit(question.name) },
    ...Object.entries(texts.choices).map(([choice, text]) =>
      button(text, leave(() => handlers.change(question.id, /** @type {any} */ (choice))))),
    button(texts.cancel, leave(again))));
  queueMicrotask(() => node.querySelector("button")?.focus());
  return node;
}

/** What was made of the person's words. @param {{mentions: Answer[], missed: string[], key: number}} turn @param {Conversation} state @param {Handlers} handlers */
function heard({ mentions: all, missed, key }, state, handlers) {
  const plain = new Set(state.plainAnswers.map(({ id }) => id));
  const mentions = all.filter(({ id }) => plain.has(id));
  if (mentions.length === 0 && missed.length === 0) return them(element("p", {}, texts.nothing));
  const parts = missed.map((text) => `“${text}”`).join(", ");
  return them(
    ...(mentions.length === 0 ? [] : [
      element("p", {}, texts.heard),
      element("ul", { class: "chips" }, ...mentions.map((answer) => chip(answer, handlers, `said${key}`)))]),
    missed.length === 0 ? "" : element("p", mentions.length ? { class: "hint" } : {}, mentions.length ? texts.missed(parts) : texts.nothing));
}
