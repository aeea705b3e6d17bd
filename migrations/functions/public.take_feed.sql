-- A feed to be read under an address: the one that is there, else one that was removed less than a day ago and still has
-- all its items, else a new one, due at once or at wanted.due_at. Its lane must be locked.
-- wanted: url, lane, root_domain, headers (sealed; new ones make the feed start from scratch), kept (headers that only a new
-- row takes), due_at.
create or replace function public.take_feed(owner uuid, wanted jsonb, at timestamptz) returns uuid
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
    update public.feed_schedules s set lane = wanted ->> 'lane', runnable = f.enabled and not f.suspended,
      next_run_at = case when f.suspended then s.next_run_at else coalesce(s.next_run_at, head) end
    from public.feeds f where f.id = feed and s.feed_id = f.id;
  end if;
  if feed is null then
    insert into public.feeds
      (id, url, owner_id, root_domain, enabled, polling, enforce_feed_domain, headers, created_at, updated_at)
    values (gen_random_uuid(), wanted ->> 'url', owner, wanted ->> 'root_domain', true, true, false,
      case when owner is not null then coalesce(wanted ->> 'headers', wanted ->> 'kept')::bytea end, at, at)
    returning id into feed;
    insert into public.feed_schedules (feed_id, lane, runnable, next_run_at) values (feed, wanted ->> 'lane', true, head);
  elsif wanted ->> 'headers' is not null then
    perform public.renew_feed(feed, (wanted ->> 'headers')::bytea, at);
  end if;
  return feed;
end $$;
