import assert from "node:assert/strict";
import { test } from "node:test";
import { articleFiles } from "../../src/web/article/article-files.ts";
import { readingMinutes } from "../../src/web/article/reading-time.ts";
import type { Frame } from "../../src/web/kit/frame.ts";
import { en } from "../../src/web/texts/en.ts";

const frame = { texts: en, locale: "en-GB", timeZone: "UTC" } as Frame;
const sign = (url: string) => `/media/stream/${encodeURIComponent(url)}`;
const shown = (file: { url: string; type: string | null; bytes: number | null }, signed = sign) =>
  articleFiles(frame, [file], signed)?.text ?? null;

test("sound and film get a player that loads nothing before someone presses play", () => {
  const audio = shown({ url: "https://cast.example/1.mp3", type: "audio/mpeg", bytes: 22_400_000 }) ?? "";
  assert.match(audio, /<audio src="\/media\/stream\/[^"]+" controls preload="none" aria-label="Listen">/);
  assert.match(audio, /22 MB/);
  const video = shown({ url: "https://cast.example/film.mp4?x=1", type: null, bytes: 0 }) ?? "";
  assert.match(video, /<video src="\/media\/stream\/[^"]+" controls playsinline preload="none"/);
  assert.doesNotMatch(video, /MB|kB/);
});

test("a file that cannot be played here is a link; pictures and unsafe addresses are nothing", () => {
  const unsigned = articleFiles(
    frame,
    [{ url: "https://cast.example/1.mp3", type: "audio/mpeg", bytes: 1_400_000 }],
    () => null,
  );
  assert.match(
    unsigned?.text ?? "",
    /1\.4 MB[^]*href="https:\/\/cast\.example\/1\.mp3" rel="noopener noreferrer" target="_blank"/,
  );
  assert.doesNotMatch(unsigned?.text ?? "", /<audio/);
  for (const url of ["javascript:alert(1)//.mp3", "https://cast.example/a.jpg", "not an address"])
    assert.equal(shown({ url, type: url.endsWith("jpg") ? "image/jpeg" : "audio/mpeg", bytes: null }), null, url);
});

test("reading time depends on the language, and a few lines have none", () => {
  const words = "word ".repeat(1_140);
  assert.deepEqual(
    [readingMinutes(words, "en"), readingMinutes(words, "de"), readingMinutes(words, "pl-PL")],
    [5, 6, 7],
  );
  assert.equal(readingMinutes("字".repeat(1_020), "zh"), 4);
  assert.equal(readingMinutes("A few words only.", "en"), null);
});
