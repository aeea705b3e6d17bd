import type { NewAppPassword } from "../../../src/accounts/app-password-store.ts";
import type { AppsWorld } from "./apps-world.ts";

type Entry = { id: number; status: string; starred: boolean; feed: Record<string, unknown> };
export type Entries = { total: number; entries: Entry[] };

/** A reader with an app that speaks Miniflux. */
export async function addMinifluxApp(world: AppsWorld, changes: Partial<NewAppPassword> = {}) {
  const reader = await world.addReader();
  const { id, password } = await world.addPassword(reader, { protocol: "miniflux", ...changes });
  const headers = { "X-Auth-Token": password };
  const send = (method: string, path: string, body?: object) =>
    world.request(`/v1${path}`, {
      method,
      headers: { ...headers, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const json = async (path: string) => (await send("GET", path)).json();
  const idsOf = async (query: string, path = "/entries") =>
    ((await json(`${path}?${query}`)) as Entries).entries.map(({ id: number }) => String(number));
  const folder = async () => {
    const { rows } = await world.database.worker.query("select number from folders where user_id = $1", [reader.id]);
    return Number(rows[0].number) + 1;
  };
  return { reader, id, password, headers, send, json, idsOf, folder };
}
