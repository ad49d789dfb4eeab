// The API's documentation, drawn from its own OpenAPI document; works without any network but this server.

import { element, find } from "./dom.js";

const document_ = await (await fetch("/openapi.json")).json();

/** @param {any} content @returns {{type: string, schema: any}} */
function schemaName(content) {
  const [type, { schema }] = Object.entries(content ?? {})[0] ?? ["", { schema: {} }];
  return { type, schema };
}

/** A schema as nested lists of its fields; one that contains itself is not opened twice. @param {any} schema @param {string[]} [outer] @returns {HTMLElement|string} */
function fields(schema, outer = []) {
  if (outer.includes(schema.$ref)) return "";
  if (schema.$ref) return fields(document_.components.schemas[schema.$ref.split("/").pop()], [...outer, schema.$ref]);
  if (schema.items) return fields(schema.items, outer);
  const needed = schema.required ?? [];
  return element("ul", {}, ...Object.entries(schema.properties ?? {}).map(([name, described]) => {
    const field = /** @type {any} */ (described);
    const kind = field.$ref ? "object" : [field.type].flat().filter((t) => t !== "null").join(" or ");
    const choices = field.enum ? `: ${field.enum.filter((/** @type {unknown} */ v) => v !== null).join(", ")}` : "";
    const inner = field.$ref || field.items?.$ref || field.properties ? fields(field, outer) : "";
    return element("li", {}, element("code", {}, name), ` ${kind}${choices}${needed.includes(name) ? ", needed" : ""}`,
      field.description ? ` – ${field.description}` : "", inner);
  }));
}

/** @param {string} title @param {any} content */
function part(title, content) {
  const { type, schema } = schemaName(content);
  return element("details", {}, element("summary", {}, `${title} ${type}`), fields(schema));
}

for (const [path, methods] of Object.entries(document_.paths)) {
  for (const [method, operation] of Object.entries(methods).filter(([name]) => name !== "parameters")) {
    const answers = Object.entries(operation.responses);
    const [status, good] = answers[0];
    find("paths").append(element("section", { class: "card" },
      element("h2", {}, element("code", {}, `${method.toUpperCase()} ${path}`)),
      element("p", {}, operation.summary),
      operation.requestBody ? part("Request", operation.requestBody.content) : "",
      part(`Answer ${status}`, good.content),
      element("p", { class: "quiet" }, `Errors: ${answers.slice(1).map(([code, { description }]) => `${code} ${description}`).join("; ")}`)));
  }
}
