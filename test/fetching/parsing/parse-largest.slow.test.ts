import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { hostileDocuments } from "./hostile-documents.ts";

// Three million empty objects of JSON take about 190; everything else stays below 100. The rest of 300 is for the
// young generation and the process itself.
const heapMbMax = 220;

const worker = `
  const { parentPort } = require("node:worker_threads");
  Promise.all(${JSON.stringify(["./hostile-documents.ts", "../../../src/fetching/parsing/parse-feed.ts"].map((file) => import.meta.resolve(file)))}
    .map((url) => import(url)))
    .then(async ([{ documentChars, hostileDocuments }, { parseFeed }]) => {
      for (const [name, document] of Object.entries(hostileDocuments)) {
        const text = Buffer.from(document(documentChars)).toString();
        parseFeed(text, { url: "https://news.example/", contentType: null });
        parentPort.postMessage(name);
        await new Promise(setImmediate);
      }
    });`;

test("every document of the largest size is read to its end, within 300 MB", async (t) => {
  const thread = new Worker(worker, { eval: true, resourceLimits: { maxOldGenerationSizeMb: heapMbMax } });
  t.after(() => thread.terminate());
  const read: string[] = [];
  thread.on("message", (name: string) => read.push(name));
  await once(thread, "exit");
  assert.deepEqual(read, Object.keys(hostileDocuments));
});
