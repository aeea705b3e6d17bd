import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parseLcov, sumUp } from "../../scripts/coverage/parse-lcov.ts";
import { buildTagMessage, findNotes, hasDay } from "../../scripts/release/parse-changelog.ts";

const changelog = `# Changelog

## Unreleased

- **Later.** Not yet.

## [1.0.0] - 2026-11-20

### Added

- **Moving in.** From Miniflux.

### Fixed

- **A fault:** it was there
- without a title

## 0.1.0 (2026-11-16)

- **First.** All of it.

[1.0.0]: https://example.org/1.0.0
`;

test("the notes of a version are its section, whichever way its heading is written", () => {
  assert.match(findNotes(changelog, "1.0.0") ?? "", /^### Added\n\n- \*\*Moving in[^]*without a title$/);
  assert.equal(findNotes(changelog, "0.1.0"), "- **First.** All of it.");
  for (const version of ["1.0", "1.0.1", "10.1.0", "0.1"]) assert.equal(findNotes(changelog, version), null, version);
  assert.ok(hasDay(changelog, "1.0.0") && hasDay(changelog, "0.1.0"));
  assert.ok(!hasDay(changelog.replace(" - 2026-11-20", ""), "1.0.0"));
});

test("the message of a tag names what changed, in lines that fit", () => {
  assert.equal(
    buildTagMessage("1.0.0", findNotes(changelog, "1.0.0") ?? ""),
    "Plainwire 1.0.0\n\n- Moving in\n- A fault\n\nCHANGELOG.md has the details.\n",
  );
  const long = buildTagMessage("2.0.0", "- **Word ".padEnd(200, "x") + "**\n".repeat(1));
  assert.ok(long.split("\n").every((line) => line.length <= 72));
});

test("our own changelog has a section for 1.0.0 and Unreleased on top", () => {
  const own = readFileSync(new URL("../../CHANGELOG.md", import.meta.url), "utf8");
  const headings = [...own.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading);
  assert.match(headings[0] ?? "", /^\[?Unreleased/);
  assert.notEqual(findNotes(own, "1.0.0"), null);
});

test("coverage is summed up by folder, from lines and not from files", () => {
  const lcov = `SF:src/feeds/a.ts
FNF:2
FNH:1
LF:90
LH:90
BRF:0
BRH:0
end_of_record
SF:src/feeds/b.ts
LF:10
LH:0
end_of_record
SF:src/main.ts
LF:3
LH:2
end_of_record
`;
  assert.deepEqual(sumUp(parseLcov(lcov)), [
    { folder: "(top)", files: 1, lines: 66.6, functions: 100, branches: 100 },
    { folder: "feeds", files: 2, lines: 90, functions: 50, branches: 100 },
    { folder: "all", files: 3, lines: 89.3, functions: 50, branches: 100 },
  ]);
});
