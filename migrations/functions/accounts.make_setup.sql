-- Stores the setup link that each start prints; only the newest one works. False where there is an operator.
create or replace function accounts.make_setup(pass_hash bytea, at timestamptz, until timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform accounts.lock_setup();
  if accounts.has_operator() then return false; end if;
  delete from accounts.one_time_tokens where purpose = 'setup';
  insert into accounts.one_time_tokens (token_hash, purpose, created_at, expires_at) values (pass_hash, 'setup', at, until);
  return true;
end $$;
