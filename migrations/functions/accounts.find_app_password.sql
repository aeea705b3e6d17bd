-- Whose app password it is: by the hash of the password, by the hash of what a Fever client sends, or by its id, which a
-- signed token carries. Called without a session. Its use is noted once a minute, or when it comes from elsewhere.
create or replace function accounts.find_app_password(secret_hash bytea, password_id uuid, from_address text, at timestamptz)
returns table (id uuid, user_id uuid, email text, protocol text, read_only boolean, plain_titles boolean, preferences jsonb)
language sql security definer set search_path = '' as $$
  update public.app_passwords p set last_used_at = at, last_address = from_address
  where (p.password_hash = secret_hash or p.fever_hash = secret_hash or p.id = password_id)
    and (p.last_used_at is null or p.last_used_at < at - interval '1 minute' or p.last_address is distinct from from_address);
  select p.id, p.user_id, u.email, p.protocol, p.read_only, p.plain_titles, u.preferences
  from public.app_passwords p join accounts.users u on u.id = p.user_id
  where (p.password_hash = secret_hash or p.fever_hash = secret_hash or p.id = password_id) and u.disabled_at is null
$$;
