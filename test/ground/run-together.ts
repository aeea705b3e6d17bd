import { globSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const tests = join(import.meta.dirname, "..");

/**
 * Runs the test files of these folders of test/, without folders in them, one after the other in this process. A process for
 * each file spends more CPU on its start and on loading the same modules than on its tests. Each file is a test with the file's
 * own tests in it, so its hooks run when the file ends. A file must pass alone, too: `node --test` with its name. The groups start
 * in the order of their names. Those that take longest have a number, so that none of them runs alone at the end.
 */
export function runTogether(...folders: string[]): void {
  for (const file of folders.flatMap(filesOf)) {
    test(join("test", file), async (context) => {
      const loading = import(join(tests, file));
      // A test that is added to a running one starts at once, when the rest of its file has not been evaluated yet.
      context.beforeEach(() => loading);
      await loading;
    });
  }
}

function filesOf(folder: string): string[] {
  return globSync(join(folder, "!(*.slow|*in-browser).test.ts"), { cwd: tests }).toSorted();
}
