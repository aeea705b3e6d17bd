-- Creates an account. Returns registered, taken (the email address or the id is in use), bad-token, or known (the provider
-- has this person already). One transaction: the invitation or setup link is used up only together with the account it
-- opened. Of two registrations at once, one is taken.
create or replace function accounts.register(
  person uuid, address text, hash text, provider text, pass_hash bytea, at timestamptz
) returns text language plpgsql security definer set search_path = '' as $$
declare
  pass_purpose text;
begin
  -- Where a provider keeps the passwords, it may know somebody who has not answered its mail, and send another.
  if exists (select from accounts.users where id = person) then return 'known'; end if;
  if pass_hash is not null then
    if exists (select from accounts.one_time_tokens where token_hash = pass_hash and purpose = 'setup') then
      perform accounts.lock_setup();
      if accounts.has_operator() then return 'bad-token'; end if;
    end if;
    update accounts.one_time_tokens set used_at = at
    where token_hash = pass_hash and purpose in ('setup', 'invite') and used_at is null and expires_at > at
    returning purpose into pass_purpose;
    if pass_purpose is null then return 'bad-token'; end if;
  end if;
  insert into accounts.users (id, email, password_hash, provider_id, operator, created_at, updated_at)
  values (person, address, hash, provider, pass_purpose is not distinct from 'setup', at, at);
  insert into public.events (id, user_id, event_type, created_at)
  values (gen_random_uuid(), person, 'user_registered', at);
  return 'registered';
exception when unique_violation then
  return 'taken';
end $$;
