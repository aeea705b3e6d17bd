import assert from "node:assert/strict";
import { test } from "node:test";
import { findPasswordFault, parseEmail } from "../../src/accounts/credentials-policy.ts";

const email = "ada.lovelace@example.org";

const passwords: [string, string, string | null][] = [
  ["nothing", "", "missing"],
  ["one character too few", "fourteen chars", "too-short"],
  ["just enough", "fifteen charact", null],
  ["a sentence with spaces", "rain on a tin roof", null],
  ["fifteen emoji, counted as a person counts", "🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🦆🦅", null],
  ["right to left letters", "שלום לכל החתולים", null],
  ["as long as may be", "ab cd ef gh ij kl mn op qr st uv wx yz ".repeat(4).slice(0, 128), null],
  ["one more", `${"x y z w ".repeat(16)}!`, "too-long"],
  ["a common one, whatever the case", "SuperSecretPassword", "guessable"],
  ["a common word with digits around it", "!!administrator2026", "guessable"],
  ["digits in a row", "123456789012345", "guessable"],
  ["the alphabet backwards", "zyxwvutsrqponml", "guessable"],
  ["along the keys", "qwertyuiopasdfg", "guessable"],
  ["one character over and over", "2222222222222222", "guessable"],
  ["a short word over and over", "dogdogdogdogdogdo", "guessable"],
  ["the own email", "Ada.Lovelace@example.org", "guessable"],
  ["the own name with digits", "ada.lovelace1815", "guessable"],
  ["only digits and marks, but none in a row", "4071-9938-2256-1", null],
];
for (const [what, password, fault] of passwords) {
  test(`a password that is ${what} is ${fault ?? "taken"}`, () => {
    assert.equal(findPasswordFault(password, email, 15)?.kind ?? null, fault);
  });
}

test("a shorter minimum lets short passwords through, but not the common ones", () => {
  assert.equal(findPasswordFault("tin roof", email, 8), null);
  assert.deepEqual(findPasswordFault("sunshine", email, 8), { kind: "guessable" });
  assert.deepEqual(findPasswordFault("sunshin", email, 8), { kind: "too-short", lengthMin: 8 });
});

const emails: [string, string | null][] = [
  ["ada@example.org", "ada@example.org"],
  ["  Ada+news@Example.ORG ", "Ada+news@Example.ORG"],
  ["ada@localhost", "ada@localhost"],
  ["ada", null],
  ["ada@", null],
  ["@example.org", null],
  ["ada@@example.org", null],
  ["ada@exa mple.org", null],
  ["ada@-example.org", null],
  ["ada@example..org", null],
  ["ada\0@example.org", null],
  ["ada@example.org\nBcc: all@example.org", null],
  ["ådå@example.org", null],
  [`${"a".repeat(243)}@example.org`, null],
  ["", null],
];
for (const [text, parsed] of emails) {
  test(`the email ${JSON.stringify(text.slice(0, 40))} is ${parsed === null ? "refused" : "taken"}`, () => {
    assert.equal(parseEmail(text), parsed);
  });
}
