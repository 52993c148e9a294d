-- The pages of a passage: offsets into its body and the page that begins there, {{0,12},{340,13}}. A page of 0 is none.
-- Null: the document has no pages.
alter table chunk add column pages integer[];
alter table archived_chunk add column pages integer[];
alter table trashed_chunk add column pages integer[];

-- The address of an item without one is that of its file, computed when it is read, as for notes.
alter table document drop constraint document_item_url;

-- The file that the text of a document was read from.
create table document_file (
  org_id text not null,
  -- That of the document. Of the next two columns one has it, the other is null: a file moves to the trash with its note.
  key bigint not null,
  document_key bigint,
  trashed_key bigint,
  name text not null,
  media_type text not null,
  size_bytes bigint not null,
  -- SHA-256 of the file: the same file is not read again, unless newer code reads it.
  hash bytea not null,
  reader_version smallint not null,
  -- [{name, reason}]: parts whose text is missing.
  skipped jsonb not null default '[]',
  primary key (org_id, key),
  foreign key (org_id, document_key) references document (org_id, key) on delete cascade,
  foreign key (org_id, trashed_key) references trashed_note (org_id, key) on delete cascade,
  check (key = coalesce(document_key, trashed_key) and num_nulls(document_key, trashed_key) = 1)
);
create unique index document_file_by_document on document_file (org_id, document_key);
create unique index document_file_by_trashed_note on document_file (org_id, trashed_key);

-- The original, in pieces, for files without an address of their own.
create table document_file_part (
  org_id text not null,
  file_key bigint not null,
  ordinal integer not null,
  bytes bytea not null,
  primary key (org_id, file_key, ordinal),
  foreign key (org_id, file_key) references document_file (org_id, key) on delete cascade
);
-- Most formats are compressed already.
alter table document_file_part alter column bytes set storage external;

-- A file is visible to those who can see its document.
alter table document_file enable row level security;
create policy seen on document_file for select to lorewell_reader using (
  org_id = current_setting('lorewell.org', true)
  and exists (select from document d where d.org_id = document_file.org_id and d.key = document_file.document_key)
);
grant select on document_file to lorewell_reader;
alter table document_file_part enable row level security;
create policy seen on document_file_part for select to lorewell_reader using (
  org_id = current_setting('lorewell.org', true)
  and exists (
    select from document_file f where f.org_id = document_file_part.org_id and f.key = document_file_part.file_key)
);
grant select on document_file_part to lorewell_reader;
