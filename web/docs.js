// The API reference: Swagger UI over this server's own OpenAPI document. It talks to nobody else.

const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();

/** @type {any} */ (globalThis).SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  // What is tried may be about a person: nothing of it goes into addresses or is kept.
  deepLinking: false,
  persistAuthorization: false,
  validatorUrl: null,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
});
