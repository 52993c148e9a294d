-- Digests that come by themselves: when, to whom, and what was delivered.

-- {"days": [1, 2], "hour": 9, "timeZone": "Europe/Berlin"}; null: only when asked for.
alter table assistant add column digest_schedule jsonb;

create table digest_subscription (
  org_id text not null,
  assistant_id text not null,
  member_id text not null,
  -- Where it is posted to as well.
  webhook_url text,
  created_at timestamptz(3) not null,
  primary key (org_id, assistant_id, member_id),
  foreign key (org_id, assistant_id) references assistant on delete cascade,
  foreign key (org_id, member_id) references member on delete cascade
);
create index digest_subscription_by_member on digest_subscription (org_id, member_id);

-- A digest in somebody's inbox. It outlives its assistant.
create table inbox_digest (
  org_id text not null,
  id text not null,
  member_id text not null,
  assistant_id text not null,
  assistant_name text not null,
  scheduled_for timestamptz(3) not null,
  -- Until when it tells: the next one begins there.
  told_until timestamptz(3) not null,
  days integer not null,
  language text not null,
  more_count integer not null,
  deleted_count integer not null,
  delivered_at timestamptz(3) not null,
  read_at timestamptz(3),
  primary key (org_id, id),
  -- Each member gets each digest once, however many processes deliver.
  unique (org_id, member_id, assistant_id, scheduled_for),
  foreign key (org_id, member_id) references member on delete cascade
);
create index inbox_digest_listing on inbox_digest (org_id, member_id, delivered_at desc, id);
create index inbox_digest_by_age on inbox_digest (delivered_at);

-- What it says, line by line, each with the document it comes from: deleted, that takes along what was said of it; and
-- whoever may not see it any more is not shown the line.
create table inbox_line (
  org_id text not null,
  digest_id text not null,
  ordinal integer not null,
  document_key bigint not null,
  kind text not null,
  said text not null,
  before text not null,
  topic_note_key bigint,
  topic_root_id text,
  primary key (org_id, digest_id, ordinal),
  foreign key (org_id, digest_id) references inbox_digest on delete cascade,
  foreign key (org_id, document_key) references document (org_id, key) on delete cascade
);
create index inbox_line_by_document on inbox_line (org_id, document_key);
