-- Whose account a login at another server opens. Notes its use.
create or replace function accounts.find_identity(server text, id_there text, at timestamptz)
returns table (user_id uuid, email text, is_disabled boolean) language sql security definer set search_path = '' as $$
  update accounts.identities i set last_used_at = at from accounts.users u
  where i.issuer = server and i.subject = id_there and u.id = i.user_id
  returning u.id, u.email, u.disabled_at is not null
$$;
