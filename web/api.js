// The four calls the page makes, all to its own origin.

export class Unreachable extends Error {}

/**
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>}
 */
async function post(path, body) {
  let response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Unreachable(path);
  }
  if (response.status === 502 || response.status === 503 || response.status === 504) throw new Unreachable(path);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail ?? answer.title);
  return answer;
}

/** @param {string} text */
export const parse = (text) => post("/v1/parse", { text });

/** @param {object} request */
export const diagnose = (request) => post("/v1/diagnosis", request);

/** @param {object} request */
export const explain = (request) => post("/v1/explain", request);
