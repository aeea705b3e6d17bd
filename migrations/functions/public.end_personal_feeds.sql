-- Ends a person's secret feed addresses. Their owner makes new ones.
create or replace function public.end_personal_feeds(person uuid, at timestamptz) returns void
language sql volatile set search_path = '' as $$
  update public.personal_feeds set ended_at = at,
    token_hash = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
  where user_id = person and ended_at is null
$$;
