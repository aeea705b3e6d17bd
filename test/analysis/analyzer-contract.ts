import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { AnalysisInput, AnalysisOutcome, Analyzer } from "../../src/analysis/analyzer.ts";
import { analyzerResultSchema, type AnalyzerResult } from "../../src/items/analyzer-result.ts";

export const sampleInput: AnalysisInput = {
  title: "Council slams shocking report on 14 city bridges",
  description: "The council of Harlow Bay criticized a report on 14 bridges.",
  body:
    "The council of Harlow Bay criticized a report on 14 bridges on Monday. The report says that 3 of them could close. " +
    "The engineers said they had asked for repairs in 2021. The council will vote on 2 million euros in May.",
  kind: "article",
  languageHint: "en",
  now: new Date("2026-03-01T12:00:00Z"),
};

// Texts that have broken text handling before: each must come back as a value, never as a throw.
export const hostileTexts: Record<string, string> = {
  empty: "",
  "white space only": " \n\t ".repeat(1_000),
  "control characters": Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join("breaking "),
  "a lone surrogate": "\uD83D shocking \uDE00 news",
  "emoji and joined emoji": "😱👨‍👩‍👧‍👦🇵🇱 ".repeat(300),
  "right-to-left and bidi controls": "\u202Eمفاجأة كبرى\u202C אזהרה \u2066news\u2069",
  "a megabyte without a space": "a".repeat(1_000_000),
  "a megabyte of full stops": ".".repeat(1_000_000),
  "a megabyte of opening quotation marks": "“".repeat(1_000_000),
  "a megabyte of line breaks before a small letter": `${"\n".repeat(1_000_000)}a`,
  "words that begin many phrases": "this is the reason why ".repeat(40_000),
  "words whose plain form is longer": "SKYROCKETS in 1 ".repeat(100),
  markup: "<script>alert(1)</script> ]]> &amp; <!-- ".repeat(200),
};

// What every analyzer promises, whatever it is made of. `makeAnalyzer` gives a fresh one for each test.
export function analyzerContract(
  name: string,
  makeAnalyzer: () => Analyzer | Promise<Analyzer>,
  expected: AnalysisOutcome["kind"] = "analysed",
): void {
  suite(`the ${name} analyzer keeps the contract`, () => {
    const analyse = async (input: AnalysisInput, signal = new AbortController().signal) => {
      return (await makeAnalyzer()).analyse(input, signal);
    };

    test("it has a name and a version", async () => {
      const analyzer = await makeAnalyzer();
      assert.ok(analyzer.name.length > 0 && analyzer.version.length > 0);
    });

    test(`an ordinary item comes back as “${expected}”`, async () => {
      checkOutcome(sampleInput, await analyse(sampleInput), expected);
    });

    test("the same input gives the same outcome, and is not changed", async () => {
      const input = Object.freeze({ ...sampleInput });
      assert.deepEqual(await analyse(input), await analyse(input));
    });

    test("an item with only a title is not an error", async () => {
      const input = { ...sampleInput, description: "", body: "", languageHint: null };
      checkOutcome(input, await analyse(input), expected);
    });

    for (const [kind, text] of Object.entries(hostileTexts)) {
      test(`hostile text is only text: ${kind}`, async () => {
        const input = { ...sampleInput, title: text, description: text, body: text, languageHint: text };
        checkOutcome(input, await analyse(input), expected);
      });
    }

    test("a stop before the start is an outcome, not an exception", async () => {
      const outcome = await analyse(sampleInput, AbortSignal.abort());
      assert.equal(outcome.kind === "failed" && outcome.failure.why, "aborted");
    });
  });
}

function checkOutcome(input: AnalysisInput, outcome: AnalysisOutcome, expected: AnalysisOutcome["kind"]): void {
  assert.equal(outcome.kind, expected);
  if (outcome.kind === "failed") assert.ok(outcome.failure.message.length > 0);
  else checkResult(input, outcome.result);
}

export function checkResult(input: AnalysisInput, result: AnalyzerResult): void {
  assert.deepEqual(
    analyzerResultSchema.parse(JSON.parse(JSON.stringify(result))),
    result,
    "survives storage unchanged",
  );
  assert.equal(JSON.stringify(result).includes("\\u0000"), false, "JSONB cannot hold U+0000");
  assert.equal(JSON.stringify(result).isWellFormed() && !/\\ud[89a-f]/iu.test(JSON.stringify(result)), true);
  assert.equal(result.title_original.length <= input.title.length, true);
  assert.equal(result.input_kind, input.kind);
  assert.equal(result.analyzed_at, input.now.toISOString());

  for (const span of [...result.techniques, ...result.facts].flatMap(({ span }) => span ?? [])) {
    assert.equal(input[span.field].slice(span.start, span.end), span.text, "a span is the words it claims");
  }
  const source = [input.title, input.description, input.body].join("\n");
  for (const { quote } of result.facts) assert.ok(quote === undefined || source.includes(quote), "quotes are verbatim");
  for (const { start, end, text } of result.edits) assert.equal(result.title_original.slice(start, end), text);
}
