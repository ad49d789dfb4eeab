// The calls the page makes, all to its own origin, and the shape of what comes back.

/** @typedef {{kind: string, [member: string]: unknown}} Turn  what a person does; the page sends those that it was given */
/** @typedef {{label: string, key?: string, turn: Turn}} Action */
/** @typedef {"present"|"absent"|"unknown"} Answer */
/** @typedef {{id: string, name: string, answer: Answer, because: string, flip: Action, remove: Action}} Chip */
/** @typedef {{key: string, kind: "person"|"etio"|"question"|"red_flag", text: string, title?: string, hint?: string, chips?: Chip[], change?: {label: string, answers?: Action[]}}} Line */
/** @typedef {{id: string, text: string, explanation?: string, reason: string, answers: Action[], related?: Question[], finish?: Action}} Question */
/** @typedef {{is_open: boolean, title: string, age?: string, problem?: string, sexes: {value: string|null, label: string, is_chosen: boolean}[], skip: Action}} About */
/** @typedef {{label: string, number: string}} Call */
/** @typedef {{id: string, name: string, probability: number, likelihood: string, share: string, interval?: [number, number], undecided?: boolean, range?: string, level?: string, urgency?: string}} Cause */
/** @typedef {{title: string, text: string, findings: {id: string, name: string}[], causes: {id: string, name: string}[], lines: {finding: number, cause: number, share: number}[]}} Picture */
/** @typedef {{causes: Cause[], missing?: string, advice?: {level: string, text: string, next: string, calls?: Call[]}, changes?: {id: string, text: string}[], picture?: Picture, basis?: string}} Result */
/** @typedef {{text: string, source?: string}} Reason */
/** @typedef {{description?: string, share?: string, codes?: string, supports: Reason[], contradicts: Reason[], nothing?: string, rivals?: string, times: string, what_if?: string}} Detail */
/** @typedef {{title: string, caution: string, parts: {title: string, lines: string[], is_alarm: boolean}[], causes_title: string, advice?: string, head: string[], rows: string[][], basis?: string}} Summary */
/** @typedef {{id: string, title: string, message: string, action: string, is_gentle?: boolean, calls: Call[]}} Flag */
/** @typedef {{language: string, lines: Line[], say: string, examples?: string[], known: {title: string, chips: Chip[]}, red_flags: Flag[], about: About, question?: Question, end?: {text: string, more?: Action}, back?: Action, result: Result, detail?: Detail, summary: Summary}} View */

/** The server cannot be reached, or not now; trying again later makes sense. */
export class Unreachable extends Error {}

/**
 * Everything to show of a conversation.
 * @param {Turn[]} turns
 * @param {{explain?: {id: string, factor?: number}}} [wishes]
 * @returns {Promise<View>}
 */
export async function converse(turns, wishes = {}) {
  const body = JSON.stringify({ turns, language: document.documentElement.lang, ...wishes });
  // The public way to the API: no visitor needs a key there.
  const sent = fetch("/page/v1/conversation", { method: "POST", headers: { "content-type": "application/json" }, body });
  const response = await sent.catch(() => { throw new Unreachable(); });
  if ([429, 502, 503, 504].includes(response.status)) throw new Unreachable();
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
}

/** Whether the server answers. @returns {Promise<boolean>} */
export async function isThere() {
  return fetch("/healthz").then((response) => response.ok, () => false);
}
