import assert from "node:assert/strict";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { formatTable } from "../../src/admin/format-table.ts";

const plain = (...args: Parameters<typeof formatTable>) => stripVTControlCharacters(formatTable(...args)).split("\n");

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

test("where the terminal is narrow the widest column gives way, and says so", () => {
  assert.deepEqual(plain(["ID", "NAME"], [["1", "a name that is too long"]], 14), ["ID  NAME", "1   a name th…", ""]);
});

test("letters of two cells count as two", () => {
  const [, row = ""] = plain(["名前", "X"], [["日本語のニュース", "x"]], 15);
  assert.equal(row, "日本語のニ…   x");
});

test("a cell cannot break its line or the terminal", () => {
  assert.deepEqual(plain(["A"], [["x\ny\u001b[31m\u202e"]], Infinity), ["A", "x y [31m", ""]);
});
