-- What documents said before, so that it can be told what changed, and that some are gone.

-- A text that was replaced. Who may see the document may see it; it goes with the document.
create table document_version (
  org_id text not null,
  document_key bigint not null,
  id bigint generated always as identity,
  title text not null,
  content text not null,
  content_type text not null check (content_type in ('markdown', 'html')),
  -- As it was read then, headings and passages: what is compared needs no parser again.
  plain text not null,
  -- When this text was written, and when the next one took its place.
  written_at timestamptz(3) not null,
  replaced_at timestamptz(3) not null,
  primary key (org_id, document_key, id),
  foreign key (org_id, document_key) references document (org_id, key) on delete cascade
);

alter table document_version enable row level security;
-- The reader's view of document is filtered already, and with it this one.
create policy seen on document_version for select to lorewell_reader
  using (exists (select from document d where d.org_id = document_version.org_id and d.key = document_version.document_key));
grant select on document_version to lorewell_reader;

-- That a document was deleted, for those who could see it: neither its name nor a word of it.
create table removed_document (
  org_id text not null references organization on delete cascade,
  key bigint not null,
  audience_id bigint not null,
  root_id text,
  parent_key bigint,
  created_at timestamptz(3) not null,
  removed_at timestamptz(3) not null,
  primary key (org_id, key)
);
create index removed_document_by_time on removed_document (org_id, removed_at);

alter table removed_document enable row level security;
create policy seen on removed_document for select to lorewell_reader
  using (org_id = current_setting('lorewell.org', true) and audience_id = any ((select visible_audiences())::bigint[]));
grant select on removed_document to lorewell_reader;

-- When its title or content last changed; null: never since it was made. (edited_at of an item is when it was indexed.)
alter table document add column changed_at timestamptz(3);

-- The digest looks for what is young, whatever kind of document it is.
create index document_by_making on document (org_id, created_at);
create index document_by_change on document (org_id, changed_at) where changed_at is not null;
create index document_by_archiving on document (org_id, archived_at) where archived_at is not null;
