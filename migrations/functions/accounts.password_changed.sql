-- Sets a password and logs out anyone who knew the old one: every session ends, every login that waits for its second step,
-- and every link that could set another password.
create or replace function accounts.password_changed(person uuid, hash text, at timestamptz) returns void
language sql security definer set search_path = '' as $$
  update accounts.users set password_hash = hash, updated_at = at where id = person;
  delete from accounts.sessions where user_id = person;
  delete from accounts.begun_logins where user_id = person;
  delete from accounts.one_time_tokens where user_id = person and purpose = 'reset';
$$;
