-- Trigger send_new on item_index: what is new goes to the webhooks of its readers. Only recent items: the first fetch of a feed brings
-- what its readers know already. Most installations have no webhook, and then one look into a small index is all.
create or replace function public.send_new_items() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.webhooks where disabled_at is null and 'item.new' = any(events)) then return null; end if;
  insert into public.deliveries (webhook_id, event, subject, item_id, created_at, due_at)
  select w.id, 'item.new', a.item_id::text, a.item_id, clock_timestamp(), clock_timestamp()
  from added a
  join public.subscriptions s on s.feed_id = a.feed_id and s.paused_at is null
  join public.webhooks w on w.user_id = s.user_id and w.disabled_at is null and 'item.new' = any(w.events)
  where a.pub_date > clock_timestamp() - interval '2 days'
    and (w.folder_id is null or w.folder_id = s.folder_id) and (w.query is null or a.words @@ w.query)
    and not exists (select from public.item_states h where h.user_id = w.user_id and h.item_id = a.item_id and h.hidden_at is not null)
  on conflict (webhook_id, event, subject) do nothing;
  if found then perform pg_notify('plainwire_deliveries', ''); end if;
  return null;
end $$;
