-- Where the pages of a listing ended, for whoever walks through them: any node may be asked for the next one. A minute
-- of it is worth keeping, a crash may lose it: nothing is written ahead for it.
create unlogged table list_walk (
  org_id text not null,
  member_id text not null,
  root_id text not null,
  page_size integer not null,
  page integer not null,
  ended_at timestamptz(3) not null,
  ended_id text not null,
  used_at timestamptz(3) not null,
  primary key (org_id, member_id, root_id, page_size, page)
);
create index list_walk_by_age on list_walk (used_at);
