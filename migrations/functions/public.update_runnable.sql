-- Which feeds may run follows from their rows: enabled, not deleted, not suspended. Called after one of these changed, with
-- the feeds' lanes locked.
create or replace function public.update_runnable(feeds uuid[]) returns void language sql volatile set search_path = '' as $$
  update public.feed_schedules s set runnable = f.enabled and f.deleted_at is null and not f.suspended
  from public.feeds f where f.id = any(feeds) and s.feed_id = f.id
$$;
