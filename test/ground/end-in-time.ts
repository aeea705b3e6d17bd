import { after } from "node:test";
import { isMainThread } from "node:worker_threads";

const graceMs = 15_000;

// What a failing test leaves open (a server, a child) keeps its process and with it the whole run for ever; --test-timeout
// is for tests and ends no process. Only in a test file's own process: the runner and worker threads import this as well.
if (process.env["NODE_TEST_CONTEXT"] !== undefined && isMainThread) {
  after(() => {
    setTimeout(() => {
      console.error(`Left open after all tests: ${process.getActiveResourcesInfo().join(", ")}.`);
      process.exit(1);
    }, graceMs).unref();
  });
}
