import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import wabt from "wabt";
import { readText } from "../../../src/analysis/heuristic/read-text.ts";
import { editTitle } from "../../../src/analysis/plain/edit-title.ts";
import { compareWords } from "../../../src/analysis/plain/network/edit-signs.ts";
import { networkWords, piecesMax, piecesOf, special } from "../../../src/analysis/plain/network/network-pieces.ts";
import { openWeights } from "../../../src/analysis/plain/network/open-weights.ts";
import { likelihood, passesCheck } from "../../../src/analysis/plain/network/passes-check.ts";
import { proposeEdits } from "../../../src/analysis/plain/network/propose-edits.ts";
import { acceptanceOf, wordsOfEdit } from "../../../src/analysis/plain/network/read-edit.ts";
import { readNetwork } from "../../../src/analysis/plain/network/read-network.ts";
import { runNetwork } from "../../../src/analysis/plain/network/run-network.ts";
import layout from "../../../src/analysis/plain/network/weights/network.json" with { type: "json" };
import { readByNetwork } from "../../../src/analysis/plain/network/read-title.ts";
import { tagTitle } from "../../../src/analysis/plain/tagger/tag-title.ts";
import { rulesAlone } from "./rules-alone.ts";
import examples from "./network-examples.json" with { type: "json" };

// All headlines are invented.

/** The tagger, for whom every title is loud. */
const loudTag: typeof tagTitle = (read, language) => {
  const tagged = tagTitle(read, language);
  return tagged === null ? null : { ...tagged, loaded: 0.9 };
};

const folder = new URL("../../../src/analysis/plain/network/", import.meta.url);

test("the network says of a title what PyTorch says with the same weights", () => {
  assert.equal(examples.length, 3);
  for (const { language, title, words, fix, edited, accepted } of examples) {
    const read = readByNetwork(title, language as "en");
    assert.equal(read.words.length, words.length);
    read.words.forEach(({ text, keep, delete: drop, replace }, at) => {
      [keep, drop, replace].forEach((value, operation) => {
        const expected = words[at]![operation]!;
        assert.ok(Math.abs(value - expected) < 0.001, `“${text}” of “${title}”: ${value} instead of ${expected}`);
      });
    });
    assert.ok(Math.abs(read.needsArticle - fix[2]!) < 0.001);
    assert.ok(Math.abs(acceptanceOf(title, edited, language as "en") - accepted) < 0.001, edited);
  }
});

test("an edit is read as one row: what stays, what goes, and behind it what comes", () => {
  const row = wordsOfEdit("Mega-Zoff um Hafen: Minister wettert", "Streit um Hafen: Minister");
  assert.deepEqual(
    row.map(({ text, mark }) => `${text} ${mark}`),
    ["Mega 1", "- 1", "Zoff 1", "Streit 2", "um 0", "Hafen 0", ": 0", "Minister 0", "wettert 1"],
  );
  const vocabulary = new Map(["streit", "zoff"].map((piece, at) => [piece, at + 10]));
  const { ids, marks } = piecesOf(wordsOfEdit("Zoff", "Streit"), "de", vocabulary);
  assert.deepEqual(
    [ids, marks],
    [
      [special.de, 11, 10, special.end],
      [0, 1, 2, 0],
    ],
  );
});

test("network.wasm is made from network.wat", async () => {
  const { parseWat } = await wabt();
  const { buffer } = parseWat("network.wat", readFileSync(new URL("network.wat", folder), "utf8")).toBinary({});
  assert.deepEqual(readFileSync(new URL("network.wasm", folder)), Buffer.from(buffer));
});

test("rows of whole numbers are multiplied as rows of fractions are, whatever their size", () => {
  const { arena, layers, multiply, width } = readNetwork();
  const weights = openWeights(readFileSync(new URL("weights/network.bin", folder)), layout.arrays);
  const [rows, own] = [6, layers[1]!.queryKeyValue];
  // From a thousandth to a thousand, and a row of zeros.
  const sizes = [0.001, 1, 1000, 0, 30, 5];
  const left = Float64Array.from(
    { length: rows * width },
    (_, at) => Math.sin(at * at) * sizes[Math.floor(at / width)]!,
  );
  arena.state.set(left);
  multiply(arena.state, own, arena.wide, { rows });
  const bias = weights.numbers("queryKeyValue1Bias");
  for (let row = 0; row < rows; row += 1) {
    const values = Float32Array.from(left.subarray(row * width, (row + 1) * width));
    for (let column = 0; column < own.columns; column += 1) {
      const expected = weights.rows("queryKeyValue1").dot(column, values) + bias[column]!;
      const made = arena.wide[row * own.columns + column]!;
      assert.ok(
        Math.abs(made - expected) < 0.0005 * Math.max(1, sizes[row]!),
        `${row}, ${column}: ${made}, ${expected}`,
      );
    }
  }
  const free = arena.wide.slice(0, rows * own.columns);
  multiply(arena.state, own, arena.wide, { rows, least: 0 });
  assert.ok(free.some((value) => value < 0));
  assert.deepEqual(
    arena.wide.slice(0, free.length),
    free.map((value) => Math.max(0, value)),
  );
});

test("the first piece is the same, whether only it is wanted or all are", () => {
  const network = readNetwork();
  // 5 to 8 pieces: what is padded to four rows never counts.
  for (const title of ["Ferry", "Ferry stops", "Ferry stops in", "Ferry stops in Dover"]) {
    const row = piecesOf(networkWords(title), "en", network.vocabulary);
    const all = runNetwork(network, row).slice(0, network.width);
    runNetwork(network, piecesOf(networkWords("Minister wettert ".repeat(20)), "de", network.vocabulary));
    assert.deepEqual(runNetwork(network, row, 1).slice(), all);
  }
});

test("words are cut into the longest pieces that are known, each with its case", () => {
  const vocabulary = new Map(["mayor", "ferry", "##man", "harbour", "'", "s"].map((piece, at) => [piece, at + 10]));
  const { ids, cases, first, last } = piecesOf(networkWords("MAYOR ferryman’s x"), "en", vocabulary);
  assert.deepEqual(ids, [special.en, 10, 11, 12, 14, 15, special.unknown, special.end]);
  assert.deepEqual(cases, [0, 2, 0, 0, 0, 0, 0, 0]);
  assert.deepEqual(
    [first, last],
    [
      [1, 2, 6],
      [1, 5, 6],
    ],
  );
});

test("a title of 10,000 characters is read to the limit, and an empty one is no fault", () => {
  const { words } = readByNetwork("Ferry stops in Dover. ".repeat(460), "en");
  assert.ok(words.length > 20 && words.length < piecesMax);
  assert.deepEqual(readByNetwork("", "de").words, []);
});

test("the same title gives the same numbers, whatever was read before", () => {
  const title = "Radni w Ełku: szokująca decyzja 12 maja";
  const before = readByNetwork(title, "pl");
  for (let at = 0; at < 40; at += 1) readByNetwork(`Prom ${at} stoi w porcie`, "pl");
  assert.deepEqual(readByNetwork(title, "pl"), before);
});

test("weights of half a byte and of a byte come back with the step of their row", () => {
  const bytes = Buffer.alloc(20);
  bytes.writeFloatLE(0.5, 0);
  bytes.writeFloatLE(2, 4);
  bytes.set([0x0f, 0x87], 8);
  bytes.writeFloatLE(0.25, 12);
  bytes.writeInt8(-4, 16);
  bytes.writeInt8(100, 17);
  const weights = openWeights(bytes, [
    { name: "half", rows: 2, columns: 2, bits: 4, at: 0 },
    { name: "whole", rows: 1, columns: 2, bits: 8, at: 12 },
  ]);
  const sum = new Float32Array([1, 1]);
  weights.rows("half").addTo(1, sum);
  assert.deepEqual([...sum], [1 - 2, 1]);
  assert.equal(weights.rows("half").dot(0, new Float32Array([2, 10])), 0.5 * (7 * 2 - 8 * 10));
  const { values, steps } = weights.bytes("whole");
  assert.deepEqual([...values, ...steps], [-4, 100, 0.25]);
  assert.throws(() => weights.rows("none"), /no “none”/u);
});

const sure = { change: 0, article: 1 };

test("a quotation is never touched, and a title that only its article can make plain stays", () => {
  const title = "Mayor slams “outrageous” ferry plan in stunning rant";
  for (const { title: edited } of proposeEdits(readText("title", title), "en", sure)) {
    assert.ok(edited.includes("“outrageous”"), edited);
  }
  assert.ok(proposeEdits(readText("title", title), "en", sure).length > 0);
  assert.deepEqual(proposeEdits(readText("title", title), "en", { ...sure, article: -1 }), []);
  assert.deepEqual(proposeEdits(readText("title", title), "en", { ...sure, change: 1.01 }), []);
});

test("all changes come first, then each alone, with what was done", () => {
  const [all, ...single] = proposeEdits(readText("title", "Mayor slams ferry plan in stunning interview"), "en", {
    change: 0.5,
    article: 1,
  });
  assert.equal(all?.title, "Mayor criticizes ferry plan in interview");
  assert.deepEqual(all.reasons.toSorted(), ["“slams” replaced by “criticizes”.", "“stunning” removed."]);
  assert.deepEqual(single.map(({ title }) => title).toSorted(), [
    "Mayor criticizes ferry plan in stunning interview",
    "Mayor slams ferry plan in interview",
  ]);
});

test("the first part of a compound goes with its hyphen, and half a compound is never left", () => {
  const titles = (title: string) =>
    proposeEdits(readText("title", title), "de", sure).map(({ title: edited }) => edited);
  assert.ok(titles("Ekel-Video aus Hafen: Minister reagiert").includes("Video aus Hafen: Minister reagiert"));
  for (const edited of titles("Streit um das Schul-Chaos in Kiel")) assert.doesNotMatch(edited, /Schul(?:-| )/u);
});

test("two titles are compared word by word, whatever their capitals", () => {
  const { gone, come } = compareWords("Mayor slams shocking plan in Dover", "Mayor criticizes plan in Dover");
  assert.deepEqual([[...gone], [...come]], [[1, 2], [1]]);
  assert.deepEqual([...compareWords("A stunning new plan", "a new plan").gone], [1]);
});

test("a good edit is likelier right than one that drops a name, and limits decide what is made", () => {
  const edit = (before: string, after: string) =>
    ({ before: readText("title", before), after: readText("title", after), step: "network" }) as const;
  const title = "Mayor of Dover unveils stunning new ferry plan";
  const good = edit(title, "Mayor of Dover unveils new ferry plan");
  const bad = edit(title, "Mayor of unveils stunning new ferry plan");
  assert.ok(likelihood(good, "en", tagTitle) > likelihood(bad, "en", tagTitle));
  assert.equal(passesCheck(good, "en", tagTitle), true);
  assert.equal(passesCheck(bad, "en", tagTitle), false);
  assert.equal(passesCheck({ ...bad, step: "marks" }, "en", tagTitle), true);
});

test("an edit behind the part of a title that the network reads is refused", () => {
  const places = Array.from({ length: 30 }, (_, at) => `at pier ${at + 1}`).join(", ");
  const edit = (start: string, end: string, step: "words" | "network" | "marks" = "words") => {
    const [before, after] = [start, end].map((text) => readText("title", text));
    return passesCheck({ before: before!, after: after!, step }, "en", tagTitle);
  };
  assert.equal(edit("Ferries stop; mayor slams stunning plan", "Ferries stop; mayor slams plan"), true);
  const [late, early] = [`Ferries stop ${places}; mayor slams`, `Mayor slams stunning plan: ferries stop ${places}`];
  assert.equal(edit(`${late} stunning plan`, `${late} plan`), false);
  assert.equal(edit(early, early.replace(" stunning", "")), true);
  assert.equal(edit(`${late} stunning plan!!!`, `${late} stunning plan`, "marks"), true);
});

test("what the network proposes is made only if the title editor's checks agree", () => {
  const title = "Vier (!) Fähren fallen am Sonntag in Kiel aus";
  const propose = (edited: string) => ({
    ...rulesAlone,
    propose: ({ text }: { text: string }) => (text === title ? [{ title: edited, reasons: ["x"] }] : []),
  });
  const edit = (edited: string) => editTitle(title, "de", loudTag, propose(edited)).title;
  assert.equal(edit("Vier (!) Fähren fallen in Kiel aus"), "Vier (!) Fähren fallen in Kiel aus");
  assert.equal(edit("Vier () Fähren fallen in Kiel aus"), title);
});
