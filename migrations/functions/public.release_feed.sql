-- Marks a feed as deleted if nobody reads it and it is not published. It is purged a day later. Its lane must be locked.
create or replace function public.release_feed(feed uuid, at timestamptz) returns void language plpgsql set search_path = '' as $$
begin
  update public.feeds f set deleted_at = at, updated_at = at
  where f.id = feed and not f.published and f.deleted_at is null
    and not exists (select from public.subscriptions s where s.feed_id = f.id);
  if found then perform public.update_runnable(array[feed]); end if;
end $$;
