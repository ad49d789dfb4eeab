// The page: a conversation on one side, the live differential on the other.

import { aboutCard, focusAge } from "./about.js";
import { Unreachable, diagnose, isThere, parse } from "./api.js";
import { chip } from "./chips.js";
import { renderDifferential } from "./differential.js";
import { element, find, keepingFocus } from "./dom.js";
import { renderLog, scrollToEnd } from "./log.js";
import { endReply, exampleReply, questionReply, troubleReply } from "./reply.js";
import { Conversation } from "./state.js";
import { fillSummary } from "./summary.js";
import { texts } from "./texts.js";

/** @typedef {import("./state.js").Question} Question */
/** @typedef {import("./texts.js").Choice} Choice */

const state = new Conversation();
/** What the server last said about the answers. @type {import("./differential.js").Result|null} */
let result = null;
/** Counts what was asked of the server: only the newest answer is shown. */
let newest = 0;
/** How many rows the log had; a new one is brought into view. */
let shownRows = 0;

const handlers = {
  change: (/** @type {string} */ id, /** @type {Choice} */ choice) => { state.change(id, choice); refresh(); },
  remove: (/** @type {string} */ id) => { state.remove(id); refresh(); },
  editAbout: () => {
    state.turns = state.turns.filter(({ kind }) => kind !== "about");
    render();
    find("age")?.focus();
  },
};

const actions = {
  answer: (/** @type {{question: Question, choice: Choice}[]} */ given) => {
    for (const { question: { id, name, text, explanation, implies }, choice } of given) {
      state.add({ kind: "asked", question: { id, name, text, explanation, implies }, choice });
    }
    refresh();
  },
  back: () => {
    const turn = state.takeBack();
    if (turn?.kind === "said") Object.assign(find("text"), { value: turn.text }).focus();
    refresh();
  },
  finish: () => { state.finished = true; state.save(); render(); },
  askMore: () => { state.finished = false; state.save(); render(); },
  summary: () => { fillSummary(state, result); find("summary").showModal(); },
};

/** Asks the server about the answers and shows what it says. */
async function refresh() {
  const turn = ++newest;
  if (state.answers.length === 0) {
    result = null;
    state.flag([]);
    return render();
  }
  render({ waiting: true });
  try {
    const answer = await diagnose(state.request({ top: 8 }));
    if (turn !== newest) return;
    result = answer;
    alarm(state.flag(answer.red_flags));
    render();
  } catch (error) {
    if (turn === newest) trouble(error, refresh);
  }
}

/** Shows everything as it stands; while an answer is on its way, the old question is no longer on the table. */
function render({ waiting = false } = {}) {
  const asksAbout = state.answers.length > 0 && state.turns.every(({ kind }) => kind !== "about");
  const ended = state.finished ? "person" : result?.stop_reason ?? (result && !result.question ? "nothing_to_ask" : undefined);
  const question = !waiting && !asksAbout && !ended && result?.question || null;
  keepingFocus(() => {
    find("reply").inert = waiting;
    renderLog(state, { question, asksAbout: asksAbout && !waiting }, handlers);
    renderKnown();
    if (asksAbout && !waiting) showAbout();
    else if (question) find("reply").replaceChildren(...questionReply(question, actions));
    else if (ended && !waiting) find("reply").replaceChildren(...endReply(ended, actions));
    else if (state.turns.length === 0) find("reply").replaceChildren(...exampleReply(say));
    else if (state.answers.length === 0) find("reply").replaceChildren();
  });
  if (!waiting) renderDifferential(result, state);
  const rows = find("log").childElementCount;
  if (rows !== shownRows) scrollToEnd();
  shownRows = rows;
  const isEmpty = state.turns.length === 0;
  find("open-summary").disabled = isEmpty;
  find("delete").disabled = isEmpty;
  find("say").querySelector("label").textContent = isEmpty ? texts.sayLabel : texts.sayMore;
}

/** The card stays as the person left it while other things change. */
function showAbout() {
  if (find("age")) return;
  const card = aboutCard(state, (age, sex) => {
    Object.assign(state, { age, sex });
    state.add({ kind: "about" });
    refresh().then(() => /** @type {HTMLElement|null} */ (find("reply").querySelector("button"))?.focus({ preventScroll: true }));
  });
  if (document.activeElement === find("text") && matchMedia("(pointer: fine)").matches) focusAge(card);
  else find("reply").replaceChildren(card);
}

function renderKnown() {
  const { plainAnswers } = state;
  find("known").hidden = plainAnswers.length === 0;
  find("known").querySelector("summary").textContent = texts.known(plainAnswers.length);
  find("answers").replaceChildren(...plainAnswers.map((answer) => chip(answer, handlers, "known")));
  const raised = state.turns.flatMap((turn) => (turn.kind === "flag" ? [turn] : []));
  find("alarm").hidden = raised.length === 0;
  find("alarm").replaceChildren(element("strong", {}, texts.emergency), ` ${[...new Set(raised.map(({ action }) => action))].join(" ")}`);
}

/** Interrupts with what is new. @param {{message: string, action: string}[]} fresh */
function alarm(fresh) {
  if (fresh.length === 0) return;
  find("emergency-text").replaceChildren(
    ...fresh.flatMap(({ message, action }) => [element("p", {}, message), element("p", {}, element("strong", {}, action))]));
  if (!find("emergency").open) find("emergency").showModal();
}

/** Says what is wrong; where the server is gone, goes on by itself once it is back. @param {unknown} error @param {() => void} retry */
function trouble(error, retry) {
  const isGone = error instanceof Unreachable;
  const message = isGone ? texts.gone : error instanceof Error && error.message || texts.unknownError;
  find("reply").inert = false;
  const turn = ++newest;
  find("reply").replaceChildren(...troubleReply(message, retry));
  const look = async () => {
    if (turn !== newest) return;
    if (await isThere()) { if (turn === newest) retry(); } else setTimeout(look, 2000);
  };
  if (isGone) setTimeout(look, 1500);
}

/** Takes in what the person typed: an answer to the question, findings, or both. @param {string} text */
async function say(text) {
  const turn = ++newest;
  const question = find("reply").querySelector(".choices") ? result?.question : undefined;
  find("reply").inert = true;
  try {
    const { mentions, not_understood: missed, reply, age, sex } = await parse(text);
    if (turn !== newest) return;
    find("text").value = "";
    state.finished = false;
    if (age !== undefined) state.age = age;
    if (sex !== undefined) state.sex = sex;
    const known = mentions.map((/** @type {any} */ { id, name, choice_id: choice, implies }) => ({ id, name, choice, implies }));
    const isReply = reply && question && !question.related?.length;
    if (isReply) actions.answer([{ question, choice: reply }]);
    if (!isReply || known.length > 0) state.add({ kind: "said", text, mentions: known, missed: missed.map((/** @type {{text: string}} */ m) => m.text) });
    await refresh();
  } catch (error) {
    trouble(error, () => { if (find("text").value.trim()) say(find("text").value.trim()); else refresh(); });
  }
}

find("say").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  const text = find("text").value.trim();
  if (text !== "") say(text);
});

document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof Element && event.target.matches("input:not([type=range]), select, textarea");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const target = find("reply").querySelector(`.grouped:not(.answered) [data-key="${CSS.escape(event.key.toLowerCase())}"]`)
    ?? find("reply").querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!(target instanceof HTMLElement) || find("reply").inert) return;
  event.preventDefault();
  target.click();
});

find("open-summary").addEventListener("click", actions.summary);
find("print").addEventListener("click", () => window.print());
find("summary-close").addEventListener("click", () => find("summary").close());
find("emergency-close").addEventListener("click", () => find("emergency").close());
addEventListener("beforeprint", () => fillSummary(state, result));
find("delete").addEventListener("click", () => {
  state.clear();
  find("text").value = "";
  find("summary-body").replaceChildren();
  find("emergency-text").replaceChildren();
  refresh();
  find("reply").prepend(element("p", { class: "quiet", role: "status" }, texts.deleted));
  find("text").focus();
});

document.documentElement.lang = texts.language;
for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-text]"))) {
  node.textContent = /** @type {any} */ (texts)[node.dataset.text ?? ""];
}
refresh();
if (matchMedia("(pointer: fine)").matches) find("text").focus({ preventScroll: true });
