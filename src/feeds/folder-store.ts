import type { Queryable } from "../database/transaction.ts";

export type Folder = { id: string; name: string };

/** A person's folders in their own order, then by name. */
export async function listFolders(asPerson: Queryable): Promise<Folder[]> {
  const { rows } = await asPerson.query<Folder>({
    name: "list-folders",
    text: "select id, name from folders order by place, lower(name) collate natural_order, id",
  });
  return rows;
}
