-- Where a person's news is sent: their own programs, and services that keep or announce pages.
create table webhooks (
  id uuid primary key,
  user_id uuid not null references accounts.users on delete cascade,
  name text not null check (length(name) between 1 and 255),
  kind text not null check (kind in ('webhook', 'ntfy', 'wallabag', 'readeck', 'linkding', 'karakeep')),
  url text not null check (octet_length(url) <= 2048),
  secret bytea not null,                   -- sealed
  events text[] not null,
  folder_id uuid references folders on delete cascade, -- new items of this folder only
  words text not null default '',          -- new items with these words only, as typed
  query tsquery,                           -- the same as item_index understands it
  created_at timestamptz not null,
  failing_since timestamptz,
  disabled_at timestamptz
);
create index webhooks_user on webhooks (user_id);
create index webhooks_folder on webhooks (folder_id);
create index webhooks_new on webhooks (user_id) where disabled_at is null and 'item.new' = any(events);

-- What is to be sent, written in the transaction that caused it. Sent at least once: receivers know a delivery by its id.
create table deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references webhooks on delete cascade,
  event text not null check (event in ('item.new', 'item.starred', 'item.saved', 'brief.written', 'feed.failing', 'test')),
  subject text not null,                   -- what happened, so that it is sent once
  item_id uuid references items on delete cascade,
  summary_id uuid references summaries on delete cascade,
  feed_id uuid references feeds on delete cascade,
  created_at timestamptz not null,
  attempts integer not null default 0,
  due_at timestamptz,                      -- null: it has ended
  ended_at timestamptz,
  is_delivered boolean not null default false,
  status integer,                          -- of the last answer
  answer text check (length(answer) <= 500), -- what the receiver said, or why it could not be asked
  unique (webhook_id, event, subject)
);
create index deliveries_due on deliveries (due_at) where due_at is not null;
create index deliveries_item on deliveries (item_id);
create index deliveries_summary on deliveries (summary_id);
create index deliveries_feed on deliveries (feed_id);
create index deliveries_ended on deliveries (ended_at) where ended_at is not null;

alter table webhooks enable row level security;
alter table deliveries enable row level security;
create policy worker on webhooks to service_role using (true) with check (true);
create policy worker on deliveries to service_role using (true) with check (true);
create policy own on webhooks to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy own on deliveries to authenticated
  using (webhook_id in (select id from webhooks)) with check (webhook_id in (select id from webhooks));
grant select, insert, update, delete on webhooks, deliveries to service_role;
grant select, insert, delete on webhooks to authenticated;
grant update (failing_since, disabled_at) on webhooks to authenticated;
grant select, insert on deliveries to authenticated;
grant update (due_at, attempts, ended_at) on deliveries to authenticated;

create function send_new_items() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.webhooks where disabled_at is null and 'item.new' = any(events)) then return null; end if;
  insert into public.deliveries (webhook_id, event, subject, item_id, created_at, due_at)
  select w.id, 'item.new', a.item_id::text, a.item_id, clock_timestamp(), clock_timestamp()
  from added a
  join public.subscriptions s on s.feed_id = a.feed_id and s.paused_at is null
  join public.webhooks w on w.user_id = s.user_id and w.disabled_at is null and 'item.new' = any(w.events)
  where a.pub_date > clock_timestamp() - interval '2 days'
    and (w.folder_id is null or w.folder_id = s.folder_id) and (w.query is null or a.words @@ w.query)
    and not exists (select from public.item_states h where h.user_id = w.user_id and h.item_id = a.item_id and h.hidden_at is not null)
  on conflict (webhook_id, event, subject) do nothing;
  if found then perform pg_notify('plainwire_deliveries', ''); end if;
  return null;
end $$;
revoke execute on function send_new_items() from public;
create trigger send_new after insert on item_index
  referencing new table as added for each statement execute function send_new_items();

create function send_starred_items() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from changed where starred_at is not null) then return null; end if;
  insert into public.deliveries (webhook_id, event, subject, item_id, created_at, due_at)
  select w.id, 'item.starred', c.item_id::text, c.item_id, clock_timestamp(), clock_timestamp()
  from changed c
  join public.webhooks w on w.user_id = c.user_id and w.disabled_at is null and 'item.starred' = any(w.events)
  where c.starred_at > w.created_at
  on conflict (webhook_id, event, subject) do nothing;
  if found then perform pg_notify('plainwire_deliveries', ''); end if;
  return null;
end $$;
revoke execute on function send_starred_items() from public;
create trigger send_starred after insert on item_states
  referencing new table as changed for each statement execute function send_starred_items();
create trigger send_starred_later after update on item_states
  referencing new table as changed for each statement execute function send_starred_items();

create function send_briefs() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.deliveries (webhook_id, event, subject, summary_id, created_at, due_at)
  select w.id, 'brief.written', a.id::text, a.id, clock_timestamp(), clock_timestamp()
  from added a
  join public.webhooks w on w.user_id = a.user_id and w.disabled_at is null and 'brief.written' = any(w.events)
  on conflict (webhook_id, event, subject) do nothing;
  if found then perform pg_notify('plainwire_deliveries', ''); end if;
  return null;
end $$;
revoke execute on function send_briefs() from public;
create trigger send_briefs after insert on summaries
  referencing new table as added for each statement execute function send_briefs();
