-- Switches a person's webhooks off: one of them may be a stranger's. Their owner looks at them and switches them on again.
create or replace function public.stop_webhooks(person uuid, at timestamptz) returns void
language sql volatile set search_path = '' as $$
  update public.webhooks set disabled_at = at where user_id = person and disabled_at is null
$$;
