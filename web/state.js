// What the page remembers, in this tab only: the turns of the conversation. A reload keeps them,
// closing the tab or deleting forgets them.

/** @typedef {import("./api.js").Turn} Turn */

const KEY = "etio-turns";

/** @type {Turn[]} */
let turns = [];
try {
  turns = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
} catch {
  // Turns that cannot be read are as good as none.
}

/** The log. */
export const log = () => turns;

/** Adds turns to the log. @param {Turn[]} added */
export const add = (...added) => keep([...turns, ...added]);

/** Forgets everything. */
export const clear = () => keep([]);

/** @param {Turn[]} kept */
function keep(kept) {
  turns = kept;
  try {
    if (turns.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(turns));
  } catch {
    // Without storage a reload begins anew; the conversation itself goes on.
  }
}
