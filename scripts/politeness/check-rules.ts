import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { holdsTitle } from "../../test/find-title.ts";
import type { HoldingTest, Rule } from "./rules.ts";

const root = resolve(import.meta.dirname, "../..");

/** What is wrong with the list, a sentence each: a rule without a test, or a test that does not exist. */
export function checkRules(rules: Rule[]): string[] {
  return rules.flatMap(({ tests }, index) => {
    if (tests.length === 0) return `Rule ${index + 1} has no test.`;
    return tests
      .filter((one) => !exists(one))
      .map(([file, title]) => `Rule ${index + 1}: ${file} holds no test "${title}".`);
  });
}

function exists([file, title]: HoldingTest): boolean {
  const path = resolve(root, file);
  return file.endsWith(".test.ts") && existsSync(path) && holdsTitle(readFileSync(path, "utf8"), title);
}
