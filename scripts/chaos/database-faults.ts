import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { superuser } from "../../src/database/connection.ts";

export type DatabaseFaults = {
  /** Kills about half of all backends that Plainwire uses. */
  killBackends: () => Promise<void>;
  /** Refuses all connections for this long. */
  refuse: (ms: number) => Promise<void>;
  /** SIGKILL is a crash, SIGINT a restart by the operator. The first process to notice starts the server again. False: it was down. */
  endServer: (signal: "SIGKILL" | "SIGINT") => boolean;
};

const database = "plainwire";

export function databaseFaults(socket: string, dataFolder: string): DatabaseFaults {
  return {
    killBackends: () =>
      ask(
        socket,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = '${database}' and pid <> pg_backend_pid() and random() < 0.5`,
      ),
    refuse: async (ms) => {
      await ask(socket, `alter database ${database} connection limit 0`);
      await ask(
        socket,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}' and usename <> current_user`,
      );
      await sleep(ms);
      await allow(socket);
    },
    endServer: (signal) => {
      const pid = Number(readFileSync(join(dataFolder, "postmaster.pid"), "utf8").split("\n")[0]);
      return pid > 0 && process.kill(pid, signal);
    },
  };
}

/** Repeats until it succeeds: a server killed in between must not stay closed. */
async function allow(socket: string): Promise<void> {
  for (;;) {
    try {
      return await ask(socket, `alter database ${database} connection limit -1`);
    } catch {
      await sleep(200);
    }
  }
}

async function ask(socket: string, text: string): Promise<void> {
  const client = new pg.Client({ host: socket, user: superuser, database: "postgres" });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end().catch(() => undefined);
  }
}
