-- The logins at other servers that open a person's account.
create or replace function accounts.list_identities(person uuid)
returns table (id uuid, issuer text, label text, created_at timestamptz, last_used_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select i.id, i.issuer, i.label, i.created_at, i.last_used_at from accounts.identities i
  where i.user_id = person order by i.created_at, i.id
$$;
