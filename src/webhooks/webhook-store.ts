import type { Queryable } from "../database/transaction.ts";
import type { DeliveryEvent, WebhookEvent, WebhookKind } from "./webhook.ts";
import { webhooksMax } from "./webhook.ts";

export type NewWebhook = {
  id: string;
  name: string;
  kind: WebhookKind;
  url: string;
  /** Sealed. */
  secret: Buffer;
  events: readonly WebhookEvent[];
  folderId: string | null;
  words: string;
  tsquery: string | null;
};

/** False: the person has as many as anybody may have. */
export async function addWebhook(asPerson: Queryable, webhook: NewWebhook, now: Date): Promise<boolean> {
  const { id, name, kind, url, secret, events, folderId, words, tsquery } = webhook;
  const { rowCount } = await asPerson.query(
    `insert into webhooks (id, user_id, name, kind, url, secret, events, folder_id, words, query, created_at)
     select $1, auth.uid(), $2, $3, $4, $5, $6, $7, $8, $9::tsquery, $10
     where (select count(*) from webhooks) < $11`,
    [id, name, kind, url, secret, events, folderId, words, tsquery, now, webhooksMax],
  );
  return rowCount === 1;
}

export type ListedWebhook = {
  id: string;
  name: string;
  kind: WebhookKind;
  url: string;
  events: WebhookEvent[];
  folderName: string | null;
  words: string;
  failingSince: Date | null;
  disabledAt: Date | null;
  deliveries: ListedDelivery[];
};

export type ListedDelivery = {
  id: string;
  event: DeliveryEvent;
  title: string | null;
  createdAt: Date;
  dueAt: Date | null;
  isDelivered: boolean;
  attempts: number;
  answer: string | null;
};

const deliveriesShown = 10;

export async function listWebhooks(asPerson: Queryable): Promise<ListedWebhook[]> {
  const { rows } = await asPerson.query<ListedWebhook>(
    `select w.id, w.name, w.kind, w.url, w.events, f.name as "folderName", w.words, w.failing_since as "failingSince",
       w.disabled_at as "disabledAt", coalesce((
         select jsonb_agg(to_jsonb(l) order by l."createdAt" desc, l.id) from (
           select d.id, d.event, left(i.title, 200) as title, d.created_at as "createdAt", d.due_at as "dueAt",
             d.is_delivered as "isDelivered", d.attempts, d.answer
           from deliveries d left join items i on i.id = d.item_id
           where d.webhook_id = w.id order by d.created_at desc, d.id limit $1
         ) l), '[]') as deliveries
     from webhooks w left join folders f on f.id = w.folder_id order by lower(w.name), w.id`,
    [deliveriesShown],
  );
  return rows.map((row) => ({ ...row, deliveries: row.deliveries.map(withDates) }));
}

/** JSON has no dates. */
function withDates(delivery: ListedDelivery): ListedDelivery {
  const { createdAt, dueAt } = delivery;
  return { ...delivery, createdAt: new Date(createdAt), dueAt: dueAt === null ? null : new Date(dueAt) };
}

/** Where the person can send an item to. */
export async function listSaveTargets(asPerson: Queryable): Promise<{ id: string; name: string }[]> {
  const { rows } = await asPerson.query<{ id: string; name: string }>(
    `select id, name from webhooks where disabled_at is null and 'item.saved' = any(events) order by lower(name), id`,
  );
  return rows;
}

/** What a person sends by hand waits while its receiver is away. More than this is a finger on a button. */
const waitingMax = 200;

export type Queued = "queued" | "full" | "gone";

/** Each click is a delivery of its own. `gone`: the person has no such webhook, or no such item. */
export async function queueItem(asPerson: Queryable, webhookId: string, itemId: string, now: Date): Promise<Queued> {
  const { rows } = await asPerson.query<{ waiting: number; added: number }>(
    `with target as (
       select w.id as webhook_id, i.id as item_id, (
         select count(*)::int from (select from deliveries d where d.webhook_id = w.id and d.event = 'item.saved'
           and d.due_at is not null limit ${waitingMax}) clicks
       ) as waiting from webhooks w, items i
       where w.id = $1 and w.disabled_at is null and 'item.saved' = any(w.events) and i.id = $2
     ),
     added as (
       insert into deliveries (webhook_id, event, subject, item_id, created_at, due_at)
       select webhook_id, 'item.saved', gen_random_uuid()::text, item_id, $3, $3 from target where waiting < ${waitingMax}
       returning id
     )
     select waiting, (select count(*)::int from added) as added from target`,
    [webhookId, itemId, now],
  );
  const [row] = rows;
  if (row === undefined) return "gone";
  await notifyDeliveries(asPerson);
  return row.added === 1 ? "queued" : "full";
}

/** False: the person has no such webhook. Where as many wait as anybody may have waiting, one more changes nothing. */
export async function queueTest(asPerson: Queryable, webhookId: string, now: Date): Promise<boolean> {
  const { rowCount } = await asPerson.query(
    `with target as (select id from webhooks where id = $1),
     added as (
       insert into deliveries (webhook_id, event, subject, created_at, due_at)
       select id, 'test', gen_random_uuid()::text, $2, $2 from target where (
         select count(*) from (select from deliveries d where d.webhook_id = target.id and d.event = 'test'
           and d.due_at is not null limit ${waitingMax}) presses
       ) < ${waitingMax}
     )
     select from target`,
    [webhookId, now],
  );
  await notifyDeliveries(asPerson);
  return rowCount === 1;
}

/** Once more, from the first attempt on. One that is on its way stays as it is. */
export async function repeatDelivery(asPerson: Queryable, deliveryId: string, now: Date): Promise<boolean> {
  const { rowCount } = await asPerson.query(
    "update deliveries set due_at = $2, attempts = 0, ended_at = null where id = $1 and due_at is null",
    [deliveryId, now],
  );
  await notifyDeliveries(asPerson);
  return rowCount === 1;
}

/** Switches it on again. What waited is sent now. */
export async function enableWebhook(asPerson: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await asPerson.query(
    "update webhooks set disabled_at = null, failing_since = null where id = $1",
    [id],
  );
  await notifyDeliveries(asPerson);
  return rowCount === 1;
}

export async function deleteWebhook(asPerson: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await asPerson.query("delete from webhooks where id = $1", [id]);
  return rowCount === 1;
}

export const deliveriesChannel = "plainwire_deliveries";

async function notifyDeliveries(db: Queryable): Promise<void> {
  await db.query("select pg_notify($1, '')", [deliveriesChannel]);
}
