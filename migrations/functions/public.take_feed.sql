-- A feed to be read under an address: the one that is there, else one that was removed less than a day ago and still has
-- all its items, else a new one, due at once or at wanted.due_at. Its lane must be locked.
-- wanted: url, lane, root_domain, headers (sealed; new ones make the feed start from scratch), kept (headers that only a new
-- row takes), due_at.
create or replace function public.take_feed(owner uuid, wanted jsonb, at timestamptz) returns uuid
language plpgsql set search_path = '' as $$
declare
  feed uuid := public.find_live_feed(wanted ->> 'url', owner);
  due timestamptz := coalesce((wanted ->> 'due_at')::timestamptz, at - interval '1 day');
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
    if feed is not null then perform public.place_feed(feed, wanted ->> 'lane', due); end if;
  end if;
  if feed is null then
    feed := public.add_feed(jsonb_build_object('url', wanted -> 'url', 'owner_id', owner, 'root_domain', wanted -> 'root_domain',
      'enabled', true, 'polling', true, 'enforce_feed_domain', false, 'lane', wanted -> 'lane', 'due_at', due,
      'headers', case when owner is not null then coalesce(wanted ->> 'headers', wanted ->> 'kept') end), at);
  elsif wanted ->> 'headers' is not null then
    perform public.renew_feed(feed, (wanted ->> 'headers')::bytea, at);
  end if;
  return feed;
end $$;
