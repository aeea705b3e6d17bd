-- Takes a login at another server away from an account. Returns unlinked, missing, or last: without a password and without
-- another login at one of the servers in use, nobody could open the account any more. Holds the account's row, or two at
-- once would each be the other's reason.
create or replace function accounts.unlink_identity(person uuid, identity uuid, servers text[], at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  has_password boolean;
  server text;
begin
  select u.password_hash is not null from accounts.users u where u.id = person for update into has_password;
  select i.issuer from accounts.identities i where i.id = identity and i.user_id = person into server;
  if server is null then return 'missing'; end if;
  if not has_password and server = any(servers) and not exists (
    select from accounts.identities i where i.user_id = person and i.id <> identity and i.issuer = any(servers)
  ) then return 'last'; end if;
  delete from accounts.identities i where i.id = identity;
  perform accounts.record_event(person, 'identity_unlinked', jsonb_build_object('issuer', server), at);
  return 'unlinked';
end $$;
