-- What the operator set up on the page "Language model". One row, or none: no model. The environment comes before it, field by
-- field. A null is the default of the provider.
create table model_settings (
  single boolean primary key default true check (single),
  provider text not null check (length(provider) between 1 and 40), -- 'none', or a row of src/chat/services.ts
  address text,
  api_key bytea,                           -- sealed with SECRET_KEY; only ever sent to `address`
  model text,
  context_tokens integer,
  question_size text check (question_size in ('full', 'small')),
  prompt_usd numeric(12, 6),               -- for a million tokens
  completion_usd numeric(12, 6),
  daily_usd numeric(12, 6),
  monthly_usd numeric(12, 6),
  daily_tokens bigint,
  from_minute integer check (from_minute between 0 and 1439), -- of the day in time_zone; both or none
  to_minute integer check (to_minute between 0 and 1439),
  time_zone text not null default 'UTC',
  for_titles boolean not null default true,
  for_summaries boolean not null default true,
  for_briefs boolean not null default true,
  changed_at timestamptz not null,
  check ((from_minute is null) = (to_minute is null))
);
alter table model_settings enable row level security;
create policy worker on model_settings to service_role using (true) with check (true);
grant select, insert, update, delete on model_settings to service_role;

-- Answers of models, by a hash of what was asked: input, question with the version of its prompt, provider and model. The same
-- question is not asked twice, even if its worker was killed before the item was saved.
create table model_answers (
  asked bytea primary key,
  answer jsonb not null,
  model text not null,                     -- as the server names it
  answered_at timestamptz not null
);
create index model_answers_at on model_answers (answered_at);
alter table model_answers enable row level security;
create policy worker on model_answers to service_role using (true) with check (true);
grant select, insert, update, delete on model_answers to service_role;
