-- Adds a feed and gives it a place in the schedule: the one way for the web, the command line and imports. Its lane must be
-- locked. wanted: the columns of feeds that are to differ from their defaults, lane, and due_at (null: not scheduled).
-- Returns null where a live feed has the address.
create or replace function public.add_feed(wanted jsonb, at timestamptz) returns uuid
language plpgsql set search_path = '' as $$
declare
  added uuid;
begin
  insert into public.feeds (id, url, owner_id, name, root_domain, published, enabled, polling, adaptive,
    own_interval_minutes, failure_policy, enforce_feed_domain, full_text, analyzer, prompt, cache_scope, headers,
    created_at, updated_at)
  select coalesce(w.id, gen_random_uuid()), w.url, w.owner_id, w.name, w.root_domain, coalesce(w.published, false),
    coalesce(w.enabled, false), coalesce(w.polling, false), coalesce(w.adaptive, true), w.own_interval_minutes,
    w.failure_policy, coalesce(w.enforce_feed_domain, true), coalesce(w.full_text, 'auto'), w.analyzer, w.prompt,
    coalesce(w.cache_scope, 'feed'), w.headers, at, at
  from jsonb_populate_record(null::public.feeds, wanted) w
  on conflict do nothing
  returning id into added;
  if added is not null then
    perform public.place_feed(added, wanted ->> 'lane', (wanted ->> 'due_at')::timestamptz);
  end if;
  return added;
end $$;
