-- What was asked: each person's own history, what they thought of the answers, and the admins' insights.
-- Kept for 90 days. The answer's text and its sources are kept only for those who ask in the app, where a history is
-- shown; of the others the question and which documents answered it.
create table question (
  org_id text not null,
  id text not null,
  member_id text not null,
  asked_at timestamptz(3) not null,
  channel text not null check (channel in ('app', 'api')),
  question text not null,
  outcome text not null check (outcome in ('answered', 'refused')),
  parent_id text,
  assistant_id text,
  answer text,
  sources jsonb,
  -- For each source the documents it may be, as one JSON list of lists: an id is unique within its data source only.
  -- Whoever is shown the answer must still be allowed to see all of them.
  document_keys jsonb not null default '[]',
  rating text check (rating in ('up', 'down')),
  rating_reason text,
  shared_at timestamptz(3),
  -- Taken out of the person's own history; it still counts.
  hidden_at timestamptz(3),
  primary key (org_id, id),
  foreign key (org_id, member_id) references member on delete cascade
);
create index question_by_member on question (org_id, member_id, asked_at desc, id);
create index question_by_time on question (org_id, asked_at);
create index question_by_age on question (asked_at);
