import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanHtml } from "../../src/analysis/clean-html.ts";
import { parseMail } from "../../src/newsletters/parse-mail.ts";
import { mail } from "./newsletter-world.ts";

const receivedAt = new Date("2026-11-17T12:00:00Z");

test("a newsletter with parts: the HTML one is taken, in its own charset, without what mail programs need", async () => {
  const html = `<!doctype html><html><head><title>x</title><style>p{}</style></head><body>
    <!--[if mso]><p>Outlook</p><![endif]--><div style="display:none">In your list of mails</div>
    <table role="presentation"><tr><td><table><tr><td><p style="color:red">Caf\xe9 opens</p></td></tr></table></td></tr></table>
    <table><tr><th>Day</th><th>Visitors</th></tr><tr><td>Friday</td><td>12</td></tr></table>
    <img src="https://cdn.example/photo.jpg" width="600" alt="The harbour">
    <img src="https://t.example/open?u=1" width="1" height="1"><img src="https://t.example/p" style="width:1px;height:1px">
    <img src="cid:logo"><a href="https://letters.example/u/1">Click here to unsubscribe</a></body></html>`;
  const raw = Buffer.from(
    [
      "From: =?utf-8?q?Ada=E2=80=99s_Letter?= <ada@letters.example>",
      "Subject: =?iso-8859-1?Q?Caf=E9?= news",
      "Date: Tue, 17 Nov 2026 10:30:00 +0100",
      "Message-ID: <1.2@letters.example>",
      "Content-Language: en-GB",
      'Content-Type: multipart/alternative; boundary="b"',
      "",
      "--b",
      "Content-Type: text/plain",
      "",
      "Plain",
      "--b",
      "Content-Type: text/html; charset=iso-8859-1",
      "Content-Transfer-Encoding: 8bit",
      "",
      html,
      "--b--",
    ].join("\r\n"),
    "latin1",
  );
  const parsed = await parseMail(raw, receivedAt);
  assert.equal(parsed.title, "Café news");
  assert.equal(parsed.author, "Ada’s Letter");
  assert.equal(parsed.guid, "mid:1.2@letters.example");
  assert.equal(parsed.language, "en-GB");
  assert.deepEqual(parsed.sentAt, new Date("2026-11-17T09:30:00Z"));
  assert.equal(parsed.unsubscribe, "https://letters.example/u/1");
  assert.match(parsed.html, /<img src="https:\/\/cdn\.example\/photo\.jpg" width="600" alt="The harbour">/);
  assert.doesNotMatch(parsed.html, /t\.example|cid:|style|Outlook/);
  const clean = cleanHtml(parsed.html, "about:blank");
  assert.ok(clean.kind === "clean");
  assert.equal(clean.text.replace(/\s+/g, " "), "Café opens Day Visitors Friday 12 Click here to unsubscribe");
  assert.match(clean.html, /<table>\s*<tbody>|<table><tr><th>Day/);
  assert.equal(clean.html.match(/<table/g)?.length, 1);
});

test("a mail that asks to confirm a subscription is plain text often: its link can be opened", async () => {
  const raw = mail(
    { From: "list@letters.example", Subject: "Please confirm", "Content-Type": "text/plain; charset=utf-8" },
    "Hello!\r\n\r\nConfirm: https://letters.example/confirm?a=1&b=2.\r\nThank you <3",
  );
  const { html, author, unsubscribe } = await parseMail(raw, receivedAt);
  assert.equal(
    html.replace(/\r?\n/g, ""),
    '<p>Hello!</p><p>Confirm: <a href="https://letters.example/confirm?a=1&amp;b=2">https://letters.example/confirm?a=1&amp;b=2</a>.<br>Thank you &lt;3</p>',
  );
  assert.equal(author, "list@letters.example");
  assert.equal(unsubscribe, null);
});

const unsubscribes: [string, string, string | null][] = [
  ["a page before an address", "<mailto:stop@x.example>, <https://x.example/stop>", "https://x.example/stop"],
  ["an address alone", "<mailto:stop@x.example?subject=stop>", "mailto:stop@x.example?subject=stop"],
  ["a script", "<javascript:alert(1)>", null],
  ["a file of this server", "<file:///etc/passwd>", null],
  ["an address with a password", "<https://a:b@x.example/>", null],
  ["no brackets", "https://x.example/stop", null],
  ["thousands of forged ones", "<https://x.example/>,".repeat(20_000), "https://x.example/"],
  ["spaces without an end", `<${" ".repeat(100_000)}x`, null],
];
for (const [what, header, link] of unsubscribes) {
  test(`List-Unsubscribe with ${what} is ${link === null ? "not linked" : "linked"}`, async () => {
    const raw = mail({ Subject: "x", "List-Unsubscribe": header }, "text");
    assert.equal((await parseMail(raw, receivedAt)).unsubscribe, link);
  });
}

test("an empty HTML part does not hide the text", async () => {
  const part = (type: string, text: string) => `--b\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`;
  const pixel = '<img src="https://t.example/open" width="1" height="1">';
  for (const html of ["\r\n ", "<!doctype html><html><head><title>x</title></head><body>&nbsp;</body></html>", pixel]) {
    const body = `${part("text/plain", "The harbour reopens.")}${part("text/html", html)}--b--\r\n`;
    const raw = mail({ "Content-Type": "multipart/alternative; boundary=b" }, body);
    assert.match((await parseMail(raw, receivedAt)).html, /The harbour reopens/, html);
  }
});

const dates: [string, string, string][] = [
  ["from next week", "Tue, 24 Nov 2026 10:00:00 +0000", "2026-11-17T12:00:00.000Z"],
  ["from 1970", "Thu, 1 Jan 1970 00:00:00 +0000", "2026-11-17T12:00:00.000Z"],
  ["that is none", "yesterday, about noon", "2026-11-17T12:00:00.000Z"],
  ["of yesterday", "Mon, 16 Nov 2026 10:00:00 +0000", "2026-11-16T10:00:00.000Z"],
];
for (const [what, date, expected] of dates) {
  test(`a date ${what} becomes ${expected}`, async () => {
    assert.equal((await parseMail(mail({ Date: date }, "x"), receivedAt)).sentAt.toISOString(), expected);
  });
}

const nested = Array.from({ length: 300 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`);
const hostile: [string, string, RegExp][] = [
  ["10,000 parts", multipart(10_000), /longer than what is kept/],
  ["300 levels", `Subject: deep\n${nested.join("")}`, /could not be read \(Maximum MIME nesting depth/],
  [
    "a megabyte of headers",
    `Subject: headers\n${"X-A: b\n".repeat(30_000)}${"X-B: c".repeat(200_000)}\n\nx`,
    /could not/,
  ],
  ["a million lines", `Subject: lines\n\n${"a\n".repeat(1_000_000)}`, /longer than what is kept/],
  ["a million elements", `Subject: tags\nContent-Type: text/html\n\n${"<p>x</p>".repeat(1_000_000)}`, /longer than/],
  ["100,000 open elements", `Subject: deep\nContent-Type: text/html\n\n${"<div>".repeat(100_000)}x`, /longer than/],
  [
    "a drawing whose end tags fit nothing",
    `Content-Type: text/html\n\n<svg>${"<g>".repeat(1_500_000)}${"</x>".repeat(1_200_000)}`,
    /longer than/,
  ],
  [
    "a style of a million spaces",
    `Content-Type: text/html\n\n<img src="https://x.example/a.png" style="width:1${" ".repeat(1_000_000)}x">`,
    /a\.png/,
  ],
  ["links of dots", `Subject: dots\n\n${`http://${".".repeat(1_990)}a `.repeat(5_000)}`, /longer than/],
  ["a charset that nobody knows", "Content-Type: text/plain; charset=klingon\n\nnuqneH \0\ud800", /^<p>nuqneH/],
  ["an encoding that nobody knows", "Content-Type: text/plain\nContent-Transfer-Encoding: x-zip\n\nabc", /abc/],
  ["no header at all", "\n\nJust text", /Just text/],
  ["nothing at all", "", /^<p><\/p>$/],
];
for (const [what, raw, shown] of hostile) {
  test(`a mail with ${what} becomes an item that can be stored and cleaned`, async () => {
    const parsed = await parseMail(Buffer.from(raw, "latin1"), receivedAt);
    assert.match(parsed.html, shown);
    assert.ok(parsed.html.length <= 524_288);
    assert.equal(cleanHtml(parsed.html, "about:blank").kind, "clean");
    assert.doesNotMatch(JSON.stringify(parsed), /\\u0000|\\ud8/);
  });
}

function multipart(parts: number): string {
  const part = "--x\nContent-Type: text/plain\n\nhi\n";
  return `Subject: parts\nContent-Type: multipart/mixed; boundary=x\n\n${part.repeat(parts)}--x--\n`;
}

test("the same mail by another way has the same guid, also without a Message-ID; another mail has another", async () => {
  const body = "Hello";
  const headers = { From: "a@b.example", Subject: "x", Date: "Mon, 16 Nov 2026 10:00:00 +0000" };
  const guidOf = async (raw: Buffer) => (await parseMail(raw, receivedAt)).guid;
  const guid = await guidOf(mail({ Received: "by a.example", ...headers }, body));
  assert.equal(await guidOf(mail({ Received: "by b.example", ...headers }, body)), guid);
  assert.notEqual(await guidOf(mail(headers, "Hello again")), guid);
});
