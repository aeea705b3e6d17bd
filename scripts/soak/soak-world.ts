import { randomUUID } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { registerPerson } from "../../src/accounts/person-store.ts";
import { startSession } from "../../src/accounts/session-store.ts";
import { embeddedConnection, createPool } from "../../src/database/connection.ts";
import { superuser } from "../../src/database/connection.ts";
import { allowedNetworks } from "../chaos/chaos-hosts.ts";
import type { ChaosOrigin } from "../chaos/chaos-origin.ts";
import { startChaosOrigin } from "../chaos/chaos-origin.ts";
import { freePort } from "../../test/ground/free-port.ts";
import { openEmbeddedWorld } from "../chaos/embedded-world.ts";
import type { Program } from "../chaos/start-program.ts";
import { startProgram } from "../chaos/start-program.ts";

export type SoakWorld = {
  origin: ChaosOrigin;
  worker: Program;
  web: Program;
  pool: pg.Pool;
  admin: pg.Pool;
  webUrl: string;
  /** The cookie of a person who is logged in. */
  cookie: string;
  close: () => Promise<void>;
};

const publishEveryMs = 60_000;
// A published feed is full from the start, so that it does not grow during the measurement.
const itemsAtFirst = 50;

/** A worker and a web process with the probe loaded, an origin without faults, and a person who is logged in. */
export async function openSoakWorld(): Promise<SoakWorld> {
  const embedded = await openEmbeddedWorld();
  const origin = await startChaosOrigin({ random: Math.random, publishEveryMs, itemsAtFirst, misbehaves: false });
  const port = await freePort();
  const start = (role: string) => startProgram(role, settings(embedded.folder, port));
  const programs = { worker: start("worker"), web: start("web") };
  await Promise.all([programs.worker.ready, programs.web.ready]);
  const connection = embeddedConnection(embedded.socket);
  const pool = createPool(connection, "app_worker", 4);
  const webPool = createPool(connection, "app_web", 1);
  const admin = new pg.Pool({ host: embedded.socket, user: superuser, database: "plainwire", max: 1 });
  return {
    origin,
    ...programs,
    pool,
    admin,
    webUrl: `http://127.0.0.1:${port}`,
    cookie: await signIn(webPool),
    close: async () => {
      for (const program of Object.values(programs)) program.kill("SIGTERM");
      await Promise.all(Object.values(programs).map(({ ended }) => ended));
      origin.close();
      await Promise.all([pool.end(), webPool.end(), admin.end()]);
      await embedded.close();
    },
  };
}

function settings(folder: string, port: number): Record<string, string> {
  return {
    NODE_OPTIONS: `--import=${join(import.meta.dirname, "probe.ts")}`,
    DATA_DIR: folder,
    PORT: String(port),
    COOKIE_SECURE: "false",
    FETCH_ALLOW_NETWORKS: allowedNetworks,
    FETCHER_DOMAIN_DELAY: "0.1",
    FETCHER_SUCCESS_INTERVAL: "60",
    FETCHER_MIN_INTERVAL_MINUTES: "1",
    FETCHER_WORKERS: "20",
  };
}

async function signIn(webPool: pg.Pool): Promise<string> {
  const personId = randomUUID();
  const now = new Date();
  const email = `${personId}@example.org`;
  await registerPerson(webPool, { id: personId, email, passwordHash: null, providerId: null, passHash: null }, now);
  const visit = { address: "127.0.0.1", userAgent: "soak", sessionToken: null };
  const { token } = await startSession(webPool, { personId, visit, tokens: null, event: null }, now);
  return `session=${token}`;
}
