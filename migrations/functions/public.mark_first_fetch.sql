-- Trigger mark_first_fetch on feeds: a published feed is served from its first fetch on, even when it has no items. Items
-- mark their feed as stale; this marks a feed that has none.
create or replace function public.mark_first_fetch() returns trigger language plpgsql as $$
begin
  insert into public.stale_feeds (feed_id, since) values (new.id, clock_timestamp())
  -- A feed may be marked before it is served: readers who were told that there is none are told of it now.
  on conflict (feed_id) do update set since = greatest(excluded.since, stale_feeds.since + interval '1 microsecond');
  return null;
end $$;
