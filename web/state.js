// What the page remembers, in this tab only: a reload keeps it, closing the tab or deleting forgets it.

const KEY = "etio-conversation";

/** @typedef {{id: string, name: string, choice: "present"|"absent"|"unknown", asked: boolean}} Answer */
/** @typedef {{who: "me"|"them", text: string}} Line */

export class Conversation {
  constructor() {
    /** @type {Answer[]} */
    this.answers = [];
    /** @type {Line[]} */
    this.lines = [];
    this.age = "";
    this.sex = "";
    this.finished = false;
    this.load();
  }

  load() {
    try {
      Object.assign(this, JSON.parse(sessionStorage.getItem(KEY) ?? "{}"));
    } catch {
      // A state that cannot be read is as good as none.
    }
  }

  save() {
    sessionStorage.setItem(KEY, JSON.stringify(this));
  }

  clear() {
    sessionStorage.removeItem(KEY);
    this.answers = [];
    this.lines = [];
    this.age = "";
    this.sex = "";
    this.finished = false;
  }

  /** The last word on a finding counts. @param {Answer} answer */
  answer(answer) {
    this.answers = this.answers.filter((known) => known.id !== answer.id);
    this.answers.push(answer);
    this.save();
  }

  /** @param {string} id */
  remove(id) {
    this.answers = this.answers.filter((known) => known.id !== id);
    this.save();
  }

  /** The request for a diagnosis, with anything else it should say. @param {object} [extra] */
  request(extra = {}) {
    const person = {};
    if (this.age !== "") person.age = Number(this.age.replace(",", "."));
    if (this.sex !== "") person.sex = this.sex;
    const evidence = this.answers.map(({ id, choice }) => ({ id, choice_id: choice }));
    return { evidence, top: 8, ...person, ...extra };
  }
}
