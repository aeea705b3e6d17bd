import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { plural } from "../../src/web/texts/plural.ts";

describe("plurals in texts", () => {
  const polish = { one: "# kanał", few: "# kanały", many: "# kanałów", other: "# kanału" };

  it("chooses the form that the language uses for the count", () => {
    const counts = [1, 2, 5, 12, 22, 1.5];
    const expected = ["1 kanał", "2 kanały", "5 kanałów", "12 kanałów", "22 kanały", "1,5 kanału"];
    assert.deepEqual(
      counts.map((count) => plural("pl-PL", count, polish)),
      expected,
    );
  });

  it("uses the last form where the language has no other, and writes the number as the locale does", () => {
    assert.equal(plural("de-DE", 12_345, { one: "# Feed", other: "# Feeds" }), "12.345 Feeds");
    assert.equal(plural("pl-PL", 3, { one: "#", other: "other #" }), "other 3");
  });
});
