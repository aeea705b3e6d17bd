-- New recovery codes; the old ones end.
create or replace function accounts.replace_recovery_codes(person uuid, hashes bytea[], at timestamptz) returns void
language sql security definer set search_path = '' as $$
  delete from accounts.recovery_codes where user_id = person;
  insert into accounts.recovery_codes (user_id, code_hash) select person, unnest(hashes);
  select accounts.record_event(person, 'recovery_codes_made', '{}', at);
$$;
