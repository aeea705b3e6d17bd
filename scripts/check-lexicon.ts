// For writers of the lexicon: node scripts/check-lexicon.ts en says which entries and frames don't do what their examples say.
import { isTaughtLanguage } from "../src/analysis/plain/lexicon-entry.ts";
import { readLexiconEntries } from "../src/analysis/plain/find-entries.ts";
import { readFrameList } from "../src/analysis/plain/turn-frames.ts";
import { frameProblems, lexiconProblems } from "../test/analysis/plain/lexicon-problems.ts";

const language = process.argv[2] ?? "";
if (!isTaughtLanguage(language)) throw new Error("Write en, de or pl.");
const entries = readLexiconEntries(language);
const problems = [...lexiconProblems(entries, language), ...frameProblems(readFrameList(language), language)];
process.stdout.write([...problems, `${entries.length} entries, ${problems.length} problems\n`].join("\n"));
process.exitCode = problems.length > 0 ? 1 : 0;
