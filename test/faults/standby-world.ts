import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, writeFileSync, chownSync } from "node:fs";
import { type AddressInfo, type Socket, connect, createServer } from "node:net";
import { join } from "node:path";
import { after } from "node:test";
import pg from "pg";
import { superuser } from "../../src/database/connection.ts";
import { type EmbeddedHome, prepareEmbeddedHome } from "../../src/database/embedded-home.ts";
import { childOptions } from "../../src/database/server-user.ts";
import { eventually } from "../ground/eventually.ts";
import { preparedDataDir } from "../ground/prepared-cluster.ts";

export type Server = {
  socket: string;
  child: ChildProcess;
  ask: (sql: string) => Promise<unknown[]>;
  log: () => string;
};

/**
 * A primary and its hot standby. Both begin as copies of one cleanly stopped cluster, which spares a pg_basebackup of the server's
 * own version. The primary says "committed" only when the standby has it too.
 */
export async function startPair(): Promise<{ primary: Server; standby: Server }> {
  const homes = [prepareEmbeddedHome(await preparedDataDir()), prepareEmbeddedHome(await preparedDataDir())] as const;
  const primary = await startServer(homes[0], { synchronous_standby_names: "*" });
  const signal = join(homes[1].data, "standby.signal");
  writeFileSync(signal, "");
  if (homes[1].user.switches) chownSync(signal, homes[1].user.uid, homes[1].user.gid);
  const standby = await startServer(homes[1], { primary_conninfo: `host=${primary.socket} user=${superuser}` });
  await eventually(async () => {
    const synchronous = await primary.ask("select from pg_stat_replication where sync_state = 'sync'");
    if (synchronous.length !== 1) throw new Error(`The standby does not follow: ${standby.log()}`);
  });
  return { primary, standby };
}

async function startServer(home: EmbeddedHome, settings: Record<string, string>): Promise<Server> {
  const own = { ...settings, unix_socket_directories: home.socket, cluster_name: home.clusterName };
  const options = Object.entries(own).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const log = openSync(home.log, "a");
  const child = spawn(join(home.binaries, "bin", "postgres"), ["-D", home.data, ...options], {
    ...childOptions(home.user),
    stdio: ["ignore", log, log],
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
