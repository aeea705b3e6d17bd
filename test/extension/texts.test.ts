import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const folder = join(import.meta.dirname, "../../extension");
const read = (file: string) => readFileSync(join(folder, file), "utf8");
type Messages = Record<string, { message: string; placeholders?: Record<string, { content: string }> }>;
const messages = (language: string) => JSON.parse(read(`_locales/${language}/messages.json`)) as Messages;
const english = messages("en");

test("every language has every text, with the same places for values", () => {
  for (const language of ["de", "pl"]) {
    const texts = messages(language);
    assert.deepEqual(Object.keys(texts).toSorted(), Object.keys(english).toSorted());
    for (const [name, { message, placeholders }] of Object.entries(texts)) {
      assert.deepEqual(placeholders, english[name]?.placeholders, name);
      const places = (text: string) => (text.match(/\$[A-Z]+\$/g) ?? []).toSorted();
      assert.deepEqual(places(message), places(english[name]?.message ?? ""), `${language} ${name}`);
    }
  }
});

test("no text is missing, and none is unused", () => {
  const sources = [...globSync("src/*.ts", { cwd: folder }), ...globSync("pages/*.html", { cwd: folder })].map(read);
  const all = [...sources, read("manifest.json")].join("\n");
  const named = [...all.matchAll(/data-text="(\w+)"|__MSG_(\w+)__|(?:text|tell|getMessage)\("(\w+)"/g)];
  for (const [, ...names] of named) {
    const name = names.find((one) => one !== undefined) ?? "";
    assert.ok(name in english, name);
  }
  for (const name of Object.keys(english)) {
    // Made from a prefix and a value.
    const prefix = /^(level|problem)_/.exec(name)?.[0];
    assert.ok(all.includes(`"${name}"`) || all.includes(`__MSG_${name}__`) || (prefix && all.includes(prefix)), name);
  }
});
