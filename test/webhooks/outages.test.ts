import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { queueTest } from "../../src/webhooks/webhook-store.ts";
import { eventually } from "../ground/eventually.ts";
import { startReceiver } from "./receiver.ts";
import { webhookWorld } from "./webhook-world.ts";

const world = await webhookWorld();
const { addHook, addDeliverer } = world;
const { worker } = world.database;

test("while one receiver takes its time, a single worker goes on with all others", async () => {
  const anna = await world.addReader();
  const [slow, quick] = [await startReceiver(), await startReceiver()];
  const release = Promise.withResolvers<void>();
  slow.reply(async () => {
    await release.promise;
    return { status: 200 };
  });
  const hooks = [
    await addHook(anna, { url: slow.url, events: ["item.saved"] }),
    await addHook(anna, { url: quick.url, events: ["item.saved"] }),
  ];
  for (let times = 0; times < 3; times += 1) {
    for (const hook of hooks) await anna.as((tx) => queueTest(tx, hook, new Date()));
  }
  const deliverer = addDeliverer();
  // As the stage does it: it looks again after each that has ended.
  let looking = Promise.resolve();
  const look = () => void (looking = looking.then(async () => void (await deliverer.look(look))));
  look();
  await eventually(() => assert.equal(quick.received.length, 3));
  // One at a time: the slow one has its first, and nothing else is sent to it meanwhile.
  assert.equal(slow.received.length, 1);
  release.resolve();
  await eventually(() => assert.equal(slow.received.length, 3));
  await deliverer.drain();
});

test("200 items may wait for a receiver that is away; the next click is told so", async () => {
  const anna = await world.addReader();
  const hook = await addHook(anna, { url: "http://127.0.0.1:9/", events: ["item.saved"] });
  const item = await world.addItem(await world.addFeed([anna], "Gazette"));
  await world.settle();
  const send = () => anna.post(`/items/${item}/send`, { webhook: hook });
  await worker.query(
    `insert into deliveries (webhook_id, event, subject, item_id, created_at, due_at)
     select $1, 'item.saved', n::text, $2, now(), now() + interval '1 day' from generate_series(1, 199) n`,
    [hook, item],
  );
  assert.equal((await send()).status, 303);
  const refused = await send();
  assert.equal(refused.status, 429);
  assert.match(await refused.text(), /200 items already wait/);
  await worker.query("delete from deliveries where webhook_id = $1 and subject = '1'", [hook]);
  assert.equal((await send()).status, 303);
  assert.equal((await anna.post(`/items/${item}/send`, { webhook: randomUUID() })).status, 404);
});

/** A receiver that dies and comes back at the same address. `kept` is what it had stored when it died. */
async function mortalReceiver() {
  const kept: string[] = [];
  let mood: "well" | "drops" | "fails" = "well";
  let dropped = 0;
  let server: Server | null = null;
  let port = 0;
  const live = async () => {
    const one = createServer((request, response) => {
      const id = String(request.headers["webhook-id"]);
      request.resume().on("end", () => {
        if (mood === "fails") return response.writeHead(503).end();
        kept.push(id);
        if (mood === "well") return response.writeHead(204).end();
        // It has stored it, and dies before it can say so.
        dropped += 1;
        return request.socket.destroy();
      });
    });
    await new Promise<void>((resolve) => one.listen(port, "127.0.0.1", resolve));
    port = (one.address() as AddressInfo).port;
    server = one;
  };
  const die = async () => {
    const one = server;
    server = null;
    if (one === null) return;
    one.closeAllConnections();
    await new Promise((resolve) => one.close(resolve));
  };
  await live();
  after(die);
  const url = `http://127.0.0.1:${port}/`;
  return { url, kept, live, die, feel: (next: typeof mood) => (mood = next), dropped: () => dropped };
}

test("receivers die and come back, workers are killed: nothing is lost, and only what nobody confirmed comes twice", async () => {
  const anna = await world.addReader();
  const receivers = [await mortalReceiver(), await mortalReceiver(), await mortalReceiver()];
  const hooks: string[] = [];
  for (const { url } of receivers) hooks.push(await addHook(anna, { url, events: ["item.saved"] }));
  const send = async () => {
    for (const hook of hooks) await anna.as((tx) => queueTest(tx, hook, new Date()));
  };
  const [one, two] = receivers;
  assert.ok(one !== undefined && two !== undefined);
  const deliverer = addDeliverer();
  let killed = 0;
  for (let round = 0; round < 12; round += 1) {
    await send();
    if (round === 1) await one.die();
    if (round === 2) two.feel("drops");
    if (round === 4) await one.live();
    if (round === 5) two.feel("fails");
    if (round === 7) two.feel("well");
    if (round === 3 || round === 8) {
      // A worker that is killed after it has sent: it saves nothing, and its lease ends.
      const kill = new AbortController();
      const dying = addDeliverer({
        post: async () => {
          killed += 1;
          kill.abort();
          return { kind: "failed", failure: { kind: "aborted", message: "", detail: "" } } as never;
        },
      });
      await dying.run(kill.signal);
    }
    await deliverer.runAll();
    // Past the first retries and the leases of the dead.
    deliverer.wait(10 * 60_000);
  }
  for (let hours = 0; hours < 12; hours += 1) {
    deliverer.wait(3_600_000);
    await deliverer.runAll();
  }

  const { rows } = await worker.query<{ id: string; webhook_id: string; is_delivered: boolean }>(
    "select id, webhook_id, is_delivered from deliveries where webhook_id = any($1)",
    [hooks],
  );
  assert.equal(rows.length, 36);
  assert.ok(killed >= 2);
  for (const [index, receiver] of receivers.entries()) {
    const sent = rows.filter(({ webhook_id: hook }) => hook === hooks[index]);
    assert.ok(sent.every(({ is_delivered: isDelivered }) => isDelivered));
    assert.deepEqual([...new Set(receiver.kept)].toSorted(), sent.map(({ id }) => id).toSorted());
    // At least once: what came more often is what the receiver had stored and could not confirm.
    assert.equal(receiver.kept.length - new Set(receiver.kept).size, receiver.dropped());
  }
  assert.ok(two.dropped() > 0);
});
