// A patient's report on paper: two pages of A4, with what a reader needs to find the terms again.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { launch, program } from "./harness.js";

const TERMS = 160;
const DISEASES = 40;

const folder = mkdtempSync(path.join(tmpdir(), "etio-print-"));
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/** @param {number} term */
const id = (term) => `HP:${String(1000000 + term)}`;

/**
 * Writes a file and returns its path.
 * @param {string} name
 * @param {string} contents
 */
function file(name, contents) {
  const written = path.join(folder, name);
  writeFileSync(written, contents);
  return written;
}

/** A network with as much to say about each disease as the real one: names, rows, series, genes, onsets. */
function network() {
  const stanzas = [
    "format-version: 1.2\ndata-version: hp/releases/2025-01-16",
    "[Term]\nid: HP:0000001\nname: All",
    "[Term]\nid: HP:0000118\nname: Phenotypic abnormality\nis_a: HP:0000001",
    "[Term]\nid: HP:0003674\nname: Onset\nis_a: HP:0000001",
    "[Term]\nid: HP:0003577\nname: Congenital onset\nis_a: HP:0003674",
  ];
  for (let term = 0; term < TERMS; term++) {
    stanzas.push(`[Term]\nid: ${id(term)}\nname: Abnormal morphology of structure ${term}\nis_a: HP:0000118`);
  }
  const rows = [
    "#version: 2025-01-16",
    "database_id\tdisease_name\tqualifier\thpo_id\treference\tevidence\tonset\tfrequency\tsex\tmodifier\taspect\tbiocuration",
  ];
  const genes = ["ncbi_gene_id\tgene_symbol\thpo_id\thpo_name\tfrequency\tdisease_id"];
  for (let disease = 0; disease < DISEASES; disease++) {
    const of = `OMIM:${600000 + disease}\tNeurodevelopmental disorder with hypotonia and anomalies ${disease}`;
    rows.push(`${of}\t\tHP:0003577\tPMID:${disease + 1}\tPCS\t\t\t\t\tC\tHPO:x`);
    for (let at = 0; at < 45; at++) {
      const frequency = at % 9 === 0 ? "0/7" : `${1 + (at % 20)}/21`;
      const reference = `PMID:${30000000 + ((disease * 7 + at) % 50)}`;
      const term = (disease * 3 + at) % TERMS;
      rows.push(`${of}\t\t${id(term)}\t${reference}\tPCS\t\t${frequency}\t\t\tP\tHPO:x`);
    }
    genes.push(`${100 + Math.floor(disease / 3)}\tGENE${Math.floor(disease / 3)}\t${id(0)}\tx\t-\tOMIM:${600000 + disease}`);
  }
  const made = path.join(folder, "hpo.etio");
  const [obo, hpoa] = [file("hp.obo", stanzas.join("\n\n")), file("phenotype.hpoa", rows.join("\n"))];
  const table = file("genes.txt", genes.join("\n"));
  execFileSync(program(), ["import", "hpo", "--hpoa", hpoa, "--obo", obo, "--genes", table, "-o", made]);
  return made;
}

test("a long patient's report prints on two pages", { timeout: 120_000 }, async () => {
  const terms = (/** @type {number} */ from, /** @type {number} */ to) =>
    Array.from({ length: to - from }, (_, at) => id(from + at)).join(",");
  const patient = ["--present", terms(20, 50), "--absent", terms(50, 70)];
  const made = network();
  const html = execFileSync(program(), ["patients", "--network", made, ...patient, "--format", "html"], {
    encoding: "utf8",
  });
  const page = await browser.newPage();
  await page.setContent(html);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
  assert(pages && pages <= 2, `${pages} pages`);
  assert.equal(await page.getByText(id(20), { exact: true }).first().isVisible(), false);
  await page.emulateMedia({ media: "print" });
  for (const shown of [id(20), "Signature", "What to examine next", "Two diseases at once"]) {
    assert(await page.getByText(shown, { exact: true }).first().isVisible(), `no ${shown} on paper`);
  }
  await page.close();
});
