-- What an older version of the analyzer said about the same text stays; the loaded words of an article are stored once.

-- The number of the offline analyzer's version that made analyzer_result: 2 for h2, 0 where it has no number. Null: a model
-- made it, or nobody, or it is about a former text.
alter table items add column words_version smallint;
update items set words_version = coalesce(substring(analyzer_result ->> 'analyzer_version' from '^h(\d{1,4})$')::smallint, 0)
where analyzer_result ->> 'analyzer' = 'heuristic' and analysis_status <> 'pending';
-- The newest items of one version. An expression on analyzer_result would unpack it at every save.
create index items_words_version on items (words_version, pub_date desc) where words_version is not null;

create table older_analyses (
  item_id uuid not null references items on delete cascade,
  version smallint not null,               -- as items.words_version
  analyzer_result jsonb not null,
  until timestamptz not null,              -- when a newer version read the item
  primary key (item_id, version)
);

-- The loaded words of an article's text, made when it is first opened.
create table article_marks (
  item_id uuid primary key references items on delete cascade,
  html_hash bytea not null,                -- of the clean_html that the places are in
  version text not null,                   -- of the offline analyzer
  language text not null,
  is_read boolean not null,                -- false: the analyzer does not read this language
  marks jsonb not null,                    -- src/analysis/article/mark-article.ts
  made_at timestamptz not null
);

alter table older_analyses enable row level security;
alter table article_marks enable row level security;
revoke all on older_analyses, article_marks from public, anon, authenticated;
create policy worker on older_analyses to service_role using (true) with check (true);
create policy worker on article_marks to service_role using (true) with check (true);
create policy subscribed on older_analyses for select to authenticated
  using (exists (select from items i where i.id = item_id));
create policy subscribed on article_marks for select to authenticated
  using (exists (select from items i where i.id = item_id));
grant select, insert, update, delete on older_analyses, article_marks to service_role;
grant select on older_analyses, article_marks to authenticated;
