-- The passkey of a credential and its owner, locked until the end of the transaction: two answers at once must not both be
-- compared with the same counter. Disabled accounts are not found.
create or replace function accounts.find_passkey(credential bytea)
returns table (id uuid, user_id uuid, email text, name text, public_key bytea, algorithm integer, sign_count bigint)
language sql security definer set search_path = '' as $$
  select p.id, p.user_id, u.email, p.name, p.public_key, p.algorithm, p.sign_count
  from accounts.passkeys p join accounts.users u on u.id = p.user_id
  where p.credential_id = credential and u.disabled_at is null for update of p
$$;
