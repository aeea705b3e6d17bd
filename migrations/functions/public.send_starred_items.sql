-- Triggers send_starred and send_starred_later on item_states: a star goes to the person's webhooks, once for each item. Stars that
-- come from another reader, or from a feed that was merged (plainwire.moving_in), were set long ago, and a thousand of them are no news.
-- Any change of a starred item's marks comes here. That its star was sent is known for two weeks only (deliveries are deleted then), so an
-- older star is never sent.
create or replace function public.send_starred_items() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from changed where starred_at is not null) then return null; end if;
  if current_setting('plainwire.moving_in', true) = 'on' then return null; end if;
  insert into public.deliveries (webhook_id, event, subject, item_id, created_at, due_at)
  select w.id, 'item.starred', c.item_id::text, c.item_id, clock_timestamp(), clock_timestamp()
  from changed c
  join public.webhooks w on w.user_id = c.user_id and w.disabled_at is null and 'item.starred' = any(w.events)
  where c.starred_at > w.created_at and c.starred_at > clock_timestamp() - interval '7 days'
  on conflict (webhook_id, event, subject) do nothing;
  if found then perform pg_notify('plainwire_deliveries', ''); end if;
  return null;
end $$;
