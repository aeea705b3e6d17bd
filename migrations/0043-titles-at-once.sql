-- How many titles one question may be about; null: by how fast the model answers.
alter table model_settings add column titles_at_once integer check (titles_at_once between 1 and 20);
