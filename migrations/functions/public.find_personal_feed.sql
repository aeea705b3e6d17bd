-- Whose secret feed address it is. Called without a session: anyone who knows the address may read it. That it was read is
-- noted once an hour.
create or replace function public.find_personal_feed(address_hash bytea, at timestamptz)
returns table (id uuid, user_id uuid, name text, settings jsonb)
language sql security definer set search_path = '' as $$
  update public.personal_feeds p set last_read_at = at
  where p.token_hash = address_hash and (p.last_read_at is null or p.last_read_at < at - interval '1 hour');
  select p.id, p.user_id, p.name, p.settings
  from public.personal_feeds p join accounts.users u on u.id = p.user_id
  where p.token_hash = address_hash and u.disabled_at is null
$$;
