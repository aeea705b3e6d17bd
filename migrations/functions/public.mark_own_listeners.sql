-- Trigger mark_own_listeners on filters and subscriptions: what a person follows and hides decides what their personal feeds give out.
create or replace function public.mark_own_listeners() returns trigger language plpgsql security definer set search_path = '' as $$
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
