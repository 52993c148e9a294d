-- How an answer came about, for admins: keys of passages, their scores and what became of each, and no text. What a
-- reader of it may see is looked up when it is read.
alter table question add column trace jsonb;
-- The latest ones of an organization, without those that were taken out of a history.
create index question_with_trace on question (org_id, asked_at desc, id desc) where trace is not null and hidden_at is null;
