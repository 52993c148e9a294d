-- Deleted notes, kept until they are restored or expire. Their rows leave the live tables, so no query of content can
-- find them; the reading role has no policy here and sees nothing.

-- What one deletion moved: a note and its subpages.
create table trashed_branch (
  org_id text not null references organization on delete cascade,
  id text not null,
  root_key bigint not null,
  -- The parent of the deleted note, which may be gone itself.
  parent_key bigint,
  -- Null: the command line, or a member who no longer exists.
  deleted_by text,
  deleted_at timestamptz(3) not null,
  note_count integer not null,
  -- Subpages that the deleter could not see, [{key, parent_key, archived_here}] as before they moved up.
  displaced jsonb not null default '[]',
  primary key (org_id, id),
  foreign key (org_id, deleted_by) references member (org_id, id) on delete set null (deleted_by)
);
create index trashed_branch_by_time on trashed_branch (org_id, deleted_at, id);
create index trashed_branch_by_deleter on trashed_branch (org_id, deleted_by);
create index trashed_branch_by_age on trashed_branch (deleted_at);

-- The rows of document and document_version as JSON: they keep columns that later migrations add.
create table trashed_note (
  org_id text not null,
  key bigint not null,
  branch_id text not null,
  own_audience_id bigint,
  document jsonb not null,
  primary key (org_id, key),
  foreign key (org_id, branch_id) references trashed_branch (org_id, id) on delete cascade,
  foreign key (org_id, own_audience_id) references audience (org_id, id)
);
create index trashed_note_by_branch on trashed_note (org_id, branch_id);
create index trashed_note_by_audience on trashed_note (org_id, own_audience_id) where own_audience_id is not null;

create table trashed_version (
  org_id text not null,
  note_key bigint not null,
  id bigint not null,
  version jsonb not null,
  primary key (org_id, note_key, id),
  foreign key (org_id, note_key) references trashed_note (org_id, key) on delete cascade
);

-- Passages with their vectors, as in archived_chunk: restoring embeds nothing again.
create table trashed_chunk (
  org_id text not null,
  note_key bigint not null,
  ordinal integer not null,
  heading text not null,
  body text not null,
  terms text not null,
  embed_hash bytea not null,
  space_id smallint,
  embedding vector,
  code bytea,
  sentences bytea,
  primary key (org_id, note_key, ordinal),
  foreign key (org_id, note_key) references trashed_note (org_id, key) on delete cascade
);
alter table trashed_chunk alter column sentences set storage external;

alter table trashed_branch enable row level security;
alter table trashed_note enable row level security;
alter table trashed_version enable row level security;
alter table trashed_chunk enable row level security;

-- How many notes an operation deleted or restored.
alter table audit_event add column note_count integer;
