import { after } from "node:test";
import { isMainThread } from "node:worker_threads";

const graceMs = 15_000;

// A failing test may leave a server or a child open, which would keep its process, and the whole run, alive forever.
// --test-timeout ends tests, not processes. This acts only in a test file's process: the runner and worker threads import
// this file too.
if (process.env["NODE_TEST_CONTEXT"] !== undefined && isMainThread) {
  after(() => {
    setTimeout(() => {
      console.error(`Left open after all tests: ${process.getActiveResourcesInfo().join(", ")}.`);
      process.exit(1);
    }, graceMs).unref();
  });
}
