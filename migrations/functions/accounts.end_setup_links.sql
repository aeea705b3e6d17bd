-- Triggers end_setup_links_of_new and _of_promoted on accounts.users: however somebody became the operator, by a link or
-- from the command line, no link is left for another one.
create or replace function accounts.end_setup_links() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform accounts.lock_setup();
  delete from accounts.one_time_tokens where purpose = 'setup';
  return null;
end $$;
