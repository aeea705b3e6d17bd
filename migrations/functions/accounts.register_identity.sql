-- Creates an account for a login at another server, in one transaction. facts: issuer, subject, label. Never an operator.
-- Returns registered or taken (the email address or the login is in use).
create or replace function accounts.register_identity(person uuid, address text, facts jsonb, at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
begin
  insert into accounts.users (id, email, created_at, updated_at) values (person, address, at, at);
  insert into accounts.identities (id, user_id, issuer, subject, label, created_at, last_used_at)
  values (gen_random_uuid(), person, facts ->> 'issuer', facts ->> 'subject', facts ->> 'label', at, at);
  perform accounts.record_event(person, 'user_registered', jsonb_build_object('issuer', facts ->> 'issuer'), at);
  return 'registered';
exception when unique_violation then
  return 'taken';
end $$;
