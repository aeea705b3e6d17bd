-- Notes that a passkey was used, and its new counter.
create or replace function accounts.note_passkey_use(passkey uuid, count bigint, at timestamptz) returns void
language sql security definer set search_path = '' as $$
  update accounts.passkeys set sign_count = count, last_used_at = at where id = passkey
$$;
