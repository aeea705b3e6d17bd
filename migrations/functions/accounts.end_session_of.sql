-- Ends one of the person's own sessions by its id. False where there is none.
create or replace function accounts.end_session_of(person uuid, session_id uuid) returns boolean
language sql security definer set search_path = '' as $$
  with ended as (delete from accounts.sessions where user_id = person and id = session_id returning 1)
  select exists (select from ended)
$$;
