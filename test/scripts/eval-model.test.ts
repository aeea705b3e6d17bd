import assert from "node:assert/strict";
import { after, test } from "node:test";
import { describeRun, judgeByModel } from "../../scripts/eval/ask-model.ts";
import { figuresOf, type Gold, judge } from "../../scripts/eval/headline-figures.ts";
import { createTrustedClient } from "../../src/http-client/trusted-client.ts";
import { loadConfig } from "../../src/load-config.ts";
import { noModel, resolveModel } from "../../src/models/model-settings.ts";
import { askedItem } from "../ground/stub-chat-server-analyst.ts";
import { completion, sendJson } from "../ground/stub-chat-server-behaviours.ts";
import { startStubChat } from "../ground/stub-chat-server.ts";

const server = await startStubChat();
const client = createTrustedClient();
after(() => Promise.all([server.close(), client.close()]));

/** Made up for this test: the labelled headlines are not part of the repository. */
const gold: Gold[] = [
  label("en", "Furious fans rage as greedy club hikes ticket price", "Fans protest as club raises ticket price"),
  label("en", "Mayor torpedoes bus plan in bombshell meeting", "Mayor rejects bus plan in meeting"),
  label("de", "Irrer Streit um das Freibad in Ulm eskaliert völlig", "Streit um das Freibad in Ulm"),
  label("pl", "Skandaliczna decyzja wójta w sprawie mostu", "Decyzja wójta w sprawie mostu"),
  label("en", "Council votes on new bridge in Leeds", null),
  label("de", "Rat stimmt über neue Brücke in Ulm ab", null),
];

function label(lang: Gold["lang"], headline: string, neutral: string | null): Gold {
  const isPlain = neutral === null;
  return {
    lang,
    headline,
    loaded: isPlain ? 0 : 2,
    spans: [],
    fix: isPlain ? "keep" : "edit",
    neutral: neutral ?? headline,
  };
}

async function run(answer: (title: string) => string) {
  server.willAnswer(
    ...gold.map(() => (response: Parameters<typeof sendJson>[0], question: Parameters<typeof askedItem>[0]) => {
      sendJson(response, completion(JSON.stringify({ title: answer(askedItem(question).title) })));
    }),
  );
  const env = { AI_TYPE: "compatible", AI_BASE_URL: server.baseUrl, AI_MODEL: "stub" };
  const settings = resolveModel(loadConfig(env, {}).config, noModel, () => null);
  return judgeByModel(gold, settings, client.request);
}

const halfWay = "clearly loaded and editable: at least half way to the human editor's title";
const figure = (judged: Parameters<typeof figuresOf>[0], name: string) =>
  figuresOf(judged).find((one) => one.name === name)?.value;

test("a model that writes what a human editor would brings the titles to the editor's", async () => {
  const good = await run((title) => gold.find(({ headline }) => headline === title)!.neutral);
  assert.equal(good.byModel, 3);
  assert.deepEqual([...good.refused], [["new_words", 1]]);
  assert.equal(figure(good.judged, halfWay), "75.0 % (3/4)");
  assert.equal(figure(good.judged, "plain titles touched"), "0.0 % (0/2)");
});

test("a bad model changes nothing: the table is that of words alone", async () => {
  const answers = ["Boris Quigley resigns", "Here is the headline: all is well", "SHOCK!!! 99 dead", "Buy gold today"];
  const bad = await run((title) => answers[title.length % answers.length]!);
  assert.equal(bad.byModel, 0);
  assert.deepEqual(figuresOf(bad.judged), figuresOf(gold.map((one) => judge(one))));
  assert.match(describeRun(bad), /0 titles by the model, 6 by words or as published\.\nRefused: /u);
});
