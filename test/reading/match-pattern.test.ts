import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isPattern, matchesPattern } from "../../src/items/filters/filter-rule.ts";
import { checkProperty } from "../ground/check-property.ts";

const examples: [pattern: string, title: string, isMatch: boolean][] = [
  ["car", "A car crash", true],
  ["car", "A scar", false],
  ["*car", "A scar", true],
  ["car*", "Cars and carpets", true],
  ["car crash", "Car, crash!", true],
  ["car crash", "Crash of a car", false],
  ["car*crash", "A car on ice: crash", true],
  ["ŁÓDŹ", "Marsz w Lodzi i Łódź", true],
  ["zurich", "Wetter in Zürich", true],
  ["*", "", true],
  ["*", "Anything", true],
  ["covid-19", "Covid 19 again", true],
  ["50%", "50 % off", true],
  ["مصر", "أخبار مصر اليوم", true],
  ["日本", "今日本を読む", true],
  ["日語", "今日本を語る", false],
  ["日*語", "今日本を語る", true],
  ["本*", "今日本", true],
  ["*今", "今日本", true],
  ["𠮷野", "新しい𠮷野家", true],
  ["ニュース", "最新ニュース速報", true],
  ["iPhone", "新型iPhone発売", true],
  ["ข่าว", "อ่านข่าววันนี้", true],
  ["ข้าว", "อ่านข่าววันนี้", false],
  ["मोदी", "मोदी ने कहा", true],
  ["*मोदी", "प्रधानमंत्री मोदी ने कहा", true],
  ["कमल", "कमाल की बात", false],
  ["ज़मीन", "जमीन का विवाद", true],
  ["தலை", "தாலி விலை", false],
  ["தமிழ்", "இன்றைய தமிழ் செய்திகள்", true],
  ["カス", "都市ガス値上げ", false],
  ["ガス", "都市ｶﾞｽ値上げ", true],
  ["كتب", "كَتَبَ الوزير", true],
  ["ذكر", "ذاكر الطالب", false],
  ["שלום", "שָׁלוֹם עולם", true],
  ["μαιος", "Μάιος στην Αθήνα", true],
  ["еж", "Ёж и й", true],
  ["(a+)+$", "a", true],
  ["(a+)+$", "b", false],
];
for (const [pattern, title, isMatch] of examples) {
  test(`“${pattern}” ${isMatch ? "matches" : "does not match"} “${title}”`, () => {
    assert.equal(matchesPattern(pattern, title), isMatch);
  });
}

test("punctuation alone is not a pattern", () => {
  for (const text of ["", "  ", "?!", "“”", "---"]) assert.equal(isPattern(text), false);
  for (const text of ["a", "*", "9", "日"]) assert.equal(isPattern(text), true);
});

test("the matcher agrees with a slow one that tries everything", () => {
  const pattern = fc.string({ unit: fc.constantFrom("a", "b", " ", "*"), maxLength: 8 }).filter(isPattern);
  const title = fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 12 });
  checkProperty(
    fc.property(pattern, title, (wanted, given) => {
      const spaced = (text: string) => ` ${text.replace(/\s+/g, " ").trim()} `;
      assert.equal(matchesPattern(wanted, given), tries(spaced(wanted), spaced(given)));
    }),
    500,
  );
});

test("a pattern that would make a regular expression explode ends at once", () => {
  assert.equal(matchesPattern(`${"*a".repeat(100)}*b`, "a".repeat(1_000)), false);
  assert.equal(matchesPattern("(((a+)+)+)+b", "a".repeat(1_000)), false);
});

/** Whether the pattern stands anywhere in the text, `*` being any characters. */
function tries(pattern: string, text: string): boolean {
  const here = (p: number, t: number): boolean => {
    if (p === pattern.length) return true;
    if (pattern[p] === "*") return here(p + 1, t) || (t < text.length && here(p, t + 1));
    return t < text.length && pattern[p] === text[t] && here(p + 1, t + 1);
  };
  return Array.from({ length: text.length + 1 }, (_, start) => start).some((start) => here(0, start));
}
