-- Ends all sessions of a person but one.
create or replace function accounts.end_other_sessions(person uuid, kept uuid) returns void
language sql security definer set search_path = '' as $$
  delete from accounts.sessions where user_id = person and id <> kept
$$;
