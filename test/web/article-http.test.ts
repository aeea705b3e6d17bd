import assert from "node:assert/strict";
import { test } from "node:test";
import { savePreferences } from "../../src/accounts/person-store.ts";
import { dayMs, minuteMs } from "../../src/time.ts";
import { type Reader, readingWorld } from "../reading/reading-world.ts";

const world = await readingWorld();
const { worker } = world.database;
const long = "The council of Leeds met on Monday and talked about the bridge. ".repeat(40);

async function page(reader: Reader, path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await reader.ask(path, { headers });
  assert.equal(answer.status, 200, path);
  return answer.text();
}

/** A reader with one feed and one item in it. */
async function opened(item: Parameters<typeof world.addItem>[1]) {
  const reader = await world.addReader();
  const feed = await world.addFeed([reader], "Harbour Gazette");
  const id = await world.addItem(feed, item);
  await world.settle();
  return { reader, feed, id };
}

async function readAt(reader: Reader, id: string): Promise<Date | null> {
  const { rows } = await worker.query("select read_at from item_states where user_id = $1 and item_id = $2", [
    reader.id,
    id,
  ]);
  return rows[0]?.read_at ?? null;
}

test("opening marks an item read, loading it ahead does not, and the button makes it unread again", async () => {
  const { reader, id } = await opened({ title: "Council meets" });
  await page(reader, `/items/${id}`, { "Sec-Purpose": "prefetch;prerender" });
  await reader.ask(`/items/${id}`, { method: "HEAD" });
  assert.equal(await readAt(reader, id), null);
  const text = await page(reader, `/items/${id}`);
  assert.notEqual(await readAt(reader, id), null);
  assert.match(text, /aria-label="Mark unread"/);

  const back = /name="back" value="([^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const sent = await reader.post(`/items/${id}/unread`, { back, from: "article" });
  assert.deepEqual([sent.status, sent.headers.get("Location")], [303, back]);
  assert.match(await page(reader, back), /aria-label="Mark read"/);
  assert.equal(await readAt(reader, id), null);
});

test("htmx gets the article alone, and after a mark its two buttons", async () => {
  const { reader, id } = await opened({ title: "Council meets", text: `<p>${long}</p>` });
  const htmx = { "HX-Request": "true" };
  const part = await page(reader, `/items/${id}`, htmx);
  assert.match(part, /^<article class="reader" id="article"/);
  assert.match(part, /<\/article>$/);
  assert.match(await page(reader, `/items/${id}`, { ...htmx, "HX-Request-Type": "full" }), /^<!doctype html>/);
  const sent = await reader.post(
    `/items/${id}/star`,
    { from: "article", back: `/items/${id}?list=view%3Dunread` },
    htmx,
  );
  const marks = await sent.text();
  assert.match(marks, /^<form\s+id="article-marks"/);
  assert.match(marks, /aria-label="Remove the star"/);
  assert.match(marks, /value="\/items\/[\da-f-]+\?list=view%3Dunread&amp;keep=unread"/);
});

test("loaded words are buttons that open their reason, in the title and in the text, with spaces outside", async () => {
  const { reader, id } = await opened({
    title: "Mayor slams shocking bridge plan",
    text: `<p>The outrageous plan was a complete disaster for Leeds. <a href="https://news.example/x">An outrageous page</a> says so.</p>`,
  });
  const text = await page(reader, `/items/${id}`);
  const targets = [...text.matchAll(/class="word" popovertarget="([^"]+)">([^<]*)</g)];
  assert.ok(targets.some(([, target = ""]) => target.startsWith("why-title-")));
  assert.ok(targets.some(([, target = "", word]) => /^why-\d/.test(target) && word === "outrageous"));
  for (const [, target, word = ""] of targets) {
    assert.equal(word, word.trim());
    assert.match(text, new RegExp(`<div class="reason" id="${target}" popover>\\s*<p><b>`));
  }
  assert.match(text, /<p>The <button/);
  // A button cannot be in a link.
  assert.doesNotMatch(text, /<a [^>]*>[^<]*<button/);
});

test("pictures and players of the text come from our own address, next to the marks; a person can do without pictures", async () => {
  const { reader, id } = await opened({
    title: "Council meets",
    text:
      `<p>The outrageous plan was a complete disaster for Leeds.</p><figure><img src="/a.jpg" alt="The bridge" width="600" height="400">` +
      `<figcaption>The bridge</figcaption></figure><audio src="https://cast.example/1.mp3"></audio>`,
  });
  const text = await page(reader, `/items/${id}`);
  assert.match(
    text,
    /<figure><p><img src="\/media\/picture\/[^"]+" alt="The bridge" width="600" height="400" loading="lazy"/,
  );
  assert.match(text, /<audio src="\/media\/stream\/[^"]+" controls preload="none">/);
  assert.match(text, /<p>The <button type="button" class="word"/);
  await reader.as((tx) => savePreferences(tx, { pictures: false }, null, new Date()));
  const without = await page(reader, `/items/${id}`);
  assert.doesNotMatch(without, /<img src="\/media|<figcaption>The bridge/);
  assert.match(without, /<audio src="\/media/);
});

test("what can be heard stands before the text", async () => {
  const { reader, id } = await opened({ title: "Council meets", text: "<p>It met on Monday.</p>" });
  await world.database.worker.query("update items set enclosures = $2 where id = $1", [
    id,
    JSON.stringify([{ url: "https://cast.example/1.mp3", type: "audio/mpeg", bytes: null }]),
  ]);
  assert.match(await page(reader, `/items/${id}`), /<audio [^]*<p>It met on Monday\.<\/p>/);
});

test("what was taken out of the title is on demand; who turns plain titles off gets the published one, marked", async () => {
  const { reader, id } = await opened({ title: "BREAKING: Mayor slams shocking bridge plan" });
  const plain = await page(reader, `/items/${id}`);
  assert.match(
    plain,
    /<h1[^>]*>Mayor criticizes bridge plan<\/h1>\s*<details[^>]*>\s*<summary>[^]*?What we took out[^]*?<del>/,
  );
  await reader.as((tx) => savePreferences(tx, { plainTitles: false }, null, new Date()));
  const published = await page(reader, `/items/${id}`);
  assert.match(published, /<title>BREAKING: Mayor slams shocking bridge plan ·/);
  assert.match(published, /<h1[^>]*>[^]*?slams[^]*?<\/h1>/);
  assert.doesNotMatch(published, /What we took out/);
});

test("an item without text, or with a short one, leads to the original", async () => {
  const empty = await opened({ title: "Only a title" });
  const shown = await page(empty.reader, `/items/${empty.id}`);
  assert.match(
    shown,
    /The feed gives only a title\.[^]*?href="https:\/\/news\.example\/[^"]+" rel="noopener noreferrer" target="_blank"[^]*?Read it at news\.example/,
  );
  assert.match(shown, /We are fetching the full text/);
  const short = await opened({ title: "Short", text: "<p>The council met.</p>" });
  assert.match(
    await page(short.reader, `/items/${short.id}`),
    /<p>The council met\.<\/p><\/div>[^]*This is all the feed gives\./,
  );
  const whole = await opened({ title: "Long", text: `<p>${long}</p>` });
  assert.doesNotMatch(await page(whole.reader, `/items/${whole.id}`), /This is all the feed gives|Read it at/);
});

test("an item of ten megabytes is cut, says so, and leads to the original", async () => {
  const { reader, id } = await opened({ title: "Endless", text: `<p>${"word ".repeat(30)}</p>`.repeat(3_000) });
  const text = await page(reader, `/items/${id}`);
  assert.ok(text.length < 400_000, `${text.length} characters`);
  assert.match(text, /This text is too long to show all of it here\.[^]*Read it at news\.example/);
  const tangled = await opened({ title: "Tangled", text: `<b>${"<i>x</i>".repeat(30_000)}</b>` });
  assert.match(
    await page(tangled.reader, `/items/${tangled.id}`),
    /its markup too tangled[^]*Read it at news\.example/,
  );
});

test("the byline says who, when in the person's zone and how long; a date in the future is told", async () => {
  const noon = new Date("2026-03-01T12:00:00Z");
  const { reader, feed, id } = await opened({
    title: "Old",
    text: `<p>${long}</p>`,
    author: "Ada Writer",
    pubDate: noon,
  });
  await reader.as((tx) => savePreferences(tx, {}, "Asia/Tokyo", new Date()));
  const text = await page(reader, `/items/${id}`);
  assert.match(
    text,
    /Harbour Gazette[^]*Ada Writer[^]*<time datetime="2026-03-01T12:00:00.000Z" title="1 Mar 2026, 21:00">1 Mar 2026, 21:00<[^]*title="Time to read">2 mins</,
  );
  assert.doesNotMatch(text, /date in the future/);
  const ahead = await world.addItem(feed, { title: "Ahead", pubDate: new Date(Date.now() + 30 * dayMs) });
  assert.match(await page(reader, `/items/${ahead}`), /The feed gives a date in the future\./);
});

test("the other outlets of the story are one link away, and the scale shows where they stand", async () => {
  const { reader, id } = await opened({
    title: "Hull opens northern dock",
    url: "https://news.example/dock",
    text: `<p>${long}</p>`,
  });
  assert.doesNotMatch(await page(reader, `/items/${id}`), /Compare their wording/);
  for (const name of ["A", "B"]) {
    await world.addItem(await world.addFeed([reader], name), {
      title: "Hull opens northern dock",
      url: `https://news.example/dock?utm_source=${name}`,
    });
  }
  await world.settle();
  const text = await page(reader, `/items/${id}`);
  assert.match(text, /<a href="\/stories\/[\da-f-]+">Two other outlets report this\. Compare their wording<\/a>/);
  assert.match(text, /aria-label="This article is plain\. The other reports of the story: plain, plain\."/);
});

test("previous and next are of the same feed, or of the list that the address names", async () => {
  const reader = await world.addReader();
  const [one, other] = [await world.addFeed([reader], "One"), await world.addFeed([reader], "Other")];
  const at = (minutes: number) => new Date(Date.now() - minutes * minuteMs);
  const ids = {
    newest: await world.addItem(one, { title: "Newest of the harbour", pubDate: at(10) }),
    between: await world.addItem(other, { title: "Between", pubDate: at(20) }),
    middle: await world.addItem(one, { title: "Middle of the harbour", pubDate: at(30) }),
    oldest: await world.addItem(one, { title: "Oldest of the harbour", pubDate: at(40) }),
  };
  await world.settle();
  const neighbours = async (query: string) => {
    const text = await page(reader, `/items/${ids.middle}${query}`);
    const find = (mark: string) => new RegExp(`href="/items/([\\da-f-]+)[^"]*"\\s+${mark}`).exec(text)?.[1] ?? null;
    return [find("data-previous"), find("data-next")];
  };
  assert.deepEqual(await neighbours(""), [ids.newest, ids.oldest]);
  assert.deepEqual(await neighbours("?list="), [ids.between, ids.oldest]);
  assert.deepEqual(await neighbours(`?list=${encodeURIComponent(`feed=${one}`)}`), [ids.newest, ids.oldest]);
  await reader.post(`/items/${ids.oldest}/read`);
  assert.deepEqual(await neighbours("?list=view%3Dunread"), [ids.between, null]);
  const before = encodeURIComponent(new Date(Date.now() - minuteMs).toISOString());
  assert.deepEqual(await neighbours(`?list=${encodeURIComponent(`view=unread&since=${before}`)}`), [
    ids.between,
    ids.oldest,
  ]);
  assert.deepEqual(await neighbours("?list=search%3Ddock"), [null, null]);
  assert.deepEqual(await neighbours("?list=sort%3Doldest"), [ids.oldest, ids.between]);
  assert.deepEqual(await neighbours("?list=search%3Dharbour"), [ids.newest, ids.oldest]);
  assert.deepEqual(await neighbours(`?list=${encodeURIComponent("search=harbour&sort=oldest")}`), [
    ids.oldest,
    ids.newest,
  ]);
  for (const id of [ids.newest, ids.middle]) await reader.post(`/items/${id}/star`);
  assert.deepEqual(await neighbours("?list=view%3Dstarred"), [ids.newest, null]);
  await worker.query("update items set rating = 0.9 where id = $1", [ids.between]);
  assert.deepEqual(await neighbours("?list=max_score%3D0.5"), [ids.newest, ids.oldest]);
  const text = await page(reader, `/items/${ids.middle}?list=${encodeURIComponent(`feed=${one}&view=all`)}`);
  assert.match(text, new RegExp(`href="/stream\\?feed=${one}&amp;view=all"`));
  assert.match(text, new RegExp(`href="/items/${ids.newest}\\?list=feed%3D${one}%26view%3Dall"`));
});

test("nobody opens an item of a feed they do not follow, and the list's address cannot leave the page", async () => {
  const { reader, id } = await opened({ title: "Council meets" });
  const stranger = await world.addReader();
  assert.equal((await stranger.ask(`/items/${id}`)).status, 404);
  const text = await page(reader, `/items/${id}?list=${encodeURIComponent('"><script>//evil.example')}`);
  assert.doesNotMatch(text, /<script>\/\/|href="[^"]*\/\/evil/);
});

test("a German or Polish page says in its own language what the analysis found, in words and without scores", async () => {
  const { reader, id } = await opened({ title: "Mayor slams shocking bridge plan", text: `<p>${long}</p>` });
  for (const [language, sentences] of [
    [
      "de",
      [
        /Gelesen von der Offline-Auswertung/,
        /Wertende Wörter: “/,
        /(?:wertend|stark wertend)</,
        /Kein Sprachmodell hat den Eintrag gelesen/,
      ],
    ],
    ["pl", [/Przeczytała to analiza lokalna/, /Słowa nacechowane: “/, /Żaden model językowy nie przeczytał wpisu/]],
  ] as const) {
    await reader.as((tx) => savePreferences(tx, { language }, "UTC", new Date()));
    const text = await page(reader, `/items/${id}`);
    for (const sentence of sentences) assert.match(text, sentence);
    assert.doesNotMatch(text, /Loaded words|Not worded|Its page|No model|\b0[.,]\d\d\b/);
  }
});

test("the page says who wrote the title and the summary, and why a model's text is not shown", async () => {
  const { reader, id } = await opened({ title: "Council slams bridge plan", text: `<p>${long}</p>` });
  const byModel = {
    analyzer: "llm",
    llm_model: "small-1",
    title_source: "safe_edit",
    summary_source: "llm",
    refused: [{ field: "title", why: "name", words: ["Quigley", "<b>"] }],
  };
  const words = await page(reader, `/items/${id}`);
  assert.match(words, /Title: by the offline reader\./);
  assert.match(words, /In short: sentences of the article, picked by the offline reader\./);

  await worker.query("update items set analyzer_result = analyzer_result || $2::jsonb where id = $1", [id, byModel]);
  const text = await page(reader, `/items/${id}`);
  assert.match(text, /In short: by the language model small-1\./);
  assert.match(
    text,
    /The language model’s title was refused: it named “Quigley”, “&lt;b&gt;”, and the article does not\./,
  );

  await reader.as((tx) => savePreferences(tx, { language: "pl" }, null, new Date()));
  assert.match(
    await page(reader, `/items/${id}`),
    /Tytuł modelu językowego został odrzucony: tekst wymienia: “Quigley”/,
  );
});
