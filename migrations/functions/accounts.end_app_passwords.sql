-- Ends a person's app passwords. Their owner makes new ones.
create or replace function accounts.end_app_passwords(person uuid) returns void
language sql volatile set search_path = '' as $$
  delete from public.app_passwords where user_id = person
$$;
