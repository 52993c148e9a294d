-- Conversations. A thread stays until its owner deletes it or is deleted. The reading role has no policy here and sees
-- nothing.
create table thread (
  org_id text not null,
  -- A UUID in lower case, chosen by the client.
  id text not null,
  member_id text not null,
  title text not null,
  created_at timestamptz(3) not null,
  asked_at timestamptz(3) not null,
  -- The position of the latest turn.
  last_position integer not null default 0,
  -- Who can open it besides its owner: everyone, user:<member id>, group:<team id>. Not an audience, because every
  -- query for content filters by all audiences of its reader.
  shared_with text[] not null default '{}',
  primary key (org_id, id),
  foreign key (org_id, member_id) references member (org_id, id) on delete cascade
);
create index thread_by_member on thread (org_id, member_id, asked_at desc, id desc);

-- An answered turn is a logged question, kept as long as its thread and with the answer of API callers too.
alter table question
  add column thread_id text,
  add column thread_position integer,
  add column root_id text,
  add foreign key (org_id, thread_id) references thread (org_id, id);
create unique index question_by_thread on question (org_id, thread_id, thread_position) where thread_id is not null;

-- Turns without an answer: it is still written, it failed, or the asker stopped it.
create table unanswered_turn (
  org_id text not null,
  -- Becomes the id of the logged question.
  id text not null,
  thread_id text not null,
  position integer not null,
  state text not null default 'processing' check (state in ('processing', 'failed', 'stopped')),
  question text not null,
  parent_id text,
  assistant_id text,
  root_id text,
  asked_at timestamptz(3) not null,
  -- Once answered, it replaces the earlier turns from this position on.
  replaces_from integer,
  -- Processing: when it counts as failed unless it is extended, as after a crash.
  expires_at timestamptz(3) not null,
  -- The deferred answer that it waits for.
  answer_id text,
  primary key (org_id, id),
  foreign key (org_id, thread_id) references thread (org_id, id) on delete cascade
);
create unique index unanswered_turn_by_thread on unanswered_turn (org_id, thread_id, position);
create index unanswered_turn_by_answer on unanswered_turn (org_id, answer_id) where answer_id is not null;

alter table thread enable row level security;
alter table unanswered_turn enable row level security;
