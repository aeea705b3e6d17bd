import assert from "node:assert/strict";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { formatTable } from "../../src/admin/format.ts";

const plain = (head: string[], rows: string[][], widthMax: number, expendable: string[] = []) =>
  stripVTControlCharacters(formatTable(head, rows, { widthMax, hasColours: true }, { expendable })).split("\n");

test("columns are as wide as their widest cell", () => {
  assert.deepEqual(
    plain(
      ["ID", "NAME"],
      [
        ["1", "one"],
        ["22", "twenty-two"],
      ],
      Infinity,
    ),
    ["ID  NAME", "1   one", "22  twenty-two", ""],
  );
});

test("in a narrow terminal the widest column is cut, with an ellipsis", () => {
  assert.deepEqual(plain(["ID", "NAME"], [["1", "a name that is too long to be read"]], 28), [
    "ID  NAME",
    "1   a name that is too long…",
    "",
  ]);
});

test("an address is cut in the middle, because its host and its end identify it", () => {
  const row = (width: number) => plain(["FEED"], [["https://news.example.org/world/feed.xml"]], width)[1];
  assert.equal(row(39), "https://news.example.org/world/feed.xml");
  assert.equal(row(31), "news.example.org/world/feed.xml");
  assert.equal(row(24), "news.example.org…eed.xml");
});

test("ids and times are never cut, and no column becomes too narrow to be useful", () => {
  const row = ["3f2a9c1e", "2026-11-16 04:25", "https://news.example.org/world/feed.xml"];
  assert.equal(plain(["ID", "TIME", "FEED"], [row], 10)[1], "3f2a9c1e  2026-11-16 04:25  news.example.org…eed.xml");
});

test("if cutting is not enough, as few expendable columns as possible are left out, and they are named", () => {
  const table = (width: number) =>
    plain(["ID", "A", "B", "C"], [["3f2a9c1e", "yes", "2026-11-16 04:25", "no"]], width, ["C", "A", "B"]);
  assert.deepEqual(table(37), ["ID        A    B                 C", "3f2a9c1e  yes  2026-11-16 04:25  no", ""]);
  assert.deepEqual(table(31), [
    "ID        A    B",
    "3f2a9c1e  yes  2026-11-16 04:25",
    "",
    "No room for C: --json shows all.",
    "",
  ]);
  assert.deepEqual(table(9).slice(0, 2), ["ID", "3f2a9c1e"]);
});

test("characters that take two cells count as two", () => {
  const [, row = ""] = plain(["名前", "X"], [["日本語のニュースの見出しです", "x"]], 29);
  assert.equal(row, "日本語のニュースの見出し…   x");
});

test("a cell cannot break its line or the terminal", () => {
  assert.deepEqual(plain(["A"], [["x\ny\u001b[31m\u202e"]], Infinity), ["A", "x y [31m", ""]);
});
