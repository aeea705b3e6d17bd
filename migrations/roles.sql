-- The roles row-level security is written for, named as on Supabase so that the same policies hold there.
-- Idempotent. Needs CREATEROLE; on a managed server without it an administrator runs this file once.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role', 'app_worker', 'app_web'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin %s', wanted, case wanted when 'app_web' then 'noinherit' else '' end);
      exception when duplicate_object or unique_violation then
        null; -- another process was faster: roles belong to the whole cluster
      end;
    end if;
  end loop;
end $$;

grant service_role to app_worker;
grant anon, authenticated to app_web;
grant app_worker, app_web to current_user;
