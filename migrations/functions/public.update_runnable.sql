-- Which feeds may run follows from their rows and their readers (may_run), and from not being suspended. Called after one of
-- these changed, with the feeds' lanes locked.
create or replace function public.update_runnable(feeds uuid[]) returns void language sql volatile set search_path = '' as $$
  update public.feed_schedules s set runnable = public.may_run(f) and not f.suspended
  from public.feeds f where f.id = any(feeds) and s.feed_id = f.id
$$;
