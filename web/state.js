// What the page remembers, in this tab only: a reload keeps it, closing the tab or deleting forgets it.
// The turns of the conversation are the one source: answers, chips and requests are derived from them.

/** @typedef {import("./texts.js").Choice} Choice */
/** A finding and how it stands; `implies` lists what its presence says is present too, `asked` says that it answers a question. @typedef {{id: string, name: string, choice: Choice, implies: string[], asked?: boolean}} Answer */
/** @typedef {{id: string, name: string, text: string, implies: string[], explanation?: string, speaks_for?: string[], related?: Question[]}} Question */
/**
 * @typedef {{kind: "said", key: number, text: string, mentions: Answer[], missed: string[]}
 *   | {kind: "asked", key: number, question: Question, choice: Choice}
 *   | {kind: "about", key: number}
 *   | {kind: "flag", key: number, id: string, message: string, action: string}} Turn
 */

const KEY = "etio-conversation";

export class Conversation {
  constructor() {
    /** @type {Turn[]} */
    this.turns = [];
    /** Age in years, null where it is not known. @type {number|null} */
    this.age = null;
    this.sex = "";
    /** Whether the person wanted the result. */
    this.finished = false;
    this.next = 1;
    try {
      Object.assign(this, JSON.parse(sessionStorage.getItem(KEY) ?? "{}"));
    } catch {
      // A state that cannot be read is as good as none.
    }
  }

  save() {
    try {
      if (this.turns.length === 0) sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, JSON.stringify(this));
    } catch {
      // Without storage a reload begins anew; the conversation itself goes on.
    }
  }

  clear() {
    Object.assign(this, { turns: [], age: null, sex: "", finished: false });
    this.save();
  }

  /** @param {any} turn */
  add(turn) {
    for (const answer of answersOf(turn)) this.settle(answer);
    this.turns.push({ key: this.next++, ...turn });
    this.save();
  }

  /** What is known of each finding; the last word counts. @returns {Answer[]} */
  get answers() {
    /** @type {Map<string, Answer>} */
    const known = new Map();
    for (const answer of this.turns.flatMap(answersOf)) known.set(answer.id, answer);
    return [...known.values()];
  }

  /** The answers that others do not already imply: "fever of 39" says "fever". @returns {Answer[]} */
  get plainAnswers() {
    const { answers } = this;
    const implied = new Set(answers.flatMap(({ choice, implies }) => (choice === "present" ? implies : [])));
    return answers.filter(({ id, choice }) => choice !== "present" || !implied.has(id));
  }

  /** Drops what an answer contradicts: the last word counts. @param {Answer} answer */
  settle({ id, choice, implies }) {
    for (const known of this.answers) {
      const isDenied = choice === "absent" && known.choice === "present" && known.implies.includes(id);
      const isImplied = choice === "present" && known.choice === "absent" && implies.includes(known.id);
      if (isDenied || isImplied) this.remove(known.id);
    }
  }

  /** Changes an answer where it was given. @param {string} id @param {Choice} choice */
  change(id, choice) {
    const known = this.answers.find((answer) => answer.id === id);
    if (known) this.settle({ ...known, choice });
    for (const turn of this.turns) {
      if (turn.kind === "said") turn.mentions = turn.mentions.map((m) => (m.id === id ? { ...m, choice } : m));
      if (turn.kind === "asked" && turn.question.id === id) turn.choice = choice;
    }
    this.finished = false;
    this.save();
  }

  /** Forgets an answer; a question about it may be asked again. @param {string} id */
  remove(id) {
    this.turns = this.turns.filter((turn) => !(turn.kind === "asked" && turn.question.id === id));
    for (const turn of this.turns) if (turn.kind === "said") turn.mentions = turn.mentions.filter((m) => m.id !== id);
    this.finished = false;
    this.save();
  }

  /** Takes back the last thing the person did. @returns {Turn|undefined} */
  takeBack() {
    const at = this.turns.findLastIndex((turn) => turn.kind !== "flag");
    const [turn] = at < 0 ? [] : this.turns.splice(at, this.turns.length - at);
    if (turn?.kind === "about") Object.assign(this, { age: null, sex: "" });
    this.finished = false;
    this.save();
    return turn;
  }

  /** Keeps the log in step with the red flags; returns those that are new. @param {{id: string, message: string, action: string}[]} raised */
  flag(raised) {
    const shown = this.turns.flatMap((turn) => (turn.kind === "flag" ? [turn.id] : []));
    this.turns = this.turns.filter((turn) => turn.kind !== "flag" || raised.some(({ id }) => id === turn.id));
    const fresh = raised.filter(({ id }) => !shown.includes(id));
    for (const { id, message, action } of fresh) this.add({ kind: "flag", id, message, action });
    this.save();
    return fresh;
  }

  /**
   * A request about the person and the answers, with anything else it should say.
   * @template {object} T
   * @param {T} extra
   */
  request(extra) {
    const evidence = this.answers.map(({ id, choice, asked }) => ({ id, choice_id: choice, asked }));
    return { evidence, age: this.age ?? undefined, sex: this.sex || undefined, ...extra };
  }
}

/** What a turn says of findings. @param {Turn} turn @returns {Answer[]} */
function answersOf(turn) {
  if (turn.kind === "said") return turn.mentions;
  if (turn.kind !== "asked") return [];
  const { id, name, implies } = turn.question;
  return [{ id, name, implies, choice: turn.choice, asked: true }];
}
