-- Takes a login at another server away from an account. False where there is none. Whether it may go is decided before.
create or replace function accounts.unlink_identity(person uuid, identity uuid, at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  server text;
begin
  delete from accounts.identities i where i.id = identity and i.user_id = person returning i.issuer into server;
  if not found then return false; end if;
  perform accounts.record_event(person, 'identity_unlinked', jsonb_build_object('issuer', server), at);
  return true;
end $$;
