-- A feed has another outlet, as after its first document: its subscriptions are told.
create or replace function public.tell_outlet() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.subscriptions s set outlet = new.outlet where s.feed_id = new.id;
  return null;
end $$;
