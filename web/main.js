// The page: a conversation on one side, the live differential on the other.

import { Unreachable, diagnose, parse } from "/web/api.js";
import { renderDifferential } from "/web/differential.js";
import { element, find } from "/web/dom.js";
import { Conversation } from "/web/state.js";
import { texts } from "/web/texts.js";

const state = new Conversation();
const shownFlags = new Set();
let latest = 0;

for (const node of document.querySelectorAll("[data-text]")) node.textContent = texts[node.dataset.text];

function line(who, text) {
  state.lines.push({ who, text });
  state.save();
  showLine(who, text);
}

function showLine(who, text) {
  const log = find("log");
  log.append(element("p", { class: who }, text));
  log.scrollTop = log.scrollHeight;
}

function renderAnswers() {
  const list = find("answers");
  list.replaceChildren(
    ...state.answers.map(({ id, name, choice }) =>
      element("li", { class: choice },
        element("span", {}, `${name}: ${texts.states[choice]}`),
        element("button", { type: "button", "aria-label": texts.flip(name), title: texts.flip(name), onclick: () => flip(id) }, "⇄"),
        element("button", { type: "button", "aria-label": texts.remove(name), title: texts.remove(name), onclick: () => drop(id) }, "×"),
      )),
  );
  if (state.answers.length === 0) list.append(element("p", { class: "quiet" }, texts.noAnswers));
}

function flip(id) {
  const answer = state.answers.find((known) => known.id === id);
  if (!answer) return;
  answer.choice = answer.choice === "present" ? "absent" : "present";
  state.finished = false;
  state.save();
  refresh();
}

function drop(id) {
  state.remove(id);
  state.finished = false;
  refresh();
}

/** Asks the server again and shows what it says; only the newest answer counts. */
async function refresh() {
  renderAnswers();
  if (state.answers.length === 0) {
    find("question").replaceChildren();
    find("differential").replaceChildren(element("li", { class: "quiet" }, texts.noResults));
    find("basis").textContent = "";
    return;
  }
  const turn = ++latest;
  try {
    const result = await diagnose(state.request());
    if (turn !== latest) return;
    renderDifferential(result, state);
    renderQuestion(result);
    alarm(result.red_flags);
  } catch (error) {
    if (turn === latest) trouble(error, refresh);
  }
}

function renderQuestion(result) {
  const box = find("question");
  const ended = state.finished ? "person" : result.stop_reason;
  if (ended || !result.question) {
    const goOn = state.finished
      ? [element("button", { type: "button", onclick: () => { state.finished = false; state.save(); refresh(); } }, texts.goOn)]
      : [];
    box.replaceChildren(element("p", {}, texts.done[ended] ?? texts.done.nothing_to_ask), ...goOn);
    return;
  }
  const { question } = result;
  const answer = (choice) => () => {
    line("them", question.text);
    line("me", texts.asked(choice));
    state.answer({ id: question.id, name: question.name, choice, asked: true });
    refresh().then(() => box.querySelector("button")?.focus());
  };
  box.replaceChildren(
    element("p", { class: "ask", id: "ask" }, question.text),
    question.explanation ? element("p", { class: "hint" }, question.explanation) : "",
    element("div", { class: "row", role: "group", "aria-labelledby": "ask" },
      element("button", { type: "button", class: "primary", "data-key": "y", onclick: answer("present") }, texts.yes),
      element("button", { type: "button", class: "primary", "data-key": "n", onclick: answer("absent") }, texts.noAnswer),
      element("button", { type: "button", "data-key": "d", onclick: answer("unknown") }, texts.unknown),
      element("button", { type: "button", onclick: back }, texts.back),
      element("button", { type: "button", onclick: () => { state.finished = true; state.save(); renderQuestion(result); } }, texts.finish),
      element("span", { class: "hint" }, texts.keys)),
  );
}

/** Takes back the last answer to a question. */
function back() {
  const last = state.answers.findLast((answer) => answer.asked);
  if (!last) return;
  state.lines.splice(-2);
  state.remove(last.id);
  find("log").replaceChildren();
  start();
}

function alarm(flags) {
  const fresh = flags.filter((flag) => !shownFlags.has(flag.id));
  if (fresh.length === 0) return;
  fresh.forEach((flag) => shownFlags.add(flag.id));
  find("emergency-text").replaceChildren(
    ...fresh.flatMap((flag) => [element("p", {}, flag.message), element("p", {}, element("strong", {}, flag.action))]),
  );
  fresh.forEach((flag) => line("them", `${texts.emergency}: ${flag.message} ${flag.action}`));
  /** @type {HTMLDialogElement} */ (find("emergency")).showModal();
}

function trouble(error, retry) {
  const message = error instanceof Unreachable ? texts.gone : error.message || texts.unknownError;
  find("question").replaceChildren(
    element("p", { class: "problem", role: "alert" }, message),
    element("button", { type: "button", class: "primary", onclick: retry }, texts.again),
  );
}

async function say(text) {
  line("me", text);
  await understand(text);
}

async function understand(text) {
  try {
    const { mentions, not_understood: missed } = await parse(text);
    for (const { id, name, choice_id: choice } of mentions) state.answer({ id, name, choice, asked: false });
    if (mentions.length > 0) {
      const names = mentions.map((m) => (m.choice_id === "absent" ? texts.no(m.name) : m.name)).join("; ");
      line("them", texts.heard(names));
    }
    if (missed.length > 0 && mentions.length > 0) line("them", texts.missed(missed.map((m) => `“${m.text}”`).join(", ")));
    if (mentions.length === 0) line("them", texts.nothing);
    state.finished = false;
    await refresh();
  } catch (error) {
    trouble(error, () => understand(text));
  }
}

find("say").addEventListener("submit", (event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (find("text"));
  const text = input.value.trim();
  if (text === "") return;
  input.value = "";
  // A bare yes or no answers the question on screen.
  const key = { yes: "y", y: "y", no: "n", n: "n", "don't know": "d", "dont know": "d", d: "d" }[text.toLowerCase()];
  const button = key && find("question").querySelector(`[data-key="${key}"]`);
  if (button) button.click();
  else say(text);
});

document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof Element && event.target.matches("input, select, textarea");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const button = find("question").querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (button instanceof HTMLElement) button.click();
});

find("age").addEventListener("change", (event) => {
  const value = event.target.value.trim();
  const age = Number(value.replace(",", "."));
  const fine = value === "" || (age >= 0 && age <= 130);
  find("age-problem").textContent = fine ? "" : texts.ageProblem;
  if (fine) {
    state.age = value;
    state.save();
    refresh();
  }
});
find("sex").addEventListener("change", (event) => {
  state.sex = event.target.value;
  state.save();
  refresh();
});
find("print").addEventListener("click", () => window.print());
find("delete").addEventListener("click", () => {
  state.clear();
  shownFlags.clear();
  latest += 1;
  find("log").replaceChildren();
  showLine("them", texts.deleted);
  start();
  find("text").focus();
});
find("emergency-close").addEventListener("click", () => /** @type {HTMLDialogElement} */ (find("emergency")).close());

/** Shows what the tab remembers. */
function start() {
  find("age").value = state.age;
  find("sex").value = state.sex;
  if (state.lines.length === 0) showLine("them", texts.hello);
  for (const { who, text } of state.lines) showLine(who, text);
  refresh();
}

start();
