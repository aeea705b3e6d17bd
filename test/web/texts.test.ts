import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import { type Language, languages } from "../../src/accounts/preferences.ts";
import { en } from "../../src/web/texts/en.ts";
import { plural } from "../../src/web/texts/plural.ts";
import { catalogues } from "../../src/web/texts/texts-of.ts";
import { readSources } from "../ground/read-sources.ts";
import { signedIn } from "../ground/signed-in.ts";
import { testDatabase } from "../ground/test-database.ts";
import { authApp } from "./auth/auth-app.ts";

const translations = Object.entries(catalogues).filter(([language]) => language !== "en");

describe("plurals in texts", () => {
  const polish = { one: "# kanał", few: "# kanały", many: "# kanałów", other: "# kanału" };

  it("chooses the form that the language uses for the count", () => {
    const counts = [1, 2, 5, 12, 22, 1.5];
    const expected = ["1 kanał", "2 kanały", "5 kanałów", "12 kanałów", "22 kanały", "1,5 kanału"];
    assert.deepEqual(
      counts.map((count) => plural("pl-PL", count, polish)),
      expected,
    );
  });

  it("uses the last form where the language has no other, and writes the number as the locale does", () => {
    assert.equal(plural("de-DE", 12_345, { one: "# Feed", other: "# Feeds" }), "12.345 Feeds");
    assert.equal(plural("pl-PL", 3, { one: "#", other: "other #" }), "other 3");
  });
});

/** Tables that pages read by a value, such as `texts.levels[level]`: their keys are named nowhere. */
const tables = new Set([
  "article.authors.title",
  "article.refusedWhy",
  "article.kinds",
  "brief.lengths",
  "engine.model",
  "engine.page",
  "engine.reasons.heads",
  "engine.whyNext",
  "feeds.bulk.action",
  "feeds.fault",
  "feeds.filter",
  "feeds.folders.fault",
  "feeds.outcome",
  "feeds.stage",
  "feeds.state",
  "feeds.why",
  "frame.levels",
  "model.done",
  "model.faults",
  "model.names",
  "model.providers",
  "model.uses",
  "operator.people.act",
  "operator.settings.analyzers",
  "operator.spend.purposes",
  "operator.spend.spentOut",
  "operator.people.actOn",
  "operator.settings.hints",
  "operator.settings.names",
  "operator.settings.statuses",
  "problem.headings",
  "reading.categories",
  "reading.filters.actions",
  "reading.techniques",
  "settings.appearance.densities",
  "settings.appearance.textSizes",
  "settings.language.languages",
  "settings.language.translateInto",
  "sources.notes",
  "sources.traits",
  "stream.empty",
  "stream.noMatch",
  "stream.sortTo",
  "stream.toStart",
  "stream.views",
  "apps.protocols",
  "apps.protocolHints",
  "waysIn.done",
  "waysIn.mail.changes",
  "waysIn.passkeyRefused",
  "webhooks.addressHints",
  "webhooks.credentials",
  "webhooks.events",
  "webhooks.kindHints",
  "webhooks.kinds",
  "feeds.fetchBounds",
  "signIn.notAdmitted",
  "account.done",
]);
/** `texts[why]` says why a registration was refused. */
const refusedByValue = "register.uninvited";

describe("the English texts", () => {
  it("are all named by the code of a page", () => {
    const code = readSources()
      .filter(({ path }) => path.startsWith("src/web/") && !path.startsWith("src/web/texts/"))
      .map(({ text }) => text)
      .join("\n");
    const named = new Set(code.match(/(?<=\.)\w+\b|\b\w+(?=[^{}()]*\}(?:: \w+)?(?: =|[,)]))/g));
    const notNamed = keysOf(en).filter((path) => !named.has(path.split(".").at(-1) ?? ""));
    assert.deepEqual(
      notNamed.filter((path) => path !== refusedByValue && ![...tables].some((table) => path.startsWith(`${table}.`))),
      [],
    );
  });
});

/** The offline reader is built in; a language model is not, and may be missing. Other words for the two confused people. */
test("the offline reader has one name in each language, and is not called a model or a list of words", () => {
  const retired = {
    en: /trained model|words alone|words only|by words|from words|words (?:make|take)/i,
    de: /trainiert|Wortlisten|nur offline ausgewertet/i,
    pl: /wytrenowan|list(?:y|ami)? słów|tylko offline/i,
  } satisfies Record<Language, RegExp>;
  for (const language of languages) {
    const texts = textsIn(catalogues[language]);
    assert.ok(texts.length > 1_000, "of all pages");
    assert.deepEqual(
      texts.filter((text) => retired[language].test(text)),
      [],
      language,
    );
  }
});

/** Names that are the same in every language. */
const services = ["Ollama", "llama.cpp", "OpenAI", "Anthropic", "OpenRouter", "Mistral", "Gemini"];
const protocols = ["Fever", "Google Reader (FreshRSS)", "Miniflux"];
const receivers = ["Webhook", "ntfy", "Readeck", "linkding", "Karakeep", "wallabag", "Token", "Test"];
const readers = ["FreshRSS", "Feedly", "NewsBlur"];
/** As the other program's own menus say it, which have no other language. */
const menus = ["Organize sources → Export OPML", "Manage → Import or upload sites → Export sites as OPML"];
const own = ["API", "English", "Deutsch", "Polski", "Enter", "Esc"];
const names = [...own, ...services, ...protocols, ...receivers, ...readers, ...menus];
/** Words that are the same in English and in the language. */
const sharedWords: Partial<Record<Language, string[]>> = {
  de: [
    "Apps",
    "Clickbait",
    "Code",
    "Feed",
    "Feeds",
    "Framing",
    "Host",
    "Name",
    "Original",
    "Passkeys",
    "Server",
    "Sport",
    "Stream",
    "Text",
  ],
  pl: ["Menu", "Clickbait", "Folder", "Import", "Import OPML", "Model", "Sport", "Prompt", "Status"],
};

describe("a translation", () => {
  for (const [language, texts] of translations) {
    it(`has the keys, the lists and the arguments of the English texts: ${language}`, () => {
      assert.deepEqual(shapeOf(texts), shapeOf(en));
    });

    it(`has no empty text, and repeats English only where both languages share the word: ${language}`, () => {
      const english = new Map(sentencesOf(en));
      const sentences = sentencesOf(texts);
      assert.deepEqual(
        sentences.filter(([, text]) => text.trim() === ""),
        [],
      );
      const allowed = [...names, ...(sharedWords[language as Language] ?? [])];
      // One character is the name of a key or a figure on an axis.
      const repeated = sentences.filter(([path, text]) => english.get(path) === text && text.length > 1);
      assert.deepEqual(
        // Keys are named as they are printed on the keyboard.
        repeated.filter(([path, text]) => !allowed.includes(text) && !/^frame\.keys\.\d+\.0\./.test(path)),
        [],
      );
    });
  }
});

/** What a text is made of, without its words. */
function shapeOf(value: unknown): unknown {
  if (typeof value === "function") return `a function of ${value.length}`;
  if (typeof value !== "object" || value === null) return typeof value;
  if (Array.isArray(value)) return value.map(shapeOf);
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, part]) => [key, shapeOf(part)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Every key that is not part of a list or of markup, as "frame.levels.plain". */
function keysOf(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [path];
  if (Object.getPrototypeOf(value) !== Object.prototype) return [path];
  return Object.entries(value).flatMap(([key, part]) => keysOf(part, path === "" ? key : `${path}.${key}`));
}

/** With the code of those that have arguments. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "function") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

function sentencesOf(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => sentencesOf(part, path === "" ? key : `${path}.${key}`));
}

describe("the language of a page", async () => {
  const { web } = await testDatabase();
  const { parts, post, get } = authApp(web);

  for (const [header, language, heading] of [
    ["de-AT,en;q=0.5", "de", "Anmelden"],
    ["en;q=0.5,de;q=0.8", "de", "Anmelden"],
    ["de;q=0,en", "en", "Log in"],
    ["xx,tlh;q=0.9", "en", "Log in"],
    ["", "en", "Log in"],
  ] as const) {
    it(`is ${language} for a visitor whose browser asks for "${header}"`, async () => {
      const page = await (await get("/auth/login", { Accept: "text/html", "Accept-Language": header })).text();
      assert.match(page, new RegExp(`<html lang="${language}"`));
      assert.match(page, new RegExp(`<h1[^>]*>\\s*${heading}`));
    });
  }

  it("is the one a person chose, whatever the browser asks for", async () => {
    const ada = await signedIn(parts);
    const headers = { ...ada.headers, "Accept-Language": "en" };
    assert.match(await (await get("/settings/language", headers)).text(), /<html lang="en"/);
    await post("/settings/language", { language: "de", zone: "Europe/Vienna" }, ada);
    const page = await (await get("/settings/language", headers)).text();
    assert.match(page, /<html lang="de"/);
    assert.match(page, /Sprache und Zeit/);
  });
});
