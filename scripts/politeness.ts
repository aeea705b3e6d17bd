// Prints how a good feed reader behaves, rule by rule, with the tests that hold each rule here:
// node scripts/politeness.ts
import { checkRules } from "./politeness/check-rules.ts";
import { politenessRules } from "./politeness/rules.ts";

for (const [index, { rule, tests, differs }] of politenessRules.entries()) {
  console.log(`${String(index + 1).padStart(2)}. ${rule}`);
  if (differs !== undefined) console.log(`    But: ${differs}`);
  for (const [file, title] of tests) console.log(`    ${file}: ${title}`);
}
const broken = checkRules(politenessRules);
console.log(
  `\n${politenessRules.length} rules, ${new Set(politenessRules.flatMap(({ tests }) => tests.map(String))).size} tests`,
);
for (const sentence of broken) console.error(sentence);
if (broken.length > 0) process.exitCode = 1;
