// Loaded into the processes under test by NODE_OPTIONS=--import. On request it reports what only the process itself knows.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import pg from "pg";

/** Heap bytes after a garbage collection, database connections, and prepared statements on all of them. */
export type Inside = { heapBytes: number; connections: number; statements: number };

const clients = new Set<pg.Client>();

function watchClients(): void {
  const connect: unknown = Reflect.get(pg.Client.prototype, "connect");
  if (typeof connect !== "function") throw new Error("pg.Client has no connect any more");
  Reflect.set(pg.Client.prototype, "connect", function (this: pg.Client, ...given: unknown[]): unknown {
    clients.add(this);
    this.once("end", () => clients.delete(this));
    return Reflect.apply(connect, this, given);
  });
}

function lookInside(): Inside {
  collectGarbage();
  return {
    heapBytes: process.memoryUsage().heapUsed,
    connections: clients.size,
    statements: clients.values().reduce((sum, client) => sum + countStatements(client), 0),
  };
}

// pg keeps the names of prepared statements on the connection and has no API for them.
function countStatements(client: pg.Client): number {
  const connection: unknown = Reflect.get(client, "connection");
  const parsed: unknown = connection instanceof Object ? Reflect.get(connection, "parsedStatements") : null;
  if (!(parsed instanceof Object)) throw new Error("pg keeps its prepared statements elsewhere now");
  return Object.keys(parsed).length;
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
watchClients();
process.on("message", () => process.send?.(lookInside()));
// An open channel must not keep a process alive that was asked to stop.
process.channel?.unref();
