import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decodeBody } from "../../src/fetching/decode-body.ts";
import { checkProperty } from "../ground/check-property.ts";

// Every encoding of the WHATWG that is not Unicode, with what another implementation (Python's codecs) makes of it.
const samples: [label: string, text: string, hex: string][] = [
  ["ibm866", "Привет, мир", "8fe0a8a2a5e22c20aca8e0"],
  ["iso-8859-2", "Zażółć gęślą jaźń", "5a61bff3b3e62067eab66cb1206a61bcf1"],
  ["iso-8859-3", "Ĉiuj homoj ĝojas", "c669756a20686f6d6f6a20f86f6a6173"],
  ["iso-8859-4", "Ķekava žurnāls", "d3656b61766120be75726ee06c73"],
  ["iso-8859-5", "Привет, мир", "bfe0d8d2d5e22c20dcd8e0"],
  ["iso-8859-6", "مرحبا", "e5d1cdc8c7"],
  ["iso-8859-7", "Καλημέρα", "cae1ebe7ecddf1e1"],
  ["iso-8859-8", "שלום", "f9ece5ed"],
  ["iso-8859-8-i", "שלום", "f9ece5ed"],
  ["iso-8859-10", "Þetta er þorp, šŋž", "de6574746120657220fe6f72702c20babfbc"],
  ["iso-8859-13", "Ąžuolas ir beržas", "c0fe756f6c617320697220626572fe6173"],
  ["iso-8859-14", "Ẁŷṫ ḃ", "a8fef720a2"],
  ["iso-8859-15", "Œuvre à 5 €", "bc7576726520e0203520a4"],
  ["iso-8859-16", "Știri și țară", "aa7469726920ba6920fe6172e3"],
  ["koi8-r", "Привет, мир", "f0d2c9d7c5d42c20cdc9d2"],
  ["koi8-u", "Їжак і ґанок", "b7d6c1cb20a620adc1cecfcb"],
  ["macintosh", "Café “déjà vu”", "4361668e20d2648e6a88207675d3"],
  ["windows-874", "สวัสดี", "cac7d1cab4d5"],
  ["windows-1250", "Příliš žluťoučký", "50f8ed6c699a209e6c759d6f75e86bfd"],
  ["windows-1251", "Привет, мир", "cff0e8e2e5f22c20ece8f0"],
  ["windows-1252", "Café – “déjà vu” €", "436166e92096209364e96ae0207675942080"],
  ["windows-1253", "Καλημέρα", "cae1ebe7ecddf1e1"],
  ["windows-1254", "İstanbul şarkı", "dd7374616e62756c20fe61726bfd"],
  ["windows-1255", "שלום", "f9ece5ed"],
  ["windows-1256", "مرحبا", "e3d1cdc8c7"],
  ["windows-1257", "Ķekava žurnāls", "cd656b61766120fe75726ee26c73"],
  ["windows-1258", "Tiêng Viêt ơư₫", "5469ea6e67205669ea7420f5fdfe"],
  ["x-mac-cyrillic", "Привет, мир", "8ff0e8e2e5f22c20ece8f0"],
  ["gbk", "简体中文新闻", "bcf2cce5d6d0cec4d0c2cec5"],
  ["gb18030", "简体中文新闻 𠀀", "bcf2cce5d6d0cec4d0c2cec52095328236"],
  ["big5", "繁體中文新聞", "c163c5e9a4a4a4e5b773bb44"],
  ["euc-jp", "日本語のニュース", "c6fccbdcb8eca4cea5cba5e5a1bca5b9"],
  ["iso-2022-jp", "日本語のニュース", "1b2442467c4b5c386c244e254b2565213c25391b2842"],
  ["shift_jis", "日本語のニュース", "93fa967b8cea82cc836a8385815b8358"],
  ["euc-kr", "한국어 뉴스", "c7d1b1b9beee20b4babdba"],
];

test("each encoding of the web is read by the label of the server", () => {
  for (const [label, text, hex] of samples) {
    const decoded = decodeBody(Buffer.from(hex, "hex"), `application/xml; charset="${label.toUpperCase()}"`);
    assert.equal(decoded.text, text, label);
  }
});

test("each encoding of the web is read by the label in the document", () => {
  for (const [label, text, hex] of samples) {
    const declaration = `<?xml version="1.0" encoding='${label}'?>`;
    const bytes = Buffer.concat([Buffer.from(declaration), Buffer.from(hex, "hex")]);
    assert.equal(decodeBody(bytes, "text/xml").text, declaration + text, label);
  }
});

test("common labels outside the standards are known", () => {
  const read = (hex: string, label: string) => decodeBody(Buffer.from(hex, "hex"), `text/xml; charset=${label}`).text;
  assert.equal(read("4361668e", "mac_roman"), "Café");
  assert.equal(read("c7d1b1b9beee", "cp949"), "한국어");
  assert.equal(read("bcf2cce5", "gb2312"), "简体");
  assert.equal(read("9371949d94", "latin1"), "“q”\u009d”");
});

test("wide encodings are known by their byte order mark, or by the zeros of the first character", () => {
  const text = '<?xml version="1.0"?><rss>日本 𠀀</rss>';
  for (const [charset, bytes] of wideForms(text)) {
    assert.deepEqual(decodeBody(bytes, "text/xml; charset=iso-8859-1"), { text, charset });
  }
});

function wideForms(text: string): [charset: string, bytes: Buffer][] {
  const utf16le = Buffer.from(text, "utf16le");
  const codePoints = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const utf32le = Buffer.alloc(codePoints.length * 4);
  for (const [index, codePoint] of codePoints.entries()) utf32le.writeUInt32LE(codePoint, index * 4);
  const utf16be = Buffer.from(utf16le).swap16();
  const utf32be = Buffer.from(utf32le).swap32();
  const marked = (mark: number[], bytes: Buffer) => Buffer.concat([Buffer.from(mark), bytes]);
  return [
    ["utf-16le", utf16le],
    ["utf-16be", utf16be],
    ["utf-32le", utf32le],
    ["utf-32be", utf32be],
    ["utf-16le", marked([0xff, 0xfe], utf16le)],
    ["utf-16be", marked([0xfe, 0xff], utf16be)],
    ["utf-32le", marked([0xff, 0xfe, 0, 0], utf32le)],
    ["utf-32be", marked([0, 0, 0xfe, 0xff], utf32be)],
  ];
}

test("valid UTF-8 is read as UTF-8, whatever its label", () => {
  const text = '<?xml version="1.0" encoding="iso-8859-1"?><title>Café</title>';
  for (const contentType of [
    "text/xml; charset=iso-8859-1",
    "text/xml; charset=us-ascii",
    "text/xml; charset=utf-16",
    null,
  ])
    assert.deepEqual(decodeBody(Buffer.from(text), contentType), { text, charset: "utf-8" });
});

test("a byte order mark is not part of the text", () => {
  assert.equal(decodeBody(Buffer.from("\uFEFF<rss/>"), null).text, "<rss/>");
});

test("one bad byte does not spoil UTF-8", () => {
  const bytes = Buffer.concat([Buffer.from("Café ok"), Buffer.from([0xff])]);
  assert.deepEqual(decodeBody(bytes, "text/xml; charset=utf-8"), { text: "Café ok\uFFFD", charset: "utf-8" });
});

const windows: [string, string, string][] = [
  ["ISO-8859-1", "don\x92t", "don’t"],
  ["us-ascii", "don\x92t", "don’t"],
  ["ISO-8859-15", "\x93don\x92t\x94 \x96 \xa4", "“don’t” – €"],
  ["ISO-8859-2", "\x84tak\x94 \x9c\xb1", "„tak” śą"],
  ["ISO-8859-5", "\x93\xbf\x94", "“П”"],
  ["utf-8", "don\x92t", "don’t"],
  ["x-user-defined", "don\x92t", "don’t"],
  // Converted to UTF-8 as if it were ISO 8859-1.
  ["utf-8", "don\xc2\x92t \xc2\xa9", "don’t ©"],
  // Pasted into a document that is UTF-8 otherwise.
  ["utf-8", "caf\xc3\xa9 don\x92t \xabso\xbb", "café don’t «so»"],
];
for (const [label, bytes, text] of windows) {
  test(`the quotes and dashes of Windows survive in what is called ${label}: ${text}`, () => {
    const declaration = `<?xml version="1.0" encoding="${label}"?>`;
    const body = Buffer.from(declaration + bytes, "latin1");
    assert.equal(decodeBody(body, null).text, declaration + text);
    assert.equal(decodeBody(body, `text/xml; charset=${label}`).text, declaration + text);
  });
}

test("quotes of Windows do not make its letters UTF-8", () => {
  const bytes = Buffer.from("\x93Caf\xe9\x94 d\xe9j\xe0 vu, don\x92t", "latin1");
  assert.deepEqual(decodeBody(bytes, null), { text: "“Café” déjà vu, don’t", charset: "windows-1252" });
});

test("a truncated character becomes one replacement character, not Windows letters", () => {
  const cut = Buffer.from("Caf\xc3\xa9 \xe2\x80... \x80\x99", "latin1");
  const whole = Buffer.from("éüß");
  assert.equal(decodeBody(Buffer.concat([whole, cut]), null).text, "éüßCafé \uFFFD... \uFFFD\uFFFD");
});

test("after a byte order mark, bad bytes are read as without one", () => {
  const mark = Buffer.from("efbbbf", "hex");
  const read = (before: Buffer, written: string) =>
    decodeBody(Buffer.concat([before, Buffer.from(written, "latin1")]), "text/xml; charset=iso-8859-1").text;
  assert.equal(read(mark, "<rss>don\x92t caf\xe9</rss>"), "<rss>don’t café</rss>");
  // Mostly UTF-8: the mark says more than the label.
  assert.equal(read(mark, "<rss>caf\xc3\xa9 \xe2\x82\xac don\x92t</rss>"), "<rss>café € don’t</rss>");
  assert.equal(read(Buffer.concat([mark, mark]), "<rss>caf\xe9</rss>"), "<rss>café</rss>");
  assert.equal(read(Buffer.concat([mark, mark]), "{}"), "{}");
  for (const wrong of ["fffe", "feff"])
    assert.equal(read(Buffer.from(wrong, "hex"), "<rss>caf\xe9</rss>"), "<rss>café</rss>");
});

test("one of two labels that says UTF-8 is believed where most bytes are, though a character is cut", () => {
  const declaration = '<?xml version="1.0" encoding="utf-8"?>';
  const read = (bytes: string) =>
    decodeBody(Buffer.concat([Buffer.from(declaration), Buffer.from(bytes, "latin1")]), "text/xml; charset=iso-8859-1");
  assert.deepEqual(read("Caf\xc3\xa9, d\xc3\xa9j\xc3\xa0 v\xc3..."), {
    text: `${declaration}Café, déjà v\uFFFD...`,
    charset: "utf-8",
  });
  assert.deepEqual(read("Caf\xe9, d\xe9j\xe0 vu"), { text: `${declaration}Café, déjà vu`, charset: "windows-1252" });
});

test("text labelled UTF-8 that is not valid is read as windows-1252", () => {
  const bytes = Buffer.from('<?xml version="1.0" encoding="utf-8"?><title>Caf\xe9</title>', "latin1");
  assert.equal(decodeBody(bytes, "text/xml; charset=utf-8").charset, "windows-1252");
  assert.match(decodeBody(bytes, null).text, /Café/);
});

test("the document's own label counts if the server's is unknown", () => {
  const bytes = Buffer.concat([Buffer.from('<?xml version="1.0" encoding="koi8-r"?>'), Buffer.from("f0d2c9", "hex")]);
  assert.match(decodeBody(bytes, "text/xml; charset=bogus").text, /При$/);
  assert.match(decodeBody(bytes, "text/xml; charset=utf-8").text, /При$/);
});

test("the encoding of an HTML page is read from its meta tag", () => {
  const bytes = Buffer.concat([Buffer.from("<html><meta charset=windows-1251><p>"), Buffer.from("cff0e8", "hex")]);
  assert.match(decodeBody(bytes, "text/html").text, /При$/);
});

test("any bytes with any label give a text that the database accepts", () => {
  const labels = fc.oneof(
    fc.constantFrom(...samples.map(([label]) => `charset=${label}`), "charset=utf-16"),
    fc.string(),
  );
  checkProperty(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.option(labels), (bytes, contentType) => {
      const { text } = decodeBody(Buffer.from(bytes), contentType);
      assert.ok(text.isWellFormed() && !text.includes("\0"));
    }),
    2_000,
  );
});
