import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { type Chat, type ChatOutcome, noUsage } from "../../src/chat/chat.ts";
import { createQueuedChat } from "../../src/chat/limited-chat.ts";
import { sampleRequest } from "../ground/stub-chat-server-chat.ts";

/** Answers when told to, in the order of the questions. */
function slowChat() {
  const asked: { name: string; finish: () => void }[] = [];
  const chat: Chat = {
    ask: ({ system: name }) => {
      const { promise, resolve } = Promise.withResolvers<ChatOutcome>();
      const finish = () => resolve({ kind: "answered", text: name, model: "m", usage: noUsage });
      asked.push({ name, finish });
      return promise;
    },
  };
  return { asked, chat };
}

const question = (name: string) => ({ ...sampleRequest, system: name });
const noStop = new AbortController().signal;

test("so many questions run at once, and the others follow in their order", async () => {
  const { asked, chat } = slowChat();
  const queued = createQueuedChat(chat, 2);
  const outcomes = ["a", "b", "c", "d"].map((name) => queued.ask(question(name), noStop));
  const running = async () => {
    await turn();
    return asked.map(({ name }) => name).join("");
  };
  assert.equal(await running(), "ab");
  asked[1]?.finish();
  await outcomes[1];
  assert.equal(await running(), "abc");
  asked[0]?.finish();
  await outcomes[0];
  assert.equal(await running(), "abcd");
  asked[2]?.finish();
  asked[3]?.finish();
  await Promise.all(outcomes);
  void queued.ask(question("e"), noStop);
  void queued.ask(question("f"), noStop);
  void queued.ask(question("g"), noStop);
  assert.equal(await running(), "abcdef", "every place is free again");
});

test("a question that is withdrawn while it waits ends at once, and takes nobody's place", async () => {
  const { asked, chat } = slowChat();
  const queued = createQueuedChat(chat, 1);
  const first = queued.ask(question("first"), noStop);
  const patience = new AbortController();
  const withdrawn = queued.ask(question("withdrawn"), patience.signal);
  const last = queued.ask(question("last"), noStop);
  patience.abort();
  const outcome = await withdrawn;
  assert.equal(outcome.kind === "failed" && outcome.failure.why, "aborted");
  assert.deepEqual(outcome.usage, noUsage, "its reservation is released");
  const late = await queued.ask(question("late"), patience.signal);
  assert.equal(late.kind, "failed");
  asked[0]?.finish();
  await first;
  await turn();
  asked[1]?.finish();
  await last;
  assert.deepEqual(
    asked.map(({ name }) => name),
    ["first", "last"],
  );
});
