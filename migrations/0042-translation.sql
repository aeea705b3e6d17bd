-- A model may also be used to translate titles and "in short", for people who chose that. It costs nothing until somebody does.
alter table model_settings add column for_translations boolean not null default true;

alter table ai_spend drop constraint ai_spend_purpose_check;
alter table ai_spend add constraint ai_spend_purpose_check
  check (purpose in ('analysis', 'title', 'summary', 'digest', 'trial', 'translation'));

-- What an item's title and "in short" are in another language; one row for each language that one of its readers chose.
create table translations (
  item_id uuid not null references items on delete cascade,
  language text not null check (language ~ '^[a-z]{2}$'),
  state text not null check (state in ('waiting', 'done', 'refused', 'same')), -- 'same': it is in that language already
  analysed_at timestamptz,                 -- items.analyzed_at of the reading it belongs to
  input_hash bytea not null,               -- sha256 of title and "in short"; other texts are not shown with it
  title text,                              -- null: the original stays
  summary text,
  refused jsonb not null default '[]',     -- which text, and why it is not shown: src/items/analyzer-result.ts
  error text,                              -- why it waits
  model text,                              -- provider and model
  prompt_version text,
  attempts integer not null default 0,
  not_before timestamptz not null,
  lease uuid,
  leased_until timestamptz,
  translated_at timestamptz,
  primary key (item_id, language)
);
create index translations_waiting on translations (item_id) where state = 'waiting';
alter table translations enable row level security;
revoke all on translations from public, anon, authenticated;
create policy worker on translations to service_role using (true) with check (true);
create policy subscribed on translations for select to authenticated
  using (exists (select from items i where i.id = item_id));
grant select, insert, update, delete on translations to service_role;
grant select on translations to authenticated;
