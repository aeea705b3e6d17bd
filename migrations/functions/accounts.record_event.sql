-- Notes what a person did, for their own record.
create or replace function accounts.record_event(person uuid, kind text, facts jsonb, at timestamptz) returns void
language sql volatile set search_path = '' as $$
  insert into public.events (id, user_id, event_type, metadata, created_at) values (gen_random_uuid(), person, kind, facts, at)
$$;
