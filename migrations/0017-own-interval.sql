-- What somebody set for a feed stands apart from what moves with every fetch; null is "as the server is set".
alter table feeds
  add column own_interval_minutes real check (own_interval_minutes between 1 and 100000),
  alter column interval_minutes drop not null,
  alter column interval_minutes drop default, -- null: the adaptive interval has not started
  alter column failure_policy drop not null,
  alter column failure_policy drop default;

-- A fixed interval was always set by somebody. An adaptive one only where it was not the default of then, and has not
-- moved yet.
update feeds set own_interval_minutes = interval_minutes
where not adaptive or (last_success_at is null and interval_minutes <> 60);
update feeds set interval_minutes = null
where interval_minutes is not null and (not adaptive or last_success_at is null);
-- Nobody can tell a chosen backoff from the default; the server's own default is backoff as well.
update feeds set failure_policy = null where failure_policy = 'backoff';
