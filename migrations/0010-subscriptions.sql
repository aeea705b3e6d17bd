-- A person's list of feeds. Feeds are shared rows that no person may write, so a list changes by these functions alone, in
-- the person's own transaction. Whatever touches a schedule locks its lane first (notes/claim.md): hosts by key, then
-- schedules, then feeds.

-- What a person took off their list, so that they can have it back for a day; after it the worker purges the feed.
create table removed_subscriptions (
  id uuid primary key,                     -- the subscription's own: it comes back under its old address
  user_id uuid not null references accounts.users on delete cascade,
  feed_id uuid not null references feeds on delete cascade,
  name text not null,
  created_at timestamptz not null,
  removed_at timestamptz not null
);
create index removed_subscriptions_user on removed_subscriptions (user_id, removed_at desc);
create index removed_subscriptions_feed on removed_subscriptions (feed_id);
alter table removed_subscriptions enable row level security;
create policy worker on removed_subscriptions to service_role using (true) with check (true);
create policy own on removed_subscriptions for select to authenticated using (user_id = (select auth.uid()));
grant select, insert, update, delete on removed_subscriptions to service_role;
grant select on removed_subscriptions to authenticated;

-- Lanes -----------------------------------------------------------------------------------------------------------

-- As in src/feeds/schedule-store.ts, for writers that are no worker.
create function lock_lanes(lanes text[]) returns void language plpgsql set search_path = '' as $$
begin
  insert into public.hosts (key) select distinct k collate "C" from unnest(lanes) k order by 1 on conflict do nothing;
  perform from public.hosts h where h.key = any(lanes) order by h.key for update;
end $$;

create function tell_lanes(lanes text[]) returns void language plpgsql set search_path = '' as $$
begin
  update public.hosts h set
    asked_at = case when h.lease_id is null then h.asked_at else least(h.asked_at, d.due) end,
    ready_at = case when h.lease_id is not null then h.ready_at
      when d.due is null then 'infinity' else greatest(h.free_at, d.due) end
  from (
    select k.key, (select s.next_run_at from public.feed_schedules s
      where s.host = k.key and s.runnable and s.next_run_at is not null order by s.next_run_at limit 1) as due
    from unnest(lanes) k(key)
  ) d
  where h.key = d.key;
  perform pg_notify('plainwire_due', '');
end $$;

-- Feeds behind a list ---------------------------------------------------------------------------------------------

-- The live feed of an address: a person's own one, or (owner null) the shared one, also where it moved to.
create function find_live_feed(address text, owner uuid) returns uuid language sql stable set search_path = '' as $$
  select f.id from public.feeds f where owner is null and f.url = address and f.owner_id is null and f.deleted_at is null
  union all
  select f.id from public.feeds f where f.owner_id = owner and f.url = address and f.deleted_at is null
  union all
  select f.id from public.feed_aliases a join public.feeds f on f.id = a.feed_id
  where owner is null and a.url = address and f.owner_id is null and f.deleted_at is null
  limit 1
$$;

-- A feed to be read under an address: the one that is there, else one that was removed within the day and is there with all
-- its items, else a new one, due at once or when `wanted` says. Its lane must be locked. `wanted`: url, lane, root_domain,
-- headers (sealed; new ones make it start anew), kept (headers that only a new row takes), due_at.
create function take_feed(owner uuid, wanted jsonb, at timestamptz) returns uuid
language plpgsql set search_path = '' as $$
declare
  feed uuid := public.find_live_feed(wanted ->> 'url', owner);
  head timestamptz := coalesce((wanted ->> 'due_at')::timestamptz, at - interval '1 day');
begin
  if feed is null then
    update public.feeds f set deleted_at = null, updated_at = at
    where f.id = (
      select r.id from public.feeds r
      where r.deleted_at is not null and r.url = wanted ->> 'url' and r.owner_id is not distinct from owner
        and r.merged_into is null and not r.published
      order by r.deleted_at desc limit 1
    )
    returning f.id into feed;
    update public.feed_schedules s set host = wanted ->> 'lane', runnable = f.enabled and not f.suspended,
      next_run_at = case when f.suspended then s.next_run_at else coalesce(s.next_run_at, head) end
    from public.feeds f where f.id = feed and s.feed_id = f.id;
  end if;
  if feed is null then
    insert into public.feeds
      (id, url, owner_id, root_domain, enabled, polling, enforce_feed_domain, headers, created_at, updated_at)
    values (gen_random_uuid(), wanted ->> 'url', owner, wanted ->> 'root_domain', true, true, false,
      case when owner is not null then coalesce(wanted ->> 'headers', wanted ->> 'kept')::bytea end, at, at)
    returning id into feed;
    insert into public.feed_schedules (feed_id, host, runnable, next_run_at) values (feed, wanted ->> 'lane', true, head);
  elsif wanted ->> 'headers' is not null then
    perform public.renew_feed(feed, (wanted ->> 'headers')::bytea, at);
  end if;
  return feed;
end $$;

-- With other credentials nothing learnt so far holds (C18), and it is due; but never before a time its server named, and
-- not within five minutes of the last fetch, as with any request of a person's own.
create function renew_feed(feed uuid, sealed bytea, at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  update public.feed_schedules s set
    runnable = f.enabled, why_next = null,
    again_at = case when s.lease_id is not null and s.locked_until > at then due.earliest end,
    next_run_at = case when s.lease_id is not null and s.locked_until > at then s.next_run_at else due.earliest end
  from public.feeds f
  cross join lateral (
    select greatest(at - interval '1 day', f.not_before, f.last_fetched_at + interval '5 minutes') as earliest
  ) due
  where f.id = feed and s.feed_id = f.id;
  update public.feeds set headers = sealed, updated_at = at, etag = null, last_modified = null, validators_url = null,
    body_hash = null, entries_digest = null, seen = null, hints = null, discovered = null, last_fetch_status = null,
    last_fetch_error = null, retry_count = 0, failure_class = null, class_failures = 0, circuit_opened_at = null,
    circuit_until = null, probes = 0, suspended = false
  where id = feed;
end $$;

-- Nobody needs it any more: marked deleted, and purged a day later.
create function release_feed(feed uuid, at timestamptz) returns void language plpgsql set search_path = '' as $$
begin
  update public.feeds f set deleted_at = at, updated_at = at
  where f.id = feed and not f.published and f.deleted_at is null
    and not exists (select from public.subscriptions s where s.feed_id = f.id);
  if found then update public.feed_schedules set runnable = false where feed_id = feed; end if;
end $$;

-- Lanes that a change may write to: of the addresses themselves, and of the feeds they lead to now.
create function lanes_of(wanted jsonb, feed uuid) returns text[] language sql stable set search_path = '' as $$
  select array(
    select w ->> 'lane' from jsonb_array_elements(wanted) w
    union
    select s.host from public.feed_schedules s where s.feed_id = feed
    union
    select s.host from jsonb_array_elements(wanted) w
    cross join lateral (
      values (public.find_live_feed(w ->> 'url', null)), (public.find_live_feed(w ->> 'url', auth.uid()))
    ) led(id)
    join public.feed_schedules s on s.feed_id = led.id
  )
$$;

-- Whether the person reads that address already, shared or as a feed of their own, under another subscription.
create function reads_already(address text, except_subscription uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.subscriptions s
    where s.user_id = auth.uid() and s.id is distinct from except_subscription
      and s.feed_id in (public.find_live_feed(address, null), public.find_live_feed(address, auth.uid()))
  )
$$;

-- What the web may ask for a person ------------------------------------------------------------------------------

-- Many at once, in the order of `wanted` (as for take_feed, and: id, name, is_own). Outcomes: added, duplicate, full.
create function subscribe(wanted jsonb, subscriptions_max integer, at timestamptz)
returns table (place integer, outcome text, feed uuid)
language plpgsql security definer set search_path = '' as $$
declare
  lanes text[] := public.lanes_of(wanted, null);
  room integer;
  one jsonb;
begin
  perform public.lock_lanes(lanes);
  room := subscriptions_max - (select count(*) from public.subscriptions s where s.user_id = auth.uid());
  for place, one in select w.n, w.value from jsonb_array_elements(wanted) with ordinality w(value, n) loop
    feed := null;
    outcome := case when public.reads_already(one ->> 'url', null) then 'duplicate' when room <= 0 then 'full' end;
    if outcome is null then
      feed := public.take_feed(case when (one ->> 'is_own')::boolean then auth.uid() end, one, at);
      insert into public.subscriptions (id, user_id, feed_id, name, created_at, updated_at)
      values ((one ->> 'id')::uuid, auth.uid(), feed, one ->> 'name', at, at);
      insert into public.events (id, user_id, event_type, metadata, created_at)
      values (gen_random_uuid(), auth.uid(), 'feed_added', jsonb_build_object('feed_id', feed), at);
      outcome := 'added';
      room := room - 1;
    end if;
    return next;
  end loop;
  perform public.tell_lanes(lanes);
end $$;

-- Another name, and where `wanted` (as for subscribe, one of them) leads elsewhere another feed (C18). Outcomes: changed,
-- duplicate, unknown.
create function change_subscription(subscription uuid, new_name text, wanted jsonb, at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  before public.feeds;
  lanes text[];
  feed uuid;
begin
  select f.* into before from public.subscriptions s join public.feeds f on f.id = s.feed_id
  where s.id = subscription and s.user_id = auth.uid();
  if before.id is null then return 'unknown'; end if;
  lanes := public.lanes_of(jsonb_build_array(wanted), before.id);
  perform public.lock_lanes(lanes);
  if public.reads_already(wanted ->> 'url', subscription) then return 'duplicate'; end if;
  feed := public.take_feed(case when (wanted ->> 'is_own')::boolean then auth.uid() end,
    wanted || jsonb_build_object('kept', before.headers), at);
  update public.subscriptions set name = new_name, feed_id = feed, updated_at = at
  where id = subscription and user_id = auth.uid();
  if feed <> before.id then perform public.release_feed(before.id, at); end if;
  perform public.tell_lanes(lanes);
  return 'changed';
end $$;

create function unsubscribe(subscription uuid, at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  lanes text[];
  feed uuid;
begin
  select array[c.host] into lanes from public.subscriptions s join public.feed_schedules c on c.feed_id = s.feed_id
  where s.id = subscription and s.user_id = auth.uid();
  if lanes is null then return false; end if;
  perform public.lock_lanes(lanes);
  delete from public.removed_subscriptions r where r.user_id = auth.uid() and r.removed_at < at - interval '1 day';
  with gone as (
    delete from public.subscriptions where id = subscription and user_id = auth.uid() returning *
  )
  insert into public.removed_subscriptions (id, user_id, feed_id, name, created_at, removed_at)
  select id, user_id, feed_id, name, created_at, at from gone returning feed_id into feed;
  perform public.release_feed(feed, at);
  perform public.tell_lanes(lanes);
  return feed is not null;
end $$;

-- Undoes the removal of the last day; the feed comes back with its items.
create function restore_subscription(subscription uuid, at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  gone public.removed_subscriptions;
  before public.feeds;
  wanted jsonb;
  lanes text[];
begin
  delete from public.removed_subscriptions r
  where r.id = subscription and r.user_id = auth.uid() and r.removed_at >= at - interval '1 day' returning * into gone;
  if gone.id is null then return false; end if;
  select f.* into before from public.feeds r join public.feeds f on f.id = coalesce(r.merged_into, r.id)
  where r.id = gone.feed_id;
  select jsonb_build_object('url', before.url, 'root_domain', before.root_domain, 'lane', c.host) into wanted
  from public.feed_schedules c where c.feed_id = before.id;
  lanes := public.lanes_of(jsonb_build_array(wanted), before.id);
  perform public.lock_lanes(lanes);
  insert into public.subscriptions (id, user_id, feed_id, name, created_at, updated_at)
  values (gone.id, gone.user_id, public.take_feed(before.owner_id, wanted, at), gone.name, gone.created_at, at)
  on conflict do nothing;
  perform public.tell_lanes(lanes);
  return true;
end $$;

revoke execute on function lock_lanes, tell_lanes, find_live_feed, take_feed, renew_feed, release_feed, lanes_of,
  reads_already, subscribe, change_subscription, unsubscribe, restore_subscription from public;
grant execute on function subscribe, change_subscription, unsubscribe, restore_subscription to authenticated;

-- Pages that show a list hear of what changes in it ---------------------------------------------------------------

-- Once for a whole batch of completed fetches, 2 to 4 µs a feed; a trigger per row cost 6 to 9 and woke every web process for
-- each. 200 ids stay below the 8,000 bytes a notification may have.
create function tell_of_fetch() returns trigger language plpgsql as $$
begin
  perform pg_notify('plainwire_fetched', string_agg(fetched.id::text, ','))
  from (
    select n.id, row_number() over () / 200 as part from after_fetch n join before_fetch o on o.id = n.id
    where n.last_fetched_at is distinct from o.last_fetched_at
  ) fetched
  group by fetched.part;
  return null;
end $$;
create trigger tell_of_fetch after update on feeds referencing old table as before_fetch new table as after_fetch
  for each statement execute function tell_of_fetch();

create function tell_of_subscription() returns trigger language plpgsql as $$
begin
  perform pg_notify('plainwire_subscribed', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;
create trigger tell_of_subscription after insert or update of feed_id or delete on subscriptions
  for each row execute function tell_of_subscription();
