-- Marks a feed as deleted if nobody reads it and it is not published. It is purged a day later.
create or replace function public.release_feed(feed uuid, at timestamptz) returns void language plpgsql set search_path = '' as $$
begin
  update public.feeds f set deleted_at = at, updated_at = at
  where f.id = feed and not f.published and f.deleted_at is null
    and not exists (select from public.subscriptions s where s.feed_id = f.id);
  if found then update public.feed_schedules set runnable = false where feed_id = feed; end if;
end $$;
