-- Who writes a feed (src/feeds/outlet.ts): feeds with the same outlet are one. A feed stands for itself until a document of it was read.
alter table feeds add column outlet text not null default gen_random_uuid()::text check (length(outlet) between 1 and 2048);

-- The same on each subscription, where pages count outlets.
alter table subscriptions add column outlet text;
update subscriptions s set outlet = f.outlet from feeds f where f.id = s.feed_id;
alter table subscriptions alter column outlet set not null;

-- A subscription knows who writes its feed: pages count outlets of thousands of reports, and would look up each feed.
create function public.name_outlet() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.outlet := (select f.outlet from public.feeds f where f.id = new.feed_id);
  return new;
end $$;
revoke all on function name_outlet() from public;
create trigger name_outlet before insert or update of feed_id on subscriptions for each row execute function name_outlet();

-- A feed has another outlet, as after its first document: its subscriptions are told.
create function public.tell_outlet() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.subscriptions s set outlet = new.outlet where s.feed_id = new.id;
  return null;
end $$;
revoke all on function tell_outlet() from public;
create trigger tell_outlet after update of outlet on feeds
  for each row when (old.outlet is distinct from new.outlet) execute function tell_outlet();

-- They answer with other columns now; the files in functions/ have them as they are.
drop function if exists rank_sources(text, timestamptz, uuid, integer, integer, integer, integer);
drop function if exists recent_reports(timestamptz, integer, integer);
