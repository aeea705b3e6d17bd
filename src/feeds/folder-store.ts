import type { Queryable } from "../database/transaction.ts";
import { uuidV7 } from "../ids.ts";
import { cutName } from "./new-feed.ts";

// All of these run in the person's own transaction: row-level security is what makes the folders theirs.

export type Folder = { id: string; name: string };

/** More than anybody sorts by hand; it keeps one account from filling the server. */
const foldersMax = 500;

/** A person's folders in their own order, then by name. */
export async function listFolders(asPerson: Queryable): Promise<Folder[]> {
  const { rows } = await asPerson.query<Folder>({
    name: "list-folders",
    text: "select id, name from folders order by place, lower(name) collate natural_order, id",
  });
  return rows;
}

export type FolderFault = "name-missing" | "name-taken" | "too-many";

/** At the end of the list. */
export async function createFolder(
  tx: Queryable,
  { personId, name: written, now }: { personId: string; name: string; now: Date },
): Promise<FolderFault | null> {
  const name = cutName(written);
  if (name === "") return "name-missing";
  const [added] = await makeFolders(tx, { personId, names: [name], now });
  return added === undefined ? "too-many" : added.isNew ? null : "name-taken";
}

export type MadeFolder = Folder & { isNew: boolean };

/** The folders of these names, in order; those that the person does not have are made. What goes over the limit is left out. */
export async function makeFolders(
  tx: Queryable,
  { personId, names, now }: { personId: string; names: readonly string[]; now: Date },
): Promise<MadeFolder[]> {
  const known = await listFolders(tx);
  const idOf = new Map(known.map(({ id, name }) => [name, id]));
  const missing = [...new Set(names)].filter((name) => !idOf.has(name)).slice(0, foldersMax - known.length);
  const made = missing.map((name) => ({ id: uuidV7(now), name }));
  // Another tab may make the same at this moment: then that one is taken.
  const { rows } = await tx.query<Folder>(
    `insert into folders (id, user_id, name, place, created_at, updated_at)
     select m.id, $1, m.name, (select coalesce(max(place), 0) from folders) + m.n, $4, $4
     from unnest($2::uuid[], $3::text[]) with ordinality m(id, name, n)
     on conflict (user_id, name) do update set updated_at = excluded.updated_at returning id, name`,
    [personId, made.map(({ id }) => id), made.map(({ name }) => name), now],
  );
  for (const { id, name } of rows) idOf.set(name, id);
  const isNew = new Set(made.map(({ id }) => id));
  return names.flatMap((name) => {
    const id = idOf.get(name);
    return id === undefined ? [] : [{ id, name, isNew: isNew.has(id) }];
  });
}

/** "unknown": it is not this person's. */
export async function renameFolder(
  tx: Queryable,
  { id, name: written, now }: { id: string; name: string; now: Date },
): Promise<FolderFault | "unknown" | null> {
  const name = cutName(written);
  if (name === "") return "name-missing";
  const { rows } = await tx.query<{ id: string }>("select id from folders where name = $1", [name]);
  if (rows.some((other) => other.id !== id)) return "name-taken";
  const { rowCount } = await tx.query("update folders set name = $2, updated_at = $3 where id = $1", [id, name, now]);
  return rowCount === 1 ? null : "unknown";
}

/** Its feeds have no folder then. */
export async function deleteFolder(tx: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await tx.query("delete from folders where id = $1", [id]);
  return rowCount === 1;
}

/** One place up or down; at the end of the list it stays. */
export async function moveFolder(tx: Queryable, id: string, step: 1 | -1, now: Date): Promise<boolean> {
  const ids = (await listFolders(tx)).map((folder) => folder.id);
  const from = ids.indexOf(id);
  if (from < 0) return false;
  const to = Math.min(ids.length - 1, Math.max(0, from + step));
  await orderFolders(tx, ids.toSpliced(from, 1).toSpliced(to, 0, id), now);
  return true;
}

/** In this order. Folders that are not named, made by another tab, keep their place after the named ones before them. */
export async function orderFolders(tx: Queryable, ids: readonly string[], now: Date): Promise<void> {
  await tx.query(
    `update folders f set place = o.n, updated_at = $2 from unnest($1::uuid[]) with ordinality o(id, n)
     where f.id = o.id and f.place <> o.n`,
    [ids, now],
  );
}
