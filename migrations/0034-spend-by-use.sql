-- What a call was for: a whole analysis, a title, a summary, a brief ('digest'), or the operator trying it. `refusals` are
-- questions that brought no answer we could use: the server failed, the model refused, or we threw its answer away.
alter table ai_spend drop constraint ai_spend_purpose_check;
alter table ai_spend add constraint ai_spend_purpose_check
  check (purpose in ('analysis', 'title', 'summary', 'digest', 'trial'));
alter table ai_spend add column refusals integer not null default 0;
