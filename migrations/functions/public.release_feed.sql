-- Somebody stopped reading a feed. It is marked as deleted if nobody else reads it and it is not published, and purged a day
-- later. If all others have paused it, it rests. Its lane must be locked.
create or replace function public.release_feed(feed uuid, at timestamptz) returns void language plpgsql set search_path = '' as $$
begin
  update public.feeds f set deleted_at = at, updated_at = at
  where f.id = feed and not f.published and f.deleted_at is null
    and not exists (select from public.subscriptions s where s.feed_id = f.id);
  perform public.update_runnable(array[feed]);
end $$;
