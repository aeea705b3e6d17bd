import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import pg from "pg";
import { prepareEmbeddedHome } from "../src/database/embedded-home.ts";
import { superuser } from "../src/database/connection.ts";
import { addFeeds } from "../src/feeds/add-feeds-store.ts";
import { eventually } from "./ground/eventually.ts";
import { feedOrigin, rss } from "./ground/feed-origin.ts";
import { startProgram, temporaryFolder } from "./ground/plainwire-process.ts";

const memoryBytes = 1_024 ** 3;
const feeds = 40;
const program = resolve(import.meta.dirname, "../bin/plainwire");

/** The file that takes process ids, of a group whose processes and their page cache get 1 GB together; null: not allowed here. */
function memoryGroup(): string | null {
  const name = `plainwire-test-${process.pid}`;
  const isFirstVersion = existsSync("/sys/fs/cgroup/memory/memory.limit_in_bytes");
  const folder = join(isFirstVersion ? "/sys/fs/cgroup/memory" : "/sys/fs/cgroup", name);
  try {
    mkdirSync(folder);
    after(() => eventually(() => rmdirSync(folder)));
    writeFileSync(join(folder, isFirstVersion ? "memory.limit_in_bytes" : "memory.max"), String(memoryBytes));
    return join(folder, isFirstVersion ? "tasks" : "cgroup.procs");
  } catch {
    return null;
  }
}

function hasTaskset(): boolean {
  try {
    execFileSync("taskset", ["--version"]);
    return true;
  } catch {
    return false;
  }
}

const group = memoryGroup();
const skip =
  group === null || !hasTaskset() ? "Needs a memory cgroup that may be made (root on Linux), and taskset." : false;

test(
  "start works with 1 GB of memory on one core: a first start, and forty feeds fetched, analysed and indexed",
  { skip },
  async () => {
    const origin = await feedOrigin();
    const text = "The council of the town decided on Monday to repair the old bridge over the river. ".repeat(25);
    const entries = Array.from({ length: 30 }, (_, n) => ({
      title: `Council meets for the ${n}th time`,
      guid: `${n}`,
      text,
    }));
    for (let n = 0; n < feeds; n += 1) origin.serve(`/${n}`, { body: rss(entries, `Feed ${n}`) });
    const folder = await temporaryFolder();
    const environment = {
      DATA_DIR: folder,
      PORT: "0",
      FETCH_ALLOW_NETWORKS: "127.0.0.0/8",
      PATH: process.env["PATH"] ?? "",
    };
    const command = 'echo $$ > "$0" && exec taskset -c 0 "$@"';
    const server = startProgram("/bin/sh", ["-c", command, group ?? "", program, "start"], environment);
    await server.line(/"msg":"ready"/);

    const pool = new pg.Pool({
      host: prepareEmbeddedHome(folder).socket,
      user: superuser,
      database: "plainwire",
      max: 1,
    });
    pool.on("error", () => undefined);
    const { rows: settings } = await pool.query("show shared_buffers");
    assert.deepEqual(settings, [{ shared_buffers: "128MB" }]);
    const feed = { enabled: true, polling: true, enforceFeedDomain: false };
    const urls = Array.from({ length: feeds }, (_, n) => origin.url(`/${n}`, `127.8.0.${n + 1}`));
    await addFeeds(
      pool,
      urls.map((url) => ({ url, ...feed })),
      4,
      new Date(),
    );
    await eventually(async () => {
      const { rows } = await pool.query(
        `select count(*)::int as items, count(*) filter (where analysis_status = 'done')::int as analysed,
         (select count(*)::int from item_index) as indexed from items`,
      );
      assert.deepEqual(rows, [{ items: feeds * 30, analysed: feeds * 30, indexed: feeds * 30 }]);
    });
    await pool.end();
    const [, peakKb] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${server.child.pid}/status`, "utf8")) ?? [];
    assert.ok(Number(peakKb) * 1_024 < memoryBytes / 2, `${peakKb} kB at most`);

    server.child.kill("SIGTERM");
    assert.deepEqual(await server.ended, { code: 0, signal: null });
  },
);
