-- Removes one of the person's own passkeys. False where there is none. Whether it may go is decided before.
create or replace function accounts.remove_passkey(person uuid, passkey uuid, at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  its_name text;
begin
  delete from accounts.passkeys where user_id = person and id = passkey returning name into its_name;
  if not found then return false; end if;
  perform accounts.record_event(person, 'passkey_removed', jsonb_build_object('name', its_name), at);
  return true;
end $$;
