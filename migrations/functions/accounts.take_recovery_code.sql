-- Uses up a recovery code. False where the person has no such code left.
create or replace function accounts.take_recovery_code(person uuid, hash bytea, at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update accounts.recovery_codes set used_at = at where user_id = person and code_hash = hash and used_at is null;
  if not found then return false; end if;
  perform accounts.record_event(person, 'recovery_code_used', '{}', at);
  return true;
end $$;
