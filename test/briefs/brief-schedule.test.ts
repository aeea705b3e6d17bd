import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { failingChat } from "../../src/chat/chat-failure.ts";
import { asPerson, inTransaction } from "../../src/database/transaction.ts";
import { findBriefSchedule, planBriefs } from "../../src/briefs/brief-schedule-store.ts";
import { findLatestBrief } from "../../src/briefs/brief-store.ts";
import { type DueBriefParts, writeDueBriefs, writeExtract } from "../../src/briefs/write-brief.ts";
import { testDatabase } from "../ground/test-database.ts";
import { addFeed, addPerson } from "./brief-people.ts";

const { worker, web } = await testDatabase();
const signal = new AbortController().signal;

beforeEach(() => worker.query("update accounts.users set brief_at = null, brief_due_at = null"));

function dueParts(now: string, changes: Partial<DueBriefParts> = {}): DueBriefParts & { outcomes: string[] } {
  const outcomes: string[] = [];
  return {
    findChat: async () => null,
    now: () => new Date(now),
    sleep: async () => {},
    createFence: () => "0a1b2c",
    inPerson: (_personId, work) => inTransaction(worker, work),
    pool: worker,
    count: 10,
    canMail: true,
    report: (_due, outcome) => void outcomes.push(outcome.kind),
    outcomes,
    ...changes,
  };
}

/** Planned for 06:40 in Warsaw (UTC+1 in winter), on the evening before; the first is due at 05:40 UTC on 1 March. */
async function planner(): Promise<string> {
  const person = await addPerson(worker);
  await addFeed(worker, person, "The Post", [{ title: "Rain", pubDate: new Date("2026-03-01T04:00:00Z") }]);
  await plan(person, "06:40");
  return person;
}

async function plan(person: string, at: string | null, timeZone = "Europe/Warsaw"): Promise<boolean> {
  const now = new Date("2026-02-28T20:00:00Z");
  return asPerson(web, person, (db) => planBriefs(db, { timeZone, at }, now));
}

async function dueAt(person: string): Promise<string | undefined> {
  const { rows } = await worker.query("select brief_due_at from accounts.users where id = $1", [person]);
  return rows[0]?.brief_due_at?.toISOString();
}

for (const [what, zone, wanted, laterThan, expected] of [
  ["the same day", "Europe/Warsaw", "06:40", "2026-03-01T05:39:59Z", "2026-03-01T05:40:00Z"],
  ["never the moment itself", "Europe/Warsaw", "06:40", "2026-03-01T05:40:00Z", "2026-03-02T05:40:00Z"],
  ["by summer time from its day on", "Europe/Warsaw", "06:40", "2026-03-28T06:00:00Z", "2026-03-29T04:40:00Z"],
  ["at an hour that the clocks skip", "Europe/Warsaw", "02:30", "2026-03-29T00:00:00Z", "2026-03-29T01:30:00Z"],
  ["by the zone's own date", "Pacific/Auckland", "00:15", "2026-06-01T12:30:00Z", "2026-06-02T12:15:00Z"],
  ["west of the date line", "America/Los_Angeles", "23:59", "2026-06-02T06:58:00Z", "2026-06-02T06:59:00Z"],
] as const) {
  test(`the next brief is due ${what}`, async () => {
    const { rows } = await worker.query("select next_brief($1, $2, $3) as at", [zone, wanted, laterThan]);
    assert.equal(rows[0]?.at.toISOString(), new Date(expected).toISOString());
  });
}

test("a schedule belongs to its person and can be removed", async () => {
  const [person, other] = [await planner(), await addPerson(worker)];
  const schedule = () => asPerson(web, person, findBriefSchedule);
  assert.deepEqual(await schedule(), { timeZone: "Europe/Warsaw", at: "06:40" });
  assert.deepEqual(await asPerson(web, other, findBriefSchedule), { timeZone: "UTC", at: null });

  assert.equal(await plan(person, "07:00", "Europe/Nowhere"), false);
  assert.deepEqual(await schedule(), { timeZone: "Europe/Warsaw", at: "06:40" });
  assert.equal(await plan(person, null), true);
  assert.deepEqual([await schedule(), await dueAt(person)], [{ timeZone: "Europe/Warsaw", at: null }, undefined]);
});

test("a brief is written once when its hour comes, and the next is due a day later", async () => {
  const person = await planner();
  assert.equal(await writeDueBriefs(dueParts("2026-03-01T05:39:59Z"), signal), 0);
  assert.equal(await writeDueBriefs(dueParts("2026-03-01T05:40:00Z"), signal), 1);
  assert.equal(await writeDueBriefs(dueParts("2026-03-01T05:40:01Z"), signal), 0);
  assert.equal((await findLatestBrief(worker, person))?.itemCount, 1);
  assert.equal(await dueAt(person), "2026-03-02T05:40:00.000Z");
});

test("two workers never write the same brief", async () => {
  for (let n = 0; n < 3; n += 1) await planner();
  const parts = dueParts("2026-03-01T06:00:00Z");
  const counts = await Promise.all([writeDueBriefs(parts, signal), writeDueBriefs(parts, signal)]);
  assert.equal(counts[0] + counts[1], 3);
  assert.deepEqual(parts.outcomes, ["written", "written", "written"]);
});

test("a server that was off for days writes one brief, not one for each day", async () => {
  const person = await planner();
  await addFeed(worker, person, "Late", [{ title: "News", pubDate: new Date("2026-03-05T08:00:00Z") }]);
  const parts = dueParts("2026-03-05T09:00:00Z");
  await writeDueBriefs(parts, signal);
  assert.deepEqual([parts.outcomes, await dueAt(person)], [["written"], "2026-03-06T05:40:00.000Z"]);
});

test("a brief that the person has had written since is not written again", async () => {
  const person = await planner();
  await writeExtract(dueParts("2026-03-01T05:41:00Z"), person);
  const parts = dueParts("2026-03-01T05:42:00Z");
  await writeDueBriefs(parts, signal);
  assert.deepEqual([parts.outcomes, await dueAt(person)], [[], "2026-03-02T05:40:00.000Z"]);
});

test("an unavailable model is retried for half an hour; then the brief is written without it", async () => {
  const person = await planner();
  const at = (time: string) => dueParts(`2026-03-01T${time}Z`, { findChat: async () => failingChat });
  const outcomes: Record<string, string[]> = {};
  for (const time of ["05:40:00", "05:44:59", "05:45:00", "06:10:00", "06:11:00"]) {
    const parts = at(time);
    await writeDueBriefs(parts, signal);
    outcomes[time] = parts.outcomes;
  }
  assert.deepEqual(outcomes, {
    "05:40:00": ["unavailable"],
    "05:44:59": [],
    "05:45:00": ["unavailable"],
    "06:10:00": ["unavailable", "written"],
    "06:11:00": [],
  });
  assert.equal((await findLatestBrief(worker, person))?.writtenBy, "extract");
});

test("no brief for a person without items, a disabled one, or one who changed the schedule meanwhile", async () => {
  const [idle, disabled, changing] = [await addPerson(worker), await planner(), await planner()];
  await plan(idle, "06:40");
  await worker.query("update accounts.users set disabled_at = now() where id = $1", [disabled]);
  const parts = dueParts("2026-03-01T05:41:00Z");
  const withChange = { ...parts, report: () => undefined };
  withChange.inPerson = async (personId, work) => {
    if (personId === changing) await plan(changing, "09:00");
    return parts.inPerson(personId, work);
  };
  assert.equal(await writeDueBriefs(withChange, signal), 2);
  assert.equal(await findLatestBrief(worker, idle), null);
  assert.equal(await findLatestBrief(worker, disabled), null);
  assert.equal(await dueAt(idle), "2026-03-02T05:40:00.000Z");
  assert.equal(await dueAt(changing), "2026-03-01T08:00:00.000Z");
});

test("after a clock was years ahead, the next brief is planned for the next day", async () => {
  const person = await planner();
  await worker.query(
    "update accounts.users set brief_due_at = '2031-03-01T05:40Z', brief_locked_until = '2031-03-01T05:45Z' where id = $1",
    [person],
  );
  assert.equal(await writeDueBriefs(dueParts("2026-02-28T22:00:00Z"), signal), 0);
  const due = dueParts("2026-03-01T05:41:00Z");
  assert.equal(await writeDueBriefs(due, signal), 1);
  assert.deepEqual(due.outcomes, ["written"]);
});
