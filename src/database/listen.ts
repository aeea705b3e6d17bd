import type pg from "pg";
import type { Connection } from "./connection.ts";
import { connectAs } from "./connection.ts";

export type Listener = { stop: () => Promise<void> };

type Options = {
  connection: Connection;
  /** Channel → what to do with a payload. */
  on: Record<string, (payload: string) => void>;
  /** After every (re)connect: notifications sent before it were missed. */
  onConnect: () => void;
  onError: (error: unknown) => void;
};

const reconnectMs = 1_000;

/** LISTEN on a connection of its own, not through a pooler. A lost connection is opened again. */
export function listen({ connection, on, onConnect, onError }: Options): Listener {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  const connect = async (): Promise<void> => {
    try {
      client = await connectAs(connection, "app_worker", { direct: true });
      client.on("notification", ({ channel, payload }) => on[channel]?.(payload ?? ""));
      client.once("end", again);
      for (const channel of Object.keys(on)) await client.query(`listen ${channel}`);
      onConnect();
    } catch (error) {
      onError(error);
      // A standby lets us in and refuses LISTEN: kept, each try would leave one more connection there.
      void client?.end().catch(() => undefined);
      again();
    }
  };
  const again = () => {
    if (stopped) return;
    timer ??= setTimeout(() => {
      timer = null;
      connecting = connect();
    }, reconnectMs);
  };
  let connecting = connect();

  return {
    stop: async () => {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      await connecting;
      await client?.end().catch(() => undefined);
    },
  };
}
