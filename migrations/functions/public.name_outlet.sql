-- A subscription knows who writes its feed: pages count outlets of thousands of reports, and would look up each feed.
create or replace function public.name_outlet() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.outlet := (select f.outlet from public.feeds f where f.id = new.feed_id);
  return new;
end $$;
