-- Notes for its owner that somebody who came that far was refused: a wrong code after the right password, or a passkey
-- that may be a copy.
create or replace function accounts.note_refusal(person uuid, facts jsonb, at timestamptz) returns void
language sql security definer set search_path = '' as $$
  select accounts.record_event(person, 'login_refused', facts, at)
$$;
