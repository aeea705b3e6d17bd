-- Trigger mark_first_fetch on feeds: a published feed is served from its first fetch on, even when it has no items. Items
-- mark their feed as stale; this marks a feed that has none.
create or replace function public.mark_first_fetch() returns trigger language plpgsql as $$
begin
  insert into public.stale_feeds (feed_id, since) values (new.id, clock_timestamp()) on conflict do nothing;
  return null;
end $$;
