-- Uses up a reset link and sets the password. Returns whose it was, or null for a link that is no good.
create or replace function accounts.use_reset(pass_hash bytea, hash text, at timestamptz) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
begin
  delete from accounts.one_time_tokens
  where token_hash = pass_hash and purpose = 'reset' and used_at is null and expires_at > at
  returning user_id into person;
  if person is not null then perform accounts.password_reset(person, hash, at); end if;
  return person;
end $$;
