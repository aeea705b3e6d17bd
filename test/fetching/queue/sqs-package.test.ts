import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { runProgram } from "../../admin/command-line.ts";
import { temporaryFolder } from "../../ground/plainwire-process.ts";

test("QUEUE=sqs without Amazon's package is refused with the command that installs it", async () => {
  const hook = join(import.meta.dirname, "without-sqs-package.ts");
  const { code, stderr } = await runProgram(["worker"], {
    env: {
      DATA_DIR: join(await temporaryFolder(), "data"),
      QUEUE: "sqs",
      SQS_QUEUE_URL: "http://127.0.0.1:9/queue",
      NODE_OPTIONS: `--import=${hook.replaceAll(" ", "%20")}`,
    },
  });
  assert.match(stderr, /QUEUE=sqs needs the package @aws-sdk\/client-sqs, .*: run npm install @aws-sdk\/client-sqs/);
  assert.equal(code, 1);
});
