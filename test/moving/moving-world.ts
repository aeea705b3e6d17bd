import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import { testDatabase } from "../ground/test-database.ts";
import { onDatabase } from "../faults/fault-world.ts";
import { temporaryFolder } from "../ground/plainwire-process.ts";
import { type CommandOptions, runCommand, startCommand } from "../ground/run-command.ts";

export type StandIn = { url: string; asked: { path: string; headers: IncomingMessage["headers"]; body: string }[] };

/** Another reader on loopback that gives recorded answers. `answer` gets the path with its query. */
export async function standIn(
  answer: (path: string, body: string) => { status?: number; headers?: Record<string, string>; body?: unknown },
): Promise<StandIn> {
  const asked: StandIn["asked"] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks = (await request.toArray()) as Buffer[];
    const body = Buffer.concat(chunks).toString("utf8");
    const path = request.url ?? "";
    asked.push({ path, headers: request.headers, body });
    const { status = 200, headers = {}, body: answered = "" } = answer(path, body);
    response.writeHead(status, headers);
    response.end(typeof answered === "string" ? answered : JSON.stringify(answered));
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  after(() => new Promise((closed) => server.close(closed)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

export type Marked = { title: string; url: string; isStarred: boolean; isRead: boolean };

/** A database with accounts, and the command line on it. */
export async function movingWorld() {
  const database = await testDatabase();
  const folder = await temporaryFolder();
  const env = { ...onDatabase(database), DATA_DIR: folder };
  const withEnv = (options: CommandOptions = {}) => ({ ...options, env: { ...env, ...options.env } });
  const run = (args: string[], options?: CommandOptions) => runCommand(args, withEnv(options));
  const pool = database.worker;
  return {
    folder,
    pool,
    run,
    start: (args: string[], options?: CommandOptions) => startCommand(args, withEnv(options)),
    createAccount: async (email: string) => {
      const made = await run(["user", "create", email]);
      if (made.code !== 0) throw new Error(made.stderr);
    },
    foldersOf: async (email: string) => {
      const { rows } = await pool.query<{ feed: string; folder: string | null }>(
        `select f.url as feed, o.name as folder from subscriptions s join feeds f on f.id = s.feed_id
         join accounts.users u on u.id = s.user_id left join folders o on o.id = s.folder_id where u.email = $1 order by f.url`,
        [email],
      );
      return rows;
    },
    marksOf: async (email: string) => {
      const { rows } = await pool.query<Marked>(
        `select i.title, i.url, s.starred_at is not null as "isStarred", s.read_at is not null as "isRead"
         from item_states s join items i on i.id = s.item_id join accounts.users u on u.id = s.user_id
         where u.email = $1 order by i.title`,
        [email],
      );
      return rows;
    },
  };
}
