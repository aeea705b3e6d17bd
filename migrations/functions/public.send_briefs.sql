-- Trigger send_briefs on summaries: a brief that is written goes to the person's webhooks.
create or replace function public.send_briefs() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.deliveries (webhook_id, event, subject, summary_id, created_at, due_at)
  select w.id, 'brief.written', a.id::text, a.id, clock_timestamp(), clock_timestamp()
  from added a
  join public.webhooks w on w.user_id = a.user_id and w.disabled_at is null and 'brief.written' = any(w.events)
  on conflict (webhook_id, event, subject) do nothing;
  if found then perform pg_notify('plainwire_deliveries', ''); end if;
  return null;
end $$;
