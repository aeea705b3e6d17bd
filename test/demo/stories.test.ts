import assert from "node:assert/strict";
import { test } from "node:test";
import { extractPage } from "../../src/analysis/page/extract-page.ts";
import { answerRequest, feedPathOf } from "../../src/demo/answer-request.ts";
import { arrivalEveryMs, buildEdition, type NewsItem } from "../../src/demo/build-edition.ts";
import { pictureSize } from "../../src/demo/draw-picture.ts";
import { type Outlet, outlets, parseStories, readReports } from "../../src/demo/outlets.ts";
import { mediaTypeOfBytes } from "../../src/media/parse-media-type.ts";
import { parsePicture } from "../../src/media/parse-picture.ts";
import { parseFeed } from "../../src/fetching/parsing/parse-feed.ts";

const reports = readReports();
const openedAt = new Date("2031-05-04T12:00:00Z");
const origin = "http://127.0.0.11:8000";
const six = outlets.slice(0, 6);
const dayMs = 24 * 3_600_000;

function later(ms: number): { openedAt: Date; now: Date } {
  return { openedAt, now: new Date(openedAt.getTime() + ms) };
}

function editionOf(outlet: Outlet, ms = 0): NewsItem[] {
  return buildEdition(outlet, reports, later(ms));
}

function ask(outlet: Outlet, path: string, ms = 0) {
  const answer = answerRequest({ outlet, origin, path }, reports, later(ms));
  return { ...answer, body: String(answer.body) };
}

function parse(outlet: Outlet, path: string) {
  const { body, headers } = ask(outlet, path);
  const parsed = parseFeed(body, { url: origin + path, contentType: headers["content-type"] ?? null });
  assert.ok(parsed.kind === "feed", `${outlet.name}: ${JSON.stringify(parsed).slice(0, 200)}`);
  return parsed;
}

test("six outlets start with 120 items in three languages, twenty each, all from the past day", () => {
  assert.deepEqual(
    six.map((outlet) => [outlet.language, editionOf(outlet).length]),
    ["en", "en", "de", "de", "pl", "pl"].map((language) => [language, 20]),
  );
  for (const outlet of outlets) {
    for (const { publishedAt } of editionOf(outlet)) {
      const ageMs = openedAt.getTime() - publishedAt.getTime();
      assert.ok(ageMs > 0 && ageMs < dayMs, `${outlet.name} ${publishedAt.toISOString()}`);
    }
  }
});

test("two to five outlets report every story, each in its own words", () => {
  const first = reports.filter(({ isReserve, voice }) => !isReserve && voice !== "office" && voice !== "minutes");
  const byEvent = Map.groupBy(first, ({ event }) => event);
  assert.equal(byEvent.size, 30);
  for (const [event, told] of byEvent) {
    assert.ok(told.length >= 2 && told.length <= 5, `${event} is told ${told.length} times`);
    assert.equal(new Set(told.map(({ title }) => title)).size, told.length, event);
    assert.equal(new Set(told.map(({ lead }) => lead)).size, told.length, event);
  }
});

test("the parser reads every feed (RSS, Atom, JSON), with a title, link, date and text for each item", () => {
  const formats = six.map((outlet) => {
    const { format, items, itemErrors, truncations } = parse(outlet, feedPathOf(outlet));
    assert.deepEqual([items.length, itemErrors, truncations], [20, [], []]);
    for (const item of items) assert.ok(item.title && item.url && (item.content ?? item.summary) && dateOf(item));
    return format;
  });
  assert.deepEqual(new Set(formats), new Set(["rss", "atom", "json"]));
});

function dateOf({ publishedAt, updatedAt }: { publishedAt: Date | null; updatedAt: Date | null }): Date | null {
  return publishedAt ?? updatedAt;
}

test("every item has a page with more text than the feed, and the front page links to it", () => {
  for (const outlet of outlets.filter(({ hasPages }) => hasPages)) {
    const front = ask(outlet, "/").body;
    for (const { path, title, lead, paragraphs } of editionOf(outlet)) {
      assert.ok(front.includes(path), `${outlet.name} ${path}`);
      const page = extractPage(ask(outlet, path).body, origin + path);
      assert.ok(page.kind === "text", `${outlet.name} ${path}: ${JSON.stringify(page)}`);
      assert.equal(page.text.replace(/\s+/g, " "), paragraphs.join(" "), title);
      assert.ok(page.text.length > lead.length * 2, title);
    }
  }
  assert.equal(ask(six[0]!, "/no/such/page").status, 404);
});

test("a new item arrives every minute, dated then; after the whole reserve they start over", () => {
  const countAfter = (ms: number) => outlets.flatMap((outlet) => editionOf(outlet, ms)).length;
  const atFirst = countAfter(0);
  assert.equal(countAfter(arrivalEveryMs - 1), atFirst);
  assert.equal(countAfter(arrivalEveryMs), atFirst + 1);
  const reserve = reports.filter(({ isReserve }) => isReserve);
  const turnMs = reserve.length * arrivalEveryMs;
  const titles = outlets.flatMap((outlet) => editionOf(outlet, turnMs)).map(({ title }) => title);
  for (const { title } of reserve) assert.ok(titles.includes(title), title);
  assert.equal(
    new Set(outlets.flatMap((outlet) => editionOf(outlet, turnMs * 2).map(({ path }) => outlet.name + path))).size,
    atFirst + reserve.length * 2,
  );
  const [newest] = six
    .flatMap((outlet) => editionOf(outlet, arrivalEveryMs))
    .toSorted((a, b) => Number(b.publishedAt) - Number(a.publishedAt));
  assert.deepEqual(newest?.publishedAt, later(arrivalEveryMs).now);
});

test("a newsroom that opens again has the same items at the same addresses, and continues with the reserve", () => {
  const reopenedAt = new Date(openedAt.getTime() + 3 * dayMs);
  const pathsAt = (outlet: Outlet, opened: Date, minutes: number) =>
    buildEdition(outlet, reports, {
      openedAt: opened,
      now: new Date(opened.getTime() + minutes * arrivalEveryMs),
    }).map(({ path }) => path);
  for (const outlet of outlets) {
    assert.deepEqual(pathsAt(outlet, reopenedAt, 0), pathsAt(outlet, openedAt, 0), outlet.name);
  }
  const reserve = reports.filter(({ isReserve }) => isReserve).length;
  const [half, rest] = [Math.floor(reserve / 2), Math.ceil(reserve / 2)];
  const secondAt = new Date(openedAt.getTime() + half * arrivalEveryMs);
  const titles = (opened: Date, minutes: number) =>
    outlets.flatMap((outlet) =>
      buildEdition(outlet, reports, {
        openedAt: opened,
        now: new Date(opened.getTime() + minutes * arrivalEveryMs),
      })
        .filter(({ path }) => !path.startsWith("/news/"))
        .map(({ title }) => title),
    );
  const told = [...titles(openedAt, half), ...titles(secondAt, rest)];
  assert.equal(told.length, reserve);
  assert.equal(new Set(told).size, reserve);
});

test("a newsroom that runs for a week neither grows nor slows", () => {
  for (const outlet of outlets) assert.ok(editionOf(outlet, 7 * dayMs).length <= 60);
});

test("one feed has moved, one is gone, one is slow, one asks for a pause, and one is cut off half-way", () => {
  const by = (behaviour: Outlet["behaviour"]) => {
    const outlet = outlets.find((one) => one.behaviour === behaviour);
    assert.ok(outlet !== undefined);
    return { outlet, answer: ask(outlet, feedPathOf(outlet)) };
  };
  const moved = by("moved");
  assert.deepEqual([moved.answer.status, moved.answer.headers["location"]], [301, `${origin}/feed.xml`]);
  assert.equal(parse(moved.outlet, "/feed.xml").items.length, 4);
  assert.equal(by("gone").answer.status, 410);
  assert.ok(by("slow").answer.waitMs >= 1_000);
  assert.deepEqual([by("busy").answer.status, by("busy").answer.headers["retry-after"]], [429, "600"]);
  const cut = by("cut");
  assert.doesNotMatch(cut.answer.body, /<\/rss>/);
  const { length } = parse(cut.outlet, feedPathOf(cut.outlet)).items;
  assert.ok(length >= 2 && length < editionOf(cut.outlet).length, `${length} items before the break`);
});

test("some items have a picture, one a sound; the parser finds them, and each is what it says it is", () => {
  const plain = outlets.filter(({ voice }) => voice === "plain");
  for (const outlet of plain) {
    const files = parse(outlet, feedPathOf(outlet)).items.flatMap(({ enclosures }) => enclosures);
    assert.ok(files.length >= 2, outlet.name);
    for (const { url, type, bytes } of files) {
      const { body, headers } = answerRequest({ outlet, origin, path: new URL(url).pathname }, reports, later(0));
      assert.ok(typeof body !== "string");
      assert.deepEqual([type, headers["content-type"], bytes], ["image/png", "image/png", body.length]);
      assert.deepEqual(parsePicture(body), { type: "image/png", ...pictureSize });
      assert.ok(body.length < 40_000, `${url} has ${body.length} bytes`);
    }
  }
  const office = outlets.find(({ voice }) => voice === "office");
  assert.ok(office !== undefined);
  const [sound] = editionOf(office).flatMap(({ files }) => files);
  assert.equal(sound?.type, "audio/wav");
  const { body } = answerRequest({ outlet: office, origin, path: sound.path }, reports, later(0));
  assert.ok(typeof body !== "string");
  assert.equal(mediaTypeOfBytes(body, null), "audio/wav");
});

test("one notice has a table with spans, footnotes and a picture in the feed itself", () => {
  const office = outlets.find(({ voice }) => voice === "office");
  assert.ok(office !== undefined);
  const contents = parse(office, "/feed.xml").items.map(({ content }) => content ?? "");
  assert.ok(
    contents.some(
      (content) => /rowspan="2"/.test(content) && /href="#note-1"/.test(content) && /<img src/.test(content),
    ),
  );
});

test("a story file with a report that has no known voice is refused", () => {
  assert.throws(
    () => parseStories("## storm\n\nWind.\n\n### shrill: Help\n\nHelp us.\n"),
    /"shrill: Help" is not a report/,
  );
});
