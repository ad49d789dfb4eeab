// The page: sends what a person does and draws what the server makes of the conversation.

import { aboutCard } from "./about.js";
import { Unreachable, converse, isThere } from "./api.js";
import { callLinks } from "./calls.js";
import { chip } from "./chips.js";
import { drawDifferential } from "./differential.js";
import { element, find, keepingFocus, texts } from "./dom.js";
import { drawLog, scrollToEnd } from "./log.js";
import { endReply, exampleReply, questionReply, troubleReply } from "./reply.js";
import { add, clear, log } from "./state.js";
import { fillSummary } from "./summary.js";

/** @typedef {import("./api.js").Turn} Turn */
/** @typedef {import("./api.js").View} View */

/** What is shown. @type {View|null} */
let view = null;
/** Counts what was asked of the server: only the newest answer is shown. */
let newest = 0;
/** How many rows the log had; a new one is brought into view. */
let shownRows = 0;
/** Whether the person wants to change whom it is about. */
let changesAbout = false;

/** Adds turns and shows what becomes of them. @param {Turn[]} turns */
function act(...turns) {
  add(...turns);
  return refresh();
}

/** Shows the conversation as it stands. */
async function refresh() {
  const turn = ++newest;
  wait();
  try {
    const next = await converse(log());
    if (turn === newest) draw(next);
  } catch (error) {
    if (turn === newest) trouble(error, refresh);
  }
}

/** Takes in what the person typed; it stays in the field until the server has it. @param {string} text */
async function say(text) {
  const turn = ++newest;
  const asked = view?.question ? [view.question, ...(view.question.related ?? [])].map(({ id }) => id) : [];
  const said = { kind: "said", text, asked };
  wait();
  try {
    const next = await converse([...log(), said]);
    if (turn !== newest) return;
    add(said);
    find("text").value = "";
    draw(next, true);
  } catch (error) {
    if (turn === newest) trouble(error, () => { if (find("text").value.trim()) say(find("text").value.trim()); else refresh(); });
  }
}

/** Nothing is on the table while an answer is on its way. */
function wait() {
  keepingFocus(() => { find("reply").inert = true; });
}

/**
 * Draws everything. The alarms of a conversation that a reload brings back have been seen. What was
 * said before the page's first answer came has not: without a view, only the caller can tell.
 * @param {View} next
 * @param {boolean} [isNew]
 */
function draw(next, isNew = view !== null) {
  const known = new Set(view?.red_flags.map(({ id }) => id));
  if (isNew) alarm(next.red_flags.filter(({ id }) => !known.has(id)));
  view = next;
  const isEmpty = log().length === 0;
  keepingFocus(() => {
    find("reply").inert = false;
    drawLog(next, { act, about: () => { changesAbout = true; draw(next); find("age")?.focus(); } });
    drawKnown(next);
    drawReply(next);
  });
  drawDifferential(next.result);
  const rows = find("log").childElementCount;
  if (rows !== shownRows && !isEmpty) scrollToEnd();
  shownRows = rows;
  find("open-summary").disabled = isEmpty;
  find("delete").disabled = isEmpty;
  find("say").querySelector("label").textContent = next.say;
}

/** What the person can do now. @param {View} next */
function drawReply(next) {
  const reply = find("reply");
  if (next.about.is_open || changesAbout) drawAbout(next);
  else if (next.question) reply.replaceChildren(...questionReply(next.question, next.back, act));
  else if (next.end) reply.replaceChildren(...endReply(next.end, next.back, act, openSummary));
  else reply.replaceChildren(...exampleReply(next.examples ?? [], say));
}

/** The card stays as the person left it while other things change. @param {View} next */
function drawAbout(next) {
  if (find("age") && !next.about.problem) return;
  const isTyping = document.activeElement === find("text") && matchMedia("(pointer: fine)").matches;
  const card = aboutCard(next.about, (turn) => {
    changesAbout = false;
    act(turn).then(() => /** @type {HTMLElement|null} */ (find("reply").querySelector("button"))?.focus({ preventScroll: true }));
  });
  find("reply").replaceChildren(card);
  if (isTyping || next.about.problem) find("age").focus({ preventScroll: true });
}

/** @param {View} next */
function drawKnown({ known, red_flags: flags }) {
  find("known").hidden = known.chips.length === 0;
  find("known").querySelector("summary").textContent = known.title;
  find("answers").replaceChildren(...known.chips.map((answer) => chip(answer, act, "known")));
  find("alarm").hidden = flags.length === 0;
  const [first] = flags;
  if (!first) return;
  find("alarm").className = first.is_gentle ? "gentle" : "";
  find("alarm").replaceChildren(element("strong", {}, first.title), ` ${[...new Set(flags.map(({ action }) => action))].join(" ")}`, callLinks(first.calls));
}

/** Interrupts with what is new. @param {import("./api.js").Flag[]} fresh */
function alarm(fresh) {
  if (fresh.length === 0) return;
  find("emergency-title").textContent = fresh[0].title;
  find("emergency").className = fresh[0].is_gentle ? "gentle" : "";
  find("emergency-text").replaceChildren(
    ...fresh.flatMap(({ message, action }) => [element("p", {}, message), element("p", {}, element("strong", {}, action))]), callLinks(fresh[0].calls));
  if (!find("emergency").open) find("emergency").showModal();
}

/** Says what is wrong; if the server is gone, goes on by itself once it is back. @param {unknown} error @param {() => void} retry */
function trouble(error, retry) {
  const isGone = error instanceof Unreachable;
  const turn = ++newest;
  find("reply").inert = false;
  find("reply").replaceChildren(...troubleReply(isGone ? texts.gone : texts.refused, retry));
  const look = async () => {
    if (turn !== newest) return;
    if (await isThere()) { if (turn === newest) retry(); } else setTimeout(look, 2000);
  };
  if (isGone) setTimeout(look, 1500);
}

function openSummary() {
  if (view) fillSummary(view);
  find("summary").showModal();
}

find("say").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  const text = find("text").value.trim();
  if (text !== "") say(text);
});

document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof Element && event.target.matches("input:not([type=range]), select, textarea");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const key = `[data-key="${CSS.escape(event.key.toLowerCase())}"]`;
  const target = find("reply").querySelector(`.grouped:not(.answered) ${key}`) ?? find("reply").querySelector(key);
  if (!(target instanceof HTMLElement) || find("reply").inert) return;
  event.preventDefault();
  target.click();
});

find("open-summary").addEventListener("click", openSummary);
find("print").addEventListener("click", () => window.print());
find("summary-close").addEventListener("click", () => find("summary").close());
find("emergency-close").addEventListener("click", () => find("emergency").close());
addEventListener("beforeprint", () => { if (view) fillSummary(view); });
find("delete").addEventListener("click", async () => {
  clear();
  changesAbout = false;
  find("text").value = "";
  for (const id of ["summary-body", "emergency-text", "reply"]) find(id).replaceChildren();
  find("text").focus();
  await refresh();
  find("reply").prepend(element("p", { class: "quiet", role: "status" }, texts.deleted));
});

refresh();
if (matchMedia("(pointer: fine)").matches) find("text").focus({ preventScroll: true });
