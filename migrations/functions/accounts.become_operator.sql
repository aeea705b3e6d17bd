-- Makes a person who has an account the operator, by a setup link. False where the link is no good any more.
create or replace function accounts.become_operator(person uuid, pass_hash bytea, at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform accounts.lock_setup();
  if accounts.has_operator() then return false; end if;
  update accounts.one_time_tokens set used_at = at
  where token_hash = pass_hash and purpose = 'setup' and used_at is null and expires_at > at;
  if not found then return false; end if;
  update accounts.users set operator = true, updated_at = at where id = person;
  return found;
end $$;
