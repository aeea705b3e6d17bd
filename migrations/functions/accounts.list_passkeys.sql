-- A person's passkeys, the oldest first.
create or replace function accounts.list_passkeys(person uuid)
returns table (id uuid, name text, host text, credential_id bytea, transports text[], is_synced boolean, created_at timestamptz,
  last_used_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select p.id, p.name, p.host, p.credential_id, p.transports, p.is_synced, p.created_at, p.last_used_at
  from accounts.passkeys p where p.user_id = person order by p.created_at, p.id
$$;
