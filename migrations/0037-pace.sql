-- When a feed published, packed into 51 bytes (src/schedule/pack-pace.ts). Null: its document has not changed since this is kept;
-- until then its interval goes on by the factors.
alter table feeds add column pace bytea check (length(pace) <= 100);
