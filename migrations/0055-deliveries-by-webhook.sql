-- A worker takes the next delivery of each webhook: from here it is one look, however many wait.
create index deliveries_waiting on deliveries (webhook_id, due_at, id) where due_at is not null;
drop index deliveries_due;

-- A person's page shows the newest deliveries of each webhook.
create index deliveries_newest on deliveries (webhook_id, created_at desc, id);
