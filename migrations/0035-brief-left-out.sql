-- How many sentences of the model were dropped from a brief, because their sources do not say so.
alter table summaries add column left_out integer not null default 0 check (left_out >= 0);
