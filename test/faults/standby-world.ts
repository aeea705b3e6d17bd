import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { chownSync, closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, type Socket, connect, createServer } from "node:net";
import { join } from "node:path";
import { after } from "node:test";
import pg from "pg";
import { superuser } from "../../src/database/connection.ts";
import { type EmbeddedHome, prepareEmbeddedHome } from "../../src/database/embedded-home.ts";
import { childOptions } from "../../src/database/server-user.ts";
import { eventually } from "../ground/eventually.ts";
import { preparedDataDir } from "../ground/prepared-cluster.ts";
import type { Machine } from "./network-world.ts";

export type Server = {
  socket: string;
  child: ChildProcess;
  ask: (sql: string) => Promise<unknown[]>;
  log: () => string;
};

/**
 * A primary and its hot standby. Both begin as copies of one cleanly stopped cluster, which spares a pg_basebackup of the server's
 * own version. The primary says "committed" only when the standby has it too. Without machines, both are reached by their sockets alone.
 */
export async function startPair(machines?: [Machine, Machine]): Promise<{ primary: Server; standby: Server }> {
  const primary = await startServer({ synchronous_standby_names: "*" }, machines?.[0]);
  const host = machines === undefined ? primary.socket : machines[0].address;
  const standby = await startServer({ primary_conninfo: `host=${host} user=${superuser}` }, machines?.[1]);
  await eventually(async () => {
    const synchronous = await primary.ask("select from pg_stat_replication where sync_state = 'sync'");
    if (synchronous.length !== 1) throw new Error(`The standby does not follow: ${standby.log()}`);
  });
  return { primary, standby };
}

/** With `primary_conninfo` it is a standby. */
export async function startServer(settings: Record<string, string>, machine?: Machine): Promise<Server> {
  const home = prepareEmbeddedHome(await preparedDataDir());
  if (settings["primary_conninfo"] !== undefined) writeOwned(home, "standby.signal", "");
  const own = { ...settings, unix_socket_directories: home.socket, cluster_name: home.clusterName };
  const options = Object.entries({ ...own, ...(machine === undefined ? {} : openTo(home, machine)) });
  const args = ["-D", home.data, ...options.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const log = openSync(home.log, "a");
  const stdio: StdioOptions = ["ignore", log, log];
  const program = join(home.binaries, "bin", "postgres");
  const { uid, gid, ...common } = { uid: 0, gid: 0, ...childOptions(home.user) };
  const child =
    machine === undefined
      ? spawn(program, args, { ...childOptions(home.user), stdio })
      : // Only root enters a namespace; PostgreSQL refuses root.
        spawn(...machine.command("setpriv", [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", program, ...args]), {
          ...common,
          stdio,
        });
  closeSync(log);
  after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGQUIT");
    await once(child, "exit");
  });
  const ask = async (sql: string) => {
    const client = new pg.Client({ host: home.socket, user: superuser, database: "plainwire" });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  await eventually(() => ask("select 1"));
  return { socket: home.socket, child, ask, log: () => readFileSync(home.log, "utf8").slice(-2_000) };
}

/** Its own network trusts everybody, for replication too. */
function openTo(home: EmbeddedHome, { address }: Machine): Record<string, string> {
  const rules = ["local all all trust", "host all all 10.0.0.0/8 trust", "host replication all 10.0.0.0/8 trust"];
  return { listen_addresses: address, hba_file: writeOwned(home, "machine_hba.conf", `${rules.join("\n")}\n`) };
}

function writeOwned({ data, user }: EmbeddedHome, name: string, text: string): string {
  const file = join(data, name);
  writeFileSync(file, text);
  if (user.switches) chownSync(file, user.uid, user.gid);
  return file;
}

export type MovingAddress = { port: number; moveTo: (server: Pick<Server, "socket">) => void };

/** Stands for the address that follows the primary: a name, a virtual address or a proxy. A move cuts what is open. */
export async function movingAddress(first: Server): Promise<MovingAddress> {
  let socket = first.socket;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(join(socket, ".s.PGSQL.5432"));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one
        .on("error", () => undefined)
        .once("close", () => {
          open.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const cut = () => open.forEach((one) => one.destroy());
  after(() => {
    server.close();
    cut();
  });
  const moveTo = (to: Pick<Server, "socket">) => {
    socket = to.socket;
    cut();
  };
  return { port: (server.address() as AddressInfo).port, moveTo };
}
