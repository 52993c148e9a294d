-- Organizations, people, who sees what, and the documents with their chunks.
-- Every key is led by org_id, so that a sharded PostgreSQL can keep an organization in one place.

create extension if not exists vector;

do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_textsearch') then
    create extension if not exists pg_textsearch;
  end if;
exception when others then
  -- It must be preloaded on a server of its own; without it the lexical part ranks with tsvector.
  raise notice 'pg_textsearch is not usable here: %', sqlerrm;
end $$;

create table organization (
  id text primary key,
  name text not null,
  domain text not null default '',
  ask_enabled boolean not null default true,
  created_at timestamptz(3) not null default now()
);

create table member (
  org_id text not null references organization on delete cascade,
  id text not null,
  email text not null,
  name text not null,
  role text not null check (role in ('admin', 'member', 'viewer')),
  password_hash text,
  created_at timestamptz(3) not null default now(),
  disabled_at timestamptz(3),
  primary key (org_id, id),
  unique (org_id, email)
);
create index member_email on member (email);

create table team (
  org_id text not null references organization on delete cascade,
  id text not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  unique (org_id, name)
);

create table team_member (
  org_id text not null,
  team_id text not null,
  member_id text not null,
  primary key (org_id, member_id, team_id),
  foreign key (org_id, team_id) references team on delete cascade,
  foreign key (org_id, member_id) references member on delete cascade
);
create index team_member_by_team on team_member (org_id, team_id);

create table api_key (
  org_id text not null,
  id text not null,
  member_id text not null,
  name text not null,
  hash bytea not null,
  hint text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (org_id, id),
  foreign key (org_id, member_id) references member on delete cascade
);
create unique index api_key_hash on api_key (hash);
create index api_key_by_member on api_key (org_id, member_id);

create table browser_session (
  hash bytea primary key,
  org_id text not null,
  member_id text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  foreign key (org_id, member_id) references member on delete cascade
);
create index browser_session_by_member on browser_session (org_id, member_id);

-- What the authorization server remembers: clients, grants, codes, tokens, interactions, its own sessions.
-- Ids are stored hashed: a copy of this table opens nothing.
create table oauth_record (
  kind text not null,
  id_hash bytea not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  user_code text,
  org_id text,
  member_id text,
  consumed_at timestamptz(3),
  expires_at timestamptz(3),
  primary key (kind, id_hash)
);
create index oauth_record_grant on oauth_record (grant_id) where grant_id is not null;
create index oauth_record_uid on oauth_record (uid) where uid is not null;
create index oauth_record_member on oauth_record (org_id, member_id) where member_id is not null;
create index oauth_record_expiry on oauth_record (expires_at) where expires_at is not null;

-- Single values of the whole service: signing keys, cookie keys, the one-time setup token.
create table service_value (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz(3) not null default now()
);

create table rate_window (
  org_id text not null,
  member_id text not null,
  bucket text not null,
  window_start bigint not null,
  count integer not null,
  primary key (org_id, member_id, bucket)
);

-- An audience lists principals: 'everyone', 'user:<member id>', 'group:<team id>'.
create table audience (
  org_id text not null references organization on delete cascade,
  id bigint generated always as identity,
  -- The one that a note at the top has when it is given none: everyone.
  is_default boolean not null default false,
  primary key (org_id, id)
);
create unique index audience_default on audience (org_id) where is_default;

create table audience_principal (
  org_id text not null,
  audience_id bigint not null,
  principal text not null,
  primary key (org_id, principal, audience_id),
  foreign key (org_id, audience_id) references audience on delete cascade
);
create index audience_principal_by_audience on audience_principal (org_id, audience_id);

create table data_source (
  org_id text not null references organization on delete cascade,
  id text not null,
  name text not null,
  audience_id bigint not null,
  writer_audience_id bigint not null,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, audience_id) references audience (org_id, id),
  foreign key (org_id, writer_audience_id) references audience (org_id, id)
);

-- A note (root_id is null) or a custom content item (root_id names its data source).
create table document (
  org_id text not null references organization on delete cascade,
  key bigint generated always as identity,
  root_id text,
  id text not null,
  parent_key bigint,
  position integer not null default 0,
  title text not null,
  url text not null,
  content text not null,
  content_type text not null check (content_type in ('markdown', 'html')),
  content_hash bytea not null,
  language text not null default 'en',
  -- Whom it is shown to: its own audience, or the one of the nearest note above it that has one.
  audience_id bigint not null,
  own_audience_id bigint,
  owner text,
  review_state text check (review_state in ('Verified', 'Outdated', 'VerificationRequested')),
  review_until timestamptz(3),
  review_reason text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null,
  edited_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  primary key (org_id, key),
  unique nulls not distinct (org_id, root_id, id),
  foreign key (org_id, root_id) references data_source (org_id, id) on delete cascade,
  foreign key (org_id, parent_key) references document (org_id, key) on delete cascade,
  foreign key (org_id, audience_id) references audience (org_id, id),
  foreign key (org_id, own_audience_id) references audience (org_id, id),
  check (root_id is null or (parent_key is null and own_audience_id is null))
);
create index document_listing on document (org_id, root_id, updated_at desc, id);
create index document_children on document (org_id, parent_key, position);
create index document_by_audience on document (org_id, audience_id);

create table chunk (
  org_id text not null,
  key bigint generated always as identity,
  document_key bigint not null,
  ordinal integer not null,
  audience_id bigint not null,
  heading text not null,
  body text not null,
  terms text not null,
  -- Of the text that the embedding saw: an unchanged passage keeps its vector.
  embed_hash bytea not null,
  primary key (org_id, key),
  foreign key (org_id, document_key) references document (org_id, key) on delete cascade
);
create index chunk_by_document on chunk (org_id, document_key, ordinal);

do $$
begin
  if exists (select from pg_extension where extname = 'pg_textsearch') then
    create index chunk_terms on chunk using bm25 (terms) with (text_config = 'simple', k1 = 1.2, b = 0.75);
    begin
      -- Scoring a row outside the index parses its whole text. Told so, the planner ranks through the index.
      alter function bm25_text_bm25query_score(text, bm25query) cost 100000;
    exception when insufficient_privilege then null;
    end;
  else
    alter table chunk add column terms_vector tsvector
      generated always as (to_tsvector('simple', terms)) stored;
    create index chunk_terms on chunk using gin (terms_vector);
  end if;
end $$;

-- One vector space per embedding model; a change of model fills a new space while the old rows go.
create table embedding_space (
  id smallint generated always as identity primary key,
  name text not null unique,
  dimensions integer not null
);

-- Narrow on purpose: an exact scan reads nothing but what it compares.
create table chunk_vector (
  org_id text not null,
  chunk_key bigint not null,
  document_key bigint not null,
  audience_id bigint not null,
  space_id smallint not null references embedding_space (id),
  embedding vector not null,
  primary key (org_id, chunk_key),
  foreign key (org_id, chunk_key) references chunk (org_id, key) on delete cascade
);
alter table chunk_vector alter column embedding set storage main;
create index chunk_vector_by_document on chunk_vector (org_id, document_key);
create index chunk_vector_by_audience on chunk_vector (org_id, audience_id);

create table assistant (
  org_id text not null references organization on delete cascade,
  id text not null,
  name text not null,
  instructions text not null default '',
  audience_id bigint not null,
  -- Null: no narrowing. Ids of notes (with all below them) and of data sources.
  scope_notes text[],
  scope_data_sources text[],
  language text,
  digest_days integer not null default 7 check (digest_days between 1 and 366),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, audience_id) references audience (org_id, id)
);

-- The second barrier. Content is read under this role; the policies compute, apart from the application's own filter,
-- what the person named in the transaction may see. Without a person: nothing.
do $$
begin
  if not exists (select from pg_roles where rolname = 'lorewell_reader') then
    create role lorewell_reader nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  execute format('grant lorewell_reader to %I', current_user);
exception when others then
  -- A superuser may take on any role without being a member of it.
  if not (select rolsuper from pg_roles where rolname = current_user) then raise; end if;
end $$;

create function visible_audiences() returns bigint[]
language sql stable security definer
set search_path = pg_catalog, public
as $$
  select coalesce(array_agg(distinct p.audience_id), '{}')
  from member m
  join audience_principal p on p.org_id = m.org_id and p.principal = any (
    array['everyone', 'user:' || m.id]
    || array(select 'group:' || t.team_id from team_member t where t.org_id = m.org_id and t.member_id = m.id)
  )
  where m.org_id = current_setting('lorewell.org', true)
    and m.id = current_setting('lorewell.member', true)
    and m.disabled_at is null
$$;

alter table data_source enable row level security;
alter table document enable row level security;
alter table chunk enable row level security;
alter table chunk_vector enable row level security;
alter table assistant enable row level security;

create policy seen on data_source for select to lorewell_reader
  using (org_id = current_setting('lorewell.org', true) and audience_id = any ((select visible_audiences())::bigint[]));
create policy seen on document for select to lorewell_reader
  using (org_id = current_setting('lorewell.org', true) and audience_id = any ((select visible_audiences())::bigint[]));
create policy seen on chunk for select to lorewell_reader
  using (org_id = current_setting('lorewell.org', true) and audience_id = any ((select visible_audiences())::bigint[]));
create policy seen on chunk_vector for select to lorewell_reader
  using (org_id = current_setting('lorewell.org', true) and audience_id = any ((select visible_audiences())::bigint[]));
create policy seen on assistant for select to lorewell_reader
  using (org_id = current_setting('lorewell.org', true) and audience_id = any ((select visible_audiences())::bigint[]));

grant select on data_source, document, chunk, chunk_vector, assistant, embedding_space to lorewell_reader;
grant usage on schema public to lorewell_reader;
