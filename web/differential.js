// The differential: a bar a disease, and on a click what speaks for and against it.

import { diagnose, explain } from "/web/api.js";
import { element, find } from "/web/dom.js";
import { texts } from "/web/texts.js";

/** The disease whose details are open, kept open as answers come in. */
let open = "";

export function percent(p) {
  if (p >= 0.995) return "> 99%";
  if (p < 0.001) return "< 0.1%";
  return p < 0.1 ? `${(100 * p).toFixed(1)}%` : `${Math.round(100 * p)}%`;
}

export function renderDifferential(result, state) {
  find("differential").replaceChildren(...result.conditions.map((condition) => item(condition, result, state)));
  const how = result.exactness === "exact" ? texts.exact(result.error_bound) : texts.estimate;
  find("basis").textContent =
    texts.basis(how, result.method, (result.elapsed_us / 1000).toFixed(1), result.network, result.model_version);
}

function item(condition, result, state) {
  const { id, name, probability, triage } = condition;
  const detail = element("div", { class: "detail", id: `detail-${id}`, hidden: "" });
  const fill = element("span", {});
  fill.style.width = `${(100 * probability).toFixed(1)}%`;
  const button = element("button", { type: "button", "aria-expanded": "false", "aria-controls": `detail-${id}` },
    element("span", { class: "name" }, name),
    element("span", { class: "percent" }, percent(probability)),
    element("span", { class: "bar", "aria-hidden": "true" }, fill),
    triage ? element("span", { class: `triage ${triage}` }, texts.triage[triage] ?? triage) : "");
  const show = () => {
    open = id;
    button.setAttribute("aria-expanded", "true");
    detail.hidden = false;
    fillDetail(detail, condition, result, state);
  };
  button.addEventListener("click", () => {
    if (detail.hidden) return show();
    open = "";
    button.setAttribute("aria-expanded", "false");
    detail.hidden = true;
  });
  if (open === id) show();
  return element("li", {}, button, detail);
}

async function fillDetail(detail, condition, result, state) {
  const slot = element("div", {});
  detail.replaceChildren(condition.description ? element("p", {}, condition.description) : "", slot, whatIf(condition, result, state));
  try {
    const { findings } = await explain(state.request({ target: condition.id, top: undefined }));
    const side = (title, list) =>
      list.length === 0 ? [] : [element("strong", {}, title), element("ul", {}, ...list.map(reason))];
    const strong = findings.filter((f) => Math.abs(f.weight) >= 0.05);
    slot.replaceChildren(
      ...side(texts.supports, strong.filter((f) => f.weight > 0)),
      ...side(texts.contradicts, strong.filter((f) => f.weight < 0)),
      strong.length === 0 ? element("p", { class: "quiet" }, texts.neither) : "");
  } catch (error) {
    slot.replaceChildren(element("p", { class: "problem" }, error.message || texts.gone));
  }
}

function reason({ name, choice_id: choice, source }) {
  const text = choice === "absent" ? texts.no(name) : name;
  return element("li", {}, text, source ? element("span", { class: "quiet" }, ` (${source})`) : "");
}

/** A slider over what the prior might be, and whether the ranking holds. */
function whatIf(condition, result, state) {
  const factors = [0.1, 0.2, 0.5, 1, 2, 5, 10];
  const label = `what-if-${condition.id}`;
  const verdict = element("p", { class: "quiet", role: "status" }, texts.times(1));
  const slider = element("input", { type: "range", min: "0", max: "6", value: "3", step: "1", id: label,
    "aria-valuetext": texts.times(1) });
  slider.addEventListener("input", async () => {
    const factor = factors[Number(slider.value)];
    slider.setAttribute("aria-valuetext", texts.times(factor));
    try {
      const other = await diagnose(state.request({ question: false, prior_factor: { id: condition.id, factor } }));
      const order = (r) => r.conditions.map((c) => c.id).join();
      const now = other.conditions.find((c) => c.id === condition.id);
      const first = other.conditions[0];
      const effect = order(other) === order(result) ? texts.holds
        : first.id === result.conditions[0].id ? "" : texts.changes(first.name);
      verdict.textContent = `${texts.times(factor)}: ${now ? percent(now.probability) : "< 0.1%"}. ${effect}`;
    } catch (error) {
      verdict.textContent = error.message || texts.gone;
    }
  });
  return element("div", {}, element("label", { for: label }, texts.whatIf(condition.name)), slider, verdict);
}
