-- Our own hub also tells of personal feeds. Their address is a secret: `topic` is then a name for it, and the address is sealed.
alter table hub_requests
  alter column feed_id drop not null,
  add column personal_feed_id uuid references personal_feeds on delete cascade,
  add column sealed_topic bytea,
  add constraint hub_requests_of_one check (num_nonnulls(feed_id, personal_feed_id) = 1),
  add constraint hub_requests_sealed check ((personal_feed_id is null) = (sealed_topic is null));
alter table hub_listeners
  alter column feed_id drop not null,
  add column personal_feed_id uuid references personal_feeds on delete cascade,
  add column sealed_topic bytea,
  add column stale boolean not null default false, -- a personal feed that may have changed since it was last built
  add column built_at timestamptz,
  add constraint hub_listeners_of_one check (num_nonnulls(feed_id, personal_feed_id) = 1),
  add constraint hub_listeners_sealed check ((personal_feed_id is null) = (sealed_topic is null));
create index hub_requests_personal on hub_requests (personal_feed_id) where personal_feed_id is not null;
create index hub_listeners_personal on hub_listeners (personal_feed_id) where personal_feed_id is not null;

create function mark_listeners() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.hub_listeners where personal_feed_id is not null) then return null; end if;
  update public.hub_listeners l set stale = true from (
    select h.id from public.hub_listeners h join public.personal_feeds p on p.id = h.personal_feed_id
    where not h.stale and p.user_id in (
      select s.user_id from public.subscriptions s where s.feed_id in (select c.feed_id from changed c)
    )
    order by h.id for update of h
  ) marked
  where l.id = marked.id;
  return null;
end $$;
revoke execute on function mark_listeners() from public;
create trigger mark_listeners_of_new after insert on item_index
  referencing new table as changed for each statement execute function mark_listeners();
create trigger mark_listeners_of_changed after update on item_index
  referencing new table as changed for each statement execute function mark_listeners();

create function mark_own_listeners() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.hub_listeners where personal_feed_id is not null) then return null; end if;
  update public.hub_listeners l set stale = true from (
    select h.id from public.hub_listeners h join public.personal_feeds p on p.id = h.personal_feed_id
    where not h.stale and p.user_id = case when tg_op = 'DELETE' then old.user_id else new.user_id end
    order by h.id for update of h
  ) marked
  where l.id = marked.id;
  return null;
end $$;
revoke execute on function mark_own_listeners() from public;
create trigger mark_own_listeners after insert or update or delete on filters
  for each row execute function mark_own_listeners();
create trigger mark_own_listeners after insert or delete or update of folder_id, paused_at on subscriptions
  for each row execute function mark_own_listeners();
