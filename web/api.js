// The calls the page makes, all to its own origin.

import { texts } from "./texts.js";

/** The server cannot be reached, or not now; trying again later makes sense. */
export class Unreachable extends Error {}

/**
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>}
 */
async function post(path, body) {
  let response;
  try {
    // The public way to the API: no visitor needs a key there.
    response = await fetch(`/page${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Unreachable(path);
  }
  if ([429, 502, 503, 504].includes(response.status)) throw new Unreachable(path);
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(texts.refused(answer.detail ?? answer.title ?? `${response.status}`));
  return answer;
}

/** What a text says. @param {string} text */
export const parse = (text) => post("/v1/parse", { text });

/** How many times likelier than beforehand a disease must be to be shown, and how likely at least: a cold that anybody may have causes no painful knee. */
const SHOWN = 1.5;
const LEAST_SHOWN = 0.001;

/**
 * How likely each disease is that the answers speak for, and what to ask next.
 * @param {{top: number, [field: string]: unknown}} request
 */
export async function diagnose({ top, ...request }) {
  const answer = await post("/v1/diagnosis", { ...request, top: 3 * top });
  // Probabilities that the present findings had no part in are not an answer.
  if (answer.informed === false) return { ...answer, conditions: [] };
  const spokenFor = answer.conditions.filter((/** @type {{probability: number, prior: number}} */ c) => c.probability >= SHOWN * c.prior);
  return { ...answer, conditions: (spokenFor.length > 0 ? spokenFor : answer.conditions).slice(0, top) };
}

/** What speaks for and against a disease. @param {object} request */
export const explain = (request) => post("/v1/explain", request);

/** Whether the server answers. @returns {Promise<boolean>} */
export async function isThere() {
  return fetch("/healthz").then((response) => response.ok, () => false);
}
